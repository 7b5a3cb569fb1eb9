//! A store that fails or waits on demand, since a disk does not.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{oneshot, watch};

use crate::server_secret::ServerSecret;
use crate::store::sql::{SqlRead, SqlReader, SqlStore};
use crate::store::{MemoryStore, PendingRead, PendingWrite, StoreError, WriteCommand, WriteStore};

/// How long the store waits for what a room does.
const LIMIT: Duration = Duration::from_secs(20);

/// A store whose commits fail or wait on demand.
#[derive(Debug)]
pub(super) struct FlakyStore {
    inner: MemoryStore,
    /// Number of commits that succeeded, and their limit.
    commits: AtomicUsize,
    max_commits: AtomicUsize,
    failures: watch::Sender<usize>,
    /// Whether commits are stored only once they are released.
    is_slow: AtomicBool,
    held: watch::Sender<Vec<HeldCommit>>,
}

/// A commit, and where its result goes.
type HeldCommit = (WriteCommand, oneshot::Sender<Result<(), StoreError>>);

impl FlakyStore {
    /// Creates a store that works.
    pub(super) fn new() -> Self {
        Self {
            inner: MemoryStore::default(),
            commits: AtomicUsize::new(0),
            max_commits: AtomicUsize::new(usize::MAX),
            failures: watch::Sender::new(0),
            is_slow: AtomicBool::new(false),
            held: watch::Sender::new(Vec::new()),
        }
    }

    /// Lets the given number of further commits succeed and all later ones fail.
    pub(super) fn fail_after(&self, commits: usize) {
        let done = self.commits.load(Ordering::SeqCst);
        let max = done.saturating_add(commits);
        self.max_commits.store(max, Ordering::SeqCst);
    }

    /// Lets all further commits succeed.
    pub(super) fn recover(&self) {
        self.max_commits.store(usize::MAX, Ordering::SeqCst);
    }

    /// Waits until the given number of commits have failed.
    pub(super) async fn wait_for_failures(&self, count: usize) {
        let mut failures = self.failures.subscribe();
        let reached = failures.wait_for(|failures| *failures >= count);
        tokio::time::timeout(LIMIT, reached).await.unwrap().unwrap();
    }

    /// Holds all further commits.
    pub(super) fn hold(&self) {
        self.is_slow.store(true, Ordering::SeqCst);
    }

    /// Waits until a commit is held.
    pub(super) async fn wait_until_held(&self) {
        let mut held = self.held.subscribe();
        let is_held = held.wait_for(|held| !held.is_empty());
        tokio::time::timeout(LIMIT, is_held).await.unwrap().unwrap();
    }

    /// Stores the held commits and holds no more.
    pub(super) fn release(&self) {
        self.is_slow.store(false, Ordering::SeqCst);
        for (commit, release) in self.held.send_replace(Vec::new()) {
            self.inner.write(commit);
            release.send(Ok(())).unwrap();
        }
    }

    /// Lets the held commits fail, and all later ones until [`Self::recover`].
    pub(super) fn fail_held(&self) {
        self.fail_after(0);
        self.is_slow.store(false, Ordering::SeqCst);
        for (_, release) in self.held.send_replace(Vec::new()) {
            self.count_failure();
            release.send(Err(disk_full())).unwrap();
        }
    }

    fn count_failure(&self) {
        self.failures.send_modify(|failures| *failures += 1);
    }
}

impl WriteStore for FlakyStore {
    fn write(&self, command: WriteCommand) -> PendingWrite {
        let is_commit = matches!(command, WriteCommand::Commit(_));
        if !is_commit && !matches!(command, WriteCommand::Probe) {
            return self.inner.write(command);
        }
        if self.commits.load(Ordering::SeqCst) >= self.max_commits.load(Ordering::SeqCst) {
            self.count_failure();
            return PendingWrite::ready(Err(disk_full()));
        }
        self.commits
            .fetch_add(usize::from(is_commit), Ordering::SeqCst);
        if !is_commit || !self.is_slow.load(Ordering::SeqCst) {
            return self.inner.write(command);
        }
        let (release, held) = oneshot::channel();
        self.held.send_modify(|all| all.push((command, release)));
        PendingWrite::waiting(held)
    }
}

impl SqlStore for FlakyStore {
    fn server_secret(&self) -> &ServerSecret {
        self.inner.server_secret()
    }

    fn read<T, F>(&self, read: F) -> PendingRead<T>
    where
        T: Send + 'static,
        F: for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T> + Send + 'static,
    {
        self.inner.read(read)
    }
}

fn disk_full() -> StoreError {
    StoreError::Unavailable("the disk is full".into())
}

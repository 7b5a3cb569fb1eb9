//! A store wrapper that tracks unfinished matches, write latency and write failures.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use botwerk_engine::Termination;
use botwerk_engine::record::OutcomeLine;
use tokio_util::sync::CancellationToken;

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::lasting_task::await_step;
use crate::match_state::MatchState;
use crate::metrics::Metrics;
use crate::server_secret::ServerSecret;
use crate::store::{
    EventPage, MatchFilter, MatchPage, MatchRow, PendingRead, PendingWrite, Store, StoreActivity,
    StoreError, StoredMatch, WriteCommand, WriteStore,
};

/// Time between two checks whether the store can be used.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// A store wrapper that tracks unfinished matches, write latency and write failures.
pub(crate) struct TrackedStore {
    store: Arc<dyn Store>,
    /// Shared with the tasks that wait for writes.
    monitor: Arc<StoreMonitor>,
    /// Maximum number of unfinished matches.
    max_matches: usize,
}

/// The unfinished matches and the health of a store, as its writes show them.
struct StoreMonitor {
    metrics: Arc<Metrics>,
    // A mutex of the standard library, since it is never held across an await.
    state: Mutex<MonitorState>,
}

#[derive(Default)]
struct MonitorState {
    /// The state of each match that has not ended.
    unfinished: HashMap<MatchId, MatchState>,
    /// Number of matches that are being created.
    reserved: usize,
    /// Whether the last write has failed.
    is_failing: bool,
    /// Whether the last check could not read.
    is_unreadable: bool,
}

/// Reserves room for a match that is being created.
pub(crate) struct MatchReservation {
    monitor: Arc<StoreMonitor>,
}

impl Drop for MatchReservation {
    fn drop(&mut self) {
        self.monitor.state().reserved -= 1;
    }
}

impl TrackedStore {
    /// Wraps a store and reads its unfinished matches.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        metrics: Arc<Metrics>,
        max_matches: usize,
    ) -> Result<Self, StoreError> {
        let monitor = Arc::new(StoreMonitor {
            metrics,
            state: Mutex::default(),
        });
        for (id, state) in store.unfinished().await? {
            monitor.set_match_state(&id, state);
        }
        Ok(Self {
            store,
            monitor,
            max_matches,
        })
    }

    /// Returns the ids of the matches that have not ended, the newest first.
    pub(crate) fn unfinished_ids(&self) -> Vec<MatchId> {
        let mut ids: Vec<_> = self.monitor.state().unfinished.keys().cloned().collect();
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids
    }

    /// Tracks the unfinished matches of the store that are not tracked yet; returns their ids.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn adopt_unfinished(&self) -> Result<Vec<MatchId>, StoreError> {
        let mut adopted = Vec::new();
        for (id, state) in self.store.unfinished().await? {
            if !self.monitor.state().unfinished.contains_key(&id) {
                self.monitor.set_match_state(&id, state);
                adopted.push(id);
            }
        }
        Ok(adopted)
    }

    /// Tracks no match any more, since another server has taken them over.
    pub(crate) fn forget_unfinished(&self) {
        for id in self.unfinished_ids() {
            self.monitor.set_match_state(&id, MatchState::Aborted);
        }
    }

    /// Reserves room for one more match.
    ///
    /// # Errors
    /// Returns an error if `max_matches` matches are unfinished.
    pub(crate) fn reserve(&self) -> Result<MatchReservation, Error> {
        let mut state = self.monitor.state();
        if state.unfinished.len() + state.reserved >= self.max_matches {
            let message = format!(
                "max_matches ({}) reached; wait for a match to end or abort one",
                self.max_matches
            );
            return Err(Error::new(Reason::LimitExceeded, message));
        }
        state.reserved += 1;
        let monitor = Arc::clone(&self.monitor);
        Ok(MatchReservation { monitor })
    }

    /// Returns `true` if the store's files are gone, or it could neither be read nor written when it was last used or
    /// checked. Waits for nothing.
    pub(crate) fn is_failing(&self) -> bool {
        let (is_failing, is_unreadable) = {
            let state = self.monitor.state();
            (state.is_failing, state.is_unreadable)
        };
        is_failing || is_unreadable || self.store.check_files().is_err()
    }

    /// Checks that the store can be read, and written if the last write has failed.
    pub(crate) async fn check(&self) {
        let has_failed = self.monitor.state().is_failing;
        if has_failed {
            // Recorded as any other write.
            let _ = self.write(WriteCommand::Probe).await;
        }
        let is_unreadable = self.store.list(&MatchFilter::default(), 1).await.is_err();
        self.monitor.state().is_unreadable = is_unreadable;
    }

    /// Checks the store once in a while until `stop` is cancelled.
    pub(crate) async fn keep_checked(self: Arc<Self>, stop: CancellationToken) {
        let check = async {
            loop {
                await_step("store check", self.check()).await;
                tokio::time::sleep(CHECK_INTERVAL).await;
            }
        };
        stop.run_until_cancelled(check).await;
    }

    /// Writes to the same store as another trait has it, and tracks what that changes.
    pub(crate) fn write_to<S: WriteStore + ?Sized>(
        &self,
        store: &S,
        command: WriteCommand,
    ) -> PendingWrite {
        let effect = WriteEffect::from_command(&command);
        let (monitor, started) = (Arc::clone(&self.monitor), Instant::now());
        store.write(command).on_complete(move |result| {
            monitor.record(result, started.elapsed());
            if result.is_ok() {
                monitor.apply(effect);
            }
        })
    }

    /// Counts the events of matches that another store trait has stored from start to end.
    pub(crate) fn record_finished_events(&self, events: usize) {
        self.monitor.metrics.events_stored(events);
    }
}

/// What a write changes in the counts of a monitor.
#[derive(Debug, Default)]
struct WriteEffect {
    submissions: usize,
    events: usize,
    flagged: usize,
    state: Option<(MatchId, MatchState)>,
}

impl WriteEffect {
    fn from_command(command: &WriteCommand) -> Self {
        match command {
            WriteCommand::Create(row) | WriteCommand::StartAttempt(row, _) => Self {
                state: Some((row.id.clone(), MatchState::Waiting)),
                ..Self::default()
            },
            WriteCommand::Commit(commit) => Self {
                submissions: commit.submissions.len(),
                events: commit.events.len(),
                flagged: commit.outcome.as_ref().map_or(0, flagged_seats),
                state: Some((commit.id.clone(), commit.state)),
            },
            WriteCommand::InsertFinished(_, commit) => Self {
                events: commit.events.len(),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
}

impl StoreMonitor {
    fn state(&self) -> MutexGuard<'_, MonitorState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records how a write ended.
    fn record(&self, result: &Result<(), StoreError>, duration: Duration) {
        match result {
            Ok(()) => {
                self.metrics.write_succeeded(duration);
                self.state().is_failing = false;
            }
            Err(StoreError::Unavailable(_)) => {
                self.metrics.write_failed();
                self.state().is_failing = true;
            }
            // The store works; the write itself was wrong.
            Err(
                StoreError::Stale { .. }
                | StoreError::NotFound(_)
                | StoreError::AlreadyExists(_)
                | StoreError::Overloaded(_)
                | StoreError::Rejected(_)
                | StoreError::LeaseLost,
            ) => {
                self.metrics.write_failed();
            }
        }
    }

    /// Counts what a write has changed.
    fn apply(&self, effect: WriteEffect) {
        self.metrics.submissions_stored(effect.submissions);
        self.metrics.events_stored(effect.events);
        self.metrics.seats_flagged(effect.flagged);
        if let Some((id, state)) = effect.state {
            self.set_match_state(&id, state);
        }
    }

    /// Records the state of a match.
    fn set_match_state(&self, id: &MatchId, state: MatchState) {
        let has_ended = state.has_ended();
        let mut monitored = self.state();
        let previous = if has_ended {
            monitored.unfinished.remove(id)
        } else if let Some(current) = monitored.unfinished.get_mut(id) {
            Some(std::mem::replace(current, state))
        } else {
            monitored.unfinished.insert(id.clone(), state)
        };
        drop(monitored);
        if previous == Some(state) {
            return;
        }
        if let Some(previous) = previous {
            self.metrics.match_left(previous.label());
        }
        if !has_ended {
            self.metrics.match_entered(state.label());
        }
    }
}

impl WriteStore for TrackedStore {
    fn write(&self, command: WriteCommand) -> PendingWrite {
        self.write_to(&*self.store, command)
    }
}

impl Store for TrackedStore {
    fn secret(&self) -> &ServerSecret {
        self.store.secret()
    }

    fn check_files(&self) -> Result<(), StoreError> {
        self.store.check_files()
    }

    fn activity(&self) -> StoreActivity {
        self.store.activity()
    }

    fn unfinished(&self) -> PendingRead<Vec<(MatchId, MatchState)>> {
        self.store.unfinished()
    }

    fn events(&self, id: &MatchId, after: i64) -> PendingRead<EventPage> {
        self.store.events(id, after)
    }

    fn comments(&self, id: &MatchId, after: i64) -> PendingRead<EventPage> {
        self.store.comments(id, after)
    }

    fn row(&self, id: &MatchId) -> PendingRead<MatchRow> {
        self.store.row(id)
    }

    fn load(&self, id: &MatchId) -> PendingRead<StoredMatch> {
        self.store.load(id)
    }

    fn match_by_request_id(&self, request_id: &str) -> PendingRead<Option<MatchRow>> {
        self.store.match_by_request_id(request_id)
    }

    fn list(&self, filter: &MatchFilter, limit: usize) -> PendingRead<MatchPage> {
        self.store.list(filter, limit)
    }
}

/// Returns the number of seats that were flagged in a match that has ended.
fn flagged_seats(outcome: &OutcomeLine) -> usize {
    let flagged = |seat: &&Option<Termination>| **seat == Some(Termination::Flagged);
    outcome.terminations.iter().filter(flagged).count()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::store::sql::{SqlRead, SqlReader, SqlStore};
    use crate::store::test_stores::empty_match;
    use crate::store::{Commit, MemoryStore};

    /// A store whose disk can be full, and whose commits complete later.
    #[derive(Default)]
    struct FlakyStore {
        store: MemoryStore,
        is_full: AtomicBool,
        /// Whether reads are never answered.
        is_stuck: AtomicBool,
    }

    impl WriteStore for FlakyStore {
        fn write(&self, command: WriteCommand) -> PendingWrite {
            let (sender, receiver) = tokio::sync::oneshot::channel();
            let written = self.store.write(command);
            let is_full = self.is_full.load(Ordering::Relaxed);
            tokio::spawn(async move {
                let full = Err(StoreError::Unavailable("the disk is full".into()));
                let written = written.await;
                let _ = sender.send(if is_full { full } else { written });
            });
            PendingWrite::waiting(receiver)
        }
    }

    impl SqlStore for FlakyStore {
        fn server_secret(&self) -> &ServerSecret {
            self.store.server_secret()
        }

        fn read<T, F>(&self, read: F) -> PendingRead<T>
        where
            T: Send + 'static,
            F: for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T> + Send + 'static,
        {
            if self.is_stuck.load(Ordering::Relaxed) {
                let (unanswered, receiver) = tokio::sync::oneshot::channel();
                std::mem::forget(unanswered);
                return PendingRead::waiting(receiver);
            }
            if self.is_full.load(Ordering::Relaxed) {
                return PendingRead::ready(Err(StoreError::Unavailable("no disk".into())));
            }
            self.store.read(read)
        }
    }

    fn row(id: &str) -> MatchRow {
        empty_match(id, MatchState::Waiting)
    }

    fn commit(id: &str, after: u64, state: MatchState) -> Commit {
        Commit {
            events: vec!["{}".into()],
            ..Commit::new(id.into(), after, state)
        }
    }

    #[tokio::test]
    async fn reserve_beyond_max_matches_is_rejected_and_failures_are_temporary() {
        let flaky = Arc::new(FlakyStore::default());
        let store: Arc<dyn Store> = Arc::clone(&flaky) as _;
        let store = TrackedStore::open(store, Arc::default(), 2).await.unwrap();
        let reservation = store.reserve().unwrap();
        store.write(WriteCommand::Create(row("a"))).await.unwrap();
        assert_eq!(
            store.reserve().map(drop).unwrap_err().reason,
            Reason::LimitExceeded
        );
        drop(reservation);
        assert!(store.reserve().is_ok());
        store.write(WriteCommand::Create(row("b"))).await.unwrap();
        assert!(store.reserve().is_err());

        assert!(!store.is_failing());
        flaky.is_full.store(true, Ordering::Relaxed);
        let failed = store
            .write(WriteCommand::Commit(commit("a", 0, MatchState::Over)))
            .await;
        assert!(matches!(failed, Err(StoreError::Unavailable(_))));
        assert!(store.is_failing() && store.reserve().is_err());
        flaky.is_full.store(false, Ordering::Relaxed);
        let running = commit("b", 0, MatchState::Running);
        store.write(WriteCommand::Commit(running)).await.unwrap();
        assert!(!store.is_failing());
        store
            .write(WriteCommand::Commit(commit("b", 1, MatchState::Aborted)))
            .await
            .unwrap();
        assert!(store.reserve().is_ok());
    }

    #[tokio::test]
    async fn health_is_known_without_a_read() {
        let flaky = Arc::new(FlakyStore::default());
        let store: Arc<dyn Store> = Arc::clone(&flaky) as _;
        let store = TrackedStore::open(store, Arc::default(), 2).await.unwrap();
        flaky.is_full.store(true, Ordering::Relaxed);
        store.check().await;
        assert!(store.is_failing());
        flaky.is_full.store(false, Ordering::Relaxed);
        store.check().await;
        assert!(!store.is_failing());
        // Behind reads that take for ever the health is the one before.
        flaky.is_stuck.store(true, Ordering::Relaxed);
        let waiting = tokio::time::timeout(Duration::from_millis(20), store.check());
        assert!(waiting.await.is_err() && !store.is_failing());
    }

    #[test]
    fn flagged_seats_are_counted_in_the_outcome() {
        let outcome =
            r#"{"outcome":"MR-23","places":[1,2,3],"terminations":["FLAGGED","","FLAGGED"]}"#;
        let mut outcome: OutcomeLine = serde_json::from_str(outcome).unwrap();
        assert_eq!(flagged_seats(&outcome), 2);
        outcome.terminations.clear();
        assert_eq!(flagged_seats(&outcome), 0);
    }
}

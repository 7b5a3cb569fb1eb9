//! The checks of workers that wait, and those in progress.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use crate::ids::TournamentId;

/// Number of checks of a worker that wait before its further reports and leases do.
const MAX_BEHIND: usize = 32;

/// Number of checks of all workers that wait before all further reports do.
const MAX_WAITING: usize = 4096;

/// Number of checks in progress. Their matches wait for the threads of the search pool.
const MAX_RUNNING: usize = 4;

/// A result of a worker that the server plays again.
#[derive(Debug, Clone)]
pub(super) struct Check {
    pub(super) tournament: TournamentId,
    pub(super) pairing: u64,
    /// The id of the worker that has played the stored match; `None` for a match of a server.
    pub(super) worker: Option<String>,
    /// Another play of the match, which differs from the stored one.
    pub(super) late: Option<LatePlay>,
}

/// A play of a match that came after the end of its lease.
#[derive(Debug, Clone)]
pub(super) struct LatePlay {
    pub(super) worker: String,
    pub(super) fingerprint: [u8; 32],
}

impl Check {
    /// Returns the id of the worker among whose checks it waits.
    pub(super) fn queue(&self) -> String {
        let late = self.late.as_ref().map(|late| &late.worker);
        late.or(self.worker.as_ref()).cloned().unwrap_or_default()
    }

    fn key(&self) -> CheckKey {
        let late = self.late.as_ref().map(|late| late.worker.clone());
        (self.tournament.clone(), self.pairing, late)
    }
}

/// The tournament and pairing of a check, and the worker of a late play.
type CheckKey = (TournamentId, u64, Option<String>);

/// The checks of a server. Workers take turns, so that none keeps those of others waiting.
#[derive(Debug, Default)]
pub(crate) struct WorkerChecks {
    // A mutex of the standard library: every access is one short step.
    queue: Mutex<CheckQueue>,
    /// Wakes the calls that wait for a check to end.
    ended: Notify,
}

#[derive(Debug, Default)]
struct CheckQueue {
    by_worker: BTreeMap<String, VecDeque<Check>>,
    /// The checks that wait or are in progress.
    known: BTreeSet<CheckKey>,
    /// The number of checks of each worker that wait or are in progress.
    behind: BTreeMap<String, usize>,
    running: usize,
    /// The worker whose check was started last.
    latest: String,
}

impl CheckQueue {
    fn push(&mut self, check: Check) {
        if self.known.insert(check.key()) {
            let worker = check.queue();
            *self.behind.entry(worker.clone()).or_default() += 1;
            self.by_worker.entry(worker).or_default().push_back(check);
        }
    }

    /// Removes the next check, that of the worker after the latest one, unless enough are in progress.
    fn start_next(&mut self) -> Option<Check> {
        if self.running >= MAX_RUNNING {
            return None;
        }
        let after = (Bound::Excluded(self.latest.clone()), Bound::Unbounded);
        let next = self.by_worker.range(after).next();
        let worker = next.or_else(|| self.by_worker.first_key_value())?.0.clone();
        let checks = self.by_worker.get_mut(&worker)?;
        let check = checks.pop_front();
        if checks.is_empty() {
            self.by_worker.remove(&worker);
        }
        self.latest = worker;
        self.running += 1;
        check
    }

    fn end(&mut self, check: &Check) {
        self.running -= 1;
        self.known.remove(&check.key());
        let worker = check.queue();
        if let Some(behind) = self.behind.get_mut(&worker) {
            *behind -= 1;
            if *behind == 0 {
                self.behind.remove(&worker);
            }
        }
    }
}

impl WorkerChecks {
    fn lock(&self) -> MutexGuard<'_, CheckQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a check, unless it is queued or in progress.
    pub(super) fn push(&self, check: Check) {
        self.lock().push(check);
    }

    /// Removes the next check, or returns `None` if none waits or enough are in progress.
    pub(super) fn start_next(&self) -> Option<Check> {
        self.lock().start_next()
    }

    /// Records the end of a check.
    pub(super) fn end(&self, check: &Check) {
        self.lock().end(check);
        self.ended.notify_waiters();
    }

    /// Returns the number of checks of a worker that wait or are in progress.
    pub(crate) fn count(&self, worker: &str) -> usize {
        self.lock().behind.get(worker).copied().unwrap_or_default()
    }

    /// Returns `true` if a worker may not report more, since too many of its checks wait.
    pub(super) fn is_behind(&self, worker: &str) -> bool {
        let queue = self.lock();
        let own = queue.behind.get(worker).copied().unwrap_or_default();
        own >= MAX_BEHIND || queue.known.len() >= MAX_WAITING
    }

    /// Waits until a worker may report. Returns `false` if it may not until a deadline.
    pub(super) async fn wait_for_room(&self, worker: &str, deadline: Instant) -> bool {
        loop {
            // Before the queue is read, so that no end of a check is missed.
            let ended = self.ended.notified();
            if !self.is_behind(worker) {
                return true;
            }
            if timeout_at(deadline, ended).await.is_err() {
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn check(worker: &str, pairing: u64) -> Check {
        Check {
            tournament: "t".into(),
            pairing,
            worker: Some(worker.into()),
            late: None,
        }
    }

    #[test]
    fn workers_take_turns_and_no_check_is_queued_twice() {
        let mut queue = CheckQueue::default();
        for pairing in 0..100 {
            queue.push(check("flood", pairing));
            queue.push(check("flood", pairing));
        }
        queue.push(check("honest", 1000));
        assert_eq!(
            queue.behind,
            [("flood".into(), 100), ("honest".into(), 1)].into()
        );
        let started: Vec<_> = std::iter::from_fn(|| queue.start_next()).collect();
        assert_eq!(started.len(), MAX_RUNNING);
        assert!(started[..2].iter().any(|check| check.pairing == 1000));
        for check in &started {
            queue.end(check);
        }
        assert_eq!(queue.behind, [("flood".into(), 97)].into());
        assert_eq!(queue.running, 0);
    }

    #[tokio::test]
    async fn worker_whose_checks_wait_may_not_report_and_others_may() {
        let checks = WorkerChecks::default();
        for pairing in 0..MAX_BEHIND as u64 {
            checks.push(check("flood", pairing));
        }
        let soon = || Instant::now() + Duration::from_millis(5);
        assert!(!checks.wait_for_room("flood", soon()).await);
        assert!(checks.wait_for_room("honest", soon()).await);
        let started = checks.start_next().unwrap();
        checks.end(&started);
        assert!(checks.wait_for_room("flood", soon()).await);
    }
}

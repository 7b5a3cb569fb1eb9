//! What the server has promised to keep, and what a power cut may therefore undo.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// What a restart of the server may undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Promise {
    /// Nothing that was acknowledged.
    #[default]
    KeepAll,
    /// Nothing that was acknowledged before the latest result, and no result. Commits after it may be
    /// undone from the end: what remains of a match is a start of it.
    KeepUntilResult,
}

/// When something was received: the run of the server, and the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Receipt {
    run: usize,
    at: Instant,
}

impl Receipt {
    /// Returns the receipt of what is received now on a connection to a run of the server.
    pub(super) fn now(run: usize) -> Self {
        let at = Instant::now();
        Self { run, at }
    }

    /// Returns the run of the server.
    pub(super) fn run(self) -> usize {
        self.run
    }
}

/// The promise of a server over all of its runs, each of which ends with a kill.
#[derive(Debug, Default)]
pub(super) struct DurabilityPromise {
    promise: Promise,
    runs: Mutex<Runs>,
    undone: UndoneCounts,
}

#[derive(Debug, Default)]
struct Runs {
    /// For each ended run, the time before which everything is kept.
    ended: Vec<Option<Instant>>,
    /// The same for the current run, so far.
    kept_until: Option<Instant>,
}

/// Counts of what power cuts undid as the promise allows.
#[derive(Debug, Default)]
pub(super) struct UndoneCounts {
    pub(super) frames: AtomicU64,
    pub(super) submissions: AtomicU64,
    pub(super) matches: AtomicU64,
}

impl DurabilityPromise {
    pub(super) fn new(promise: Promise) -> Self {
        Self {
            promise,
            ..Self::default()
        }
    }

    /// Returns `true` if a restart may undo something.
    pub(super) fn can_undo(&self) -> bool {
        self.promise != Promise::KeepAll
    }

    /// Returns the number of the current run.
    pub(super) fn run(&self) -> usize {
        self.lock().ended.len()
    }

    /// Records that a result was received whose match accepted a submission that was sent at this time: the
    /// result was committed after it, and with the result everything that was committed before.
    pub(super) fn record_result(&self, sent_at: Instant) {
        let mut runs = self.lock();
        runs.kept_until = runs.kept_until.max(Some(sent_at));
    }

    /// Records that the server was killed.
    pub(super) fn end_run(&self) {
        let mut runs = self.lock();
        let kept_until = runs.kept_until.take();
        runs.ended.push(kept_until);
    }

    /// Returns `true` if what was received then may have been undone since.
    pub(super) fn may_be_undone(&self, receipt: Receipt) -> bool {
        self.can_undo()
            && match self.lock().ended.get(receipt.run) {
                Some(kept_until) => kept_until.is_none_or(|until| receipt.at > until),
                None => false,
            }
    }

    /// Returns the counts of what was undone.
    pub(super) fn undone(&self) -> &UndoneCounts {
        &self.undone
    }

    fn lock(&self) -> MutexGuard<'_, Runs> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UndoneCounts {
    /// Returns the numbers of frames, submissions and matches.
    pub(super) fn totals(&self) -> [u64; 3] {
        [&self.frames, &self.submissions, &self.matches].map(|count| count.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_what_came_after_the_latest_result_of_its_run_may_be_undone() {
        let promise = DurabilityPromise::new(Promise::KeepUntilResult);
        let start = Instant::now();
        let at = |run, millis| Receipt {
            run,
            at: start + Duration::from_millis(millis),
        };
        promise.record_result(at(0, 20).at);
        promise.record_result(at(0, 10).at);
        assert!(!promise.may_be_undone(at(0, 30)), "the run has not ended");
        promise.end_run();
        assert!(promise.may_be_undone(at(0, 21)));
        assert!(!promise.may_be_undone(at(0, 20)));
        // What a run without a result has sent may be undone, but nothing of the run before.
        promise.end_run();
        assert!(promise.may_be_undone(at(1, 31)));
        assert!(!promise.may_be_undone(at(0, 20)));
        assert_eq!(promise.run(), 2);
    }

    #[test]
    fn nothing_may_be_undone_if_all_is_kept() {
        let promise = DurabilityPromise::new(Promise::KeepAll);
        let receipt = Receipt::now(0);
        promise.end_run();
        assert!(!promise.may_be_undone(receipt));
    }
}

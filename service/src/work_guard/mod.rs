//! Keeps what is stored from ending the process twice.
//!
//! Whatever belongs to one match or tournament runs under a mark of its thread, which says what the thread works on. A
//! mark takes a few stores to memory. If the work aborts the process, does not end, or takes all memory, its name is
//! written to the log of failures before the process ends; a panic is caught, and logged as well. A match or tournament
//! that has failed twice is suspended: it is not opened any more, and everything else continues.
//!
//! A thread that loops cannot be ended alone, and on an I/O thread it holds up all clients, so the process ends with it
//! and is started again by its supervisor. Whoever ends the process from outside is not a failure of what it works on.

#[cfg(unix)]
mod abort_signal;
mod failure_cause;
mod failure_log;
mod guarded_task;
#[cfg(debug_assertions)]
mod planted_fault;
mod suspension;
mod watchdog;
mod work;
mod work_mark;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use failure_cause::FailureCause;
use failure_log::FailureLog;
pub(crate) use guarded_task::GuardedTask;
#[cfg(debug_assertions)]
pub(crate) use planted_fault::fault_point;
pub(crate) use suspension::Suspended;
use watchdog::Watchdog;
pub(crate) use work::Work;
use work_mark::{SEARCH_FACTOR, WorkMark};
pub(crate) use work_mark::{record_search, record_step};

use crate::error::{Error, Reason};
use crate::lasting_task::panic_text;
use crate::metrics::Metrics;

/// The limits of what runs under a mark.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorkLimits {
    /// Time for one step without a search.
    pub(crate) step: Duration,
    /// Memory of the process in bytes; `None` for nine tenths of what the machine or its control group has.
    pub(crate) memory: Option<u64>,
}

/// Marks what threads work on, and suspends what has failed twice.
#[derive(Debug)]
pub(crate) struct WorkGuard {
    /// Distinguishes the marks of several servers in a process.
    id: u64,
    limits: WorkLimits,
    log: Arc<FailureLog>,
    #[cfg(unix)]
    _abort_signal: Option<abort_signal::AbortSignal>,
}

impl WorkGuard {
    /// Opens the log of failures, and starts to watch. Without a file, failures are forgotten when the process ends.
    pub(crate) fn open(
        file: Option<PathBuf>,
        limits: WorkLimits,
        metrics: Arc<Metrics>,
    ) -> Arc<Self> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let log = Arc::new(FailureLog::open(file, metrics));
        Watchdog::start(id, limits.memory, &log);
        Arc::new(Self {
            id,
            limits,
            #[cfg(unix)]
            _abort_signal: log
                .file()
                .and_then(|file| abort_signal::AbortSignal::install(id, file)),
            log,
        })
    }

    /// Returns a guard without a file.
    #[cfg(test)]
    pub(crate) fn of_test() -> Arc<Self> {
        let limits = WorkLimits {
            step: Duration::from_secs(600),
            memory: Some(u64::MAX),
        };
        Self::open(None, limits, Arc::default())
    }

    /// Marks what the calling thread works on, until the mark is dropped. One step may take `limit`.
    pub(crate) fn enter(&self, work: &Work, limit: Duration) -> WorkMark {
        WorkMark::new(self.id, work, limit)
    }

    /// Returns the time for one step without a search.
    pub(crate) fn step_limit(&self) -> Duration {
        self.limits.step
    }

    /// Returns the time for a search, of which `budget` is the time limit, if it has one.
    pub(crate) fn search_limit(&self, budget: Option<Duration>) -> Duration {
        let step = self.limits.step;
        budget.map_or(step * SEARCH_FACTOR, |budget| budget.saturating_add(step))
    }

    /// Runs a step under a mark.
    ///
    /// # Errors
    /// Returns the error of the step, or one that it panicked.
    pub(crate) fn run<T>(
        &self,
        work: &Work,
        step: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mark = self.enter(work, self.limits.step);
        let done = catch_unwind(AssertUnwindSafe(step));
        drop(mark);
        done.unwrap_or_else(|panic| Err(self.record_panic(work, &*panic)))
    }

    /// Returns why a match or tournament, given by its name in the API, is suspended, or `None` if it is not.
    pub(crate) fn suspension(&self, name: &str) -> Option<Suspended> {
        self.log.suspension(name)
    }

    /// Returns `true` if a match or tournament has failed.
    #[cfg(test)]
    pub(crate) fn has_failed(&self, name: &str) -> bool {
        self.log.has_failed(name)
    }

    /// Forgets the failures of a match or tournament, which has ended or is to be tried again.
    pub(crate) fn forget(&self, name: &str) {
        self.log.forget(name);
    }

    /// Records that a step panicked; returns the error for its callers.
    fn record_panic(&self, work: &Work, panic: &(dyn std::any::Any + Send)) -> Error {
        tracing::error!(
            work = work.name(),
            step = work.step(),
            panic = panic_text(panic),
            "step panicked"
        );
        self.log
            .record(work.name(), work.step(), FailureCause::Panic);
        let message = format!(
            "{}: {} failed because of a fault in the server; try again",
            work.name(),
            work.step()
        );
        Error::new(Reason::Internal, message)
    }
}

/// Does nothing: faults can be planted in debug builds only.
#[cfg(not(debug_assertions))]
pub(crate) fn fault_point(_step: &str) {}

#[cfg(test)]
mod tests;

//! Finds steps that do not end or take all memory, and ends the process.

use std::collections::BTreeMap;
use std::process;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use serde::Deserialize;

use super::failure_cause::FailureCause;
use super::failure_log::FailureLog;
use super::work_mark::{StepInProgress, steps_in_progress};
use crate::lasting_task::run_step;
use crate::process_memory;

/// Time between two looks at the marks.
const INTERVAL: Duration = Duration::from_millis(50);

/// Time for the last lines of the log.
const LOG_LIMIT: Duration = Duration::from_secs(2);

/// Part of the memory limit by which the process must have grown during a step that is blamed for it.
const BLAMED_PART: u64 = 4;

/// Watches the steps of a guard in a thread of its own, which ends with the log of the guard.
#[derive(Debug)]
pub(super) struct Watchdog {
    /// The number of the guard, by which its marks are known.
    guard: u64,
    log: Weak<FailureLog>,
    memory_limit: Option<u64>,
    /// What is known of the steps in progress, by slot.
    watched: BTreeMap<usize, WatchedStep>,
}

/// A step that has been in progress since an earlier look.
#[derive(Debug)]
struct WatchedStep {
    number: u64,
    /// The resident memory of the process at the first look, in bytes.
    resident: u64,
    /// The pages that its thread had taken into use at the first look.
    pages: u64,
}

/// The work in a mark.
#[derive(Deserialize)]
struct MarkedWork {
    work: String,
    step: String,
}

impl Watchdog {
    /// Watches the steps of the guard with this number. Without `memory`, the limit in bytes is the default one.
    pub(super) fn start(guard: u64, memory: Option<u64>, log: &Arc<FailureLog>) {
        let watchdog = Self {
            guard,
            log: Arc::downgrade(log),
            memory_limit: memory.or_else(process_memory::default_limit),
            watched: BTreeMap::new(),
        };
        let named = thread::Builder::new().name("work-guard".into());
        if let Err(error) = named.spawn(move || watchdog.run()) {
            tracing::warn!(%error, "steps are not watched");
        }
    }

    fn run(mut self) {
        loop {
            thread::sleep(INTERVAL);
            let Some(log) = self.log.upgrade() else {
                return;
            };
            run_step("work-guard", || self.check_steps(&log));
        }
    }

    fn check_steps(&mut self, log: &FailureLog) {
        let steps = steps_in_progress(self.guard);
        if let Some(step) = steps.iter().find(|step| step.elapsed > step.limit) {
            end_process(log, step, FailureCause::Endless);
        }
        if let Some(step) = self.find_memory_taker(&steps) {
            end_process(log, step, FailureCause::Memory);
        }
    }

    /// Returns the step that has taken the memory of a process which has reached its limit.
    fn find_memory_taker<'s>(&mut self, steps: &'s [StepInProgress]) -> Option<&'s StepInProgress> {
        let is_known = |slot: usize, number: u64| {
            let mut steps = steps.iter();
            steps.any(|step| step.slot == slot && step.number == number)
        };
        self.watched
            .retain(|slot, watched| is_known(*slot, watched.number));
        let limit = self.memory_limit?;
        if steps.is_empty() {
            return None;
        }
        let resident = process_memory::resident_bytes()?;
        let mut blamed = None;
        for step in steps {
            let pages = process_memory::pages_taken(step.thread);
            let watched = self.watched.entry(step.slot).or_insert(WatchedStep {
                number: step.number,
                resident,
                pages,
            });
            let grown = resident.saturating_sub(watched.resident);
            let taken = pages.saturating_sub(watched.pages);
            if grown >= limit / BLAMED_PART {
                blamed = blamed.max(Some((taken, step.elapsed, step.slot)));
            }
        }
        let (_, _, slot) = blamed.filter(|_| resident >= limit)?;
        steps.iter().find(|step| step.slot == slot)
    }
}

/// Logs the failure of a step and ends the process: its thread cannot be ended alone.
fn end_process(log: &FailureLog, step: &StepInProgress, cause: FailureCause) -> ! {
    // Also if the thread that loops holds a lock that the log needs.
    let _ = thread::Builder::new().spawn(|| {
        thread::sleep(LOG_LIMIT);
        process::abort();
    });
    let seconds = step.elapsed.as_secs();
    if let Ok(marked) = serde_json::from_str::<MarkedWork>(&format!("{{{}}}", step.members)) {
        log.record(&marked.work, &marked.step, cause);
        tracing::error!(
            work = marked.work,
            step = marked.step,
            cause = cause.name(),
            seconds,
            "process ended: a step took too long or all memory; start it again"
        );
    }
    process::abort()
}

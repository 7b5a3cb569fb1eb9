//! Measures how much processor time a bot uses.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::process_tree::{descendants, usage, waited_for_time};
use crate::processor_log::ProcessorLog;
use crate::sandbox::GroupClock;

/// Time between two lines in the log.
const INTERVAL: Duration = Duration::from_secs(2);

/// Writes the processor time of the bot of this guard to a log, as it is used.
pub(super) struct ProcessorMeter(Arc<Measured>);

struct Measured {
    log: ProcessorLog,
    /// Of the bot's control group; `None` without one.
    clock: Option<GroupClock>,
    /// What was written.
    written: Mutex<Duration>,
}

impl ProcessorMeter {
    /// Starts to write.
    pub(super) fn start(log: ProcessorLog, clock: Option<GroupClock>) -> Self {
        let measured = Arc::new(Measured {
            log,
            clock,
            written: Mutex::default(),
        });
        let writing = Arc::clone(&measured);
        thread::spawn(move || {
            loop {
                thread::sleep(INTERVAL);
                writing.write();
            }
        });
        Self(measured)
    }

    /// Writes the rest, once the bot has ended.
    pub(super) fn finish(&self) {
        self.0.write();
    }
}

impl Measured {
    fn write(&self) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let used = self.used();
        let unwritten = used.saturating_sub(*written);
        if !unwritten.is_zero() && self.log.append(unwritten).is_ok() {
            *written = used;
        }
    }

    /// Returns the time that the bot has used so far. The group counts all processes; without one, a process whose parent does
    /// not wait for it counts as long as it lives.
    fn used(&self) -> Duration {
        let own = std::process::id();
        let seen = waited_for_time(own) + usage(&descendants(own)).processor;
        let counted = self.clock.as_ref().and_then(GroupClock::time);
        seen.max(counted.unwrap_or_default())
    }
}

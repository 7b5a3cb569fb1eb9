//! Time as a room sees it: stamps, and when the present request runs out.

use std::time::{Duration, Instant};

use tokio::time::Instant as TimerInstant;

/// A moment on this machine's monotonic clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stamp(Instant);

impl Stamp {
    pub(crate) fn now() -> Self {
        Self(Instant::now())
    }

    /// The next nanosecond.
    pub(crate) fn next(self) -> Self {
        self.after_nanos(1)
    }

    pub(crate) fn after(self, time: Duration) -> Self {
        Self(self.0 + time)
    }

    pub(crate) fn after_nanos(self, nanos: u64) -> Self {
        self.after(Duration::from_nanos(nanos))
    }

    /// The same moment after clocks stood still from `standing` to `now`; what began meanwhile
    /// begins now.
    pub(crate) fn shifted(self, standing: Self, now: Self) -> Self {
        let stood = Duration::from_nanos(now.nanos_since(self.max(standing)));
        self.after(stood)
    }

    /// Whole nanoseconds since an earlier stamp; 0 if it is not earlier.
    pub(crate) fn nanos_since(self, earlier: Self) -> u64 {
        self.0.saturating_duration_since(earlier.0).as_nanos() as u64
    }

    /// The same moment for a timer.
    pub(crate) fn timer(self) -> TimerInstant {
        TimerInstant::from_std(self.0)
    }
}

//! Points in time as a room measures them.

use std::time::{Duration, Instant};

use tokio::time::Instant as TimerInstant;

/// A point in time on the monotonic clock of this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stamp(Instant);

impl Stamp {
    /// Returns the current time.
    pub(crate) fn now() -> Self {
        Self(Instant::now())
    }

    /// Returns the stamp one nanosecond later.
    pub(crate) fn next(self) -> Self {
        self.after_nanos(1)
    }

    /// Returns the stamp that is `time` later.
    pub(crate) fn after(self, time: Duration) -> Self {
        Self(self.0 + time)
    }

    /// Returns the stamp that is `nanos` nanoseconds later.
    pub(crate) fn after_nanos(self, nanos: u64) -> Self {
        self.after(Duration::from_nanos(nanos))
    }

    /// Returns this stamp moved by a suspension that lasted from `suspended_at` to `resumed_at`. A
    /// stamp from within the suspension moves to its end.
    pub(crate) fn shifted(self, suspended_at: Self, resumed_at: Self) -> Self {
        let paused = Duration::from_nanos(resumed_at.nanos_since(self.max(suspended_at)));
        self.after(paused)
    }

    /// Returns the whole nanoseconds since an earlier stamp, or 0 if it is not earlier.
    pub(crate) fn nanos_since(self, earlier: Self) -> u64 {
        self.0.saturating_duration_since(earlier.0).as_nanos() as u64
    }

    /// Returns the same point in time for a timer.
    pub(crate) fn timer(self) -> TimerInstant {
        TimerInstant::from_std(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifted_stamp_keeps_its_distance_from_the_suspension() {
        let start = Stamp::now();
        let (suspended_at, resumed_at) = (start.after_nanos(10), start.after_nanos(110));
        assert_eq!(
            start.shifted(suspended_at, resumed_at),
            start.after_nanos(100)
        );
        let during = start.after_nanos(60);
        assert_eq!(during.shifted(suspended_at, resumed_at), resumed_at);
        let later = start.after_nanos(200);
        assert_eq!(later.shifted(suspended_at, resumed_at), later);
    }
}

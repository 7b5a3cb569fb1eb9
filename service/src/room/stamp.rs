//! Points in time as a room measures them.

use std::time::Duration;

use tokio::time::Instant as TimerInstant;

use crate::process_clock;

/// A point in time on the clock of this process, which stands still while the process is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stamp(u64);

impl Stamp {
    /// Returns the current time.
    pub(crate) fn now() -> Self {
        Self(process_clock::now())
    }

    /// Returns the stamp one nanosecond later.
    pub(crate) fn next(self) -> Self {
        self.after_nanos(1)
    }

    /// Returns the stamp that is `time` later.
    pub(crate) fn after(self, time: Duration) -> Self {
        self.after_nanos(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
    }

    /// Returns the stamp that is `nanos` nanoseconds later.
    pub(crate) fn after_nanos(self, nanos: u64) -> Self {
        Self(self.0.saturating_add(nanos))
    }

    /// Returns this stamp moved by a suspension that lasted from `suspended_at` to `resumed_at`. A
    /// stamp from within the suspension moves to its end.
    pub(crate) fn shifted(self, suspended_at: Self, resumed_at: Self) -> Self {
        self.after_nanos(resumed_at.nanos_since(self.max(suspended_at)))
    }

    /// Returns the nanoseconds since an earlier stamp, or 0 if it is not earlier.
    pub(crate) fn nanos_since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the same point in time for a timer, which fires early if the process is stopped before.
    pub(crate) fn timer(self) -> TimerInstant {
        TimerInstant::from_std(process_clock::instant_at(self.0))
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

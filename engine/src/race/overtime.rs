//! Overtime: the time after the first announcement of a race in which others count.

/// The time after the first announcement of a race in which further announcements count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overtime<A> {
    /// Milliseconds from the first announcement to the end of the race.
    pub milliseconds: u64,
    /// The referee action that ends the race.
    pub close: A,
}

impl<A> Overtime<A> {
    /// Returns the overtime with another type of action.
    pub(crate) fn map<B>(self, convert: impl FnOnce(A) -> B) -> Overtime<B> {
        Overtime {
            milliseconds: self.milliseconds,
            close: convert(self.close),
        }
    }

    /// Returns the last nanosecond of the race in which an announcement counts, given when the first
    /// one was made.
    pub(crate) const fn end_nanos(&self, first_nanos: u64) -> u64 {
        let duration = self.milliseconds.saturating_mul(1_000_000);
        first_nanos.saturating_add(duration)
    }
}

/// The announcements of the open race that were applied, in order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct AppliedAnnouncements {
    first_nanos: u64,
    latest_nanos: u64,
    count: u32,
}

impl AppliedAnnouncements {
    /// Records that the announcement with the given time was applied; `is_overtime` tells whether the race
    /// was in overtime before.
    pub(crate) fn record(&mut self, nanos: u64, is_overtime: bool) {
        if !is_overtime {
            self.first_nanos = nanos;
        }
        self.latest_nanos = nanos;
        self.count = self.count.saturating_add(1);
    }

    /// Returns the time of the first announcement, or 0 for a race that started with announcements.
    pub(crate) const fn first_nanos(self) -> u64 {
        self.first_nanos
    }

    /// Returns the time of the latest announcement, or 0 if none was applied.
    pub(crate) const fn latest_nanos(self) -> u64 {
        self.latest_nanos
    }

    /// Returns the number of announcements.
    pub(crate) const fn count(self) -> u32 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overtime_is_counted_from_the_first_announcement() {
        let overtime = Overtime {
            milliseconds: 2,
            close: "close",
        };
        let mut applied = AppliedAnnouncements::default();
        assert_eq!(overtime.end_nanos(applied.first_nanos()), 2_000_000);
        applied.record(5, false);
        applied.record(9, true);
        assert_eq!((applied.first_nanos(), applied.latest_nanos()), (5, 9));
        assert_eq!(applied.count(), 2);
        let mut given = AppliedAnnouncements::default();
        given.record(7, true);
        assert_eq!(given.first_nanos(), 0, "the race started in overtime");
        assert_eq!(overtime.end_nanos(applied.first_nanos()), 2_000_005);
        assert_eq!(overtime.end_nanos(u64::MAX), u64::MAX);
    }
}

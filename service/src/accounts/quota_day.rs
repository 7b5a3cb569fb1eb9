//! The days over which quotas are counted.

use crate::store::now_micros;

const DAY_MICROS: i64 = 24 * 3600 * 1_000_000;

/// A day in UTC, over which quotas are counted: they are known to be free again at a time that all owners know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct QuotaDay(i64);

impl QuotaDay {
    /// Returns the present day.
    pub(crate) fn now() -> Self {
        Self::at(now_micros())
    }

    /// Returns the day of a time in microseconds since 1970.
    pub(crate) const fn at(micros: i64) -> Self {
        Self(micros.div_euclid(DAY_MICROS))
    }

    /// Returns the number of the day from 1970-01-01, which is 0.
    pub(crate) const fn number(self) -> i64 {
        self.0
    }

    /// Returns the end of the day in microseconds since 1970.
    pub(crate) const fn end_micros(self) -> i64 {
        (self.0 + 1) * DAY_MICROS
    }

    /// Returns when a quota that is used up is free again, for a message, such as `at 0:00 UTC, in 3 h 12 min`.
    pub(crate) fn reset_text(self) -> String {
        let minutes = (self.end_micros() - now_micros()).max(0) / 60_000_000;
        format!("at 0:00 UTC, in {} h {} min", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_at_midnight() {
        assert_eq!(QuotaDay::at(0), QuotaDay::at(DAY_MICROS - 1));
        assert_eq!(QuotaDay::at(DAY_MICROS).number(), 1);
        assert_eq!(QuotaDay::at(-1).number(), -1);
        assert_eq!(QuotaDay::at(5).end_micros(), DAY_MICROS);
        assert!(QuotaDay::now().reset_text().starts_with("at 0:00 UTC, in "));
    }
}

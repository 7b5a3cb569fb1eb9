//! How many searches owners have requested.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::QuotaDay;
use crate::error::{Error, Reason};

/// The searches that owners have requested of this server today. Each owner that has a bot or a token counts once, so that
/// the number of owners limits the memory.
#[derive(Debug, Default)]
pub(crate) struct SearchCounts(Mutex<DayCounts>);

#[derive(Debug, Default)]
struct DayCounts {
    day: Option<QuotaDay>,
    by_owner: HashMap<String, u32>,
}

impl SearchCounts {
    /// Counts a search of an owner on a day.
    ///
    /// # Errors
    /// Returns an error, and counts nothing, if the owner has used up its quota.
    pub(crate) fn count(&self, owner: &str, quota: u32, day: QuotaDay) -> Result<(), Error> {
        let mut counts = self.of(day);
        let used = counts.by_owner.entry(owner.to_owned()).or_default();
        if *used >= quota {
            let message = format!(
                "searches: the owner `{owner}` has used {used} of {quota} today on this server; the next one may be {}",
                day.reset_text()
            );
            return Err(Error::new(Reason::QuotaExceeded, message));
        }
        *used += 1;
        Ok(())
    }

    /// Returns the number of searches of an owner on a day.
    pub(crate) fn used(&self, owner: &str, day: QuotaDay) -> u32 {
        self.of(day)
            .by_owner
            .get(owner)
            .copied()
            .unwrap_or_default()
    }

    /// Returns the counts of a day. Those of the day before are forgotten.
    fn of(&self, day: QuotaDay) -> MutexGuard<'_, DayCounts> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.day.is_none_or(|counted| counted < day) {
            *counts = DayCounts {
                day: Some(day),
                by_owner: HashMap::new(),
            };
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_counted_by_owner_and_day() {
        let counts = SearchCounts::default();
        let days = [QuotaDay::at(0), QuotaDay::at(24 * 3600 * 1_000_000)];
        let count = |owner, day| counts.count(owner, 2, day).map_err(|error| error.reason);
        assert_eq!(count("alice", days[0]), Ok(()));
        assert_eq!(count("alice", days[0]), Ok(()));
        assert_eq!(count("alice", days[0]), Err(Reason::QuotaExceeded));
        assert_eq!(count("bob", days[0]), Ok(()));
        assert_eq!(counts.used("alice", days[0]), 2);
        assert_eq!(count("alice", days[1]), Ok(()));
        assert_eq!(counts.used("alice", days[1]), 1);
        assert_eq!(counts.used("bob", days[1]), 0);
    }
}

//! Limits of what the bots of an owner may use.

use crate::store::OwnerRow;

/// Limits of what the bots of an owner may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OwnerQuotas {
    /// Maximum number of bots.
    pub(crate) bots: u32,
    /// Maximum number of matches that they play at a time on a server.
    pub(crate) concurrent_matches: u32,
    /// Maximum processor time in seconds that hosts spend on them in a quota day.
    pub(crate) processor_secs_per_day: u32,
    /// Maximum number of searches that they and the owner request in a quota day on a server.
    pub(crate) searches_per_day: u32,
}

impl OwnerQuotas {
    /// Returns the quotas of an owner, given those of owners for which the operator has set none.
    pub(crate) fn of_owner(self, owner: &OwnerRow) -> Self {
        Self {
            bots: owner.max_bots.unwrap_or(self.bots),
            concurrent_matches: { owner.max_concurrent_matches }.unwrap_or(self.concurrent_matches),
            processor_secs_per_day: owner
                .max_processor_secs
                .unwrap_or(self.processor_secs_per_day),
            searches_per_day: owner.max_searches.unwrap_or(self.searches_per_day),
        }
    }
}

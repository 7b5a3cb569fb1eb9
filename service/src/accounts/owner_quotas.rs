//! Limits of what the bots of an owner may use.

use crate::store::OwnerRow;

/// Limits of what the bots of an owner may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OwnerQuotas {
    /// Maximum number of bots.
    pub(crate) bots: u32,
    /// Maximum number of matches that they play at a time on a server.
    pub(crate) concurrent_matches: u32,
}

impl OwnerQuotas {
    /// Returns the quotas of an owner, given those of owners for which the operator has set none.
    pub(crate) fn of_owner(self, owner: &OwnerRow) -> Self {
        Self {
            bots: owner.max_bots.unwrap_or(self.bots),
            concurrent_matches: { owner.max_concurrent_matches }.unwrap_or(self.concurrent_matches),
        }
    }
}

//! What issued tokens grant.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ids::TournamentId;

/// What an issued token grants, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TokenScope {
    /// Everything that the admin token grants.
    Operator,
    /// Playing chunks of tournaments.
    Worker,
    /// Changing these tournaments, and seeing the commands of their entrants.
    Organizer(BTreeSet<TournamentId>),
}

impl TokenScope {
    /// Returns `true` if the token may change a tournament.
    pub(crate) fn organizes(&self, id: &TournamentId) -> bool {
        match self {
            Self::Operator => true,
            Self::Worker => false,
            Self::Organizer(tournaments) => tournaments.contains(id),
        }
    }
}

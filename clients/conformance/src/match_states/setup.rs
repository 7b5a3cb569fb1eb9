//! The match that is brought into all states.

use serde::Deserialize;

use crate::vectors::VectorSetup;

/// The match that is brought into the states, and the texts that are submitted in it.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct MatchSetup {
    #[serde(flatten)]
    pub(super) game: VectorSetup,
    /// Announces nothing in a race.
    pub(super) pass: String,
    /// Announces a route.
    pub(super) announcement: String,
    /// Other content than `pass`, in its place.
    pub(super) other_announcement: String,
    /// Shows no route, after which the next race is open.
    pub(super) failed_show: String,
}

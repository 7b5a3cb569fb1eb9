//! How time is limited.

use serde::{Deserialize, Serialize};

/// How a match's clock limits time, beside the limits of the rules. At most one of the first four is
/// set; none means that there is no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TimeControl {
    /// Milliseconds for every answer of one seat that others wait for.
    #[serde(default)]
    pub turn_millis: Option<u64>,
    /// Milliseconds for a race, where the game's own limit is longer.
    #[serde(default)]
    pub round_millis: Option<u64>,
    /// Time for the whole match.
    #[serde(default)]
    pub bank: Option<Bank>,
    /// Search nodes for every answer.
    #[serde(default)]
    pub budget_nodes: Option<u64>,
    /// Milliseconds of transport that an act is forgiven at most.
    #[serde(default)]
    pub lag_cap_millis: Option<u32>,
}

/// Time for a whole match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bank {
    /// Milliseconds at the start.
    pub base_millis: u64,
    /// Milliseconds added after every turn.
    pub increment_millis: u64,
}

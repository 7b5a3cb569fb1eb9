//! The size of a tournament before it was extended.

use serde::{Deserialize, Serialize};

/// The size of a tournament before it was extended: what later entrants and blocks add to. The matches of
/// an extension follow those of the smaller tournament, whose indexes do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Extent {
    /// Number of entrants.
    pub entrants: usize,
    /// Number of blocks per matchup.
    pub cycles: u32,
}

//! The rounds and final tables of leagues as they are stored.

use serde::{Deserialize, Serialize};

/// A round that was paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeagueRoundRow {
    /// The number of the round, from 1.
    pub(crate) round: u32,
    /// The time of the pairing in microseconds since 1970.
    pub(crate) paired_micros: i64,
    /// The entrants of every block in the order of their seats in its first match.
    pub(crate) blocks: RoundBlocks,
}

/// The entrants of the blocks of a round, in one allocation: a league has millions of blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Vec<usize>>", into = "Vec<Vec<usize>>")]
pub(crate) struct RoundBlocks {
    seats: usize,
    entrants: Vec<u32>,
}

impl RoundBlocks {
    /// Returns the number of blocks.
    pub(crate) fn len(&self) -> usize {
        self.entrants.len() / self.seats.max(1)
    }

    /// Returns the entrants of each block.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Vec<usize>> {
        let blocks = self.entrants.chunks(self.seats.max(1));
        blocks.map(|block| block.iter().map(|entrant| *entrant as usize).collect())
    }
}

impl From<Vec<Vec<usize>>> for RoundBlocks {
    fn from(blocks: Vec<Vec<usize>>) -> Self {
        Self {
            seats: blocks.first().map_or(0, Vec::len),
            // A tournament has fewer entrants than matchups, of which a batch has a million at most.
            entrants: blocks
                .into_iter()
                .flatten()
                .map(|entrant| entrant as u32)
                .collect(),
        }
    }
}

impl From<RoundBlocks> for Vec<Vec<usize>> {
    fn from(blocks: RoundBlocks) -> Self {
        blocks.iter().collect()
    }
}

/// The ratings of all entrants of a league at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RatingSnapshotRow {
    /// Microseconds since 1970.
    pub(crate) taken_micros: i64,
    /// Rating and margin of each entrant, as the director encodes them.
    pub(crate) ratings: Vec<u8>,
}

/// The final table of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeasonTableRow {
    /// The number of the season, from 1.
    pub(crate) season: u32,
    /// The time of its end in microseconds since 1970.
    pub(crate) ended_micros: i64,
    /// The table as it is sent.
    pub(crate) standings: Vec<u8>,
}

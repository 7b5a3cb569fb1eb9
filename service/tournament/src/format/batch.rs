//! Batches of matches that may be played in any order.

/// Blocks that may be played in any order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Batch {
    /// The matchups, in the order of their first blocks.
    pub matchups: Vec<Matchup>,
    /// Number of blocks per matchup. Each matchup has its first block before any has its second.
    pub cycles: u32,
    /// Entrants without an opponent, which get points for it.
    pub byes: Vec<usize>,
}

/// Entrants that are to meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matchup {
    /// The round, from 1.
    pub round: u32,
    /// The entrants in the order of their seats in the first match.
    pub entrants: Vec<usize>,
}

/// A batch with its results.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayedBatch {
    /// The batch.
    pub batch: Batch,
    /// The half points of every matchup's entrants, in the order of the matchups and of their
    /// entrants: two per opponent beaten and one per draw, in all matches of the batch.
    pub half_points: Vec<Vec<u64>>,
}

/// The half points of a bye that is worth one point.
pub(super) const ONE_POINT: u64 = 2;

impl Batch {
    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.matchups.len() as u64 * u64::from(self.cycles)
    }
}

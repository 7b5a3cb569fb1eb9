//! Matches that are played in any order.

/// Tables that are played at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Entrants who meet, and the round, from 1, that this counts as.
    pub matchups: Vec<Matchup>,
    /// Blocks that each table plays: first one of each table, then the next one of each.
    pub cycles: u32,
    /// Entrants who have no opponent and get a point for it.
    pub byes: Vec<usize>,
}

/// Entrants at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matchup {
    /// The round, from 1.
    pub round: u32,
    /// The entrants in the order of their first match.
    pub entrants: Vec<usize>,
}

/// What a stage has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedBatch {
    /// What was played.
    pub stage: Batch,
    /// By meeting, and in it by the order of its entrants: twice the opponents beaten, and once
    /// those who came out even, in all matches together.
    pub half_points: Vec<Vec<u64>>,
}

/// A bye's half points.
pub const BYE_HALF_POINTS: u64 = 2;

impl Batch {
    /// Blocks in all.
    pub fn blocks(&self) -> u64 {
        self.matchups.len() as u64 * u64::from(self.cycles)
    }
}

//! The rounds and final tables of leagues as they are stored.

/// A round that was paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeagueRoundRow {
    /// The number of the round, from 1.
    pub(crate) round: u32,
    /// The time of the pairing in microseconds since 1970.
    pub(crate) paired_micros: i64,
    /// The entrants of every block in the order of their seats in its first match.
    pub(crate) blocks: Vec<Vec<usize>>,
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

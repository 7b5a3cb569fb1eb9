//! Errors of formats.

use thiserror::Error;

use crate::statistics::SprtError;

/// The reason why a format cannot be played.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum FormatError {
    /// Fewer entrants than seats.
    #[error("{entrants} entrants: {format} needs at least {min}")]
    TooFewEntrants {
        /// The name of the format.
        format: &'static str,
        /// The number of entrants.
        entrants: usize,
        /// The minimum number of entrants.
        min: usize,
    },
    /// More entrants than rounds can be paired for.
    #[error("{entrants} entrants: {format} has at most {max}; {remedy}")]
    TooManyEntrants {
        /// The name of the format.
        format: &'static str,
        /// The number of entrants.
        entrants: usize,
        /// The maximum number of entrants.
        max: usize,
        /// What to do instead.
        remedy: &'static str,
    },
    /// More than two entrants in a test of two.
    #[error("{entrants} entrants: sprt needs exactly 2")]
    NotTwoEntrants {
        /// The number of entrants.
        entrants: usize,
    },
    /// A format for two-seat matches only.
    #[error("{seats} seats: {format} needs matches of 2 seats; use round-robin or gauntlet")]
    Seats {
        /// The name of the format.
        format: &'static str,
        /// The number of seats of a match.
        seats: usize,
    },
    /// So many rounds that rematches might become necessary.
    #[error(
        "rounds: expected at most {max}, so that {entrants} entrants can be paired without rematches; found \
         {rounds}"
    )]
    TooManyRounds {
        /// The number of rounds.
        rounds: u32,
        /// The number of entrants.
        entrants: usize,
        /// The maximum number of rounds.
        max: usize,
    },
    /// A number of cycles, rounds, pairs or challengers is zero.
    #[error("{field}: expected at least 1, found 0")]
    ZeroCount {
        /// The field.
        field: &'static str,
    },
    /// More than [`MAX_MATCHES`](super::MAX_MATCHES).
    #[error("{matches} matches: a tournament has at most {max}; reduce cycles, rounds or pairs")]
    TooManyMatches {
        /// The maximum number of matches that the format may need.
        matches: u128,
        /// The maximum number of matches of a tournament.
        max: u64,
    },
    /// More than [`MAX_MATCHUPS`](super::MAX_MATCHUPS).
    #[error(
        "{matchups} matchups: a tournament has at most {max} at a time; play several, or a swiss"
    )]
    TooManyMatchups {
        /// The maximum number of matchups of a batch.
        matchups: u128,
        /// The maximum number of matchups of a batch of any tournament.
        max: u64,
    },
    /// Too few entrants are no challengers.
    #[error("challengers: {challengers} of {entrants} entrants leave too few opponents")]
    Challengers {
        /// The number of challengers.
        challengers: u32,
        /// The number of entrants.
        entrants: usize,
    },
    /// A limit of a league that no block fits into.
    #[error("{field}: expected at least the {block} matches of a block, found {matches}")]
    LessThanABlock {
        /// The field.
        field: &'static str,
        /// The limit.
        matches: u32,
        /// The number of matches of a block.
        block: u64,
    },
    /// A number of seasons that never end.
    #[error("seasons: they never end; set season_matches or season_days")]
    EndlessSeasons,
    /// An invalid sequential test.
    #[error("{0}")]
    Sprt(#[from] SprtError),
}

impl FormatError {
    /// Returns the path of the field with the error, such as `format.rounds`.
    pub fn field(&self) -> String {
        match self {
            Self::TooFewEntrants { .. } => "entrant".into(),
            Self::TooManyEntrants { max, .. } => format!("entrant[{max}]"),
            Self::NotTwoEntrants { .. } => "entrant[2]".into(),
            Self::Seats { .. } => "seats".into(),
            Self::TooManyRounds { .. } => "format.rounds".into(),
            Self::EndlessSeasons => "format.seasons".into(),
            Self::ZeroCount { field } | Self::LessThanABlock { field, .. } => {
                format!("format.{field}")
            }
            Self::TooManyMatches { .. } | Self::TooManyMatchups { .. } => "format".into(),
            Self::Challengers { .. } => "format.challengers".into(),
            Self::Sprt(error) => format!("format.{}", error.field()),
        }
    }
}

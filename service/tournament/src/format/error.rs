//! Why a format cannot be played.

use thiserror::Error;

use crate::statistics::SprtError;

/// Why a tournament cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormatError {
    /// Too few to meet.
    #[error("{entrants} entrants: {format} needs at least {min}")]
    TooFewEntrants {
        /// The format in words.
        format: &'static str,
        /// How many there are.
        entrants: usize,
        /// How many there must be.
        min: usize,
    },
    /// More than two in a test of two.
    #[error("{entrants} entrants: sprt tests two")]
    NotTwoEntrants {
        /// How many there are.
        entrants: usize,
    },
    /// A format for matches of two.
    #[error("{seats} seats: {format} is for matches of two; take round-robin or gauntlet")]
    Seats {
        /// The format in words.
        format: &'static str,
        /// Seats of a match.
        seats: usize,
    },
    /// Somebody would meet twice.
    #[error(
        "{rounds} rounds: {entrants} entrants can meet in at most {max} rounds, so that nobody \
         has to meet somebody twice; play fewer, or a round-robin"
    )]
    TooManyRounds {
        /// Rounds that are asked for.
        rounds: u32,
        /// How many there are.
        entrants: usize,
        /// Rounds that always work.
        max: usize,
    },
    /// Nothing would be played.
    #[error("{what}: must be 1 at least")]
    ZeroCount {
        /// The field.
        what: &'static str,
    },
    /// More than anybody can play.
    #[error("{matches} matches are more than {max}")]
    TooManyMatches {
        /// Matches that it would be.
        matches: u128,
        /// The most.
        max: u64,
    },
    /// All or none of the entrants would be challengers.
    #[error("challengers: {challengers} of {entrants} entrants; others must be left")]
    Challengers {
        /// How many are asked for.
        challengers: u32,
        /// How many entrants there are.
        entrants: usize,
    },
    /// No test.
    #[error("sprt: {0}")]
    Sprt(#[from] SprtError),
}

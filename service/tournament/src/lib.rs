//! Tournaments: configuration, schedule, standings and statistics.
//!
//! Everything is a pure function of configuration and results; playing and storing matches is up to
//! the server.

pub mod configuration;
pub mod format;
mod openings;
mod progress;
mod seed;
mod standings;
pub mod statistics;
mod tally;

pub use openings::{
    MAX_OPENING_BYTES, MAX_OPENINGS, MAX_OPENINGS_BYTES, OpeningOrder, opening_index,
    openings_sha256,
};
pub use progress::{NextStep, Progress};
pub use seed::TournamentSeed;
pub use standings::{RankingCriterion, Standing, standings};
pub use tally::{EntrantStats, MatchResult, SeatStats, TournamentTally};

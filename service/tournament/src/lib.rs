//! Tournaments: who meets whom, and what the results say.
//!
//! Pure functions of configuration and results; nothing here plays, waits or stores.

pub mod configuration;
pub mod format;
mod progress;
mod seeds;
mod standings;
pub mod statistics;
mod tally;

pub use progress::{NextStep, Progress};
pub use seeds::TournamentSeed;
pub use standings::{RankingCriterion, Standing, standings};
pub use tally::{EntrantStats, MatchResult, SeatStats, TournamentTally};

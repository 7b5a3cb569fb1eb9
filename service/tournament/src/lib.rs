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

pub use progress::{Progress, Todo};
pub use seeds::Seeds;
pub use standings::{Order, Standing, standings};
pub use tally::{Conduct, Line, MatchResult, Tally};

//! Tournaments: configuration, schedule, standings and statistics.
//!
//! Everything is a pure function of configuration and results; playing and storing matches is up to
//! the server.

mod absence;
mod bracket;
pub mod configuration;
mod entrant_pair;
mod extension;
pub mod format;
mod match_result;
mod openings;
mod pairing_ranges;
mod progress;
mod seed;
mod standings;
pub mod statistics;
mod tally;
mod tie_breaks;
mod turn_times;
mod unplayed_rounds;

pub use absence::Absence;
pub use bracket::{BracketMatchup, bracket};
pub use extension::check_extension;
pub use match_result::{MatchResult, SeatStats};
pub use openings::{
    MAX_OPENING_BYTES, MAX_OPENINGS, MAX_OPENINGS_BYTES, OpeningOrder, opening_index,
    openings_sha256,
};
pub use pairing_ranges::PairingRanges;
pub use progress::{BatchHalfPoints, NextStep, Progress};
pub use seed::TournamentSeed;
pub use standings::{RankingCriterion, Standing, standings};
pub use tally::{BlockCounting, EntrantStats, HeadToHead, ResultCounts, TournamentTally};
pub use tie_breaks::TieBreaks;
pub use turn_times::TurnTimes;
pub use unplayed_rounds::UnplayedRounds;

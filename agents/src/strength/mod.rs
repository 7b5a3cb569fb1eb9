//! How strong a player is beside another, or alone, by the records of matches.
//!
//! A [`MatchResult`] is what a record says once it is verified, so figures come from nothing else.
//! A [`Comparison`] counts the results of a player and says what follows from them.

mod comparison;
mod interval;
mod match_result;
mod tally;

pub use comparison::{Comparison, MOST_REPEATS, NoInterval, Spending};
pub use interval::{Interval, Z_95};
pub use match_result::MatchResult;
pub use tally::{Score, Tally};

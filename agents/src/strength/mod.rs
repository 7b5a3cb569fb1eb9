//! How strong one player is beside another, by the records of their matches.
//!
//! A [`MatchResult`] is what a record says once it is verified, so figures come from nothing else.
//! A [`Comparison`] counts the results of two players and says what follows from them.

mod comparison;
mod interval;
mod match_result;
mod tally;

pub use comparison::{Comparison, MOST_REPEATS, NoInterval, Spending};
pub use interval::{Interval, Z_95};
pub use match_result::MatchResult;
pub use tally::{Score, Tally};

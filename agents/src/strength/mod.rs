//! Strength of an agent relative to another one, or alone, from match records.
//!
//! A [`VerifiedResult`] is read from a verified record, so no result has another source. A
//! [`Comparison`] counts the results of an agent and derives its statistics.

mod comparison;
mod interval;
mod match_result;
mod tally;

pub use comparison::{Comparison, MAX_REPEAT_RATE, NoInterval, ResourceUsage};
pub use interval::{Interval, Z_95};
pub use match_result::VerifiedResult;
pub use tally::{Score, WinDrawLoss};

//! The scores of matches, and the confidence intervals of their rates.

mod interval;
mod tally;

pub use interval::{Interval, MAX_REPEAT_RATE, Z_95};
pub use tally::{Score, WinDrawLoss};

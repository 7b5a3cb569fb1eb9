//! Time controls and the clocks of seats, as a server runs them and a record is checked with.
//!
//! Nothing here reads a clock: callers measure times and pass them as numbers.

mod seat_clock;
mod time_control;

pub use seat_clock::{Charge, SeatClock};
pub use time_control::{Bank, MAX_BUDGET_NODES, MAX_CLOCK_MILLIS, TimeControl, TimeControlError};

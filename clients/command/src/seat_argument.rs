//! A seat on the command line.

use botwerk_engine::Seat;

use super::failure::{Failure, Reason};

/// Returns the seat of `--seat` in a match with the given number of seats.
///
/// # Errors
/// Returns an error if there is no such seat.
pub fn seat_argument(number: usize, seats: usize) -> Result<Seat, Failure> {
    let seat = Seat::new(number).filter(|seat| seat.index() < seats);
    seat.ok_or_else(|| {
        let last = seats - 1;
        let message = format!("--seat {number}: expected 0 to {last}");
        Failure::new(Reason::BadArgument, message)
    })
}

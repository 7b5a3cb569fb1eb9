//! All seats of a room.

use std::ops::{Index, IndexMut};

use botwerk_engine::{AnyGame, Referee, Removal, Seat};

use super::life::Life;
use super::seat::SeatState;
use super::setup::BAD_SEAT_TOKEN;
use super::stamp::Stamp;
use crate::error::{Error, Reason};
use crate::token::TokenHash;

/// The seats of a room by number, and the removals that could not be stored yet.
#[derive(Debug)]
pub(super) struct RoomSeats {
    seats: Vec<SeatState>,
    pending_removals: Vec<(Seat, Removal)>,
}

impl Index<Seat> for RoomSeats {
    type Output = SeatState;

    fn index(&self, seat: Seat) -> &SeatState {
        &self.seats[seat.index()]
    }
}

impl IndexMut<Seat> for RoomSeats {
    fn index_mut(&mut self, seat: Seat) -> &mut SeatState {
        &mut self.seats[seat.index()]
    }
}

impl RoomSeats {
    /// Creates the seats from the hashes of their tokens; a seat without a token is played by an
    /// agent.
    pub(super) fn new(tokens: impl ExactSizeIterator<Item = Option<TokenHash>>) -> Self {
        let seats = Seat::all(tokens.len()).zip(tokens);
        Self {
            seats: seats
                .map(|(seat, token)| SeatState::new(seat, token))
                .collect(),
            pending_removals: Vec::new(),
        }
    }

    /// Returns the seats in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &SeatState> {
        self.seats.iter()
    }

    /// Returns the seats in order, to change them.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut SeatState> {
        self.seats.iter_mut()
    }

    /// Returns the number of seats.
    pub(super) fn len(&self) -> usize {
        self.seats.len()
    }

    /// Returns the seat with this index, or `None` if there is none.
    pub(super) fn find(&self, index: usize) -> Option<Seat> {
        self.seats.get(index).map(SeatState::seat)
    }

    /// Returns the seat to which a token grants access.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub(super) fn by_token(&self, token: &str) -> Result<Seat, Error> {
        let seat = self.seats.iter().find(|seat| seat.admits(token));
        seat.map(SeatState::seat)
            .ok_or_else(|| Error::new(Reason::BadToken, BAD_SEAT_TOKEN))
    }

    /// Returns `true` if the match waits for a seat before it starts.
    pub(super) fn is_awaiting_start(&self) -> bool {
        self.seats.iter().any(SeatState::is_awaited_at_start)
    }

    /// Returns the seats that no stream has joined and no agent plays.
    pub(super) fn not_taken(&self) -> Vec<Seat> {
        let seats = self.seats.iter().filter(|seat| !seat.is_taken());
        seats.map(SeatState::seat).collect()
    }

    /// Opens the requests of the seats that must act in a running match and closes all others. The
    /// requests of a suspended match stay.
    pub(super) fn update_requests(&mut self, referee: &Referee<AnyGame>, life: Life, now: Stamp) {
        let awaited = referee.awaited_seats();
        let is_race = referee.decision().is_some_and(|ask| ask.simultaneous);
        for state in &mut self.seats {
            let seat = state.seat();
            if life.is_running() && awaited.contains(seat) {
                state.open_request_for(referee.turn(seat), referee.parts(seat), is_race, now);
            } else if life.suspension().is_none() {
                state.close_request();
            }
        }
    }

    /// Sets why seats have left.
    pub(super) fn set_terminations(&mut self, referee: &Referee<AnyGame>) {
        for (state, termination) in self.seats.iter_mut().zip(referee.terminations()) {
            if termination.is_some() {
                state.set_termination(*termination);
            }
        }
    }

    /// Records a removal that could not be stored, to be tried again.
    pub(super) fn defer_removal(&mut self, seat: Seat, removal: Removal) {
        self.pending_removals.push((seat, removal));
    }

    /// Removes and returns the removals that could not be stored.
    pub(super) fn take_pending_removals(&mut self) -> Vec<(Seat, Removal)> {
        std::mem::take(&mut self.pending_removals)
    }

    /// Moves all start times by a suspension.
    pub(super) fn shift(&mut self, suspended_at: Stamp, resumed_at: Stamp) {
        for seat in &mut self.seats {
            seat.shift(suspended_at, resumed_at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::new_token;

    #[test]
    fn seat_is_found_by_its_own_token_only() {
        let (token, hash) = new_token().unwrap();
        let seats = RoomSeats::new([None, Some(hash)].into_iter());
        assert_eq!(seats.by_token(&token).unwrap().index(), 1);
        let error = seats.by_token("").unwrap_err();
        assert_eq!(error.reason, Reason::BadToken);
        assert_eq!(seats.not_taken(), [seats.by_token(&token).unwrap()]);
    }
}

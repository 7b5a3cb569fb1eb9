//! What can be observed of a referee.

use crate::{Decision, Game, Referee, Seat, Seats};

/// The observable state of a referee.
#[derive(Debug, PartialEq)]
pub(super) struct RefereeSnapshot<S> {
    pub(super) state: S,
    decision: Option<Decision>,
    pub(super) awaited: Seats,
    pub(super) has_announcements: bool,
    progress: Vec<(u32, u32)>,
}

impl<S: Clone> RefereeSnapshot<S> {
    pub(super) fn new<G: Game<State = S>>(referee: &Referee<G>) -> Self {
        Self {
            state: referee.state().clone(),
            decision: referee.decision(),
            awaited: referee.awaited_seats(),
            has_announcements: referee.has_held_announcements(),
            progress: Seat::all(referee.game().seats())
                .map(|seat| (referee.turn(seat), referee.parts(seat)))
                .collect(),
        }
    }
}

//! Positions, actions and views of games of plain data.

use serde::{Deserialize, Serialize};

use super::plain_game::PlainGame;
use crate::game::Viewer;
use crate::seat::{Seat, Seats};

/// A position of a [`Plain`] game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainState<S, A> {
    /// The position of the game.
    pub state: S,
    /// Number of decisions that were completed.
    pub(super) decisions: u32,
    /// Number of chance outcomes.
    pub(super) outcomes: u32,
    /// What seats have chosen in an open decision of several seats, in the order of the seats.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub(super) chosen: Vec<(u8, A)>,
    /// The seats that have left the match.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) left: u64,
    /// Number of seats.
    pub(super) seats: u8,
}

const fn is_zero(bits: &u64) -> bool {
    *bits == 0
}

/// An action of a [`Plain`] game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlainAction<A> {
    /// An action of the game.
    Game(A),
    /// The referee: a seat leaves the match.
    Leave(Seat),
}

/// What a viewer may know of a position of a [`Plain`] game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainView<S, A> {
    pub(super) viewer: Viewer,
    pub(super) visible: PlainState<S, A>,
}

impl<S, A> PlainState<S, A> {
    /// Returns the seats of a decision that have not chosen.
    pub(super) fn awaited(&self, seats: Seats) -> Seats {
        seats.filter(|seat| !self.has_chosen(*seat)).collect()
    }

    pub(super) fn has_left(&self, seat: Seat) -> bool {
        self.left >> seat.index() & 1 == 1
    }

    pub(super) fn has_chosen(&self, seat: Seat) -> bool {
        let mut chosen = self.chosen.iter();
        chosen.any(|(other, _)| usize::from(*other) == seat.index())
    }
}

/// A position of the game `G`.
pub(super) type State<G> = PlainState<<G as PlainGame>::State, <G as PlainGame>::Action>;

//! Positions, actions and views of games of plain data.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::game::{Actor, Viewer};
use crate::seat::{Seat, Seats};

/// A position of a [`Plain`](crate::Plain) game: the position of the game, and what is counted for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainState<S, A> {
    /// The position of the game.
    pub state: S,
    /// Number of decisions that were completed, unless the game has a numbering.
    pub(super) decisions: u32,
    /// Number of chance outcomes, unless the game has a numbering.
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

/// An action of a [`Plain`](crate::Plain) game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlainAction<A> {
    /// An action of the game.
    Game(A),
    /// The referee: a seat leaves the match.
    Leave(Seat),
}

impl<A: Copy> PlainAction<A> {
    /// Returns the action of the game, or `None` if it is one that every game has.
    pub const fn of_game(self) -> Option<A> {
        match self {
            Self::Game(action) => Some(action),
            Self::Leave(_) => None,
        }
    }
}

impl<A: fmt::Display> fmt::Display for PlainAction<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(action) => action.fmt(f),
            Self::Leave(seat) => write!(f, "leave {seat}"),
        }
    }
}

impl<A> From<A> for PlainAction<A> {
    fn from(action: A) -> Self {
        Self::Game(action)
    }
}

/// What a viewer may know of a position of a [`Plain`](crate::Plain) game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainView<S, A> {
    pub(super) viewer: Viewer,
    pub(super) visible: PlainState<S, A>,
}

impl<S, A> Deref for PlainState<S, A> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}

impl<S, A> PlainView<S, A> {
    /// Returns the viewer.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Returns what the viewer may know of the position.
    pub const fn state(&self) -> &S {
        &self.visible.state
    }
}

impl<S, A> PlainState<S, A> {
    /// Creates the position of a match in which nothing was counted, chosen or left.
    pub const fn new(state: S, seats: usize) -> Self {
        Self {
            state,
            decisions: 0,
            outcomes: 0,
            chosen: Vec::new(),
            left: 0,
            seats: seats as u8,
        }
    }

    /// Counts the decision or the chance outcome that an action has completed, unless the game numbers them itself.
    pub(super) const fn count(&mut self, actor: Actor, is_numbered: bool) {
        match actor {
            _ if is_numbered => {}
            Actor::Chance => self.outcomes = self.outcomes.saturating_add(1),
            Actor::Seat(_) => self.decisions = self.decisions.saturating_add(1),
            Actor::Referee => {}
        }
    }

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

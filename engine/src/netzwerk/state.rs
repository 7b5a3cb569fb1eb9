//! What a match's position is beside the board, and what its players see.

use std::hash::{Hash, Hasher};

use super::position::Position;
use super::rules::Rules;
use super::side::Side;
use crate::game::Viewer;

/// A position of a match.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) position: Position,
    /// Who has left the match (NW-30).
    pub(super) departed: Option<Side>,
    /// Whether it has occurred often enough for a draw (NW-25). This is known from what happened
    /// before, so it counts neither for equality nor for text and hash.
    pub(super) repeated: bool,
    /// Whether the match is over: it follows from the rest, and is asked for again and again.
    pub(super) over: bool,
}

impl State {
    /// A match at this position, in which nobody has left and nothing happened before.
    pub fn new(rules: &Rules, position: Position) -> Self {
        Self {
            position,
            departed: None,
            repeated: false,
            over: rules.end(&position, false).is_some(),
        }
    }

    /// Takes notice of what has changed.
    pub(super) fn update_end(&mut self, rules: &Rules) {
        self.over = self.departed.is_some() || rules.end(&self.position, self.repeated).is_some();
    }

    /// What stands on the board.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Who has left the match.
    pub const fn departed(&self) -> Option<Side> {
        self.departed
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.departed == other.departed
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.position.hash(hasher);
        self.departed.hash(hasher);
    }
}

/// What a viewer sees: everything, since nothing is hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    pub(super) state: State,
}

impl View {
    /// The position that is seen.
    pub const fn state(&self) -> &State {
        &self.state
    }
}

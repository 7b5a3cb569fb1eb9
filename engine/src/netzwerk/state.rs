//! Match positions, which add departures and repetition to the board, and their views.

use std::hash::{Hash, Hasher};

use super::lattice::Point;
use super::position::{Phase, Position};
use super::rules::Rules;
use super::side::Side;
use crate::game::Viewer;
use crate::hash::StableHasher;

/// A position of a match.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) position: Position,
    /// The side that has left the match (NW-30).
    pub(super) departed: Option<Side>,
    /// How often the position has occurred in the match, this time included; 0 within a turn, and if
    /// occurrences are not counted (NW-25). This depends on the history, so equality, text and hash
    /// ignore it.
    pub(super) occurrences: u32,
    /// Whether the match is over; derived from the rest, and cached since it is read often.
    pub(super) is_over: bool,
}

impl State {
    /// Creates the state of a match at this position, without departures and earlier positions.
    pub fn new(rules: &Rules, position: Position) -> Self {
        Self {
            position,
            departed: None,
            occurrences: 0,
            is_over: rules.end(&position, false).is_some(),
        }
    }

    /// Updates whether the match is over after a change.
    pub(super) fn update_end(&mut self, rules: &Rules) {
        self.is_over =
            self.departed.is_some() || rules.end(&self.position, self.is_repeated(rules)).is_some();
    }

    /// Returns `true` if the position has occurred often enough for a draw (NW-25).
    pub(super) const fn is_repeated(&self, rules: &Rules) -> bool {
        rules.repetition > 0 && self.occurrences >= rules.repetition
    }

    /// Returns how often the position has occurred in the match, this time included; 0 within a turn, and
    /// if occurrences are not counted (NW-25).
    pub const fn occurrences(&self) -> u32 {
        self.occurrences
    }

    /// Returns the position of the board.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the side that has left the match, or `None`.
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

/// A view, which shows the whole position, since nothing is hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The viewer.
    pub viewer: Viewer,
    pub(super) state: State,
}

impl View {
    /// Returns the position that the viewer sees.
    pub const fn state(&self) -> &State {
        &self.state
    }
}

impl State {
    /// Feeds everything that the text of a state contains to a hasher, in a fixed order.
    pub(super) fn absorb(&self, hasher: &mut StableHasher) {
        let position = &self.position;
        for robots in position.robots {
            hasher.write_u64(robots.bits());
        }
        hasher.write_u64(position.batteries.bits());
        let phase = match position.phase {
            Phase::Robots => 0,
            Phase::Batteries => 1 + position.moved.bits(),
        };
        hasher.write_u64(phase);
        let departed = self.departed.map_or(0, |side| side.index() as u64 + 1);
        let side = position.side.index() as u64;
        let quiet = u64::from(position.quiet);
        hasher.write_u64(side | departed << 8 | quiet << 16 | u64::from(position.turns) << 32);
        for spender in position.spenders.as_slice() {
            let [start, now] = [spender.start, spender.now].map(Point::bit);
            let captured = u8::from(spender.captured);
            hasher.write_u64(u64::from(u32::from_le_bytes([
                start,
                now,
                spender.spent,
                captured,
            ])));
        }
    }
}

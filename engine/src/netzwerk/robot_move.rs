//! A robot's move and its energy (NW-9).

use super::action::Action;
use super::lattice::{Point, Square, Squares};

/// Energy of a step (NW-9).
pub(super) const STEP: u8 = 1;

/// Additional energy of a capture (NW-9).
pub(super) const CAPTURE: u8 = 1;

/// Additional energy of a jump (NW-9).
pub(super) const JUMP: u8 = 2;

/// Returns the energy of a move.
pub(super) const fn energy_of(captures: bool, jumps: bool) -> u8 {
    STEP + if captures { CAPTURE } else { 0 } + if jumps { JUMP } else { 0 }
}

/// A robot's move: a step, a jump or a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RobotMove {
    /// The square that it leaves.
    pub from: Square,
    /// The square on which it ends.
    pub to: Square,
    /// Whether it captures the robot on that square.
    pub captures: bool,
    /// The energy that it costs (NW-9).
    pub energy: u8,
}

impl RobotMove {
    /// A placeholder where no move was made.
    pub(super) const NONE: Self = Self {
        from: Square::ORIGIN,
        to: Square::ORIGIN,
        captures: false,
        energy: 0,
    };

    /// Creates a move by one square, or by two squares as a jump.
    #[inline]
    pub(super) fn new(from: Square, to: Square, captures: bool) -> Self {
        // Neighbours lie 1 or 8 bits apart.
        let jumps = !matches!(from.bit().abs_diff(to.bit()), 1 | 8);
        Self {
            from,
            to,
            captures,
            energy: energy_of(captures, jumps),
        }
    }

    /// Returns the squares that the move depends on: both ends and the square jumped over. Empty if
    /// it captures or leads home, since it may then decide the match.
    pub(super) fn squares_of_plain(self, home: Squares) -> Squares {
        if self.captures || home.contains(self.to) {
            return Squares::EMPTY;
        }
        let middle = Square::from_bit(u8::midpoint(self.from.bit(), self.to.bit()));
        let ends = Squares::one(self.from).with(self.to);
        if self.energy > STEP {
            ends.with(middle)
        } else {
            ends
        }
    }

    /// Returns the move as an action.
    pub const fn action(self) -> Action {
        Action::Robot {
            from: self.from,
            to: self.to,
            captures: self.captures,
        }
    }
}

//! One move of a robot and the energy that it takes (NW-9).

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

/// One way that a robot can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RobotMove {
    /// Where it stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// Whether it captures there.
    pub captures: bool,
    /// The energy it takes (NW-9).
    pub energy: u8,
}

impl RobotMove {
    /// Stands where no move was made.
    pub(super) const NONE: Self = Self {
        from: Square::ORIGIN,
        to: Square::ORIGIN,
        captures: false,
        energy: 0,
    };

    /// A robot's way of one square, or of two by a jump.
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

    /// The squares that the move depends on, if it neither captures nor leads home: start, end,
    /// and the one jumped over. None if it does, since then it may decide the match.
    pub(super) fn squares_of_plain(self, home: Squares) -> Squares {
        if self.captures || home.contains(self.to) {
            return Squares::EMPTY;
        }
        let middle = Square::of_bit(u8::midpoint(self.from.bit(), self.to.bit()));
        let ends = Squares::one(self.from).with(self.to);
        if self.energy > STEP {
            ends.with(middle)
        } else {
            ends
        }
    }

    /// The atomic action.
    pub const fn action(self) -> Action {
        Action::Robot {
            from: self.from,
            to: self.to,
            captures: self.captures,
        }
    }
}

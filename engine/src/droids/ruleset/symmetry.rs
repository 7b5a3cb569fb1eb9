//! Symmetries of maps: in which ways seats are equivalent (DR-23).

use super::json_cursor::JsonCursor;
use crate::droids::side::Side;
use crate::droids::square::{Square, Squares};

/// In which ways a map looks the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// In none: seats differ.
    None,
    /// Turned by half: S and N are equivalent, and W and E.
    HalfTurn,
    /// Turned by a quarter: all seats are equivalent.
    QuarterTurn,
    /// Mirrored at both diagonals: all seats are equivalent.
    Diagonal,
}

/// A way to turn or mirror the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    Half,
    /// Clockwise.
    Quarter,
    /// At the diagonal from the north-west.
    Main,
    /// At the diagonal from the north-east.
    Anti,
}

impl Motion {
    pub(super) fn square(self, square: Square) -> Square {
        let last = Square::SIDE - 1;
        let (x, y) = (square.x(), square.y());
        let (x, y) = match self {
            Self::Half => (last - x, last - y),
            Self::Quarter => (last - y, x),
            Self::Main => (y, x),
            Self::Anti => (last - y, last - x),
        };
        Square::at(x, y).unwrap_or(square)
    }

    pub(super) fn squares(self, squares: Squares) -> Squares {
        squares.map(|square| self.square(square)).collect()
    }

    pub(super) fn side(self, side: Side) -> Side {
        use Side::{East, North, South, West};
        match (self, side) {
            (Self::Half, side) => side.opposite(),
            (Self::Quarter | Self::Anti, North) | (Self::Main, South) => East,
            (Self::Quarter | Self::Main, East) | (Self::Anti, West) => South,
            (Self::Quarter | Self::Anti, South) | (Self::Main, North) => West,
            (Self::Quarter | Self::Main, West) | (Self::Anti, East) => North,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Half => "turned by half",
            Self::Quarter => "turned by a quarter",
            Self::Main => "mirrored at the diagonal from the north-west",
            Self::Anti => "mirrored at the diagonal from the north-east",
        }
    }
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Self; 4] = [
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::Diagonal,
    ];

    /// The word of ruleset files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::Diagonal => "diagonal",
        }
    }

    /// What makes up the symmetry, as far as it maps seats in play on seats in play.
    pub(super) fn motions(self, players: usize) -> &'static [Motion] {
        match (self, players) {
            (Self::None, _) | (_, 0 | 1 | 3) => &[],
            (Self::HalfTurn, _) | (_, 2) => &[Motion::Half],
            (Self::QuarterTurn, _) => &[Motion::Quarter],
            (Self::Diagonal, _) => &[Motion::Main, Motion::Anti],
        }
    }

    /// Notes objects that do not lie as symmetrically as the map is.
    pub(super) fn check_objects(self, players: usize, squares: Squares, node: &JsonCursor<'_>) {
        for motion in self.motions(players) {
            let strangers = motion.squares(squares).difference(squares);
            if let Some(square) = { strangers }.next() {
                let (name, how) = (self.name(), motion.name());
                node.report(format!(
                    "not symmetric ({name}): {how} there would be one on {square} as well"
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dr_23_motions_carry_sides_as_they_carry_squares() {
        // The middle of each edge, a little off: clockwise for a clockwise turn.
        let edge = |side: Side| {
            let last = Square::SIDE - 1;
            let middle = Square::SIDE / 2;
            let (x, y) = match side {
                Side::South => (middle, last),
                Side::West => (0, middle),
                Side::North => (middle, 0),
                Side::East => (last, middle),
            };
            Square::at(x, y).unwrap()
        };
        for motion in [Motion::Half, Motion::Quarter, Motion::Main, Motion::Anti] {
            for side in Side::ALL {
                let moved = motion.square(edge(side));
                assert_eq!(motion.side(side).distance(moved), 0, "{motion:?} {side}");
            }
        }
    }
}

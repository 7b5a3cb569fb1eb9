//! The symmetries of maps, which make seats equivalent (DR-23).

use super::json_cursor::JsonCursor;
use crate::droids::side::Side;
use crate::droids::square::{Square, Squares};

/// The symmetry of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// No symmetry: seats differ.
    None,
    /// A half turn: S and N are equivalent, as are W and E.
    HalfTurn,
    /// A quarter turn: all seats are equivalent.
    QuarterTurn,
    /// Reflections in both diagonals: all seats are equivalent.
    Diagonal,
}

/// A rotation or reflection of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    /// A half turn.
    Half,
    /// A quarter turn, clockwise.
    Quarter,
    /// A reflection in the diagonal from the north-west.
    Main,
    /// A reflection in the diagonal from the north-east.
    Anti,
}

impl Motion {
    /// Returns the image of a square.
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

    /// Returns the image of a set of squares.
    pub(super) fn squares(self, squares: Squares) -> Squares {
        squares.map(|square| self.square(square)).collect()
    }

    /// Returns the image of a side.
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

    /// Returns the name for messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Half => "the half turn",
            Self::Quarter => "the quarter turn",
            Self::Main => "the reflection in the diagonal from the north-west",
            Self::Anti => "the reflection in the diagonal from the north-east",
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

    /// Returns the name in ruleset files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::Diagonal => "diagonal",
        }
    }

    /// Returns the motions that generate the symmetry and map seats in play to seats in play.
    pub(super) fn motions(self, players: usize) -> &'static [Motion] {
        match (self, players) {
            (Self::None, _) | (_, 0 | 1 | 3) => &[],
            (Self::HalfTurn, _) | (_, 2) => &[Motion::Half],
            (Self::QuarterTurn, _) => &[Motion::Quarter],
            (Self::Diagonal, _) => &[Motion::Main, Motion::Anti],
        }
    }

    /// Reports objects that are not as symmetric as the map.
    pub(super) fn check_objects(self, players: usize, squares: Squares, cursor: &JsonCursor<'_>) {
        for motion in self.motions(players) {
            let mut missing = motion.squares(squares).difference(squares);
            if let Some(square) = missing.next() {
                let (name, motion) = (self.name(), motion.name());
                cursor.report(format!(
                    "not symmetric ({name}): {motion} requires an object on {square}"
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dr_23_motions_map_sides_as_they_map_squares() {
        // A square on the side's edge.
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
                let image = motion.square(edge(side));
                assert_eq!(motion.side(side).distance(image), 0, "{motion:?} {side}");
            }
        }
    }
}

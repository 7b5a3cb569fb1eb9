//! The size of a board and what depends on it (NW-1, NW-3, NW-31).

use super::lattice::{Field, Fields, MAX_SIDE, Point, Square, Squares};
use super::side::Side;

/// The squares and energy fields of a board.
///
/// ```
/// use botwerk_engine::netzwerk::Board;
///
/// assert_eq!(Board::PRINTED.squares().len(), 36);
/// assert_eq!(Board::new(2, 3).unwrap().fields().len(), 12);
/// assert_eq!(Board::new(7, 6), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    width: usize,
    ranks: usize,
    squares: Squares,
    fields: Fields,
}

impl Board {
    /// The printed board: 6 files, 6 ranks.
    pub const PRINTED: Self = match Self::new(MAX_SIDE, MAX_SIDE) {
        Some(board) => board,
        None => unreachable!(),
    };

    /// Creates the board with `width` files (2 to 6) and `ranks` ranks (3 to 6) of squares, or
    /// returns `None` if one of them is out of range.
    pub const fn new(width: usize, ranks: usize) -> Option<Self> {
        if width < 2 || width > MAX_SIDE || ranks < 3 || ranks > MAX_SIDE {
            return None;
        }
        Some(Self {
            width,
            ranks,
            squares: Squares::from_bits(rectangle(width, ranks)),
            fields: Fields::from_bits(rectangle(width + 1, ranks + 1)),
        })
    }

    /// Returns the number of files of squares, which is also each side's number of robots at the start.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of ranks of squares.
    pub const fn ranks(&self) -> usize {
        self.ranks
    }

    /// Returns all squares.
    pub const fn squares(&self) -> Squares {
        self.squares
    }

    /// Returns all energy fields.
    pub const fn fields(&self) -> Fields {
        self.fields
    }

    /// Returns the number of batteries at the start.
    pub const fn batteries(&self) -> usize {
        2 * (self.width + 1)
    }

    /// Returns the squares of a side's start rank, which is the opponent's home (NW-3, NW-19).
    pub const fn start_rank(&self, side: Side) -> Squares {
        let row = rectangle(self.width, 1);
        Squares::from_bits(match side {
            Side::White => row,
            Side::Black => row << (8 * (self.ranks - 1)),
        })
    }

    /// Returns the home squares of a side, which its robots must reach (NW-19).
    pub const fn home(&self, side: Side) -> Squares {
        self.start_rank(side.other())
    }

    /// Returns the fields with a battery at the start (NW-3).
    pub const fn start_fields(&self) -> Fields {
        let row = rectangle(self.width + 1, 1);
        Fields::from_bits(row << 8 | row << (8 * (self.ranks - 1)))
    }

    /// Returns the highest square, for error messages.
    pub(super) fn last_square(&self) -> Square {
        Square::at(self.width - 1, self.ranks - 1).unwrap_or_default()
    }

    /// Returns the highest energy field, for error messages.
    pub(super) fn last_field(&self) -> Field {
        Field::at(self.width, self.ranks).unwrap_or_default()
    }
}

const fn rectangle(width: usize, height: usize) -> u64 {
    let row = (1u64 << width) - 1;
    let mut bits = 0;
    let mut rank = 0;
    while rank < height {
        bits |= row << (8 * rank);
        rank += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_board_has_the_size_of_the_rules() {
        let board = Board::PRINTED;
        assert_eq!((board.squares().len(), board.fields().len()), (36, 49));
        assert_eq!((board.batteries(), board.start_fields().len()), (14, 14));
        assert_eq!(board.home(Side::White).first().unwrap().to_string(), "b12");
        assert_eq!(board.start_fields().first().unwrap().to_string(), "a3");
        assert_eq!(board.start_fields().last().unwrap().to_string(), "m11");
    }

    #[test]
    fn smallest_board_has_four_rows_of_fields() {
        let board = Board::new(2, 3).unwrap();
        assert_eq!((board.squares().len(), board.fields().len()), (6, 12));
        assert_eq!(board.start_fields().len(), 6);
        assert!(Board::new(1, 3).is_none() && Board::new(2, 7).is_none());
    }
}

//! All 36x36 distances of a board at once.

use std::fmt;

use botwerk_engine::micro_robots::{Board, Cell, SIDE, SPACES, Space};

/// Bits of a distance: the longest possible is 35.
const BITS: usize = 6;

/// Rows of a bit matrix, rounded up to a power of two so that a masked index needs no check.
const ROWS: usize = 64;

/// For each space the spaces with its number or its colour, itself included, a bit each.
const MATCHING: [u64; SPACES] = {
    let mut matching = [0; SPACES];
    let mut space = 0;
    while space < SPACES {
        let number = 0b11_1111 << (space / SIDE * SIDE);
        let colour = 0x0000_0000_4104_1041 << (space % SIDE);
        matching[space] = number | colour;
        space += 1;
    }
    matching
};

/// The fewest moves between any two spaces of a board (MR-9, MR-10).
///
/// The distances are kept bit by bit: one matrix of 36x36 bits for each binary digit, by
/// [`Space::index`]. That is how they are found, 36 searches at a time, and asking costs no more
/// than a table would by much.
#[derive(Clone, PartialEq, Eq)]
pub struct Distances {
    digits: [[u64; SPACES]; BITS],
    reached: [u64; SPACES],
}

impl Distances {
    /// Works out all distances of a board.
    pub fn of(board: &Board) -> Self {
        let mut rows = [0; SIDE];
        let mut columns = [0; SIDE];
        for (cell, space) in Cell::all().zip(board.spaces()) {
            rows[cell.row()] |= 1 << space.index();
            columns[cell.column()] |= 1 << space.index();
        }
        let mut reached = [0; ROWS];
        let mut edges = Edges::new();
        for space in Space::all() {
            let (cell, this) = (board.cell(space), space.index());
            let near = MATCHING[this] & (rows[cell.row()] | columns[cell.column()]);
            reached[this] = near;
            // Moves go both ways: an edge is listed at its later space.
            edges.push_all(this, near & ((1 << this) - 1));
        }
        let mut digits = [[0; SPACES]; BITS];
        for (space, near) in reached[..SPACES].iter().enumerate() {
            digits[0][space] = near & !(1 << space);
        }
        for distance in 2..SPACES {
            let next = edges.spread(&reached);
            let mut fresh = [0; SPACES];
            let mut any = 0;
            for (space, fresh) in fresh.iter_mut().enumerate() {
                *fresh = next[space] & !reached[space];
                any |= *fresh;
            }
            if any == 0 {
                break;
            }
            for (digit, plane) in digits.iter_mut().enumerate() {
                if distance >> digit & 1 == 1 {
                    for (row, fresh) in plane.iter_mut().zip(fresh) {
                        *row |= fresh;
                    }
                }
            }
            reached = next;
        }
        let mut all = [0; SPACES];
        all.copy_from_slice(&reached[..SPACES]);
        Self {
            digits,
            reached: all,
        }
    }

    /// The fewest moves from one space to the other, 0 to 35; `None` if no moves lead there.
    pub fn distance(&self, from: Space, to: Space) -> Option<u32> {
        let (row, bit) = (from.index(), to.index());
        if self.reached[row] >> bit & 1 == 0 {
            return None;
        }
        let digits = self.digits.iter().rev();
        Some(digits.fold(0, |sum, digit| sum << 1 | (digit[row] >> bit & 1) as u32))
    }

    /// The sum of the distances of all ordered pairs of spaces that moves connect.
    pub fn sum(&self) -> u64 {
        let digits = self.digits.iter().enumerate();
        digits
            .map(|(digit, plane)| {
                let ones = plane.iter().map(|row| u64::from(row.count_ones()));
                ones.sum::<u64>() << digit
            })
            .sum()
    }

    /// The longest distance of two spaces that moves connect.
    pub fn longest(&self) -> u32 {
        let mut last = self.reached;
        let mut longest = 0;
        for (digit, plane) in self.digits.iter().enumerate().rev() {
            if last.iter().zip(plane).any(|(last, row)| last & row != 0) {
                longest |= 1 << digit;
                for (last, row) in last.iter_mut().zip(plane) {
                    *last &= row;
                }
            }
        }
        longest
    }

    /// Whether moves connect all spaces.
    pub fn is_connected(&self) -> bool {
        self.reached.iter().all(|row| row.count_ones() == 36)
    }
}

impl fmt::Debug for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(Space::all().map(|from| {
                let row: Vec<_> = Space::all().map(|to| self.distance(from, to)).collect();
                (from, row)
            }))
            .finish()
    }
}

/// The edges of a board's move graph, each once.
struct Edges {
    pairs: [(u8, u8); Edges::MOST],
    len: usize,
}

impl Edges {
    /// A space has at most 10 others in its lines.
    const MOST: usize = SPACES * 10 / 2;

    fn new() -> Self {
        Self {
            pairs: [(0, 0); Self::MOST],
            len: 0,
        }
    }

    #[inline]
    fn push_all(&mut self, from: usize, mut to: u64) {
        while to != 0 && self.len < Self::MOST {
            self.pairs[self.len] = (from as u8, to.trailing_zeros() as u8);
            self.len += 1;
            to &= to - 1;
        }
    }

    /// Adds to each row the rows of the spaces that are one move away.
    #[inline]
    fn spread(&self, rows: &[u64; ROWS]) -> [u64; ROWS] {
        let mut spread = *rows;
        for &(a, b) in &self.pairs[..self.len] {
            let (a, b) = (a as usize % ROWS, b as usize % ROWS);
            spread[a] |= rows[b];
            spread[b] |= rows[a];
        }
        spread
    }
}

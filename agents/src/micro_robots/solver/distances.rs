//! All 36x36 distances of a board, computed at once.

use std::fmt;

use botwerk_engine::micro_robots::{Board, SIDE, SPACES, Space};

/// Number of binary digits of a distance; the maximum is 35.
const DIGITS: usize = 6;

/// The set of all spaces.
const ALL: u64 = (1 << SPACES) - 1;

/// For each space the set of spaces with its number or its colour, itself included.
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

/// The minimum numbers of moves between any two spaces of a board (MR-9, MR-10).
///
/// One matrix of 36x36 bits holds each binary digit of the distances. One search from all spaces at
/// once fills them.
///
/// ```
/// use botwerk_agents::micro_robots::solver::Distances;
/// use botwerk_engine::micro_robots::Board;
///
/// let board: Board = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
///                     6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W".parse().unwrap();
/// let distances = Distances::from_board(&board);
/// let [start, target] = ["1P", "2W"].map(|space| space.parse().unwrap());
/// assert_eq!(distances.distance(start, target), Some(5));
/// assert!(distances.is_connected() && distances.longest() >= 5);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Distances {
    /// `[digit][from]`: bit `to` is this binary digit of the distance, by [`Space::index`].
    digits: [[u64; SPACES]; DIGITS],
    /// `[from]`: bit `to` is set if moves lead there.
    reached: [u64; SPACES],
}

impl Distances {
    /// Computes all distances of a board.
    pub fn from_board(board: &Board) -> Self {
        let adjacent = within_one_move(board);
        let neighbours = Neighbours::new(&adjacent);
        let mut distances = Self {
            digits: [[0; SPACES]; DIGITS],
            reached: adjacent,
        };
        for (space, adjacent) in adjacent.iter().enumerate() {
            distances.digits[0][space] = adjacent & !(1 << space);
        }
        let (mut even, mut odd) = (Within::new(&adjacent), Within::new(&adjacent));
        for distance in (2..SPACES).step_by(2) {
            if distances.record(distance, &odd, neighbours.spread(&odd, &mut even)) {
                break;
            }
            if distances.record(distance + 1, &even, neighbours.spread(&even, &mut odd)) {
                break;
            }
        }
        distances
    }

    /// Records the pairs reached at `distance` but not before; returns `true` if these are the
    /// last.
    #[inline]
    fn record(&mut self, distance: usize, previous: &Within, current: &Within) -> bool {
        let mut new = [0; SPACES];
        let (mut any_new, mut common) = (0, ALL);
        for (space, new) in new.iter_mut().enumerate() {
            *new = current.0[space] & !previous.0[space];
            any_new |= *new;
            common &= current.0[space];
        }
        for (digit, rows) in self.digits.iter_mut().enumerate() {
            if distance >> digit & 1 == 1 {
                for (row, new) in rows.iter_mut().zip(new) {
                    *row |= new;
                }
            }
        }
        let is_last = any_new == 0 || common == ALL;
        if is_last {
            self.reached.copy_from_slice(&current.0[..SPACES]);
        }
        is_last
    }

    /// Returns the minimum number of moves between two spaces, 0 to 35, or `None` if no moves lead
    /// there.
    pub fn distance(&self, from: Space, to: Space) -> Option<u32> {
        let (row, bit) = (from.index(), to.index());
        if self.reached[row] >> bit & 1 == 0 {
            return None;
        }
        let digits = self.digits.iter().rev();
        Some(digits.fold(0, |sum, digit| sum << 1 | (digit[row] >> bit & 1) as u32))
    }

    /// Returns the sum of the distances of all ordered pairs of connected spaces.
    pub fn sum(&self) -> u64 {
        let digits = self.digits.iter().enumerate();
        digits
            .map(|(digit, plane)| {
                let ones = plane.iter().map(|row| u64::from(row.count_ones()));
                ones.sum::<u64>() << digit
            })
            .sum()
    }

    /// Returns the longest distance between two connected spaces.
    pub fn longest(&self) -> u32 {
        let mut candidates = self.reached;
        let mut longest = 0;
        for (digit, plane) in self.digits.iter().enumerate().rev() {
            if candidates
                .iter()
                .zip(plane)
                .any(|(candidates, row)| candidates & row != 0)
            {
                longest |= 1 << digit;
                for (candidates, row) in candidates.iter_mut().zip(plane) {
                    *candidates &= row;
                }
            }
        }
        longest
    }

    /// Returns `true` if moves connect all spaces.
    pub fn is_connected(&self) -> bool {
        self.reached.iter().all(|row| *row == ALL)
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

/// Returns for each space the set of spaces within one move, by [`Space::index`].
#[inline]
fn within_one_move(board: &Board) -> [u64; SPACES] {
    // Processed row by row, so that only the spaces vary and the sets stay in registers.
    let (by_row, _) = board.spaces().as_chunks::<SIDE>();
    let mut columns = [0; SIDE];
    let rows: [u64; SIDE] = std::array::from_fn(|row| {
        let mut set = 0;
        for (space, column) in by_row[row].iter().zip(&mut columns) {
            set |= 1 << space.index();
            *column |= 1 << space.index();
        }
        set
    });
    let mut sets = [0; SPACES];
    for (spaces, row) in by_row.iter().zip(rows) {
        for (space, column) in spaces.iter().zip(columns) {
            sets[space.index()] = MATCHING[space.index()] & (row | column);
        }
    }
    sets
}

/// For each space the set of spaces within some distance.
///
/// The array is longer than the board, so that a masked index needs no bounds check; the additional
/// rows stay empty.
struct Within([u64; Within::ROWS]);

impl Within {
    const ROWS: usize = 128;

    #[inline]
    fn new(near: &[u64; SPACES]) -> Self {
        let mut rows = [0; Self::ROWS];
        rows[..SPACES].copy_from_slice(near);
        Self(rows)
    }

    #[inline]
    fn row(&self, index: u8) -> u64 {
        self.0[index as usize % Self::ROWS]
    }
}

/// The neighbours of each space: four slots per space, iterated without branches, and a list of the
/// remaining ones.
struct Neighbours {
    /// Neighbours of each space; an empty slot is 64, the index of an empty row.
    slots: [[u8; 4]; SPACES],
    /// Pairs of a space and a neighbour, valid up to `listed`.
    list: [(u8, u8); Neighbours::MAX_LISTED],
    listed: usize,
}

impl Neighbours {
    /// A space has 10 others in its row and column, 4 of which are in slots.
    const MAX_LISTED: usize = SPACES * 6;

    #[inline]
    fn new(near: &[u64; SPACES]) -> Self {
        let mut slots = [[0; 4]; SPACES];
        let mut list = [(0, 0); Self::MAX_LISTED];
        let mut listed = 0;
        for (space, slots) in slots.iter_mut().enumerate() {
            let mut remaining = near[space] & !(1 << space);
            for slot in slots {
                *slot = remaining.trailing_zeros() as u8;
                remaining &= remaining.wrapping_sub(1);
            }
            while remaining != 0 && listed < Self::MAX_LISTED {
                list[listed] = (space as u8, remaining.trailing_zeros() as u8);
                listed += 1;
                remaining &= remaining - 1;
            }
        }
        Self {
            slots,
            list,
            listed,
        }
    }

    /// Sets `next` to the spaces within one more move than `within`.
    #[inline]
    fn spread<'a>(&self, within: &Within, next: &'a mut Within) -> &'a Within {
        for (space, slots) in self.slots.iter().enumerate() {
            next.0[space] = slots
                .iter()
                .fold(within.0[space], |row, slot| row | within.row(*slot));
        }
        for &(space, neighbour) in &self.list[..self.listed] {
            next.0[space as usize % Within::ROWS] |= within.row(neighbour);
        }
        next
    }
}

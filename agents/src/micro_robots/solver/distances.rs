//! All 36x36 distances of a board at once.

use std::fmt;

use botwerk_engine::micro_robots::{Board, SIDE, SPACES, Space};

/// Binary digits of a distance: the longest possible is 35.
const DIGITS: usize = 6;

/// The set of all spaces.
const ALL: u64 = (1 << SPACES) - 1;

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
/// The distances are kept bit by bit: one matrix of 36x36 bits for each binary digit. That is
/// how they are found, with one search that runs from all spaces at the same time.
#[derive(Clone, PartialEq, Eq)]
pub struct Distances {
    /// `[digit][from]`: bit `to` is that binary digit of the distance, by [`Space::index`].
    digits: [[u64; SPACES]; DIGITS],
    /// `[from]`: bit `to` says whether moves lead there.
    reached: [u64; SPACES],
}

impl Distances {
    /// Works out all distances of a board.
    pub fn of(board: &Board) -> Self {
        let near = near(board);
        let neighbours = Neighbours::new(&near);
        let mut distances = Self {
            digits: [[0; SPACES]; DIGITS],
            reached: near,
        };
        for (space, near) in near.iter().enumerate() {
            distances.digits[0][space] = near & !(1 << space);
        }
        let (mut even, mut odd) = (Within::new(&near), Within::new(&near));
        for distance in (2..SPACES).step_by(2) {
            if distances.take(distance, &odd, neighbours.spread(&odd, &mut even)) {
                break;
            }
            if distances.take(distance + 1, &even, neighbours.spread(&even, &mut odd)) {
                break;
            }
        }
        distances
    }

    /// Notes what is reached at `distance`, but was not at one less; whether that was the last.
    #[inline]
    fn take(&mut self, distance: usize, before: &Within, now: &Within) -> bool {
        let mut fresh = [0; SPACES];
        let (mut any, mut all) = (0, ALL);
        for (space, fresh) in fresh.iter_mut().enumerate() {
            *fresh = now.0[space] & !before.0[space];
            any |= *fresh;
            all &= now.0[space];
        }
        for (digit, rows) in self.digits.iter_mut().enumerate() {
            if distance >> digit & 1 == 1 {
                for (row, fresh) in rows.iter_mut().zip(fresh) {
                    *row |= fresh;
                }
            }
        }
        let last = any == 0 || all == ALL;
        if last {
            self.reached.copy_from_slice(&now.0[..SPACES]);
        }
        last
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

/// For each space those that at most one move reaches, by [`Space::index`].
#[inline]
fn near(board: &Board) -> [u64; SPACES] {
    // Taken row by row, so that only the spaces vary and the sets stay in registers.
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
    let mut near = [0; SPACES];
    for (spaces, row) in by_row.iter().zip(rows) {
        for (space, column) in spaces.iter().zip(columns) {
            near[space.index()] = MATCHING[space.index()] & (row | column);
        }
    }
    near
}

/// For each space those within some distance of it.
///
/// Longer than the board so that a masked index needs no check; the rows behind stay empty.
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

/// The neighbours of each space: as many as most spaces have in slots, so that going over them
/// takes no decisions, and what is left in a list.
struct Neighbours {
    /// An empty slot holds 64, the index of an empty row.
    slots: [[u8; 4]; SPACES],
    /// A space and a neighbour; filled up to `listed`.
    list: [(u8, u8); Neighbours::MOST_LISTED],
    listed: usize,
}

impl Neighbours {
    /// A space has 10 others in its row and column, and 4 of those are in slots.
    const MOST_LISTED: usize = SPACES * 6;

    #[inline]
    fn new(near: &[u64; SPACES]) -> Self {
        let mut slots = [[0; 4]; SPACES];
        let mut list = [(0, 0); Self::MOST_LISTED];
        let mut listed = 0;
        for (space, slots) in slots.iter_mut().enumerate() {
            let mut left = near[space] & !(1 << space);
            for slot in slots {
                *slot = left.trailing_zeros() as u8;
                left &= left.wrapping_sub(1);
            }
            while left != 0 && listed < Self::MOST_LISTED {
                list[listed] = (space as u8, left.trailing_zeros() as u8);
                listed += 1;
                left &= left - 1;
            }
        }
        Self {
            slots,
            list,
            listed,
        }
    }

    /// Sets `next` to what one more move than in `within` reaches.
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

//! The features of the net: each robot's square with the batteries on its corners, and each battery.

use botwerk_engine::netzwerk::{Board, Field, Fields, Point, Side, Square};

/// Squares of a side of the printed board (NW-1).
const SIZE: usize = 6;

/// Sets of batteries on the corners of a square.
const CORNERS: usize = 16;

/// Features of the robots of one side.
const ROBOTS: usize = SIZE * SIZE * CORNERS;

/// Number of features.
pub(super) const FEATURES: usize = 2 * ROBOTS + (SIZE + 1) * (SIZE + 1);

const _: () = assert!(Board::PRINTED.ranks() == SIZE);

/// Returns the feature of a robot on a square, as one side sees it: its own home is on the last rank.
#[inline]
pub(super) fn robot(viewer: Side, side: Side, square: Square, batteries: Fields) -> usize {
    let corners = batteries.bits() >> square.bit() & 0x303;
    let corners = (corners | corners >> 6) as usize & 15;
    let bit = usize::from(square.bit());
    let (rank, file) = (bit / 8, bit % 8);
    let (rank, corners) = match viewer {
        Side::White => (rank, corners),
        Side::Black => (SIZE - 1 - rank, (corners << 2 | corners >> 2) & 15),
    };
    let is_own = usize::from(side != viewer);
    is_own * ROBOTS + (rank * SIZE + file) * CORNERS + corners
}

/// Returns the feature of a battery on a field, as one side sees it.
#[inline]
pub(super) fn battery(viewer: Side, field: Field) -> usize {
    let bit = usize::from(field.bit());
    let (rank, file) = (bit / 8, bit % 8);
    let rank = match viewer {
        Side::White => rank,
        Side::Black => SIZE - rank,
    };
    2 * ROBOTS + rank * (SIZE + 1) + file
}

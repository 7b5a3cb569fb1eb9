#![doc = include_str!("OBSERVATION.md")]

use std::hash::{Hash, Hasher};

use super::space::MAX_MOVES;
use super::space::Space;
use super::state::{Phase, Position};
use crate::game::Dimension::{Fixed, Seats};
use crate::game::{NumberType, ObservationField, Viewer};
use crate::hash::StableHasher;
use crate::seat::{MAX_SEATS, Seat};

const SEATS: u32 = MAX_SEATS as u32;

/// The fields, in order.
pub(super) const FIELDS: &[ObservationField] = &[
    ObservationField::bytes(
        "board",
        &[Fixed(6), Fixed(6)],
        36,
        "the space on each cell, row by row",
    )
    .starting_at(1),
    ObservationField::byte("start", 36, "the start"),
    ObservationField::byte("target", 36, "the target"),
    ObservationField::byte("intermediate", 36, "the intermediate target"),
    ObservationField::byte("phase", 3, "0 start, 1 roll, 2 race, 3 show"),
    ObservationField::byte(
        "viewer",
        SEATS,
        "the viewing seat plus one, 0 for a spectator",
    ),
    ObservationField::byte("roller", SEATS - 1, "the seat that rolls"),
    ObservationField::byte("has_passed", 1, "1 if the viewing seat has passed"),
    ObservationField::byte("showing_seat", SEATS, "the showing seat plus one"),
    ObservationField::byte("announced", MAX_MOVES as u32, "the announced number"),
    ObservationField::byte("shown_moves", MAX_MOVES as u32, "the moves shown so far"),
    ObservationField::byte("robot", 36, "the robot's space in the show"),
    ObservationField::wide("round", NumberType::U32, "the round"),
    ObservationField::bytes(
        "chips",
        &[Seats],
        254,
        "the chips of each seat, 255 if it has left",
    )
    .or_255(),
];

/// Number of bytes before the chips.
const FIXED: usize = 51;

/// Returns the length of an observation of a match with this number of seats.
pub(super) const fn len(seats: usize) -> usize {
    FIXED + seats
}

/// Writes the observation.
pub(super) fn write(position: &Position, viewer: Viewer, bytes: &mut [u8]) {
    let table = &position.table;
    let byte = |space: Option<Space>| space.map_or(0, |space| space.index() as u8 + 1);
    for (cell, space) in table.board.spaces().iter().enumerate() {
        bytes[cell] = byte(Some(*space));
    }
    bytes[36..39].copy_from_slice(&[
        byte(table.start),
        byte(table.target),
        byte(table.intermediate),
    ]);
    let (phase, show) = match &position.phase {
        Phase::Start => (0, None),
        Phase::Target => (1, None),
        Phase::Race(_) => (2, None),
        Phase::Show(show) => (3, Some(show)),
    };
    let (viewer, has_passed) = match viewer {
        Viewer::Seat(seat) => (seat.index() as u8 + 1, position.passed().contains(seat)),
        Viewer::Spectator => (0, false),
    };
    bytes[39] = phase;
    bytes[40] = viewer;
    bytes[41] = table.roller.index() as u8;
    bytes[42] = u8::from(has_passed);
    bytes[43] = show.map_or(0, |show| show.seat.index() as u8 + 1);
    bytes[44] = show.map_or(0, |show| show.number);
    bytes[45] = show.map_or(0, |show| show.route.moves() as u8);
    bytes[46] = byte(show.and_then(|show| show.route.end()));
    bytes[47..FIXED].copy_from_slice(&table.round.to_le_bytes());
    for seat in Seat::all(table.chips.len()) {
        let has_left = table.departed.contains(seat);
        bytes[FIXED + seat.index()] = if has_left {
            u8::MAX
        } else {
            table.chips[seat.index()]
        };
    }
}

/// Hashes everything that a viewer sees, in a fixed order: the observation, and the parts that it
/// lacks, which are the chips of departed seats and the shown route.
pub(super) fn absorb(position: &Position, viewer: Viewer, hasher: &mut StableHasher) {
    const MAX_LEN: usize = len(MAX_SEATS);
    let mut bytes = [0; MAX_LEN];
    let bytes = &mut bytes[..len(position.table.chips.len())];
    write(position, viewer, bytes);
    hasher.write(bytes);
    for seat in position.table.departed {
        hasher.write(&[position.table.chips[seat.index()]]);
    }
    if let Phase::Show(show) = &position.phase {
        for space in show.route.spaces() {
            space.hash(hasher);
        }
    }
}

#![doc = include_str!("OBSERVATION.md")]

use super::space::Space;
use super::state::{View, ViewPhase};
use crate::game::Viewer;
use crate::seat::Seat;

/// Number of bytes before the chips.
const FIXED: usize = 51;

/// Returns the length of an observation of a match with this number of seats.
pub(super) const fn len(seats: usize) -> usize {
    FIXED + seats
}

/// Writes the observation.
pub(super) fn write(view: &View, bytes: &mut [u8]) {
    let table = &view.table;
    assert_eq!(
        bytes.len(),
        len(table.chips.len()),
        "an observation has a fixed length"
    );
    let byte = |space: Option<Space>| space.map_or(0, |space| space.index() as u8 + 1);
    for (cell, space) in table.board.spaces().iter().enumerate() {
        bytes[cell] = byte(Some(*space));
    }
    bytes[36..39].copy_from_slice(&[
        byte(table.start),
        byte(table.target),
        byte(table.intermediate),
    ]);
    let (phase, passed, show) = match &view.phase {
        ViewPhase::Start => (0, false, None),
        ViewPhase::Roll => (1, false, None),
        ViewPhase::Race { passed } => (2, *passed, None),
        ViewPhase::Show(show) => (3, false, Some(show)),
    };
    bytes[39] = phase;
    bytes[40] = match view.viewer {
        Viewer::Seat(seat) => seat.index() as u8 + 1,
        Viewer::Spectator => 0,
    };
    bytes[41] = table.roller.index() as u8;
    bytes[42] = u8::from(passed);
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

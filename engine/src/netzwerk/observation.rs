#![doc = include_str!("OBSERVATION.md")]

use super::lattice::{Field, Point, Square};
use super::position::{Phase, Position};
use super::rules::Rules;
use super::side::Side;
use super::state::View;
use crate::game::Viewer;

const SQUARES: usize = 36;
const FIELDS: usize = 49;

/// Length of an observation in bytes.
pub(super) const LEN: usize = 167;

/// The value of a point outside of the board.
const OUTSIDE: u8 = 255;

/// Writes the observation.
pub(super) fn write(rules: &Rules, view: &View, bytes: &mut [u8]) {
    assert_eq!(bytes.len(), LEN, "an observation has a fixed length");
    let position = &view.state.position;
    let (robots, rest) = bytes.split_at_mut(SQUARES);
    let (spent, rest) = rest.split_at_mut(SQUARES);
    let (starts, rest) = rest.split_at_mut(SQUARES);
    let (fields, rest) = rest.split_at_mut(FIELDS);
    for index in 0..SQUARES {
        let square = Square::from_index(index).unwrap_or_default();
        let square_bytes = if rules.board.squares().contains(square) {
            observe_square(position, square)
        } else {
            [OUTSIDE; 3]
        };
        [robots[index], spent[index], starts[index]] = square_bytes;
    }
    for (index, byte) in fields.iter_mut().enumerate() {
        let field = Field::from_index(index).unwrap_or_default();
        *byte = if rules.board.fields().contains(field) {
            observe_field(position, field)
        } else {
            OUTSIDE
        };
    }
    rest[0] = position.side.index() as u8;
    rest[1] = u8::from(position.phase == Phase::Batteries);
    rest[2] = match view.viewer {
        Viewer::Seat(seat) => seat.index() as u8 + 1,
        Viewer::Spectator => 0,
    };
    rest[3] = view.state.departed.map_or(0, |side| side.index() as u8 + 1);
    rest[4..6].copy_from_slice(&position.quiet.to_le_bytes());
    rest[6..10].copy_from_slice(&position.turns.to_le_bytes());
}

/// Returns the bytes of a square: the robot's side, the energy it has spent, and its start square.
fn observe_square(position: &Position, square: Square) -> [u8; 3] {
    let owner = Side::ALL
        .into_iter()
        .find(|side| position.robots(*side).contains(square));
    let robot = owner.map_or(0, |side| side.index() as u8 + 1);
    let spender = position.spenders.index_on(square);
    spender.map_or([robot, 0, 0], |index| {
        let spender = position.spenders.as_slice()[index];
        let captured = if spender.captured { 8 } else { 0 };
        [
            robot,
            spender.spent + captured,
            spender.start.index() as u8 + 1,
        ]
    })
}

fn observe_field(position: &Position, field: Field) -> u8 {
    let has_battery = position.batteries.contains(field);
    u8::from(has_battery) + u8::from(position.moved.contains(field))
}

#![doc = include_str!("OBSERVATION.md")]

use super::lattice::{Field, Point, Square};
use super::position::{Phase, Position};
use super::rules::Rules;
use super::side::Side;
use super::state::View;
use crate::game::Dimension::Fixed;
use crate::game::{Dimension, NumberType, ObservationField, Viewer};

const SQUARES: usize = 36;
const FIELD_COUNT: usize = 49;

const SQUARES_SHAPE: &[Dimension] = &[Fixed(6), Fixed(6)];

/// The fields, in order.
pub(super) const FIELDS: &[ObservationField] = &[
    ObservationField::bytes(
        "robots",
        SQUARES_SHAPE,
        2,
        "the robot on each square: 0 none, 1 White's, 2 Black's",
    )
    .or_255(),
    ObservationField::bytes(
        "spent",
        SQUARES_SHAPE,
        15,
        "the energy it has spent in this turn, plus 8 if it has captured",
    )
    .or_255(),
    ObservationField::bytes(
        "start_squares",
        SQUARES_SHAPE,
        36,
        "the index of its square at the start of the turn plus one, 0 if it has spent nothing",
    )
    .or_255(),
    ObservationField::bytes(
        "batteries",
        &[Fixed(7), Fixed(7)],
        2,
        "the battery on each field: 0 none, 1 charged and unmoved, 2 moved in this turn",
    )
    .or_255(),
    ObservationField::byte("side", 1, "the side to move: 0 White, 1 Black"),
    ObservationField::byte("phase", 1, "0 robots, 1 batteries"),
    ObservationField::byte("viewer", 2, "the viewing seat plus one, 0 for a spectator"),
    ObservationField::byte("departed", 2, "the side that has left plus one, 0 for none"),
    ObservationField::wide("quiet", NumberType::U16, "the quiet count"),
    ObservationField::wide(
        "turns",
        NumberType::U32,
        "the number of turns if there is a cap",
    ),
];

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
    let (fields, rest) = rest.split_at_mut(FIELD_COUNT);
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

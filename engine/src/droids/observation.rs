#![doc = include_str!("OBSERVATION.md")]

use std::hash::Hasher;

use super::robot::Robot;
use super::rules::Rules;
use super::side::Side;
use super::square::Square;
use super::state::View;
use super::state::{Object, Pending, Phase, PublicState};
use super::stone::{Colour, Kind};
use super::transmitter::{Slot, Transmitter};
use crate::game::Dimension::Fixed;
use crate::game::{Dimension, ObservationField};
use crate::hash::StableHasher;

const SQUARES: &[Dimension] = &[Fixed(10), Fixed(10)];

/// The fields, in order.
pub(super) const FIELDS: &[ObservationField] = &[
    ObservationField::bytes(
        "ground",
        SQUARES,
        14,
        "the ground: 0 land, 1 river, 2 wall; plus 4 for a pad, 8 for a garden",
    ),
    ObservationField::bytes("owners", SQUARES, 4, "the side of the pad or garden"),
    ObservationField::bytes(
        "robots",
        SQUARES,
        6,
        "the robot: the side of a droid, 5 a repair robot, 6 the mad robot",
    ),
    ObservationField::bytes("objects", SQUARES, 6, "the object"),
    ObservationField::bytes(
        "stones",
        &[Fixed(4), Fixed(30)],
        136,
        "the stone on each slot of each side: 0 for an empty slot, otherwise 1 + 8 x kind + arrow",
    ),
    ObservationField::bytes(
        "covered",
        &[Fixed(4), Fixed(10)],
        1,
        "1 for each covered transmitter of each side",
    ),
    ObservationField::bytes(
        "cargo",
        &[Fixed(4), Fixed(8)],
        6,
        "cargo of each side: eight objects in the order taken",
    ),
    ObservationField::bytes(
        "banked_mines",
        &[Fixed(4)],
        255,
        "mines banked by each side",
    ),
    ObservationField::bytes(
        "hand_colours",
        &[Fixed(4), Fixed(4)],
        255,
        "stones of each colour in the hand of each side",
    ),
    ObservationField::bytes(
        "own_hand",
        &[Fixed(16)],
        255,
        "stones of each kind in the viewer's own hand",
    ),
    ObservationField::bytes(
        "in_play",
        &[Fixed(4)],
        2,
        "each side: 0 not in play, 1 active, 2 out",
    ),
    ObservationField::bytes(
        "done",
        &[Fixed(4)],
        1,
        "1 for each side that has stopped or finished",
    ),
    ObservationField::bytes(
        "sent",
        &[Fixed(4)],
        254,
        "number of stones that each side has sent; 255 if it does not send in this round",
    )
    .or_255(),
    ObservationField::byte("round_low", 255, "the remainder of the round by 256"),
    ObservationField::byte("starter", 4, "the side that starts"),
    ObservationField::byte("phase", 3, "0 draw, 1 set, 2 send, 3 over"),
    ObservationField::byte("acting", 4, "the acting side"),
    ObservationField::byte("viewer", 4, "the viewer's side"),
    ObservationField::byte("solo_die", 10, "the solo die, 0 before it is rolled"),
    ObservationField::byte("winners", 15, "the winners as bits"),
    ObservationField::bytes(
        "pending",
        &[Fixed(16), Fixed(3)],
        255,
        "16 pending entries of kind, side and detail, the next one first",
    ),
    ObservationField::byte("round_high", 255, "the multiple of 256 in the round"),
];

/// Length of an observation.
pub(super) const LEN: usize = 696;

/// Index of the high byte of the round. It is last, and 0 in all matches with a cap.
pub(super) const ROUND_HIGH: usize = LEN - 1;

/// Added to the ground of a pad.
const PAD: u8 = 4;
/// Added to the ground of a garden.
const GARDEN: u8 = 8;

/// The number of sent stones of a side that does not send.
const NO_SENDER: u8 = 255;

/// Writes the observation.
pub(super) fn write(rules: &Rules, view: &View, bytes: &mut [u8]) {
    assert_eq!(bytes.len(), LEN, "wrong length of the observation");
    bytes.fill(0);
    let table = &view.table;
    let (bytes, high) = bytes.split_at_mut(ROUND_HIGH);
    high[0] = (table.round / 256) as u8;
    let (ground, rest) = bytes.split_at_mut(Square::COUNT);
    let (owners, rest) = rest.split_at_mut(Square::COUNT);
    write_ground(rules, ground, owners);
    let (robots, rest) = rest.split_at_mut(Square::COUNT);
    let (objects, rest) = rest.split_at_mut(Square::COUNT);
    write_field(table, robots, objects);
    let (stones, rest) = rest.split_at_mut(4 * Slot::COUNT);
    let (strips, rest) = rest.split_at_mut(4 * Transmitter::COUNT);
    write_banks(table, stones, strips);
    let (cargo, rest) = rest.split_at_mut(4 * super::ruleset::MAX_CARGO);
    for side in Side::ALL {
        let slots = cargo
            .iter_mut()
            .skip(side.index() * super::ruleset::MAX_CARGO);
        for (byte, object) in slots.zip(&table.droid(side).cargo) {
            *byte = object_byte(*object);
        }
    }
    rest[..4].copy_from_slice(&table.scores);
    let (hands, rest) = rest[4..].split_at_mut(4 * Colour::ALL.len());
    for (bytes, hand) in hands.chunks_mut(Colour::ALL.len()).zip(table.hands) {
        bytes.copy_from_slice(&hand.0);
    }
    let (own, rest) = rest.split_at_mut(Kind::COUNT);
    for (byte, kind) in own.iter_mut().zip(Kind::ALL) {
        *byte = view.hand.count(kind);
    }
    write_sides(table, &mut rest[..12]);
    write_round(view, &mut rest[12..19]);
    write_pending(table, &mut rest[19..]);
}

fn write_ground(rules: &Rules, ground: &mut [u8], owners: &mut [u8]) {
    for square in rules.river {
        ground[square.index()] = 1;
    }
    for square in rules.walls {
        ground[square.index()] = 2;
    }
    for side in Side::ALL {
        let places = [
            (rules.pads[side.index()], PAD),
            (rules.gardens[side.index()], GARDEN),
        ];
        for (square, mark) in places {
            ground[square.index()] |= mark;
            owners[square.index()] = side_byte(Some(side));
        }
    }
}

fn write_field(table: &PublicState, robots: &mut [u8], objects: &mut [u8]) {
    for square in table.robots() {
        robots[square.index()] = match table.robot_on(square) {
            Some(Robot::Droid(side)) => side_byte(Some(side)),
            Some(Robot::Repairer(_)) => 5,
            Some(Robot::Mad) => 6,
            None => 0,
        };
    }
    for square in table.obstacles.union(table.mines) {
        objects[square.index()] = table.object_on(square).map_or(0, object_byte);
    }
}

fn write_banks(table: &PublicState, stones: &mut [u8], strips: &mut [u8]) {
    for side in Side::ALL {
        let bank = table.bank(side);
        for (slot, stone) in bank.stones() {
            stones[side.index() * Slot::COUNT + slot.index()] = stone.byte();
        }
        for transmitter in bank.strips() {
            strips[side.index() * Transmitter::COUNT + transmitter.index()] = 1;
        }
    }
}

fn write_sides(table: &PublicState, bytes: &mut [u8]) {
    for side in Side::ALL {
        let index = side.index();
        let in_play = u8::from(table.seats.contains(side));
        bytes[index] = in_play + u8::from(table.out.contains(side));
        bytes[4 + index] = u8::from(table.done.contains(side));
        bytes[8 + index] = if table.senders.contains(side) {
            table.sent[index]
        } else {
            NO_SENDER
        };
    }
}

fn write_round(view: &View, bytes: &mut [u8]) {
    let table = &view.table;
    let (phase, winners) = match table.phase {
        Phase::Draw => (0, 0),
        Phase::Set => (1, 0),
        Phase::Send => (2, 0),
        Phase::Over(winners) => (3, winners.bits()),
    };
    bytes.copy_from_slice(&[
        (table.round % 256) as u8,
        side_byte(table.starter),
        phase,
        side_byte(table.acting),
        side_byte(view.side),
        table.solo_die.unwrap_or(0),
        winners,
    ]);
}

fn write_pending(table: &PublicState, bytes: &mut [u8]) {
    for (bytes, pending) in bytes.chunks_mut(3).zip(&table.pending) {
        let entry = match *pending {
            Pending::Start(seats, number) => [1, number / 16, seats.bits() + number % 16 * 16],
            Pending::SoloDie => [2, 0, 0],
            Pending::Stone(side, colour) => [3, side_byte(Some(side)), colour.index() as u8 + 1],
            Pending::Die(side) => [4, side_byte(Some(side)), 0],
            Pending::Lift(side) => [5, side_byte(Some(side)), 0],
            Pending::MadRobot => [6, 0, 0],
        };
        bytes.copy_from_slice(&entry);
    }
}

fn side_byte(side: Option<Side>) -> u8 {
    side.map_or(0, |side| side.index() as u8 + 1)
}

fn object_byte(object: Object) -> u8 {
    match object {
        Object::Obstacle => 1,
        Object::Mine => 2,
        Object::Container(side) => 2 + side_byte(Some(side)),
    }
}

/// Hashes the observation of a view, which contains everything that the view shows. The high byte of the
/// round counts only if it is not 0, so that the hashes of other positions are what they always were.
pub(super) fn absorb(rules: &Rules, view: &View, hasher: &mut StableHasher) {
    let mut bytes = [0; LEN];
    write(rules, view, &mut bytes);
    let (low, high) = bytes.split_at(ROUND_HIGH);
    hasher.write(low);
    if high != [0] {
        hasher.write(high);
    }
}

#![doc = include_str!("OBSERVATION.md")]

use super::action::MAX_MOVES;
use super::announced::AnnouncedNumbers;
use super::attempt::Attempt;
use super::cell::Cell;
use super::options::Settings;
use super::robot::{MAX_ROBOTS, Robot, Robots};
use super::rules;
use super::state::{PublicState, View, ViewPhase};
use super::target::Target;
use crate::game::Dimension::{Fixed, Seats};
use crate::game::{Dimension, NumberType, ObservationField, Viewer};
use crate::seat::{MAX_SEATS, Seat};

const SEATS: u32 = MAX_SEATS as u32;

const ROBOTS: &[Dimension] = &[Fixed(MAX_ROBOTS), Fixed(2)];

/// The fields, in order.
pub(super) const FIELDS: &[ObservationField] = &[
    ObservationField::bytes(
        "cells",
        &[Fixed(16), Fixed(16)],
        255,
        "each cell, row by row from the north-west: walls (1 N, 2 E, 4 S, 8 W), plus 16 times its diagonal: 0 none, else 1 + 2 x robot + (0 for `/`, 1 for `\\`)",
    ),
    ObservationField::bytes(
        "targets",
        &[Fixed(17), Fixed(4)],
        255,
        "the targets in the order of the board: kind (robot plus one, 5 for the vortex, 0 for none), cell, place (1 not drawn yet, 2 open, 3 under the others, 4 won), position under the others from 1",
    ),
    ObservationField::bytes(
        "robots",
        ROBOTS,
        255,
        "each robot at the start of the round: 1 if it is on the board, cell",
    ),
    ObservationField::bytes(
        "shown_robots",
        ROBOTS,
        255,
        "the same after the moves that were shown",
    ),
    ObservationField::byte("phase", 3, "0 start, 1 draw, 2 race, 3 show"),
    ObservationField::byte(
        "viewer",
        SEATS,
        "the viewing seat plus one, 0 for a spectator",
    ),
    ObservationField::byte("has_passed", 1, "1 if the viewing seat has passed"),
    ObservationField::byte("showing_seat", SEATS, "the showing seat plus one"),
    ObservationField::byte(
        "announced",
        MAX_MOVES as u32,
        "the announced number that is shown",
    ),
    ObservationField::byte("shown_cost", 255, "the cost of the moves that were shown"),
    ObservationField::byte("last_robot", 6, "the robot that was moved last plus one"),
    ObservationField::byte(
        "last_direction",
        4,
        "the direction in which it arrived plus one: 1 N, 2 E, 3 S, 4 W",
    ),
    ObservationField::bytes(
        "turning",
        &[Fixed(6)],
        3,
        "how far each robot has turned in the show: 0 not moved, 1 horizontal, 2 vertical, 3 turned",
    ),
    ObservationField::byte(
        "is_printed",
        1,
        "1 if the board consists of printed sections",
    ),
    ObservationField::wide("round", NumberType::U32, "the round"),
    ObservationField::bytes(
        "won",
        &[Seats],
        254,
        "the number of targets that each seat has won, 255 if it has left",
    )
    .or_255(),
    ObservationField::bytes(
        "numbers",
        &[Seats],
        MAX_MOVES as u32,
        "the announced number of each seat that is not shown yet, 0 for none",
    ),
    ObservationField::bytes(
        "positions",
        &[Seats],
        SEATS,
        "the position of that number in the order of announcement or show, from 1, 0 for none",
    ),
];

/// Offset of the targets.
const TARGETS_AT: usize = 256;
/// Offset of the robots at the start of the round.
const ROBOTS_AT: usize = 324;
/// Offset of the robots after the moves that were shown.
const SHOWN_ROBOTS_AT: usize = ROBOTS_AT + 2 * MAX_ROBOTS;
/// Offset of the phase.
const PHASE_AT: usize = SHOWN_ROBOTS_AT + 2 * MAX_ROBOTS;
/// Number of bytes before those of the seats.
const FIXED: usize = 367;
/// Number of bytes of each seat.
const PER_SEAT: usize = 3;

/// Returns the length of an observation of a match with this number of seats.
pub(super) const fn len(seats: usize) -> usize {
    FIXED + PER_SEAT * seats
}

/// Writes the observation.
pub(super) fn write(settings: &Settings, view: &View, bytes: &mut [u8]) {
    let table = &view.table;
    assert_eq!(
        bytes.len(),
        len(table.won.len()),
        "an observation has a fixed length"
    );
    bytes.fill(0);
    write_board(table, bytes);
    write_targets(table, &mut bytes[TARGETS_AT..ROBOTS_AT]);
    write_robots(&table.robots, &mut bytes[ROBOTS_AT..SHOWN_ROBOTS_AT]);
    let attempt = match &view.phase {
        ViewPhase::Show(show) => rules::attempt_of(settings, table, &show.moves),
        _ => None,
    };
    let attempt = attempt.unwrap_or(Attempt::new(table.robots));
    write_robots(attempt.robots(), &mut bytes[SHOWN_ROBOTS_AT..PHASE_AT]);
    write_phase(view, &attempt, &mut bytes[PHASE_AT..FIXED]);
    write_seats(view, &mut bytes[FIXED..]);
}

fn write_board(table: &PublicState, bytes: &mut [u8]) {
    let board = table.layout.board();
    for cell in Cell::all() {
        let diagonal = board.diagonal(cell).map_or(0, |diagonal| {
            1 + 2 * diagonal.robot.index() as u8 + diagonal.slope as u8
        });
        bytes[cell.index()] = board.walls(cell) | diagonal << 4;
    }
}

fn write_targets(table: &PublicState, bytes: &mut [u8]) {
    for (target, bytes) in table.layout.targets().iter().zip(bytes.chunks_mut(4)) {
        let (place, under) = place_of(table, *target);
        let kind = target.robot.map_or(5, |robot| robot.index() as u8 + 1);
        bytes.copy_from_slice(&[kind, target.cell.index() as u8, place, under]);
    }
}

/// Returns where a target is, and its position under the others.
fn place_of(table: &PublicState, target: Target) -> (u8, u8) {
    if table.undrawn.contains(&target) {
        (1, 0)
    } else if table.target == Some(target) {
        (2, 0)
    } else if let Some(index) = table.under.iter().position(|other| *other == target) {
        (3, index as u8 + 1)
    } else {
        (4, 0)
    }
}

fn write_robots(robots: &Robots, bytes: &mut [u8]) {
    for (robot, cell) in robots.iter() {
        bytes[2 * robot.index()] = 1;
        bytes[2 * robot.index() + 1] = cell.index() as u8;
    }
}

fn write_phase(view: &View, attempt: &Attempt, bytes: &mut [u8]) {
    let (phase, passed, show) = match &view.phase {
        ViewPhase::Start => (0, false, None),
        ViewPhase::Draw => (1, false, None),
        ViewPhase::Race { passed, .. } => (2, *passed, None),
        ViewPhase::Show(show) => (3, false, Some(show)),
    };
    bytes[0] = phase;
    bytes[1] = match view.viewer {
        Viewer::Seat(seat) => seat.index() as u8 + 1,
        Viewer::Spectator => 0,
    };
    bytes[2] = u8::from(passed);
    bytes[3] = show.map_or(0, |show| show.seat.index() as u8 + 1);
    bytes[4] = show.map_or(0, |show| show.number);
    bytes[5] = attempt.cost() as u8;
    let last = attempt.last();
    bytes[6] = last.map_or(0, |(robot, _)| robot.index() as u8 + 1);
    bytes[7] = last.map_or(0, |(_, direction)| direction.index() as u8 + 1);
    for robot in Robot::ALL {
        bytes[8 + robot.index()] = attempt.turning(robot) as u8;
    }
    bytes[14] = u8::from(view.table.layout.arrangement().is_some());
    bytes[15..19].copy_from_slice(&view.table.round.to_le_bytes());
}

fn write_seats(view: &View, bytes: &mut [u8]) {
    let table = &view.table;
    let none = AnnouncedNumbers::default();
    let announced = match &view.phase {
        ViewPhase::Race { announced, .. } => announced,
        ViewPhase::Show(show) => &show.remaining,
        ViewPhase::Start | ViewPhase::Draw => &none,
    };
    let seats = table.won.len();
    let (won, rest) = bytes.split_at_mut(seats);
    let (numbers, positions) = rest.split_at_mut(seats);
    for seat in Seat::all(seats) {
        won[seat.index()] = if table.departed.contains(seat) {
            u8::MAX
        } else {
            table.won[seat.index()]
        };
    }
    for (index, announced) in announced.as_slice().iter().enumerate() {
        numbers[announced.seat.index()] = announced.number;
        positions[announced.seat.index()] = index as u8 + 1;
    }
}

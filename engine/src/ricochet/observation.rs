#![doc = include_str!("OBSERVATION.md")]

use super::announced::AnnouncedNumbers;
use super::attempt::Attempt;
use super::cell::Cell;
use super::options::Settings;
use super::robot::{MAX_ROBOTS, Robot, Robots};
use super::rules;
use super::state::{PublicState, View, ViewPhase};
use super::target::Target;
use crate::game::Viewer;
use crate::seat::Seat;

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

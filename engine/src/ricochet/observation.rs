#![doc = include_str!("OBSERVATION.md")]

use std::hash::Hasher;

use super::action::{Action, MAX_MOVES};
use super::attempt::Attempt;
use super::cell::{Cell, Grid, MAX_SIDE, SIDE};
use super::options::Settings;
use super::robot::{MAX_ROBOTS, Robot, Robots};
use super::rules;
use super::sections::TARGETS;
use super::state::{PublicState, View, ViewPhase};
use super::target::Target;
use crate::game::Dimension::{Fixed, Seats};
use crate::game::{NumberType, ObservationField, Viewer};
use crate::hash::StableHasher;
use crate::race::AnnouncedNumbers;
use crate::seat::{MAX_SEATS, Seat};

const SEATS: u32 = MAX_SEATS as u32;

/// The fields of a match whose board is within 16x16 cells, in order.
pub(super) const FIELDS: &[ObservationField] = &fields([
    ObservationField::bytes(
        "cells",
        &[Fixed(SIDE), Fixed(SIDE)],
        255,
        "each cell, row by row from the north-west: walls (1 N, 2 E, 4 S, 8 W), plus 16 times its diagonal: 0 none, else 1 + 2 x robot + (0 for `/`, 1 for `\\`)",
    ),
    ObservationField::bytes(
        "targets",
        &[Fixed(TARGETS), Fixed(4)],
        255,
        "the targets in the order of the board: kind (robot plus one, 5 for the vortex, 0 for none), cell, place (1 not drawn yet, 2 open, 3 under the others, 4 won), position under the others from 1",
    ),
    ObservationField::bytes(
        "robots",
        &[Fixed(MAX_ROBOTS), Fixed(2)],
        255,
        "each robot at the start of the round: 1 if it is on the board, cell",
    ),
    ObservationField::bytes(
        "shown_robots",
        &[Fixed(MAX_ROBOTS), Fixed(2)],
        255,
        "the same after the moves that were shown",
    ),
]);

/// The fields of a match whose board has more columns or rows, in order.
pub(super) const FIELDS_OF_LARGE_BOARDS: &[ObservationField] = &fields([
    ObservationField::bytes(
        "cells",
        &[Fixed(MAX_SIDE), Fixed(MAX_SIDE)],
        255,
        "as above, in 32 rows",
    ),
    ObservationField::bytes(
        "targets",
        &[Fixed(TARGETS), Fixed(5)],
        255,
        "as above, with the row and the column of the cell, each from 0",
    ),
    ObservationField::bytes(
        "robots",
        &[Fixed(MAX_ROBOTS), Fixed(3)],
        255,
        "each robot at the start of the round: 1 if it is on the board, row, column",
    ),
    ObservationField::bytes(
        "shown_robots",
        &[Fixed(MAX_ROBOTS), Fixed(3)],
        255,
        "the same after the moves that were shown",
    ),
]);

/// Returns the fields with cells, and after them all others.
const fn fields([cells, targets, robots, shown]: [ObservationField; 4]) -> [ObservationField; 18] {
    [
        cells,
        targets,
        robots,
        shown,
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
    ]
}

/// Number of bytes from the phase to the round.
const PHASE_LEN: usize = 19;
/// Number of bytes of each seat.
const PER_SEAT: usize = 3;

/// Returns the number of bytes of a cell.
const fn cell_len(grid: Grid) -> usize {
    match grid {
        Grid::Side16 => 1,
        Grid::Side32 => 2,
    }
}

/// Returns the number of bytes of all robots.
const fn robots_len(grid: Grid) -> usize {
    MAX_ROBOTS * (1 + cell_len(grid))
}

/// Returns the length of an observation of a match with this number of seats, of boards in a grid.
pub(super) const fn len(grid: Grid, seats: usize) -> usize {
    let targets = TARGETS * (3 + cell_len(grid));
    grid.cells() + targets + 2 * robots_len(grid) + PHASE_LEN + PER_SEAT * seats
}

/// Writes the observation of a view whose board is in a grid.
pub(super) fn write(settings: &Settings, grid: Grid, view: &View, bytes: &mut [u8]) {
    let table = &view.table;
    assert_eq!(
        bytes.len(),
        len(grid, table.won.len()),
        "an observation has a fixed length"
    );
    bytes.fill(0);
    let (cells, bytes) = bytes.split_at_mut(grid.cells());
    let (targets, bytes) = bytes.split_at_mut(TARGETS * (3 + cell_len(grid)));
    let (robots, bytes) = bytes.split_at_mut(robots_len(grid));
    let (shown_robots, bytes) = bytes.split_at_mut(robots_len(grid));
    let (phase, seats) = bytes.split_at_mut(PHASE_LEN);
    write_board(grid, table, cells);
    write_targets(grid, table, targets);
    write_robots(grid, &table.robots, robots);
    let attempt = match &view.phase {
        ViewPhase::Show(show) => rules::attempt_of(settings, table, &show.route),
        _ => None,
    };
    let attempt = attempt.unwrap_or(Attempt::new(table.robots));
    write_robots(grid, attempt.robots(), shown_robots);
    write_phase(view, &attempt, phase);
    write_seats(view, seats);
}

fn write_board(grid: Grid, table: &PublicState, bytes: &mut [u8]) {
    let side = grid.side();
    let board = table.layout.board();
    for (row, bytes) in bytes.chunks_mut(side).enumerate() {
        for (column, byte) in bytes.iter_mut().enumerate() {
            *byte = Cell::new(row, column).map_or(0, |cell| board.entry(cell));
        }
    }
}

fn write_cell(cell: Cell, bytes: &mut [u8]) {
    match bytes {
        [row, column] => (*row, *column) = (cell.row() as u8, cell.column() as u8),
        bytes => bytes[0] = cell.index() as u8,
    }
}

fn write_targets(grid: Grid, table: &PublicState, bytes: &mut [u8]) {
    let len = 3 + cell_len(grid);
    for (target, bytes) in table.layout.targets().iter().zip(bytes.chunks_mut(len)) {
        let (place, under) = place_of(table, *target);
        bytes[0] = target.robot.map_or(5, |robot| robot.index() as u8 + 1);
        write_cell(target.cell, &mut bytes[1..len - 2]);
        bytes[len - 2..].copy_from_slice(&[place, under]);
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

fn write_robots(grid: Grid, robots: &Robots, bytes: &mut [u8]) {
    let len = 1 + cell_len(grid);
    for (robot, cell) in robots.iter() {
        let bytes = &mut bytes[len * robot.index()..][..len];
        bytes[0] = 1;
        write_cell(cell, &mut bytes[1..]);
    }
}

fn write_phase(view: &View, attempt: &Attempt, bytes: &mut [u8]) {
    let (phase, passed, show) = match &view.phase {
        ViewPhase::Start => (0, false, None),
        ViewPhase::Target => (1, false, None),
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
        ViewPhase::Start | ViewPhase::Target => &none,
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

/// Hashes everything that a view shows, in a fixed order: the observation, and the parts that it
/// lacks, which are the printed sections, the targets won by departed seats and the shown moves.
pub(super) fn absorb(settings: &Settings, view: &View, hasher: &mut StableHasher) {
    // Boards have the same hash whatever the grid of the match.
    match view.table.layout.board().size().grid() {
        grid @ Grid::Side16 => {
            absorb_observation(
                settings,
                view,
                grid,
                &mut [0; len(Grid::Side16, MAX_SEATS)],
                hasher,
            );
        }
        grid @ Grid::Side32 => {
            absorb_observation(
                settings,
                view,
                grid,
                &mut [0; len(Grid::Side32, MAX_SEATS)],
                hasher,
            );
        }
    }
    let table = &view.table;
    if let Some(arrangement) = table.layout.arrangement() {
        for section in arrangement.sections() {
            hasher.write(&[section.number(), section.side() as u8]);
        }
    }
    if let Some(size) = table.layout.board().size_without_centre() {
        hasher.write(&[size.width() as u8, size.height() as u8]);
    }
    for seat in table.departed {
        hasher.write(&[table.won[seat.index()]]);
    }
    if let ViewPhase::Show(show) = &view.phase {
        for step in &show.route {
            hasher.write(&Action::Step(*step).number().to_le_bytes());
        }
    }
}

fn absorb_observation(
    settings: &Settings,
    view: &View,
    grid: Grid,
    bytes: &mut [u8],
    hasher: &mut StableHasher,
) {
    let bytes = &mut bytes[..len(grid, view.table.won.len())];
    write(settings, grid, view, bytes);
    hasher.write(bytes);
}

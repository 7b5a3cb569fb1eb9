//! The messages of boards.

use botwerk_engine::ricochet::{
    Arrangement, Board, BoardSize, Cell, Diagonal, Layout, Robot, Slope, Target,
};
use botwerk_proto::v1 as proto;

use super::super::position::{bad_field, missing_field};
use super::pieces::{cell, cell_message, robot, robot_message, target, target_message};
use crate::error::Error;

/// Returns the message of a board with its targets.
pub(super) fn board_message(layout: &Layout) -> proto::RicochetBoard {
    let board = layout.board();
    let diagonal = |(cell, diagonal): (Cell, Diagonal)| proto::RicochetDiagonal {
        cell: cell_message(cell),
        is_rising: diagonal.slope == Slope::Rising,
        robot: robot_message(diagonal.robot),
    };
    let sections = layout.arrangement();
    proto::RicochetBoard {
        sections: sections.map_or_else(String::new, |sections| sections.to_string()),
        walls: cells(board.size()).map(|cell| board.walls(cell)).collect(),
        diagonals: board.diagonals().map(diagonal).collect(),
        targets: layout
            .targets()
            .iter()
            .copied()
            .map(target_message)
            .collect(),
        size: board
            .size_without_centre()
            .map_or_else(String::new, |size| size.to_string()),
    }
}

/// Returns the cells of whose walls a message has a byte, in the order of their numbers: those of a board and of the
/// grid around it.
fn cells(size: BoardSize) -> impl Iterator<Item = Cell> {
    (0..size.grid().cells()).filter_map(Cell::from_index)
}

/// Reads a board with its targets.
pub(super) fn layout(message: Option<&proto::RicochetBoard>) -> Result<Layout, Error> {
    let message = message.ok_or_else(|| missing_field("board", "the board"))?;
    if let Some(sections) = sections(message)? {
        return Ok(sections.into());
    }
    let targets = targets("board.targets", &message.targets)?;
    let layout = Layout::new(free_board(message)?, &targets);
    layout.map_err(|error| bad_field("board", "valid targets", error))
}

/// Reads a board without its targets.
pub(super) fn board(message: Option<&proto::RicochetBoard>) -> Result<Board, Error> {
    let message = message.ok_or_else(|| missing_field("board", "the board"))?;
    match sections(message)? {
        Some(sections) => Ok(sections.board()),
        None => free_board(message),
    }
}

/// Returns the printed sections of a board, or `None` if it is given cell by cell.
fn sections(message: &proto::RicochetBoard) -> Result<Option<Arrangement>, Error> {
    if message.sections.is_empty() {
        return Ok(None);
    }
    let sections = message.sections.parse::<Arrangement>().map_err(|error| {
        bad_field(
            "board.sections",
            error.expected,
            format_args!("`{}`", error.found),
        )
    })?;
    Ok(Some(sections))
}

/// Reads walls and diagonals.
fn free_board(message: &proto::RicochetBoard) -> Result<Board, Error> {
    let free_size = size(message)?;
    let size = free_size.unwrap_or(BoardSize::PRINTED);
    let walls = message.walls.as_slice();
    let expected = size.grid().cells();
    if walls.len() != expected {
        let expected = format!("{expected} bytes");
        return Err(bad_field("board.walls", expected, walls.len()));
    }
    if let Some(index) = walls.iter().position(|sides| *sides > 15) {
        let field = format!("board.walls[{index}]");
        return Err(bad_field(field, "a number from 0 to 15", walls[index]));
    }
    let mut diagonals = Vec::new();
    for (index, message) in message.diagonals.iter().enumerate() {
        diagonals.push(read_diagonal(index, message)?);
    }
    let mut others = cells(size).filter(|cell| !size.contains(*cell));
    if let Some(cell) = others.find(|cell| walls[cell.index()] != 15) {
        let field = format!("board.walls[{}]", cell.index());
        let found = walls[cell.index()];
        return Err(bad_field(field, "15 outside of the board", found));
    }
    let walls: Vec<u8> = size.cells().map(|cell| walls[cell.index()]).collect();
    let board = Board::from_walls(free_size, &walls, diagonals);
    board.map_err(|error| bad_field("board", "a valid board", error))
}

/// Returns the size of a board without a centre block.
fn size(message: &proto::RicochetBoard) -> Result<Option<BoardSize>, Error> {
    if message.size.is_empty() {
        return Ok(None);
    }
    let size = message.size.parse::<BoardSize>();
    let size = size.map_err(|error| {
        let found = format_args!("`{}`", message.size);
        bad_field("board.size", error.expected, found)
    })?;
    Ok(Some(size))
}

fn read_diagonal(
    index: usize,
    message: &proto::RicochetDiagonal,
) -> Result<(Cell, Diagonal), Error> {
    let colour = robot(message.robot).filter(|robot| *robot != Robot::Transparent);
    let read = cell(message.cell).zip(colour);
    let (cell, robot) = read.ok_or_else(|| {
        let field = format!("board.diagonals[{index}]");
        bad_field(
            field,
            "a cell from 0 to 1023 and a robot with a colour",
            "another value",
        )
    })?;
    let slope = if message.is_rising {
        Slope::Rising
    } else {
        Slope::Falling
    };
    Ok((cell, Diagonal { slope, robot }))
}

/// Reads the targets of a field.
pub(super) fn targets(
    field: &str,
    messages: &[proto::RicochetTarget],
) -> Result<Vec<Target>, Error> {
    let read = |(index, message): (usize, &proto::RicochetTarget)| {
        target(message).ok_or_else(|| bad_target(format!("{field}[{index}]")))
    };
    messages.iter().enumerate().map(read).collect()
}

/// Returns the error of a target that is not valid.
pub(super) fn bad_target(field: String) -> Error {
    bad_field(
        field,
        "a cell from 0 to 1023 and a coloured robot or none",
        "another value",
    )
}

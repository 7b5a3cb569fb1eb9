//! Game dumps of the program `DriftingDroids`: a board of any size with its robots and targets.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::board::{Board, BoardError};
use super::board_size::BoardSize;
use super::cell::Cell;
use super::robot::{Robot, Robots};
use super::target::Target;
use crate::notation::ParseError;

/// The start of every dump.
const PREFIX: &str = "!DriftingDroids_game!";

/// The version of the data that is known.
const VERSION: u8 = 0;

/// Maximum number of bytes of the data: four walls and a target of six bytes on each of 4096 cells, and the rest.
const MAX_LEN: usize = 48 << 10;

/// The number that stands for any robot.
const ANY_ROBOT: u8 = u8::MAX;

/// Maximum number of robots: the colours and silver.
const MAX_DUMPED_ROBOTS: u8 = 5;

/// A position of `DriftingDroids`.
///
/// Its text is `!DriftingDroids_game!CRC!DATA!`. `DATA` is base64 of the length of the data in four bytes, the
/// highest first, and the data compressed with zlib; `CRC` is the CRC-32 of `DATA`, in hexadecimal. Blanks and
/// line breaks within a dump are ignored. The data are: version 0; width and height; the number of robots and
/// their cells, in the order red, green, blue, yellow, silver; four printed sections, which are not used here; a
/// byte for the wall of each cell in the north, then in the east, south and west; the number of targets, each
/// with its cell, robot (255 for any) and shape; the open target (cell -1 for none); and whether the board is
/// free. Cells and numbers of targets have four bytes, all others one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameDump {
    /// The board. One of 16x16 cells that does not close the centre block has no centre block.
    pub board: Board,
    /// The robots.
    pub robots: Robots,
    /// All targets, in their order.
    pub targets: Vec<Target>,
    /// The open target, which is one of them.
    pub target: Option<Target>,
}

impl GameDump {
    /// Returns `true` if a text starts like a dump.
    pub fn is_dump(text: &str) -> bool {
        text.trim_start().starts_with(PREFIX)
    }

    /// Reads a dump.
    ///
    /// # Errors
    /// Returns an error if the text is not a dump, is damaged, or contradicts itself: a wall is given from one
    /// side only, the frame is open, a robot is on another one or on a closed cell, or the open target is not
    /// one of the board's.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let text: String = text.split_whitespace().collect();
        let data_at = |fault: String| ParseError::new("game dump", &text, PREFIX.len() + 9, fault);
        let data = unpack(&text)?;
        let mut data = DumpReader { rest: &data };
        data.dump()
            .map_err(|fault| data_at(format!("a position without mistakes ({fault})")))
    }
}

/// Returns the data of a dump.
fn unpack(text: &str) -> Result<Vec<u8>, ParseError> {
    let error = |offset, expected: &str| ParseError::new("game dump", text, offset, expected);
    let parts = text
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.strip_suffix('!'))
        .and_then(|rest| rest.split_once('!'));
    let Some((crc, encoded)) = parts else {
        return Err(error(0, "`!DriftingDroids_game!CRC!DATA!`"));
    };
    let mut actual = Crc::new();
    actual.update(encoded.as_bytes());
    let actual = format!("{:08X}", actual.sum());
    if !crc.eq_ignore_ascii_case(&actual) {
        return Err(error(
            PREFIX.len(),
            "the checksum of the data; the dump is damaged or incomplete",
        ));
    }
    let data_at = PREFIX.len() + crc.len() + 1;
    let bytes = STANDARD.decode(encoded);
    let bytes = bytes.map_err(|_| error(data_at, "base64"))?;
    let Some((length, compressed)) = bytes.split_first_chunk() else {
        return Err(error(data_at, "a length and data"));
    };
    let length = u32::from_be_bytes(*length) as usize;
    if length > MAX_LEN {
        return Err(error(data_at, "at most 48 KiB of data"));
    }
    // Data that are longer than they say fill one byte more.
    let mut data = vec![0; length + 1];
    let mut zlib = Decompress::new(true);
    let status = zlib.decompress(compressed, &mut data, FlushDecompress::Finish);
    let is_complete = matches!(status, Ok(Status::StreamEnd));
    if !is_complete || zlib.total_out() != length as u64 {
        return Err(error(
            data_at,
            "as many bytes compressed with zlib as it says",
        ));
    }
    data.pop();
    Ok(data)
}

/// The data of a dump that are still to be read. Methods return what is wrong as the error.
struct DumpReader<'a> {
    rest: &'a [u8],
}

impl DumpReader<'_> {
    fn dump(&mut self) -> Result<GameDump, String> {
        let version = self.byte()?;
        if version != VERSION {
            return Err(format!("version: expected {VERSION}, found {version}"));
        }
        let (width, height) = (self.number()?, self.number()?);
        let size = BoardSize::new(width as usize, height as usize)
            .ok_or_else(|| format!("size: expected 3x3 to 32x32 cells, found {width}x{height}"))?;
        let robots = self.robots(size)?;
        for _section in 0..4 {
            self.byte()?;
        }
        let board = self.board(size)?;
        for (robot, cell) in robots.iter() {
            if let Some(closure) = board.closure(cell) {
                let name = robot.name();
                return Err(format!(
                    "robots: the {name} robot is on {cell}, which {closure}"
                ));
            }
        }
        let targets = self.targets(size, &board)?;
        let target = self.open_target(size, &robots, &targets)?;
        self.byte()?;
        if !self.rest.is_empty() {
            return Err(format!("{} bytes too many", self.rest.len()));
        }
        Ok(GameDump {
            board,
            robots,
            targets,
            target,
        })
    }

    fn byte(&mut self) -> Result<u8, String> {
        let (byte, rest) = self.rest.split_first().ok_or("the data end early")?;
        self.rest = rest;
        Ok(*byte)
    }

    fn number(&mut self) -> Result<i32, String> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or("the data end early")?;
        self.rest = rest;
        Ok(i32::from_be_bytes(*bytes))
    }

    fn robots(&mut self, size: BoardSize) -> Result<Robots, String> {
        let count = self.byte()?;
        if !(1..=MAX_DUMPED_ROBOTS).contains(&count) {
            return Err(format!("robots: expected 1 to 5, found {count}"));
        }
        let mut robots = Robots::EMPTY;
        for robot in &Robot::ALL[..count.into()] {
            let cell = read_cell("robots", size, self.number()?)?;
            if let Some(other) = robots.robot_on(cell) {
                let (robot, other) = (robot.name(), other.name());
                return Err(format!(
                    "robots: the {robot} robot is on {cell}, as is the {other} one"
                ));
            }
            robots = robots.with(*robot, cell);
        }
        Ok(robots)
    }

    fn board(&mut self, size: BoardSize) -> Result<Board, String> {
        let mut walls = vec![0; size.width() * size.height()];
        for side in 0..4 {
            for sides in &mut walls {
                *sides |= u8::from(self.byte()? != 0) << side;
            }
        }
        let round_centre =
            (size == BoardSize::PRINTED).then(|| Board::from_walls(None, &walls, []));
        let board = match round_centre {
            None | Some(Err(BoardError::OpenCentre { .. })) => Board::with_size(size, &walls, []),
            Some(board) => board,
        };
        board.map_err(|error| error.to_string())
    }

    fn targets(&mut self, size: BoardSize, board: &Board) -> Result<Vec<Target>, String> {
        let count = self.number()?;
        let mut targets: Vec<Target> = Vec::new();
        for _ in 0..count {
            let position = self.number()?;
            let target = self.target(size, position)?;
            let cell = target.cell;
            if let Some(closure) = board.closure(cell) {
                return Err(format!("targets: {cell} {closure}"));
            }
            if targets.iter().any(|other| other.cell == cell) {
                return Err(format!("targets: {cell} has two targets"));
            }
            targets.push(target);
        }
        Ok(targets)
    }

    /// Reads the robot and the shape of a target whose cell was read.
    fn target(&mut self, size: BoardSize, position: i32) -> Result<Target, String> {
        let cell = read_cell("targets", size, position)?;
        let robot = match self.byte()? {
            ANY_ROBOT => None,
            index if index < MAX_DUMPED_ROBOTS => Robot::from_index(index.into()),
            index => {
                return Err(format!(
                    "targets: {cell} has robot {index}; expected 0 to 4 or 255"
                ));
            }
        };
        let _shape = self.byte()?;
        Ok(Target { cell, robot })
    }

    fn open_target(
        &mut self,
        size: BoardSize,
        robots: &Robots,
        targets: &[Target],
    ) -> Result<Option<Target>, String> {
        let position = self.number()?;
        if position == -1 {
            self.byte()?;
            self.byte()?;
            return Ok(None);
        }
        let target = self.target(size, position)?;
        if !targets.contains(&target) {
            return Err(format!(
                "target: {target} is not one of the board's targets"
            ));
        }
        if let Some(robot) = target.robot.filter(|robot| robots.cell(*robot).is_none()) {
            return Err(format!(
                "target: {target} is for the {} robot, which is not on the board",
                robot.name()
            ));
        }
        Ok(Some(target))
    }
}

/// Returns the cell with a number, row by row over the width of the board.
fn read_cell(field: &str, size: BoardSize, number: i32) -> Result<Cell, String> {
    let index = usize::try_from(number).ok();
    let index = index.filter(|index| *index < size.width() * size.height());
    let cell = index.and_then(|index| Cell::new(index / size.width(), index % size.width()));
    cell.ok_or_else(|| format!("{field}: cell {number} is outside of the board of {size} cells"))
}

//! Boards: the space on each cell, and the moves between cells (MR-1, MR-5, MR-9).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::space::{EXPECTED_SPACE, SPACES, Space};
use crate::bit_set::bit_set;
use crate::notation::ParseError;
use crate::plain::text::serde_as_text;

/// Number of cells on each side of the board.
pub const SIDE: usize = 6;

/// Length of a board's text in bytes: 36 spaces, blanks between them, ` / ` between rows.
pub const BOARD_TEXT_LEN: usize = SIDE * (SIDE * 3 - 1) + (SIDE - 1) * 3;

/// A cell of the board, numbered row by row from the north-west corner: 0 to 35.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell in `row` (0 is north) and `column` (0 is west), or `None` outside of the board.
    pub const fn new(row: usize, column: usize) -> Option<Self> {
        if row < SIDE && column < SIDE {
            Some(Self((row * SIDE + column) as u8))
        } else {
            None
        }
    }

    const fn bit(self) -> u8 {
        self.0
    }

    const fn from_bit(bit: u8) -> Self {
        Self(bit)
    }

    /// Returns all cells, row by row from the north-west.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SPACES as u8).map(Self)
    }

    /// Returns the index, 0 to 35, row by row from the north-west.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row; 0 is north.
    pub const fn row(self) -> usize {
        self.0 as usize / SIDE
    }

    /// Returns the column; 0 is west.
    pub const fn column(self) -> usize {
        self.0 as usize % SIDE
    }
}

/// A set of cells; bit `i` is the cell with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u64);

bit_set!(impl Cells { u64 => Cell, const fn });

impl Cells {
    /// All 36 cells.
    pub const ALL: Self = Self((1 << SPACES) - 1);

    const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// Creates the set with these bits, without those above 35.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }
}

/// For each cell, the other cells of its row and column.
const LINES: [u64; SPACES] = {
    let mut lines = [0; SPACES];
    let mut cell = 0;
    while cell < SPACES {
        let row = 0b11_1111 << (cell / SIDE * SIDE);
        let column = 0x0000_0000_4104_1041 << (cell % SIDE);
        lines[cell] = (row | column) & !(1 << cell);
        cell += 1;
    }
    lines
};

/// A board, on which each of the 36 spaces occurs exactly once (MR-1, MR-5).
///
/// ```
/// use botwerk_engine::micro_robots::Board;
/// let text = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
///             6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";
/// let board: Board = text.parse().unwrap();
/// assert_eq!(board.to_string(), text);
/// assert!(board.is_move("1P".parse().unwrap(), "6P".parse().unwrap()));
/// ```
#[derive(Clone, Copy)]
pub struct Board {
    spaces: [Space; SPACES],
    cells: [Cell; SPACES],
}

serde_as_text!(Board);

/// The error of spaces that are not a valid board (MR-5).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A space occurs twice, so another is missing.
    #[error("board: {repeated} occurs twice and {missing} is missing")]
    Repeated {
        /// The first space that is repeated, in reading order.
        repeated: Space,
        /// The first space that is missing, in the order of spaces.
        missing: Space,
    },
    /// The text is not six rows of six spaces.
    #[error(transparent)]
    Text(#[from] ParseError),
}

impl Board {
    /// Creates the board with these spaces, row by row from the north-west.
    ///
    /// # Errors
    /// Returns [`BoardError::Repeated`] if a space occurs twice (MR-5).
    pub fn new(spaces: [Space; SPACES]) -> Result<Self, BoardError> {
        let mut cells = [Cell(0); SPACES];
        let mut seen = 0u64;
        for (cell, space) in spaces.into_iter().enumerate() {
            cells[space.index()] = Cell(cell as u8);
            seen |= 1 << space.index();
        }
        if seen == Cells::ALL.0 {
            Ok(Self { spaces, cells })
        } else {
            Err(repeated(&spaces, seen))
        }
    }

    /// Returns the spaces, row by row from the north-west.
    pub const fn spaces(&self) -> &[Space; SPACES] {
        &self.spaces
    }

    /// Returns the space on a cell.
    pub const fn space(&self, cell: Cell) -> Space {
        self.spaces[cell.index()]
    }

    /// Returns the cell of a space.
    pub const fn cell(&self, space: Space) -> Cell {
        self.cells[space.index()]
    }

    /// Returns `true` if a robot can go from one space to the other in one move (MR-9).
    pub const fn is_move(&self, from: Space, to: Space) -> bool {
        from.matches(to) && LINES[self.cell(from).index()] >> self.cell(to).0 & 1 == 1
    }

    /// Returns the spaces from which at least `targets` others can be reached, in order (MR-11).
    pub fn starts(&self, targets: usize) -> impl Iterator<Item = Space> {
        let moves = self.moves();
        Space::all().filter(move |space| moves.reachable(self.cell(*space)).len() > targets)
    }

    /// Returns all moves of this board (MR-9).
    pub fn moves(&self) -> Moves {
        // Iterates by number, so that the sets of a number and of all colours stay in registers.
        let (by_number, _) = self.cells.as_chunks::<SIDE>();
        let mut colours = [0; SIDE];
        let numbers: [u64; SIDE] = std::array::from_fn(|number| {
            let mut set = 0;
            for (cell, colour) in by_number[number].iter().zip(&mut colours) {
                set |= 1 << cell.0;
                *colour |= 1 << cell.0;
            }
            set
        });
        let mut to = [Cells::EMPTY; SPACES];
        for (cells, number) in by_number.iter().zip(numbers) {
            for (cell, colour) in cells.iter().zip(colours) {
                to[cell.index()] = Cells((number | colour) & LINES[cell.index()]);
            }
        }
        Moves { to }
    }
}

/// Returns the error that names the repeated space and the first missing one.
fn repeated(spaces: &[Space; SPACES], seen: u64) -> BoardError {
    let missing = Space::all().find(|space| seen >> space.index() & 1 == 0);
    let mut before = 0u64;
    for space in spaces {
        if before >> space.index() & 1 == 1 {
            return BoardError::Repeated {
                repeated: *space,
                missing: missing.unwrap_or(*space),
            };
        }
        before |= 1 << space.index();
    }
    unreachable!("36 spaces of which one is missing repeat one")
}

/// Two boards are equal if the same spaces lie on the same cells.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.spaces == other.spaces
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.spaces.hash(hasher);
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [b' '; BOARD_TEXT_LEN];
        for (cell, space) in self.spaces.iter().enumerate() {
            let at = text_offset(cell);
            text[at..at + 2].copy_from_slice(&space.bytes());
            if cell % SIDE == 0 && cell > 0 {
                text[at - 2] = b'/';
            }
        }
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// Returns the byte offset of a cell's space in a board's text.
const fn text_offset(cell: usize) -> usize {
    cell * 3 + cell / SIDE * 2
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        Self::new(parse_spaces(text)?)
    }
}

/// Parses the spaces of a board's text, which may repeat.
pub(super) fn parse_spaces(text: &str) -> Result<[Space; SPACES], ParseError> {
    let Ok(bytes) = <&[u8; BOARD_TEXT_LEN]>::try_from(text.as_bytes()) else {
        return Err(first_text_error(text));
    };
    let mut spaces = [Space::from_index(0).ok_or_else(|| first_text_error(text))?; SPACES];
    let mut is_valid = true;
    for (cell, space) in spaces.iter_mut().enumerate() {
        let at = text_offset(cell);
        match Space::from_bytes([bytes[at], bytes[at + 1]]) {
            Some(found) => *space = found,
            None => is_valid = false,
        }
        if cell > 0 {
            is_valid &= bytes[at - 1] == b' ';
            if cell % SIDE == 0 {
                is_valid &= bytes[at - 2] == b'/' && bytes[at - 3] == b' ';
            }
        }
    }
    if is_valid {
        Ok(spaces)
    } else {
        Err(first_text_error(text))
    }
}

/// Returns the error at the first offset at which `text` differs from a board's text.
fn first_text_error(text: &str) -> ParseError {
    let error = |at, expected: &str| ParseError::new("board", text, at, expected);
    let bytes = text.as_bytes();
    for cell in 0..SPACES {
        let at = text_offset(cell);
        let separator = match cell {
            0 => "",
            _ if cell % SIDE == 0 => " / ",
            _ => " ",
        };
        let from = at - separator.len();
        for (i, wanted) in separator.bytes().enumerate() {
            if bytes.get(from + i) != Some(&wanted) {
                let rest = &separator[i..];
                return error(from + i, &format!("`{rest}` after {cell} spaces"));
            }
        }
        let space = bytes
            .get(at..at + 2)
            .and_then(|two| Space::from_bytes([two[0], two[1]]));
        if space.is_none() {
            return error(at, EXPECTED_SPACE);
        }
    }
    error(BOARD_TEXT_LEN, "the end of the text after 36 spaces")
}

/// The moves of a board: the cells that each cell reaches in one move (MR-9).
///
/// ```
/// use botwerk_engine::micro_robots::{SPACES, Side};
///
/// let board = Side::Black.board(0);
/// let cell = board.cell("1P".parse().unwrap());
/// assert_eq!(board.moves().reachable(cell).len(), SPACES);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    to: [Cells; SPACES],
}

impl Moves {
    /// Returns the cells that one move reaches from `cell`.
    pub const fn from(&self, cell: Cell) -> Cells {
        self.to[cell.index()]
    }

    /// Returns the cells that one move reaches from any of `cells`.
    #[inline]
    pub fn from_any(&self, cells: Cells) -> Cells {
        cells.fold(Cells::EMPTY, |reached, cell| reached.union(self.from(cell)))
    }

    /// Returns the cells that any number of moves reaches from `cell`, including `cell` itself.
    pub fn reachable(&self, cell: Cell) -> Cells {
        let mut reached = Cells::one(cell);
        let mut frontier = reached;
        while !frontier.is_empty() {
            frontier = self.from_any(frontier).difference(reached);
            reached = reached.union(frontier);
        }
        reached
    }
}

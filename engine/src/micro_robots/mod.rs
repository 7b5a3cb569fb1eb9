#![doc = include_str!("RULES.md")]

mod board;
mod route;
mod sections;
mod space;

pub use board::{BOARD_TEXT_LEN, Board, BoardError, Cell, Cells, Moves, SIDE};
pub use route::{MAX_MOVES, Route};
pub use sections::{ARRANGEMENTS, RULESET, Side};
pub use space::{Colour, SPACES, Space};

#![doc = include_str!("RULES.md")]

mod action;
mod board;
mod drawing;
mod game;
mod guide;
mod notation;
mod observation;
mod options;
mod rules;
mod sections;
mod setup;
mod space;
mod state;

pub use action::Action;
pub use board::{BOARD_TEXT_LEN, Board, BoardError, Cell, Cells, Moves, SIDE};
pub use game::{MicroRobots, Rules};
pub use options::CHIPS;
pub use sections::{ARRANGEMENTS, RULESET, Side};
pub use setup::{Setup, SetupPart};
pub use space::{Colour, MAX_MOVES, Route, SPACES, Space};
pub use state::{Phase, Position, PublicState, Show, State, View};

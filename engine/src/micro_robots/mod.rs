#![doc = include_str!("RULES.md")]

mod action;
mod board;
mod diagram;
mod game;
mod guide;
mod notation;
mod observation;
mod options;
mod picture;
mod route;
mod rules;
mod sections;
mod setup;
mod space;
mod state;
mod views;

pub use action::Action;
pub use board::{BOARD_TEXT_LEN, Board, BoardError, Cell, Cells, Moves, SIDE};
pub use game::MicroRobots;
pub use options::CHIPS;
pub use route::{MAX_MOVES, Route};
pub use sections::{ARRANGEMENTS, RULESET, Side};
pub use setup::{Setup, SetupPart};
pub use space::{Colour, SPACES, Space};
pub use state::{Phase, PublicState, Show, State, View, ViewPhase};

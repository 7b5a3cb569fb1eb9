#![doc = include_str!("RULES.md")]

mod action;
mod attempt;
mod board;
mod board_size;
mod cell;
mod drawing;
mod game;
mod game_dump;
mod game_type;
mod guide;
mod layout;
mod notation;
mod observation;
mod options;
mod robot;
mod rules;
mod sections;
mod setup;
mod slide;
mod state;
mod target;
mod views;

pub use action::{Action, Choices, MAX_CHOICES, MAX_MOVES, Move};
pub use attempt::{Attempt, IllegalMove, Task, Turning};
pub use board::{Board, BoardError, Diagonal, Slope};
pub use board_size::{BoardSize, Closure};
pub use cell::{CELLS, CENTRE, Cell, Direction, Grid, MAX_CELLS, MAX_SIDE, SIDE};
pub use game::Ricochet;
pub use game_dump::GameDump;
pub use guide::solution_hints;
pub use layout::{Layout, LayoutError};
pub use robot::{MAX_ROBOTS, Robot, Robots};
pub use sections::{Arrangement, RULESET, Section, TARGETS};
pub use setup::{Setup, SetupPart};
pub use slide::{
    CrossingCost, EndlessRule, IllegalSlide, Slide, SlideRules, all_slides, slide, slides,
};
pub use state::{Moves, Phase, PublicState, Show, State, Targets, View, ViewPhase};
pub use target::Target;

//! Ricochet Robots: players race to announce the fewest moves with which a robot reaches its target.
//!
//! The rules are in `RULES.md` next to this file; the ids RR-1 to RR-17 refer to it.

mod attempt;
mod board;
mod cell;
mod layout;
mod robot;
mod sections;
mod slide;
mod target;

pub use attempt::{Attempt, IllegalMove, Task, Turning};
pub use board::{Board, BoardError, Diagonal, Slope};
pub use cell::{CELLS, CENTRE, Cell, Direction, SIDE};
pub use layout::{Layout, LayoutError};
pub use robot::{MAX_ROBOTS, Robot, Robots};
pub use sections::{Arrangement, RULESET, Section, TARGETS};
pub use slide::{
    Choices, CrossingCost, IllegalSlide, MAX_CHOICES, Move, Slide, SlideRules, slide, slides,
};
pub use target::Target;

#![doc = include_str!("RULES.md")]

mod action;
mod batteries;
mod board;
mod drawing;
mod energy;
mod game;
mod lattice;
mod legality;
mod notation;
mod observation;
mod opening;
mod options;
mod position;
mod robots;
mod rules;
mod side;
mod state;

pub use action::Action;
pub use board::Board;
pub use energy::payment;
pub use game::Netzwerk;
pub use lattice::{Field, Fields, MAX_SIDE, Point, PointSet, Square, Squares};
pub use options::Control;
pub use position::{MAX_ROBOTS, Phase, Position, Spender, Spenders};
pub use robots::RobotMove;
pub use rules::{End, Rules};
pub use side::Side;
pub use state::{State, View};

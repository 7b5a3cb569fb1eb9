#![doc = include_str!("RULES.md")]

mod action;
mod batteries;
mod board;
mod drawing;
mod energy;
mod game;
mod game_type;
mod guide;
mod lattice;
mod legality;
mod notation;
mod observation;
mod opening;
mod options;
mod position;
mod robot_phase;
mod robots;
mod rules;
mod setup;
mod side;
mod state;
mod views;
mod wins;

pub use action::{Action, RobotMove};
pub use board::Board;
pub use energy::{energy_at_least, payment};
pub use game::Netzwerk;
pub use lattice::{Field, Fields, MAX_SIDE, Point, PointSet, Square, Squares};
pub use position::{MAX_ROBOTS, Phase, Position, Spender, Spenders};
pub use robot_phase::{
    MAX_ROBOT_ACTIONS, PhaseLimits, RobotActions, RobotPhaseResult, RobotPhases,
};
pub use rules::{Control, End, Rules};
pub use setup::{Setup, SetupPart, SetupPhase};
pub use side::Side;
pub use state::{State, View};

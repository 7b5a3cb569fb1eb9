//! The rules of Botwerk's games as pure functions of position and action.

pub mod micro_robots;
pub mod notation;

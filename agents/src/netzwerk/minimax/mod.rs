//! The player that looks ahead: alpha-beta over whole turns.
//!
//! A turn has up to 10^8 results, so not all of them are searched. The boards that the robot phase
//! can lead to are enumerated, every one; the best of them by the evaluation are tried with a few
//! plans for the batteries: none moved, energy for the own leaders, none for the enemies, both.
//! Wins in one turn are found exactly, and so is a turn that leaves the opponent no such win by
//! robots, where there is one.

mod agent;
mod battery_plans;
mod escape;
mod evaluation;
mod generation;
mod keys;
mod root;
mod score;
mod search;
mod table;
#[cfg(test)]
mod tests;
pub mod tuner;
mod turn;
mod weights;

pub(super) use agent::entry;
pub use weights::{Origin, Weights, WeightsFile};

//! The player that looks ahead: alpha-beta over whole turns.
//!
//! A turn has up to 10^8 results, so not all of them are searched. The boards that the robot phase
//! can lead to are enumerated; the best of them by the evaluation are tried with plans for the
//! batteries (none moved, energy for the own leaders, none for the enemies, both) and with what one
//! move more makes of the best plans, again and again: a beam, which is every turn where there are
//! few. Two turns are looked ahead wider and wider, then three and more. Other turns are tried before
//! a loss is believed. Wins in one turn are found exactly, and so is a turn that leaves the opponent
//! no such win by robots, where there is one.

mod agent;
mod battery_phases;
mod battery_plans;
mod busy_turns;
mod escape;
mod evaluation;
mod generation;
mod keys;
mod node_count;
mod pass;
mod root;
mod score;
mod search;
mod shared;
mod table;
#[cfg(test)]
mod tests;
pub mod tuner;
mod turn;
mod turn_order;
mod weights;
mod width;

pub(super) use agent::entry;
pub use weights::{Origin, Weights, WeightsFile};

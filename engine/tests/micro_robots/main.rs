//! Tests of the rules of Micro Robots, MR-1 to MR-31, on positions written as text.

#![allow(clippy::unwrap_used, reason = "a missing prerequisite fails the test")]

mod board;
mod changed_setups;
mod end;
mod example;
mod expert;
mod leaving;
mod movement;
mod parse_errors;
mod play;
mod playthroughs;
mod position_errors;
mod round;
mod route;
mod set_up;
mod setup_errors;
#[path = "../setup_messages/mod.rs"]
mod setup_messages;
mod simultaneity;
mod wrong_routes;

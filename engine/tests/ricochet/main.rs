//! Tests of the rules of Ricochet Robots, RR-1 to RR-27, on positions written as text.

#![allow(clippy::unwrap_used, reason = "a missing prerequisite fails the test")]

mod board;
mod end;
mod game_dumps;
mod large_boards;
mod movement;
mod notation;
mod play;
mod playthroughs;
mod race;
mod records;
mod set_up;
mod setup_errors;
#[path = "../setup_messages/mod.rs"]
mod setup_messages;
mod show;
mod simultaneity;
mod transparent;

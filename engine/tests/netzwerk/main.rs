//! Tests of the rules of Netzwerk, NW-1 to NW-32, and a naive second implementation that the engine
//! is compared with.

#![allow(clippy::unwrap_used, reason = "a missing prerequisite fails the test")]

mod adjudication;
mod agreement;
mod batteries;
mod board;
mod captures;
mod changed_setups;
mod draws;
mod ends;
mod energy;
mod engine_perft;
mod forced_capture;
mod known_numbers;
mod movement;
mod naive;
mod notation;
mod openings;
mod pair;
mod payment;
mod perft_files;
mod play;
mod playthroughs;
mod random_play;
mod robot_phases;
mod setup_errors;
#[path = "../setup_messages/mod.rs"]
mod setup_messages;
mod winning;
mod wins;

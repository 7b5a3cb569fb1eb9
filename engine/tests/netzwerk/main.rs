//! The rules of Netzwerk, NW-1 to NW-32, and a second, plain implementation of them that the
//! engine is held against.

#![allow(
    clippy::unwrap_used,
    reason = "what a test needs and does not get fails it"
)]

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
mod winning;
mod wins;

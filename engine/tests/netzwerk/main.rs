//! The rules of Netzwerk, NW-1 to NW-32, and a second, plain implementation of them that the
//! engine is held against.

#![allow(
    clippy::unwrap_used,
    reason = "what a test needs and does not get fails it"
)]

mod agreement;
mod ends;
mod engine_perft;
mod known_numbers;
mod naive;
mod openings;
mod pair;
mod payment;
mod perft_files;
mod random_play;
mod robot_phases;
mod wins;

//! The yardsticks of Netzwerk: what every player that does not look ahead by alpha-beta owes.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how the functions shared by the tests fail a test"
)]

mod asking;
mod matches;
mod turns;
mod wins;

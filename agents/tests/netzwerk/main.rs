//! The players of Netzwerk: what the yardsticks owe, and the search against perfect play.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how the functions shared by the tests fail a test"
)]

mod asking;
mod matches;
mod perfect;
mod turns;
mod wins;

//! Tests of the agents of Netzwerk: their obligations, and the search against perfect play.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how the functions shared by the tests fail a test"
)]

mod asking;
mod matches;
mod perfect;
mod turns;
mod wins;

//! Tests of the agents of Droids: their obligations and their strength.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how the functions shared by the tests fail a test"
)]

mod asking;
mod choices;
mod matches;
mod seen;

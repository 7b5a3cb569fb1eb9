//! Tests of the agents of Droids: their obligations and their strength.
#![allow(
    clippy::unwrap_used,
    reason = "shared functions fail a test by a panic"
)]

mod choices;
mod matches;
mod positions;
mod values;
mod views;

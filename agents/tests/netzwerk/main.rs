//! Tests of the agents of Netzwerk: complete turns, wins in one turn, and playing strength.
#![allow(
    clippy::unwrap_used,
    reason = "shared functions fail a test by a panic"
)]

mod positions;
mod strength;
mod turns;
mod wins;

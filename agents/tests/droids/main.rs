//! The players of Droids: what they owe when they are asked, and how strong they are.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how the functions shared by the tests fail a test"
)]

mod asking;
mod choices;
mod matches;
mod seen;

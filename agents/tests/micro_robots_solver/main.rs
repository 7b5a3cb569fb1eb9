//! Tests of the solver of Micro Robots against the checksums of the rules document and plain
//! searches.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how the functions shared by the tests fail a test"
)]

mod boards;
mod certificates;
mod checksums;
mod routes;

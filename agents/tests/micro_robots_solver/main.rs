//! Tests of the solver of Micro Robots against the checksums of the rules document and plain
//! searches.
#![allow(
    clippy::unwrap_used,
    reason = "shared functions fail a test by a panic"
)]

mod boards;
mod certificates;
mod checksums;
mod routes;

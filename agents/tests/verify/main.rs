//! Tests that `verify` accepts genuine records and rejects every forgery.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how the functions shared by the tests fail a test"
)]

mod budgets;
mod forgeries;
mod forging;
mod genuine;
mod mutations;
mod played;
mod slow_lies;
mod solver_lies;

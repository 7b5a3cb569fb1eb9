//! Tests that `verify` accepts genuine records and rejects every forgery.
#![allow(
    clippy::unwrap_used,
    reason = "shared functions fail a test by a panic"
)]

mod budgets;
mod forgeries;
mod forging;
mod genuine;
mod matches;
mod mutations;
mod removals;
mod slow_agent_forgeries;
mod solver_forgeries;
mod versions;

//! Tests of the solver of Ricochet Robots against known optima and plain searches.
#![allow(
    clippy::unwrap_used,
    reason = "shared functions fail a test by a panic"
)]

mod budgets;
mod errors;
mod known;
mod plain_search;
mod properties;
mod random_instances;

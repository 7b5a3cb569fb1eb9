//! Tournaments from outside: every format, bots that fail in every way, restarts, refusals.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

mod bots;
mod faulty;
mod formats;
mod lifecycle;
mod refusals;
mod reproducible;
mod table;
mod withdrawal;

//! The edge of the server: who is let in, how much at once, and what operators see.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

mod admin;
mod limits;
mod operations;
mod tls;

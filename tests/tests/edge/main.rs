//! Access control, limits, TLS, and what operators see.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

mod admin;
mod connections;
mod limits;
mod metrics;
mod operations;
mod tls;
mod web_pages;

//! Environments: steps of many matches over the API, compared with the same lanes in this process.
#![allow(
    clippy::unwrap_used,
    reason = "a panic fails the test and names the line"
)]

mod environment;
mod lifecycle;
mod rejections;
mod steps;
mod streams;

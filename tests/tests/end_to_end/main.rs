//! Matches from their making to their record, over real connections.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on says where and stops"
)]

mod matches;
mod play;

//! Matches from their making to their record, over real connections.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on says where and stops"
)]

mod acts;
mod analysis;
mod analyze;
mod catalog;
mod clocks;
mod fairness;
mod first_request;
mod floods;
mod garbage;
mod hints;
mod idempotence;
mod lifecycle;
mod lifts;
mod matches;
mod play;
mod race;
mod refusals;
mod restart;
mod resume;
mod rules;
mod secrets;
mod slow_reader;
mod states;
mod thinking_times;
mod time_controls;
mod watching;

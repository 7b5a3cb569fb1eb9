//! Matches from creation to record, over real connections.
#![allow(
    clippy::unwrap_used,
    reason = "a panic fails the test and names the line"
)]

mod analysis;
mod analyze;
mod catalog;
mod clocks;
mod droids_hands;
mod droids_matches;
mod droids_turns;
mod fairness;
mod first_request;
mod floods;
mod garbage;
mod hints;
mod idempotence;
mod joins;
mod lifecycle;
mod lifts;
mod match_rules;
mod matches;
mod netzwerk_matches;
mod netzwerk_turns;
mod observations;
mod overtime;
mod play;
mod race;
mod rejections;
mod replay;
mod restart;
mod resume;
mod roles;
mod rules;
mod secrets;
mod signatures;
mod slow_reader;
mod solve_ricochet;
mod submissions;
mod thinking_times;
mod time_controls;
mod turns;
mod typed_positions;
mod watching;

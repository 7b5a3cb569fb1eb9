//! The rules of Droids, by their ids.

#![allow(
    clippy::unwrap_used,
    reason = "what a test needs and does not get fails it"
)]

mod agreement;
mod cargo;
mod changed_setups;
mod course;
mod damage;
mod ends;
mod hidden;
mod movement;
mod naive;
mod options;
mod pair;
mod playthroughs;
mod position;
mod ruleset_files;
mod setup_errors;
mod setup_phase_errors;
mod setup_text_errors;
mod setups;
mod solo;

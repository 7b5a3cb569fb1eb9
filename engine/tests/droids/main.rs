//! Tests of the rules of Droids by rule id, and a naive second implementation that the engine is
//! compared with.

#![allow(clippy::unwrap_used, reason = "a missing prerequisite fails the test")]

mod agreement;
mod cargo;
mod changed_setups;
mod course;
mod damage;
mod ends;
mod former_rulesets;
mod hidden;
mod movement;
mod naive;
mod options;
mod pair;
mod playthroughs;
mod position;
mod ruleset_files;
mod ruleset_schema;
mod setup_errors;
#[path = "../setup_messages/mod.rs"]
mod setup_messages;
mod setup_phase_errors;
mod setup_text_errors;
mod setups;
mod solo;

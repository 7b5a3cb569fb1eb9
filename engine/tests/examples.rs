//! Tests that the programs in `examples/` work, by calling what their `main` functions call.

#![allow(clippy::unwrap_used, reason = "a failing example fails the test")]
#![allow(
    dead_code,
    reason = "the main functions of the examples are not called"
)]

use botwerk_engine::GameId;
use botwerk_engine::record::Record;

#[path = "../examples/agent_loop.rs"]
mod agent_loop;
#[path = "../examples/perft.rs"]
mod perft;
#[path = "../examples/random_match.rs"]
mod random_match;
#[path = "../examples/verify_record.rs"]
mod verify_record;

#[test]
fn random_match_plays_every_game() {
    for id in GameId::BUILT_IN {
        random_match::run(*id, "7").unwrap();
    }
}

#[test]
fn perft_returns_the_known_count() {
    assert_eq!(perft::run(3).unwrap(), 670);
}

#[test]
fn verify_record_accepts_the_record_of_the_agent_loop() {
    let record = agent_loop::run().unwrap();
    verify_record::run(&record.to_text()).unwrap();
}

#[test]
fn verify_record_rejects_a_record_without_its_last_event() {
    let record = agent_loop::run().unwrap();
    let mut events = record.events.clone();
    events.pop();
    let truncated = Record { events, ..record };
    assert!(verify_record::run(&truncated.to_text()).is_err());
}

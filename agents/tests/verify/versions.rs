//! Tests that choices are compared with those of the same version of an agent, and the rules always.

use botwerk_agents::{AgentError, Roster, verify};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::Record;

use crate::matches::{play_match, submission_count};

/// Returns the record of a match whose agent of seat 0 is called otherwise.
fn record_of(agent: &str) -> Record {
    let options = [("chips_to_win", "2"), ("round_cap", "12")];
    let mut record = play_match(&["first-found", "human"], &options, "versions");
    record.header.seats[0].agent = Some(agent.into());
    record
}

#[test]
fn choices_of_another_version_are_not_repeated() {
    let all = submission_count(&record_of("first-found"));
    for agent in ["first-found@1", "first-found"] {
        assert_eq!(
            verify::<MicroRobots>(&record_of(agent)).unwrap().choices,
            all
        );
    }
    // The settings of another version may be others, too.
    for agent in ["first-found@2", "first-found@2:depth=7", "solver@9"] {
        let verified = verify::<MicroRobots>(&record_of(agent)).unwrap();
        assert!(verified.choices > 0 && verified.choices < all, "{agent}");
        let expected = format!(
            "the choices of seat 0: `{agent}` has version 1 here, and may choose otherwise"
        );
        assert!(
            verified.unchecked.contains(&expected),
            "{:?}",
            verified.unchecked
        );
    }
    let error = verify::<MicroRobots>(&record_of("solver")).unwrap_err();
    assert!(error.message.starts_with("seat 0 would choose"), "{error}");
}

#[test]
fn rules_are_checked_whatever_the_version() {
    let mut record = record_of("first-found@2");
    let line = record
        .events
        .iter_mut()
        .find(|line| line.actor == "0")
        .unwrap();
    line.action = "say 0".into();
    verify::<MicroRobots>(&record).unwrap_err();
}

#[test]
fn an_agent_of_a_version_is_that_version() {
    let agent =
        |text: &str| MicroRobots::factory(&text.parse().unwrap()).map(|made| made.version());
    assert_eq!((agent("solver"), agent("solver@1")), (Ok(1), Ok(1)));
    for version in ["2", "x", ""] {
        let name = format!("solver@{version}");
        let expected = AgentError::Version {
            name: name.clone(),
            version: 1,
        };
        assert_eq!(agent(&name), Err(expected));
    }
}

#[test]
fn a_version_that_is_no_number_is_no_record() {
    let error = verify::<MicroRobots>(&record_of("solver@new")).unwrap_err();
    assert!(
        error.message.contains("expected the number of a version"),
        "{error}"
    );
}

#[test]
fn agent_that_is_gone_is_told() {
    let record = record_of("last-found:nodes=7");
    let verified = verify::<MicroRobots>(&record).unwrap();
    let expected = "the choices of seat 0: `last-found:nodes=7` is not among the agents here";
    assert!(verified.unchecked.iter().any(|text| text == expected));
}

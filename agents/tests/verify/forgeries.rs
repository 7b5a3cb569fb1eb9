//! Records with one forgery each: every forgery is rejected at its event.

use botwerk_agents::verify;
use botwerk_engine::Termination;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::Record;

use crate::forging::{add_effort, find_race, find_show, insert_referee_event, losing_announcement};
use crate::matches::play_match;

/// Forges a record; returns the index of the event that must be rejected.
type Forge = fn(&mut Record) -> usize;

/// The name of a forgery, a part of its error message, and the function that forges.
type Forgery<'a> = (&'a str, &'a str, Forge);

/// Asserts that forgeries of a match between these agents are rejected; the agent of a name with a
/// leading `-` is removed from the record.
pub(crate) fn assert_rejected(agents: &[&str], forgeries: &[Forgery<'_>]) {
    let names: Vec<_> = agents
        .iter()
        .map(|name| name.trim_start_matches('-'))
        .collect();
    let options = [("max_announce", "40"), ("round_cap", "40")];
    let mut genuine = play_match(&names, &options, "liar");
    for (seat, agent) in genuine.header.seats.iter_mut().zip(agents) {
        if agent.starts_with('-') {
            seat.agent = None;
        }
    }
    verify::<MicroRobots>(&genuine).unwrap();
    for (name, why, forge) in forgeries {
        let mut forged = genuine.clone();
        let index = forge(&mut forged);
        assert_ne!(forged, genuine, "{name}: the forgery changed nothing");
        let read = Record::from_text(&forged.to_text()).unwrap();
        match verify::<MicroRobots>(&read) {
            Ok(_) => panic!(
                "{name} in event {} is accepted: {:?}",
                index + 1,
                read.events[index]
            ),
            Err(error) => {
                assert_eq!(error.seq, index as u64 + 1, "{name}: {error}");
                assert!(error.message.contains(why), "{name}: {error}");
            }
        }
    }
}

#[test]
fn forgeries_without_reproducible_agents_are_rejected() {
    assert_rejected(
        &["-solver", "-first-found"],
        &[
            ("the effort of a show", "the effort", |record| {
                let at = find_show(record);
                record.events[at].effort = Some(1_000_000);
                at
            }),
            ("the time of an announcement", "ns", |record| {
                let at = find_race(record, 2);
                let loser = losing_announcement(&record.events[at]);
                record.events[at].announcements[loser].elapsed_nanos += 1;
                at
            }),
            ("an announcement left out", "MR-25", |record| {
                let at = find_race(record, 2);
                let loser = losing_announcement(&record.events[at]);
                record.events[at].announcements.remove(loser);
                at
            }),
            (
                "a submission that is interrupted",
                "part: expected 1",
                |record| {
                    let at = find_show(record);
                    record.events[at + 1].part = Some(2);
                    at + 1
                },
            ),
            (
                "a submission with two times",
                "the same time and effort",
                |record| {
                    let at = find_show(record);
                    add_effort(&mut record.events[at + 1], 1);
                    at + 1
                },
            ),
        ],
    );
}

#[test]
fn resignation_of_an_external_player_is_accepted() {
    let mut record = play_match(&["solver", "first-found", "solver"], &[], "leaver");
    record.header.seats[1].agent = None;
    let at = find_race(&record, 3);
    record.events.truncate(at);
    record.outcome = None;
    insert_referee_event(&mut record, at, "leave 1", Some(Termination::Resigned));
    assert!(verify::<MicroRobots>(&record).is_ok());
    record.header.seats[1].agent = Some("first-found".into());
    assert!(verify::<MicroRobots>(&record).is_err());
}

//! One lie each, sealed again: every one is refused where it was told.

use botwerk_agents::verify;
use botwerk_engine::Termination;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::Record;

use crate::forging::{intervene, loser, race_of, show_of, work_more};
use crate::played::played;

/// Tells a lie; gives the place of the event that must be refused.
type Forge = fn(&mut Record) -> usize;

/// A lie, a part of the reason for which it is refused, and how it is told.
type Lie<'a> = (&'a str, &'a str, Forge);

/// Shows that lies about matches of these agents are refused; seats marked `-` are then said to
/// be nobody's.
pub(crate) fn refused(agents: &[&str], lies: &[Lie<'_>]) {
    let names: Vec<_> = agents
        .iter()
        .map(|name| name.trim_start_matches('-'))
        .collect();
    let options = [("max_announce", "40"), ("round_cap", "40")];
    let mut honest = played(&names, &options, "liar");
    for (seat, name) in honest.header.seats.iter_mut().zip(agents) {
        if name.starts_with('-') {
            seat.agent = None;
        }
    }
    verify::<MicroRobots>(&honest).unwrap();
    for (what, why, forge) in lies {
        let mut forged = honest.clone();
        let at = forge(&mut forged);
        assert_ne!(forged, honest, "{what}: no lie at all");
        let read = Record::from_text(&forged.to_text()).unwrap();
        match verify::<MicroRobots>(&read) {
            Ok(_) => panic!(
                "{what} in event {} is accepted: {:?}",
                at + 1,
                read.events[at]
            ),
            Err(refused) => {
                assert_eq!(refused.seq, at as u64 + 1, "{what}: {refused}");
                assert!(refused.why.contains(why), "{what}: {refused}");
            }
        }
    }
}

#[test]
fn lies_about_players_that_cannot_be_asked() {
    refused(
        &["-solver", "-first-found"],
        &[
            ("the effort of a show", "the effort", |record| {
                let at = show_of(record);
                record.events[at].effort = Some(1_000_000);
                at
            }),
            ("the time of an announcement", "ns", |record| {
                let at = race_of(record, 2);
                let lost = loser(&record.events[at]);
                record.events[at].race[lost].nanos += 1;
                at
            }),
            ("an announcement left out", "MR-25", |record| {
                let at = race_of(record, 2);
                let lost = loser(&record.events[at]);
                record.events[at].race.remove(lost);
                at
            }),
            ("an act that is interrupted", "is number 1", |record| {
                let at = show_of(record);
                record.events[at + 1].act = Some(2);
                at + 1
            }),
            (
                "an act with two times",
                "one time and one effort",
                |record| {
                    let at = show_of(record);
                    work_more(&mut record.events[at + 1], 1);
                    at + 1
                },
            ),
        ],
    );
}

#[test]
fn a_player_that_leaves_of_its_own_will_is_believed() {
    let mut record = played(&["solver", "first-found", "solver"], &[], "leaver");
    record.header.seats[1].agent = None;
    let at = race_of(&record, 3);
    record.events.truncate(at);
    record.outcome = None;
    intervene(&mut record, at, "leave 1", Some(Termination::Resigned));
    assert!(verify::<MicroRobots>(&record).is_ok());
    record.header.seats[1].agent = Some("first-found".into());
    assert!(verify::<MicroRobots>(&record).is_err());
}

//! Tests that genuine records of all agents are verified.

use botwerk_agents::{Roster, verify};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::{EventLine, Record};

use crate::matches::{play_match, submission_count};

/// Options for short matches: few chips and rounds.
const SHORT: [(&str, &str); 2] = [("chips_to_win", "2"), ("round_cap", "12")];

fn assert_verified(record: &Record) {
    let read = Record::from_text(&record.to_text()).unwrap();
    let verified = verify::<MicroRobots>(&read);
    let header = &record.header;
    let verified = verified.unwrap_or_else(|error| panic!("{error}: {:?}", header.seats));
    assert_eq!(verified.events, record.events.len() as u64);
    assert_eq!(
        verified.choices,
        submission_count(record),
        "{:?}",
        header.seats
    );
}

#[test]
fn matches_of_every_pair_of_agents_are_verified() {
    let names: Vec<_> = MicroRobots::roster()
        .iter()
        .map(|entry| entry.info.name)
        .collect();
    for one in &names {
        for other in &names {
            for seats in 2..=4 {
                for expert in ["false", "true"] {
                    let agents: Vec<_> = [*one, *other].into_iter().cycle().take(seats).collect();
                    let options = [&SHORT[..], &[("expert", expert)]].concat();
                    assert_verified(&play_match(
                        &agents,
                        &options,
                        &format!("{one} {other} {seats}"),
                    ));
                }
            }
        }
    }
}

#[test]
fn late_choices_are_verified_as_passes() {
    let options = [&SHORT[..], &[("race_limit", "3s")]].concat();
    let record = play_match(
        &["random:think=9s", "human:mean=3s", "solver"],
        &options,
        "late",
    );
    let is_late = |line: &&EventLine| line.turn.is_some() && line.elapsed_nanos.is_none();
    assert!(
        record.events.iter().any(|line| is_late(&line)),
        "expected a choice that is too late"
    );
    assert_verified(&record);
    // Former records have a number instead.
    let mut former = record.clone();
    for line in former.events.iter_mut().filter(|line| is_late(&&**line)) {
        line.elapsed_nanos = Some(u64::MAX);
    }
    assert_ne!(former, record);
    assert_verified(&Record::from_text(&former.to_text()).unwrap());
}

#[test]
fn ties_are_verified() {
    let record = play_match(&["solver"; 4], &SHORT, "ties");
    let tied = record
        .events
        .iter()
        .filter(|line| line.announcements.len() == 4);
    assert!(tied.count() > 1);
    assert_verified(&record);
}

#[test]
fn choices_of_external_players_are_not_repeated() {
    let mut record = play_match(&["solver", "first-found"], &SHORT, "remote");
    record.header.seats[1].agent = None;
    let verified = verify::<MicroRobots>(&record).unwrap();
    assert!(0 < verified.choices && verified.choices < submission_count(&record));
}

#[test]
fn unfinished_match_is_verified_between_two_submissions() {
    let complete = play_match(&["solver", "random"], &SHORT, "begun");
    // Prefixes that end between two submissions, and within one.
    let mut checked = [0; 2];
    for events in 0..complete.events.len() {
        let mut unfinished = complete.clone();
        unfinished.events.truncate(events);
        unfinished.outcome = None;
        let [latest, next] = [events.wrapping_sub(1), events].map(|at| complete.events.get(at));
        let submission =
            |line: &botwerk_engine::record::EventLine| (line.actor.clone(), line.turn, line.part);
        let is_cut = latest
            .zip(next)
            .is_some_and(|(one, other)| one.turn.is_some() && submission(one) == submission(other));
        let verified = verify::<MicroRobots>(&unfinished);
        assert_eq!(verified.is_err(), is_cut, "{events} events: {verified:?}");
        checked[usize::from(is_cut)] += 1;
    }
    assert!(checked.iter().all(|count| *count >= 3), "{checked:?}");
}

//! What agents have really played is verified, whoever they are.

use botwerk_agents::{Roster, verify};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::{Record, TimeKind};

use crate::played::{answers, played};

/// Short matches: few chips and rounds.
const SHORT: [(&str, &str); 2] = [("chips_to_win", "2"), ("round_cap", "12")];

fn verifies(record: &Record) {
    let read = Record::from_text(&record.to_text()).unwrap();
    let verified = verify::<MicroRobots>(&read);
    let header = &record.header;
    let verified = verified.unwrap_or_else(|why| panic!("{why}: {:?}", header.seats));
    assert_eq!(verified.events, record.events.len() as u64);
    assert_eq!(verified.choices, answers(record), "{:?}", header.seats);
}

#[test]
fn every_pair_of_agents_verifies_at_every_table() {
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
                    verifies(&played(
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
fn choices_that_come_too_late_are_verified_as_passes() {
    let options = [&SHORT[..], &[("race_limit", "3s")]].concat();
    let record = played(
        &["random:think=9s", "human:mean=3s", "solver"],
        &options,
        "late",
    );
    let late = |nanos| record.events.iter().any(|line| line.nanos == Some(nanos));
    assert!(late(u64::MAX), "nobody was too late");
    verifies(&record);
}

#[test]
fn ties_are_verified() {
    let record = played(&["solver"; 4], &SHORT, "ties");
    let tied = record.events.iter().filter(|line| line.race.len() == 4);
    assert!(tied.count() > 1);
    verifies(&record);
}

#[test]
fn players_that_are_not_bundled_are_not_asked() {
    let mut record = played(&["solver", "first-found"], &SHORT, "remote");
    record.header.seats[1].agent = None;
    let verified = verify::<MicroRobots>(&record).unwrap();
    assert!(0 < verified.choices && verified.choices < answers(&record));
    record.header.time = TimeKind::Wall;
    assert_eq!(verify::<MicroRobots>(&record).unwrap().choices, 0);
}

#[test]
fn a_match_that_goes_on_verifies_at_any_event_between_two_acts() {
    let whole = played(&["solver", "random"], &SHORT, "begun");
    for events in 0..whole.events.len() {
        let mut begun = whole.clone();
        begun.events.truncate(events);
        begun.outcome = None;
        let [latest, next] = [events.wrapping_sub(1), events].map(|at| whole.events.get(at));
        let act = |line: &botwerk_engine::record::EventLine| (line.by.clone(), line.turn, line.act);
        let is_cut = latest
            .zip(next)
            .is_some_and(|(one, other)| one.turn.is_some() && act(one) == act(other));
        let verified = verify::<MicroRobots>(&begun);
        assert_eq!(verified.is_err(), is_cut, "{events} events: {verified:?}");
    }
}

//! Lies about players that answer at once and show whole routes.

use botwerk_engine::Termination;

use crate::forgeries::refused;
use crate::forging::{intervene, loser, race_of, renumber, show_of, work_more};

#[test]
fn lies_about_solvers() {
    refused(
        &["solver", "first-found", "solver"],
        &[
            ("the effort of a show", "would choose", |record| {
                let at = show_of(record);
                let act = (record.events[at].turn, record.events[at].act);
                for line in &mut record.events[at..] {
                    if (line.turn, line.act) == act {
                        work_more(line, 1);
                    }
                }
                at
            }),
            (
                "the effort of the first announcement",
                "would choose",
                |record| {
                    let at = race_of(record, 3);
                    let line = &mut record.events[at];
                    let won = line
                        .race
                        .iter_mut()
                        .find(|finish| finish.seat.to_string() == line.by);
                    let won = won.unwrap();
                    (won.effort, won.nanos) = (1, 1000);
                    (line.effort, line.nanos) = (Some(1), Some(1000));
                    at
                },
            ),
            (
                "the effort of a losing announcement",
                "would choose",
                |record| {
                    let at = race_of(record, 3);
                    let lost = loser(&record.events[at]);
                    let lost = &mut record.events[at].race[lost];
                    lost.effort += 1;
                    lost.nanos += 1000;
                    at
                },
            ),
            ("what a losing announcement was", "would choose", |record| {
                let at = race_of(record, 3);
                let lost = loser(&record.events[at]);
                let action = &mut record.events[at].race[lost].action;
                *action = if action == "say 3" { "say 4" } else { "say 3" }.into();
                at
            }),
            ("a losing announcement that is illegal", "MR-13", |record| {
                let at = race_of(record, 3);
                let lost = loser(&record.events[at]);
                record.events[at].race[lost].action = "say 41".into();
                at
            }),
            (
                "a losing announcement that is a pass",
                "is no announcement",
                |record| {
                    let at = race_of(record, 3);
                    let lost = loser(&record.events[at]);
                    record.events[at].race[lost].action = "pass".into();
                    at
                },
            ),
            ("an announcement left out", "MR-25", |record| {
                let at = race_of(record, 3);
                let lost = loser(&record.events[at]);
                record.events[at].race.remove(lost);
                at
            }),
            (
                "an announcement turned into a pass",
                "would choose",
                |record| {
                    let at = race_of(record, 3);
                    let lost = loser(&record.events[at]);
                    let finish = record.events[at].race.remove(lost);
                    let mut line = record.events[at].clone();
                    line.by = finish.seat.to_string();
                    line.action = "pass".into();
                    (line.nanos, line.effort) = (Some(finish.nanos), Some(finish.effort));
                    line.race.clear();
                    line.turn = Some(1);
                    record.events.insert(at, line);
                    renumber(record);
                    at
                },
            ),
            (
                "a seat that is not at the table",
                "a seat's number",
                |record| {
                    let at = race_of(record, 3);
                    record.events[at].race[0].seat = 3;
                    at
                },
            ),
            ("an act's number", "is number 0", |record| {
                let at = show_of(record);
                record.events[at].act = Some(1);
                at
            }),
            ("an act that is given in two", "would choose", |record| {
                let at = show_of(record);
                record.events[at + 1].act = Some(1);
                at
            }),
            (
                "the time of one action of an act",
                "one time and one effort",
                |record| {
                    let at = show_of(record) + 1;
                    work_more(&mut record.events[at], 1);
                    at
                },
            ),
            ("another route", "would choose", |record| {
                let at = show_of(record);
                let action = &mut record.events[at + 1].action;
                *action = if action == "to 1P" { "to 2W" } else { "to 1P" }.into();
                at
            }),
            ("a round broken off", "no limit passes", |record| {
                let at = race_of(record, 3);
                intervene(record, at, "break", None);
                at
            }),
            ("a show that is late", "no limit passes", |record| {
                let at = show_of(record);
                let late = format!("late {}", record.events[at].by);
                intervene(record, at, &late, None);
                at
            }),
            (
                "a seat that leaves while it is asked",
                "would choose",
                |record| {
                    let at = show_of(record);
                    let leave = format!("leave {}", record.events[at].by);
                    intervene(record, at, &leave, Some(Termination::Illegal));
                    at
                },
            ),
            (
                "a seat that leaves while it is not asked",
                "is not asked",
                |record| {
                    let at = show_of(record);
                    let shows = record.events[at].by == "2";
                    intervene(record, at, if shows { "leave 0" } else { "leave 2" }, None);
                    at
                },
            ),
            (
                "a seat that leaves before the match",
                "is not asked",
                |record| {
                    intervene(record, 0, "leave 1", Some(Termination::NoShow));
                    0
                },
            ),
        ],
    );
}

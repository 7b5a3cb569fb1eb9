//! Forgeries about agents that act at once and show complete routes.

use crate::forgeries::assert_rejected;
use crate::forging::{
    add_effort, find_race, find_show, insert_referee_event, losing_announcement, renumber,
};
use botwerk_engine::Termination;

#[test]
fn forgeries_about_solvers_are_rejected() {
    assert_rejected(
        &["solver", "first-found", "solver"],
        &[
            ("the effort of a show", "would choose", |record| {
                let at = find_show(record);
                let submission = (record.events[at].turn, record.events[at].part);
                for line in &mut record.events[at..] {
                    if (line.turn, line.part) == submission {
                        add_effort(line, 1);
                    }
                }
                at
            }),
            (
                "the effort of the first announcement",
                "would choose",
                |record| {
                    let at = find_race(record, 3);
                    let line = &mut record.events[at];
                    let winning = line
                        .announcements
                        .iter_mut()
                        .find(|announcement| announcement.seat.to_string() == line.actor);
                    let winning = winning.unwrap();
                    (winning.effort, winning.elapsed_nanos) = (1, 1000);
                    (line.effort, line.elapsed_nanos) = (Some(1), Some(1000));
                    at
                },
            ),
            (
                "the effort of a losing announcement",
                "would choose",
                |record| {
                    let at = find_race(record, 3);
                    let loser = losing_announcement(&record.events[at]);
                    let loser = &mut record.events[at].announcements[loser];
                    loser.effort += 1;
                    loser.elapsed_nanos += 1000;
                    at
                },
            ),
            ("another losing announcement", "would choose", |record| {
                let at = find_race(record, 3);
                let loser = losing_announcement(&record.events[at]);
                let action = &mut record.events[at].announcements[loser].action;
                *action = if action == "say 3" { "say 4" } else { "say 3" }.into();
                at
            }),
            ("a losing announcement that is illegal", "MR-13", |record| {
                let at = find_race(record, 3);
                let loser = losing_announcement(&record.events[at]);
                record.events[at].announcements[loser].action = "say 41".into();
                at
            }),
            (
                "a losing announcement that is a pass",
                "is not an announcement",
                |record| {
                    let at = find_race(record, 3);
                    let loser = losing_announcement(&record.events[at]);
                    record.events[at].announcements[loser].action = "pass".into();
                    at
                },
            ),
            ("an announcement left out", "MR-25", |record| {
                let at = find_race(record, 3);
                let loser = losing_announcement(&record.events[at]);
                record.events[at].announcements.remove(loser);
                at
            }),
            (
                "an announcement turned into a pass",
                "would choose",
                |record| {
                    let at = find_race(record, 3);
                    let loser = losing_announcement(&record.events[at]);
                    let announcement = record.events[at].announcements.remove(loser);
                    let mut line = record.events[at].clone();
                    line.actor = announcement.seat.to_string();
                    line.action = "pass".into();
                    (line.elapsed_nanos, line.effort) =
                        (Some(announcement.elapsed_nanos), Some(announcement.effort));
                    line.announcements.clear();
                    line.turn = Some(1);
                    record.events.insert(at, line);
                    renumber(record);
                    at
                },
            ),
            (
                "a seat that is not in the match",
                "a seat's number",
                |record| {
                    let at = find_race(record, 3);
                    record.events[at].announcements[0].seat = 3;
                    at
                },
            ),
            (
                "the number of a part",
                "part: expected 0, found 1",
                |record| {
                    let at = find_show(record);
                    record.events[at].part = Some(1);
                    at
                },
            ),
            ("a submission split into two", "would choose", |record| {
                let at = find_show(record);
                record.events[at + 1].part = Some(1);
                at
            }),
            (
                "the time of one action of a submission",
                "the same time and effort",
                |record| {
                    let at = find_show(record) + 1;
                    add_effort(&mut record.events[at], 1);
                    at
                },
            ),
            ("another route", "would choose", |record| {
                let at = find_show(record);
                let action = &mut record.events[at + 1].action;
                *action = if action == "to 1P" { "to 2W" } else { "to 1P" }.into();
                at
            }),
            ("an aborted round", "no time limit expires", |record| {
                let at = find_race(record, 3);
                insert_referee_event(record, at, "break", None);
                at
            }),
            ("a show that is late", "no time limit expires", |record| {
                let at = find_show(record);
                let late = format!("late {}", record.events[at].actor);
                insert_referee_event(record, at, &late, None);
                at
            }),
            (
                "a seat that leaves while it is to act",
                "would choose",
                |record| {
                    let at = find_show(record);
                    let leave = format!("leave {}", record.events[at].actor);
                    insert_referee_event(record, at, &leave, Some(Termination::Illegal));
                    at
                },
            ),
            (
                "a seat that leaves while it is not to act",
                "is not to act",
                |record| {
                    let at = find_show(record);
                    let is_showing = record.events[at].actor == "2";
                    insert_referee_event(
                        record,
                        at,
                        if is_showing { "leave 0" } else { "leave 2" },
                        Some(Termination::Illegal),
                    );
                    at
                },
            ),
            (
                "a seat that leaves before the match",
                "a built-in agent plays it",
                |record| {
                    insert_referee_event(record, 0, "leave 1", Some(Termination::NoShow));
                    0
                },
            ),
        ],
    );
}

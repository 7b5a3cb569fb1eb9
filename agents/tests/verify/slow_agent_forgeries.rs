//! Forgeries about agents that delay, pass and show a route in many submissions.

use botwerk_engine::record::AnnouncementLine;

use crate::forgeries::assert_rejected;
use crate::forging::{
    add_effort, find, find_after, find_race, losing_announcement, pass_before_race, renumber,
};

#[test]
fn forgeries_about_slow_agents_are_rejected() {
    assert_rejected(
        &["human", "random", "random", "random"],
        &[
            (
                "a seat in a race that has passed",
                "can announce",
                |record| {
                    let pass = pass_before_race(record);
                    let seat = record.events[pass].actor.parse().unwrap();
                    record.events[pass + 1]
                        .announcements
                        .push(AnnouncementLine {
                            seat,
                            action: "say 5".into(),
                            elapsed_nanos: u64::MAX - 1,
                            effort: 1,
                        });
                    pass + 1
                },
            ),
            ("a pass left out", "MR-25", |record| {
                let pass = pass_before_race(record);
                record.events.remove(pass);
                renumber(record);
                pass
            }),
            ("the delay before a pass", "would choose", |record| {
                let pass = pass_before_race(record);
                let nanos = &mut record.events[pass].elapsed_nanos;
                *nanos = nanos.map(|nanos| nanos + 1000);
                assert!(nanos.is_some());
                pass
            }),
            ("a pass without a submission", "would choose", |record| {
                let pass = pass_before_race(record);
                let line = &mut record.events[pass];
                (line.elapsed_nanos, line.effort) = (None, None);
                pass
            }),
            (
                "the delay before an announcement",
                "would choose",
                |record| {
                    let at = find_race(record, 2);
                    let loser = losing_announcement(&record.events[at]);
                    record.events[at].announcements[loser].elapsed_nanos += 1000;
                    at
                },
            ),
            ("a later part of a turn", "would choose", |record| {
                let at = find(record, |line| line.part > Some(0));
                let action = &mut record.events[at].action;
                *action = if action == "end" { "to 1P" } else { "end" }.into();
                at
            }),
            ("the effort of a later part", "would choose", |record| {
                let at = find(record, |line| line.part > Some(0));
                add_effort(&mut record.events[at], 1);
                at
            }),
            (
                "two submissions merged into one",
                "would choose",
                |record| {
                    let at = find(record, |line| line.part > Some(0));
                    record.events[at].part = Some(0);
                    at - 1
                },
            ),
            ("the number of a later part", "part: expected 1", |record| {
                let at = find(record, |line| line.part > Some(0));
                record.events[at].part = Some(7);
                at
            }),
            ("a chance outcome", "the outcome of the seed", |record| {
                let at = find_after(record, 2, |line| line.actor == "chance");
                let action = &mut record.events[at].action;
                *action = if action == "roll 1P" {
                    "roll 2W"
                } else {
                    "roll 1P"
                }
                .into();
                at
            }),
        ],
    );
}

//! Tests of records of races with overtime: genuine ones are verified, forged ones are rejected (RR-7,
//! RR-24, RR-25).

use botwerk_engine::record::{
    ClockKind, EventLine, Header, OutcomeLine, Record, RecordedSeat, Replay, SeedOrigin,
};
use botwerk_engine::ricochet::{Action, Ricochet};
use botwerk_engine::{Event, GameNotation, Referee, RootSeed, Submission, Viewer};

use crate::play::{game, seat};

/// A match with its events.
struct Recorded {
    referee: Referee<Ricochet>,
    clock: ClockKind,
    events: Vec<Event<Action>>,
}

impl Recorded {
    fn new(clock: ClockKind) -> Self {
        let game = game(3, &[("round_cap", "1"), ("overtime", "5s")]).unwrap();
        let mut events = Vec::new();
        let mut referee = Referee::new(game, seed());
        referee.resolve_chance(&mut events);
        Self {
            referee,
            clock,
            events,
        }
    }

    /// Submits a turn after this number of milliseconds.
    fn act(&mut self, number: usize, text: &str, millis: u64) {
        let view = self.referee.view(Viewer::Seat(seat(number)));
        let actions = self.referee.game().parse_turn(&view, text).unwrap();
        let submission = Submission {
            nanos: Some(millis * 1_000_000),
            // The default speed of virtual time is one node a microsecond.
            effort: millis * 1000,
            ..Submission::new(seat(number), &actions)
        };
        let accepted = self.referee.submit(submission, &mut self.events);
        accepted.unwrap_or_else(|error| panic!("{error}"));
    }

    fn decide(&mut self, millis: u64) {
        let nanos = millis.saturating_mul(1_000_000);
        assert!(self.referee.resolve_race(|_| nanos, &mut self.events));
    }

    /// Ends every show at once, and returns the record.
    fn finish(mut self) -> Record {
        while let Some(decision) = self.referee.decision() {
            let seat = decision.seats.into_iter().next().unwrap();
            let submission = Submission::new(seat, &[Action::End]);
            self.referee.submit(submission, &mut self.events).unwrap();
        }
        let game = self.referee.game();
        let seats = ["a", "b", "c"].map(|name| RecordedSeat {
            name: name.into(),
            agent: None,
        });
        let header = Header::new(game, seats.into(), seed(), SeedOrigin::Given, self.clock);
        let lines = (1..).zip(&self.events);
        Record {
            header,
            events: lines
                .map(|(seq, event)| EventLine::new(game, seq, event))
                .collect(),
            outcome: OutcomeLine::from_referee(&self.referee),
        }
    }
}

fn seed() -> RootSeed {
    RootSeed::from_text("7")
}

fn verify(record: &Record) -> Result<(), String> {
    let text = record.to_text();
    let record = Record::from_text(&text).map_err(|error| error.to_string())?;
    let replay = Replay::<Ricochet>::new(&record).map_err(|error| error.to_string())?;
    replay.run().map_err(|error| error.message)
}

/// Changes the events of a record and numbers them again.
fn forge(record: &Record, change: impl FnOnce(&mut Vec<EventLine>)) -> Result<(), String> {
    let mut forged = record.clone();
    change(&mut forged.events);
    for (seq, line) in (1..).zip(&mut forged.events) {
        line.seq = seq;
    }
    verify(&forged)
}

fn position_of(events: &[EventLine], action: &str) -> usize {
    let mut lines = events.iter();
    lines.position(|line| line.action == action).unwrap()
}

/// A race on wall time: seat 0 announces twice, and seats 1 and 2 once, seat 1 too late.
fn wall() -> Record {
    let mut recorded = Recorded::new(ClockKind::Wall);
    recorded.act(0, "say 9", 1000);
    recorded.decide(1001);
    recorded.act(2, "say 8", 3000);
    recorded.act(0, "say 7", 4000);
    recorded.act(1, "say 6", 6500);
    recorded.decide(7000);
    recorded.finish()
}

/// A race on virtual time: seats 0 and 2 announce, seat 1 passes.
fn virtual_time() -> Record {
    let mut recorded = Recorded::new(ClockKind::Virtual);
    recorded.act(0, "say 9", 1000);
    recorded.act(1, "pass", 2000);
    recorded.act(2, "say 8", 3000);
    recorded.decide(u64::MAX);
    recorded.finish()
}

#[test]
fn rr_24_records_with_overtime_are_verified() {
    for (record, shows) in [(wall(), 2), (virtual_time(), 2)] {
        assert_eq!(verify(&record), Ok(()));
        let ends = record.events.iter().filter(|line| line.action == "end");
        assert_eq!(ends.count(), shows);
    }
}

#[test]
fn rr_24_announcement_cannot_be_moved_before_an_earlier_one() {
    let forged = forge(&wall(), |events| {
        let (first, second) = (position_of(events, "say 8"), position_of(events, "say 7"));
        events.swap(first, second);
    });
    assert!(forged.is_err());
    // An announcement that pretends to have been faster than one that was applied before.
    let faster = forge(&wall(), |events| {
        let index = position_of(events, "say 8");
        for line in &mut events[index..] {
            for announcement in &mut line.announcements {
                if announcement.action == "say 8" {
                    announcement.elapsed_nanos = 999_000_000;
                }
            }
        }
        events[index].elapsed_nanos = Some(999_000_000);
    });
    assert_eq!(
        faster,
        Err("an earlier announcement of the race must come first".to_owned())
    );
}

#[test]
fn rr_7_announcement_after_overtime_cannot_be_added() {
    let late = forge(&wall(), |events| {
        let index = position_of(events, "say 7");
        let mut line = events[index].clone();
        line.announcements.retain(|it| it.action == "say 6");
        line.actor = "1".into();
        line.action = "say 6".into();
        line.part = Some(0);
        line.elapsed_nanos = Some(6_500_000_000);
        line.effort = Some(6_500_000);
        events.insert(index + 1, line);
    });
    assert_eq!(
        late,
        Err(
            "elapsed_nanos: expected at most 6000000000, the end of overtime, found 6500000000"
                .to_owned()
        )
    );
}

#[test]
fn rr_7_repeated_announcement_cannot_be_higher() {
    let higher = forge(&wall(), |events| {
        let first = position_of(events, "say 7");
        for line in events.iter_mut() {
            for announcement in &mut line.announcements {
                if announcement.action == "say 7" {
                    announcement.action = "say 9".into();
                }
            }
        }
        events[first].action = "say 9".into();
    });
    let error = higher.unwrap_err();
    assert!(error.contains("expected a number lower than 9"), "{error}");
}

#[test]
fn rr_7_overtime_cannot_end_before_a_compared_announcement() {
    let closed = forge(&wall(), |events| {
        let index = position_of(events, "say 7");
        events.remove(index);
    });
    assert_eq!(
        closed,
        Err("the race must wait for announcements that were compared before".to_owned())
    );
    let unlisted = forge(&wall(), |events| {
        let index = position_of(events, "say 7");
        events[index]
            .announcements
            .retain(|it| it.action == "say 7");
    });
    assert_eq!(
        unlisted,
        Err("announcements: expected all that wait since an earlier one".to_owned())
    );
}

#[test]
fn rr_7_race_without_an_announcement_has_no_overtime_to_end() {
    let closed = forge(&wall(), |events| {
        let close = position_of(events, "close");
        let close = events.remove(close);
        let first = position_of(events, "say 9");
        events.insert(first, close);
    });
    assert!(closed.unwrap_err().contains("RR-7"));
}

#[test]
fn rr_25_virtual_race_waits_for_every_seat() {
    let missing = forge(&virtual_time(), |events| {
        let index = position_of(events, "say 9");
        events[index]
            .announcements
            .retain(|it| it.action == "say 9");
        let other = position_of(events, "say 8");
        events.remove(other);
    });
    let error = missing.unwrap_err();
    assert!(
        error.contains("neither announced nor passed (RR-25)"),
        "{error}"
    );
}

#[test]
fn rr_25_seat_announces_once_on_virtual_time() {
    let again = |action: &str| {
        forge(&virtual_time(), |events| {
            let index = position_of(events, "say 8");
            let mut line = events[index].clone();
            line.actor = "0".into();
            line.action = action.into();
            line.part = Some(1);
            line.elapsed_nanos = Some(4_000_000_000);
            line.effort = Some(4_000_000);
            line.announcements.clear();
            if let Some(mut announcement) = events[index].announcements.first().cloned()
                && action != "pass"
            {
                announcement.seat = 0;
                announcement.action = action.into();
                announcement.elapsed_nanos = 4_000_000_000;
                announcement.effort = 4_000_000;
                line.announcements.push(announcement);
            }
            events.insert(index + 1, line);
        })
    };
    for action in ["say 5", "pass"] {
        let error = again(action).unwrap_err();
        assert!(
            error.contains("announces once on virtual time (RR-25)"),
            "{error}"
        );
    }
}

#[test]
fn rr_24_seat_with_a_held_announcement_cannot_pass() {
    let passed = forge(&wall(), |events| {
        let index = position_of(events, "say 8");
        let mut line = events[index].clone();
        // Seat 0 was compared with seat 2, so its announcement is held.
        line.actor = "0".into();
        line.action = "pass".into();
        line.part = Some(1);
        line.announcements.clear();
        events.insert(index + 1, line);
    });
    assert_eq!(
        passed,
        Err("seat 0 has announced, so it cannot act otherwise".to_owned())
    );
    assert!(game(3, &[]).unwrap().format_action(Action::Close) == "close");
}

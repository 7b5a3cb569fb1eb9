//! Tests of the order of announcements and of overtime: measured and virtual time (RR-7, RR-24, RR-25).

use botwerk_engine::ricochet::{Action, Ricochet};
use botwerk_engine::{
    Acceptance, Actor, ChanceKey, Event, GameNotation, GameRace, Referee, RootSeed, Submission,
    SubmissionError, Viewer,
};

use crate::play::{Play, seat};

/// Nanoseconds of the overtime of these tests.
const OVERTIME: u64 = 5_000_000_000;

/// A referee in a race, and its events.
struct Race {
    referee: Referee<Ricochet>,
    events: Vec<Event<Action>>,
}

impl Race {
    fn new(phase: &str) -> Self {
        let Play { game, state } = Play::in_phase(&[("overtime", "5s")], phase);
        Self {
            referee: Referee::from_position(game, RootSeed::from_text("7"), state),
            events: Vec::new(),
        }
    }

    fn open() -> Self {
        Self::new("race:/")
    }

    fn act(
        &mut self,
        number: usize,
        text: &str,
        nanos: u64,
    ) -> Result<Acceptance, SubmissionError> {
        let view = self.referee.view(Viewer::Seat(seat(number)));
        let actions = self.referee.game().parse_turn(&view, text).unwrap();
        let submission = Submission {
            nanos: Some(nanos),
            ..Submission::new(seat(number), &actions)
        };
        self.referee.submit(submission, &mut self.events)
    }

    /// Resolves the race; no seat can announce before `earliest_possible`.
    fn decide(&mut self, earliest_possible: u64) -> bool {
        self.referee
            .resolve_race(|_| earliest_possible, &mut self.events)
    }

    fn phase(&self) -> String {
        let text = self.referee.game().format_position(self.referee.state());
        text.split(' ').next_back().unwrap().to_owned()
    }

    /// Returns the actors and actions of all events.
    fn log(&self) -> Vec<String> {
        let entry = |event: &Event<Action>| format!("{}: {}", event.actor, event.action);
        self.events.iter().map(entry).collect()
    }

    /// Returns the turn and the part of a seat.
    fn progress(&self, number: usize) -> (u32, u32) {
        let seat = seat(number);
        (self.referee.turn(seat), self.referee.parts(seat))
    }
}

#[test]
fn rr_24_announcements_are_applied_in_the_order_of_their_times() {
    let mut race = Race::open();
    assert_eq!(race.act(0, "say 5", 900), Ok(Acceptance::Held));
    race.act(1, "say 6", 400).unwrap();
    race.act(2, "say 7", 700).unwrap();
    assert_eq!(race.referee.overtime_end_nanos(), None);
    assert_eq!(race.referee.next_race_nanos(), Some(400));
    assert!(race.decide(901));
    assert_eq!(race.phase(), "race:1:6,2:7,0:5/");
    assert_eq!(
        race.log(),
        ["seat 1: say 6", "seat 2: say 7", "seat 0: say 5"]
    );
    let compared: Vec<_> = race
        .events
        .iter()
        .map(|it| it.announcements.len())
        .collect();
    assert_eq!(compared, [3, 2, 1]);
    assert_eq!(race.referee.latest_applied_nanos(), Some(900));
}

#[test]
fn rr_24_announcement_waits_for_seats_that_can_be_earlier() {
    let mut race = Race::open();
    race.act(1, "say 6", 400).unwrap();
    assert!(!race.decide(400));
    assert_eq!(race.phase(), "race:/");
    assert!(race.decide(401));
    assert_eq!(race.phase(), "race:1:6/");
    race.act(2, "say 5", 500).unwrap();
    assert!(!race.decide(500), "seat 1 may announce again after 500 ns");
    assert!(race.decide(501));
    assert_eq!(race.phase(), "race:1:6,2:5/");
}

#[test]
fn rr_24_several_ties_of_a_race_have_different_chance_outcomes() {
    let mut race = Race::open();
    for number in 0..3 {
        race.act(number, "say 6", 700).unwrap();
    }
    assert!(race.decide(701));
    let sample = |index: u32, n: u64| {
        let key = ChanceKey {
            kind: "tie",
            seat: None,
            round: 1,
            index,
        };
        RootSeed::from_text("7").rng_for_chance(key).below(n) as usize
    };
    let mut tied = vec![0, 1, 2];
    let mut expected = vec![];
    for (index, n) in [(0, 3), (1, 2)] {
        expected.push(tied.remove(sample(index, n)));
    }
    expected.extend(tied);
    let expected: Vec<_> = expected
        .iter()
        .map(|it| format!("seat {it}: say 6"))
        .collect();
    assert_eq!(race.log(), expected);
}

#[test]
fn rr_7_overtime_ends_once_no_seat_can_announce_within_it() {
    let mut race = Race::open();
    race.act(1, "say 6", 400).unwrap();
    assert!(race.decide(401));
    let end = OVERTIME + 400;
    assert_eq!(race.referee.overtime_end_nanos(), Some(end));
    assert_eq!(race.referee.next_race_nanos(), Some(end));
    assert!(!race.decide(end));
    assert!(race.decide(end + 1));
    assert_eq!(race.phase(), "show:1:6:/");
    assert_eq!(race.log(), ["seat 1: say 6", "the referee: close"]);
    assert_eq!(race.events[1].actor, Actor::Referee);
}

#[test]
fn rr_7_announcement_after_overtime_does_not_count() {
    let mut race = Race::open();
    race.act(1, "say 6", 400).unwrap();
    assert!(race.decide(401));
    race.act(0, "say 4", OVERTIME + 400).unwrap();
    race.act(2, "say 2", OVERTIME + 401).unwrap();
    assert!(race.decide(OVERTIME + 401));
    assert_eq!(race.phase(), "show:0:4:/1:6", "the last nanosecond counts");
    assert!(!race.referee.has_held_announcements());
    assert_eq!(race.progress(2), (1, 0), "it is in no record");
}

#[test]
fn rr_7_seat_announces_again_within_the_same_turn() {
    let mut race = Race::open();
    race.act(1, "say 6", 400).unwrap();
    assert_eq!(race.progress(1), (1, 1));
    assert_eq!(
        race.act(1, "say 5", 500),
        Err(SubmissionError::AlreadyAnnounced(seat(1)))
    );
    assert!(race.decide(401));
    assert!(race.referee.awaited_seats().contains(seat(1)));
    assert!(race.act(1, "say 6", 500).is_err(), "it is not lower");
    race.act(1, "say 5", 500).unwrap();
    assert!(race.decide(501));
    let part = |event: &Event<Action>| event.submission.map(|it| (it.turn, it.part));
    let parts: Vec<_> = race.events.iter().map(part).collect();
    assert_eq!(parts, [Some((1, 0)), Some((1, 1))]);
    assert_eq!(race.phase(), "race:1:5/");
    assert_eq!(race.referee.overtime_end_nanos(), Some(OVERTIME + 400));
}

#[test]
fn rr_7_race_in_overtime_ends_when_all_seats_have_passed() {
    let mut race = Race::open();
    race.act(1, "say 6", 400).unwrap();
    assert!(race.decide(401));
    race.act(0, "pass", 500).unwrap();
    race.act(1, "pass", 600).unwrap();
    assert_eq!(race.phase(), "race:1:6/0,1");
    race.act(2, "pass", 700).unwrap();
    assert_eq!(race.phase(), "show:1:6:/");
}

#[test]
fn rr_7_overtime_of_a_given_position_starts_with_it() {
    let mut race = Race::new("race:0:5/1");
    assert_eq!(race.referee.overtime_end_nanos(), Some(OVERTIME));
    race.act(2, "say 4", OVERTIME).unwrap();
    assert!(race.decide(OVERTIME + 1));
    assert_eq!(race.phase(), "show:2:4:/0:5");
}

#[test]
fn rr_7_next_race_has_an_overtime_of_its_own() {
    let mut race = Race::open();
    race.act(1, "say 6", 400).unwrap();
    assert!(race.decide(u64::MAX));
    race.act(1, "end", 1).unwrap();
    race.referee.resolve_chance(&mut race.events);
    assert_eq!(race.phase(), "race:/");
    race.act(0, "say 3", 9_000).unwrap();
    assert!(race.decide(9_001));
    assert_eq!(race.referee.overtime_end_nanos(), Some(OVERTIME + 9_000));
}

#[test]
fn rr_27_held_announcement_of_a_seat_that_leaves_is_discarded() {
    let mut race = Race::open();
    race.act(0, "say 5", 100).unwrap();
    race.act(1, "say 6", 400).unwrap();
    let leave = Action::Leave(seat(0));
    let left = race.referee.apply_referee_action(leave, &mut race.events);
    assert_eq!(left, Ok(()));
    assert_eq!(race.referee.earliest_held_nanos(), Some(400));
    assert!(race.decide(u64::MAX));
    assert_eq!(race.phase(), "show:1:6:/");
}

#[test]
fn rr_25_all_announcements_of_virtual_time_are_resolved_in_one_step() {
    let mut race = Race::open();
    race.act(0, "say 6", 3_000_000_000).unwrap();
    race.act(1, "say 4", 8_000_000_001).unwrap();
    race.act(2, "say 5", 7_000_000_000).unwrap();
    // All seats have announced, and none announces twice.
    assert!(race.decide(u64::MAX));
    assert_eq!(
        race.phase(),
        "show:2:5:/0:6",
        "seat 1 is later than overtime"
    );
    assert_eq!(
        race.log(),
        ["seat 0: say 6", "seat 2: say 5", "the referee: close"]
    );
}

#[test]
fn rr_25_effort_turns_into_time_and_above_race_limit_into_a_pass() {
    let given = [("race_limit", "2s"), ("nodes_per_second", "1000")];
    let Play { game, .. } = Play::in_phase(&given, "race:/");
    assert_eq!(game.virtual_time(1500, 250_000), Some(1_750_000_000));
    assert_eq!(game.virtual_time(2000, 0), Some(2_000_000_000));
    assert_eq!(game.virtual_time(2001, 0), None);
}

#[test]
fn rr_24_replayed_events_restore_the_overtime() {
    let mut race = Race::open();
    let start = race.referee.clone();
    race.act(1, "say 6", 400).unwrap();
    race.act(0, "say 9", 600).unwrap();
    race.act(2, "pass", 10).unwrap();
    assert!(race.decide(500));
    assert_eq!(race.referee.earliest_held_nanos(), Some(600));
    let mut replayed = start;
    for event in &race.events {
        replayed.replay(event).unwrap();
    }
    for referee in [&race.referee, &replayed] {
        assert_eq!(referee.overtime_end_nanos(), Some(OVERTIME + 400));
        assert_eq!(referee.latest_applied_nanos(), Some(400));
        assert_eq!(referee.held_announcements().len(), 1);
        assert_eq!(referee.awaited_seats().collect::<Vec<_>>(), [seat(1)]);
    }
}

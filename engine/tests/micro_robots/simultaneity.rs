//! Tests of the winner of a race: measured and virtual time (MR-24, MR-25).

use std::collections::BTreeSet;

use botwerk_engine::micro_robots::{Action, MicroRobots};
use botwerk_engine::race::Announcement;
use botwerk_engine::{
    Acceptance, Actor, ChanceKey, Event, GameNotation, GameRace, PlainAction, Referee, RootSeed,
    Seats, Submission, SubmissionError, Viewer,
};

use crate::play::{Play, ROUTE, game, seat};

const RACE: &str = "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:";

/// A referee in a race, and its events.
struct Race {
    referee: Referee<MicroRobots>,
    events: Vec<Event<PlainAction<Action>>>,
}

impl Race {
    fn new(seed: &str) -> Self {
        let Play { game, state } = Play::at(&[], RACE);
        let seed = RootSeed::from_text(seed);
        Self {
            referee: Referee::from_position(game, seed, state),
            events: Vec::new(),
        }
    }

    fn act(
        &mut self,
        number: usize,
        text: &str,
        nanos: u64,
    ) -> Result<Acceptance, SubmissionError> {
        let view = self.referee.view(Viewer::Seat(seat(number)));
        let actions = self.referee.game().parse_turn(&view, text).unwrap();
        let act = Submission {
            nanos: Some(nanos),
            effort: nanos / 1000,
            ..Submission::new(seat(number), &actions)
        };
        self.referee.submit(act, &mut self.events)
    }

    fn decide(&mut self, earliest_possible: u64) -> bool {
        self.referee
            .resolve_race(|_| earliest_possible, &mut self.events)
    }

    /// Returns the seat that shows, or `None` while the race is open.
    fn winner(&self) -> Option<usize> {
        let decision = self.referee.decision()?;
        let is_show = decision.stage == "show";
        decision
            .seats
            .map(botwerk_engine::Seat::index)
            .next()
            .filter(|_| is_show)
    }
}

#[test]
fn mr_24_smallest_time_wins_in_any_order_of_arrival() {
    let mut race = Race::new("7");
    assert_eq!(race.act(0, "say 5", 900), Ok(Acceptance::Held));
    assert_eq!(race.act(1, "say 6", 401), Ok(Acceptance::Held));
    assert!(race.referee.has_held_announcements());
    assert_eq!(race.act(2, "say 7", 400), Ok(Acceptance::Held));
    assert!(race.decide(0));
    assert_eq!(race.winner(), Some(2));
    assert!(!race.referee.has_held_announcements());
    let [event] = &race.events[..] else {
        panic!("expected one event, found {:?}", race.events);
    };
    assert_eq!(
        (event.actor, event.action),
        (Actor::Seat(seat(2)), Action::Say(7).into())
    );
    let finish = |number, nanos, say| Announcement {
        seat: seat(number),
        nanos,
        effort: 0,
        action: Action::Say(say).into(),
    };
    let compared = [finish(0, 900, 5), finish(1, 401, 6), finish(2, 400, 7)];
    assert_eq!(event.announcements, compared);
    let submission = event.submission.unwrap();
    assert_eq!(
        (submission.turn, submission.part, submission.elapsed_nanos),
        (1, 0, Some(400))
    );
}

#[test]
fn mr_24_race_is_resolved_once_no_seat_can_be_earlier() {
    let mut race = Race::new("7");
    race.act(1, "say 5", 1000).unwrap();
    assert_eq!(
        race.referee.awaited_seats(),
        [seat(0), seat(2)].into_iter().collect::<Seats>()
    );
    assert!(!race.decide(999));
    assert!(
        !race.decide(1000),
        "a seat that may be equally fast takes part in the tie-break"
    );
    assert_eq!(race.winner(), None);
    assert!(race.decide(1001));
    assert_eq!(race.winner(), Some(1));
}

#[test]
fn mr_24_race_does_not_wait_for_seats_that_passed_or_left() {
    let mut race = Race::new("7");
    race.act(1, "say 5", 1000).unwrap();
    assert_eq!(race.act(0, "pass", 10), Ok(Acceptance::Applied));
    assert!(!race.decide(0));
    race.referee
        .apply_referee_action(Action::Leave(seat(2)).into(), &mut race.events)
        .unwrap();
    assert!(race.decide(0));
    assert_eq!(race.winner(), Some(1));
}

#[test]
fn mr_24_earliest_held_time_is_the_minimum_of_the_held_announcements() {
    let mut race = Race::new("7");
    assert_eq!(race.referee.earliest_held_nanos(), None);
    race.act(0, "say 5", 900).unwrap();
    assert_eq!(race.referee.earliest_held_nanos(), Some(900));
    race.act(1, "say 6", 400).unwrap();
    race.act(2, "say 7", 700).unwrap();
    assert_eq!(race.referee.earliest_held_nanos(), Some(400));
    assert!(race.decide(0));
    assert_eq!(race.referee.earliest_held_nanos(), None);
}

#[test]
fn mr_24_turn_numbers_count_decisions_and_parts_count_submissions() {
    let mut race = Race::new("7");
    let progress =
        |race: &Race| [0, 1].map(|n| (race.referee.turn(seat(n)), race.referee.parts(seat(n))));
    assert_eq!(progress(&race), [(1, 0), (1, 0)]);
    race.act(0, "say 5", 400).unwrap();
    assert_eq!(progress(&race), [(1, 1), (1, 0)]);
    assert!(race.act(0, "say 5", 400).is_err());
    assert_eq!(progress(&race), [(1, 1), (1, 0)], "a rejection is no part");
    // The show is a turn of the winner alone; each move may be a part of it.
    assert!(race.decide(u64::MAX));
    assert_eq!(progress(&race), [(2, 0), (1, 0)]);
    race.act(0, "to 6P", 5).unwrap();
    race.act(0, "to 6W", 5).unwrap();
    assert_eq!(progress(&race), [(2, 2), (1, 0)]);
    let parts = race.events[1..].iter().map(|e| e.submission.unwrap().part);
    assert_eq!(parts.collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn mr_31_announcement_of_a_seat_that_leaves_is_discarded() {
    let mut race = Race::new("7");
    race.act(0, "say 5", 100).unwrap();
    race.act(1, "say 6", 400).unwrap();
    race.referee
        .apply_referee_action(Action::Leave(seat(0)).into(), &mut race.events)
        .unwrap();
    assert_eq!(race.referee.earliest_held_nanos(), Some(400));
    assert_eq!(
        (race.referee.parts(seat(0)), race.referee.parts(seat(1))),
        (0, 1)
    );
    assert!(race.decide(u64::MAX));
    assert_eq!(race.winner(), Some(1));
}

#[test]
fn mr_22_referee_has_a_deadline_only_while_a_decision_is_open() {
    let mut race = Race::new("7");
    let deadline = race.referee.deadline().unwrap();
    assert_eq!(deadline.action, Action::Break.into());
    race.referee
        .apply_referee_action(deadline.action, &mut race.events)
        .unwrap();
    assert!(race.referee.decision().is_none(), "the target is rolled");
    assert!(race.referee.deadline().is_none(), "a roll has no limit");
    race.referee.resolve_chance(&mut race.events);
    assert_eq!(race.referee.decision().unwrap().stage, "race");
    assert!(race.referee.deadline().is_some());
}

#[test]
fn mr_24_announcement_before_the_resolution_counts() {
    let mut race = Race::new("7");
    race.act(0, "say 5", 1000).unwrap();
    assert!(!race.decide(600));
    race.act(2, "say 9", 600).unwrap();
    assert!(race.decide(601));
    assert_eq!(race.winner(), Some(2));
    assert_eq!(
        race.act(0, "say 5", 100),
        Err(SubmissionError::NotYourTurn(seat(0)))
    );
}

#[test]
fn mr_24_announcement_is_submitted_once_and_alone() {
    let mut race = Race::new("7");
    race.act(0, "say 5", 1000).unwrap();
    for again in ["say 4", "pass"] {
        assert_eq!(
            race.act(0, again, 10),
            Err(SubmissionError::AlreadyAnnounced(seat(0)))
        );
    }
    let both = race.act(1, "say 5, say 6", 10);
    assert!(
        matches!(both, Err(SubmissionError::Illegal { index: 1, .. })),
        "{both:?}"
    );
}

#[test]
fn mr_24_equal_times_are_decided_by_the_seed() {
    let mut winners = BTreeSet::new();
    for text in (0..40).map(|number| number.to_string()) {
        let mut race_winners = BTreeSet::new();
        // The order of arrival makes no difference.
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let mut race = Race::new(&text);
            for number in order {
                let nanos = if number == 1 { 801 } else { 800 };
                race.act(number, "say 5", nanos).unwrap();
            }
            assert!(race.decide(0));
            race_winners.extend(race.winner());
        }
        assert_eq!(race_winners.len(), 1, "seed {text}: {race_winners:?}");
        let key = ChanceKey {
            kind: "tie",
            seat: None,
            round: 4,
            index: 0,
        };
        let index = RootSeed::from_text(&text).rng_for_chance(key).below(2);
        assert!(race_winners.contains(&[0, 2][index as usize]));
        winners.extend(race_winners);
    }
    assert_eq!(winners, BTreeSet::from([0, 2]));
}

#[test]
fn mr_24_winner_shows_in_one_submission_and_trailing_actions_are_ignored() {
    let mut race = Race::new("7");
    race.act(0, "say 5", 1000).unwrap();
    race.decide(u64::MAX);
    // The submission has one move more than announced: that move and `end` are ignored.
    let long = format!("{ROUTE}-2G");
    assert_eq!(
        race.act(0, &format!("show {long}"), 5),
        Ok(Acceptance::Applied)
    );
    let shown: Vec<_> = race.events[1..]
        .iter()
        .map(|e| e.action.to_string())
        .collect();
    assert_eq!(shown, ["to 6P", "to 6W", "to 6R", "to 2R", "to 2W"]);
    assert!(
        race.events[1..]
            .iter()
            .all(|e| e.submission.unwrap().turn == 2)
    );
    assert_eq!(race.referee.state().table().chips.as_slice(), [1, 1, 0]);
}

#[test]
fn mr_24_only_trailing_route_actions_are_ignored() {
    let mut race = Race::new("7");
    race.act(0, "say 1", 1000).unwrap();
    race.decide(u64::MAX);
    let act = race.act(0, "to 6P, to 6W, pass", 5);
    assert!(
        matches!(act, Err(SubmissionError::Illegal { index: 1, .. })),
        "{act:?}"
    );
    assert_eq!(race.act(0, "show 1P-6P-6W", 5), Ok(Acceptance::Applied));
}

#[test]
fn mr_25_effort_is_converted_with_nodes_per_second() {
    let time = |rate: &str, nodes, pause| {
        let game = game(2, &[("nodes_per_second", rate), ("race_limit", "2s")]).unwrap();
        game.virtual_time(nodes, pause)
    };
    assert_eq!(time("1000000", 36, 0), Some(36_000));
    assert_eq!(time("1", 2, 0), Some(2_000_000_000));
    assert_eq!(time("3", 1, 0), Some(333_333_333));
    assert_eq!(time("1000000000000", 999, 0), Some(0));
    assert_eq!(time("1000000", 1, 1_500_000), Some(1_500_001_000));
    let default = game(2, &[]).unwrap();
    assert_eq!(default.virtual_time(1_000_000, 0), Some(1_000_000_000));
}

#[test]
fn mr_25_effort_above_race_limit_is_a_pass() {
    let Play { game, state } = Play::at(&[("race_limit", "2s")], RACE);
    assert_eq!(game.virtual_time(2_000_000, 0), Some(2_000_000_000));
    assert_eq!(game.virtual_time(2_000_001, 0), None);
    assert_eq!(game.virtual_time(u64::MAX, u64::MAX), None);
    assert_eq!(game.pass_action(&state), Some(Action::Pass.into()));
}

#[test]
fn mr_25_race_is_resolved_when_every_seat_has_announced_or_passed() {
    let mut race = Race::new("7");
    race.act(2, "say 5", 5000).unwrap();
    race.act(0, "pass", 0).unwrap();
    assert!(!race.decide(0), "seat 1 has not acted yet");
    race.act(1, "say 3", 4000).unwrap();
    assert!(race.decide(0));
    assert_eq!(race.winner(), Some(1));
}

//! Tests of results read from the records of short matches.

use botwerk_engine::droids::Droids;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{RecordedSeat, SeedOrigin};
use botwerk_engine::ricochet::Ricochet;
use botwerk_engine::{Options, RootSeed, Seat};

use super::*;
use crate::arena;
use crate::spec::AgentSpec;

fn record(agents: [&str; 2], seed: &str) -> Record {
    let options = [("width", "3"), ("ranks", "4"), ("turn_cap", "7")];
    play_record::<Netzwerk>(&options, &agents, seed)
}

fn play_record<G: Roster>(options: &[(&str, &str)], agents: &[&str], seed: &str) -> Record {
    let options = Options::resolve(G::spec().options, options.iter().copied()).unwrap();
    let game = G::new(agents.len(), options).unwrap();
    let specs: Vec<AgentSpec> = agents.iter().map(|text| text.parse().unwrap()).collect();
    let built = specs.iter().map(|spec| G::agent(spec).unwrap());
    let mut events = Vec::new();
    let seed = RootSeed::from_text(seed);
    let played = arena::play(&game, seed, &mut built.collect::<Vec<_>>(), &mut events);
    let seats = specs.iter().map(|spec| RecordedSeat {
        name: spec.name.clone(),
        agent: Some(spec.to_string()),
    });
    played.record(&game, seats.collect(), seed, SeedOrigin::Given, &events)
}

fn result(record: &Record) -> VerifiedResult {
    VerifiedResult::from_record::<Netzwerk>(record).unwrap()
}

#[test]
fn result_matches_the_record() {
    let record = record(["minimax:nodes=200,table=1", "random"], "a");
    let result = result(&record);
    let outcome = record.outcome.unwrap();
    assert_eq!(result.rule, outcome.outcome);
    let expected = Score::from_two_places(outcome.places[0], outcome.places[1]);
    assert_eq!(result.score(0), expected);
    let points = result.score(0).points() + result.score(1).points();
    assert!((points - 1.0).abs() < 1e-9, "the seats share one point");
    let last_turn = |by: &str| {
        let lines = record.events.iter().filter(|line| line.actor == by);
        u64::from(lines.filter_map(|line| line.turn).max().unwrap())
    };
    assert_eq!(result.turns, [last_turn("0"), last_turn("1")]);
    // The random agent declares one node per submission.
    assert!(result.effort[0] > 200 && result.effort[1] >= result.turns[1]);
    assert_eq!(result.terminations, [None, None]);
}

#[test]
fn result_supports_any_number_of_seats() {
    for seats in 2..=4 {
        let agents = vec!["random"; seats];
        let record = play_record::<Droids>(&[], &agents, "a");
        let result = VerifiedResult::from_record::<Droids>(&record).unwrap();
        let points = (0..seats).map(|seat| result.score(seat).points());
        assert!((points.sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(result.terminations, vec![None; seats]);
        assert_eq!((result.turns.len(), result.effort.len()), (seats, seats));
        assert!(result.turns.iter().all(|turns| *turns > 0));
        let places = record.outcome.unwrap().places;
        let is_first = |seat: &usize| result.score(*seat) != Score::Loss;
        let winners: Vec<_> = (0..seats).filter(is_first).collect();
        assert!(winners.iter().all(|seat| places[*seat] == 1), "{places:?}");
    }
}

#[test]
fn single_seat_result_is_a_win_with_points() {
    let mut wins = Vec::new();
    for seed in ["a", "b", "c", "d", "e", "f"] {
        let record = play_record::<Droids>(&[], &["greedy:programs=10"], seed);
        let result = VerifiedResult::from_record::<Droids>(&record).unwrap();
        let outcome = record.outcome.unwrap();
        assert_eq!(outcome.places, [1]);
        let has_points = outcome.points[0] > 0;
        assert_eq!(result.score(0) == Score::Win, has_points);
        wins.push(has_points);
    }
    assert!(wins.contains(&true) && wins.contains(&false), "{wins:?}");
}

#[test]
fn aborted_match_has_no_result() {
    let mut record = record(["random", "random"], "a");
    record.events.pop();
    let outcome = record.outcome.as_mut().unwrap();
    outcome.places.clear();
    outcome.points.clear();
    outcome.outcome = "aborted".into();
    let error = VerifiedResult::from_record::<Netzwerk>(&record).unwrap_err();
    assert!(error.message.contains("played to its end"), "{error}");
}

#[test]
fn fingerprint_covers_start_and_actions() {
    let agents = ["minimax:nodes=50,table=1", "minimax:nodes=60,table=1"];
    let [one, other] = [record(agents, "a"), record(agents, "b")];
    // Neither agent is random, so the seed makes no difference.
    assert_ne!(one.header.seed, other.header.seed);
    assert_eq!(result(&one).fingerprint, result(&other).fingerprint);
    let random = record([agents[0], "random"], "a");
    assert_ne!(result(&one).fingerprint, result(&random).fingerprint);
}

#[test]
fn rejected_record_has_no_result() {
    let mut record = record(["random", "random"], "a");
    let places = &mut record.outcome.as_mut().unwrap().places;
    assert_ne!(places[0], places[1], "expected a match with a winner");
    places.reverse();
    assert!(VerifiedResult::from_record::<Netzwerk>(&record).is_err());
    record.events.pop();
    assert!(VerifiedResult::from_record::<Netzwerk>(&record).is_err());
}

#[test]
fn announcement_that_is_compared_again_in_overtime_counts_once() {
    let options = [("round_cap", "4")];
    let record = play_record::<Ricochet>(&options, &["human", "random"], "a");
    let result = VerifiedResult::from_record::<Ricochet>(&record).unwrap();
    let mut replay = Replay::<Ricochet>::new(&record).unwrap();
    while replay.step().unwrap() {}
    let turns = [0, 1].map(|seat| replay.referee().turn(Seat::new(seat).unwrap()));
    assert_eq!(result.turns, turns.map(u64::from));
    let races: Vec<_> = record
        .events
        .iter()
        .map(|line| &line.announcements)
        .collect();
    let is_repeated =
        |pair: &[&Vec<AnnouncementLine>]| pair[0].iter().any(|it| pair[1].contains(it));
    assert!(
        races.windows(2).any(is_repeated),
        "no announcement is compared again"
    );
}

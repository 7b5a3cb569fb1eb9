//! What records of short matches say.

use botwerk_engine::droids::Droids;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{SeatHeader, SeedOrigin};
use botwerk_engine::{Options, RootSeed};

use super::*;
use crate::arena;
use crate::spec::AgentSpec;

fn record(players: [&str; 2], seed: &str) -> Record {
    let options = [("width", "3"), ("ranks", "4"), ("turn_cap", "7")];
    record_of::<Netzwerk>(&options, &players, seed)
}

fn record_of<G: Roster>(options: &[(&str, &str)], players: &[&str], seed: &str) -> Record {
    let options = Options::resolve(G::spec().options, options.iter().copied()).unwrap();
    let game = G::new(players.len(), options).unwrap();
    let specs: Vec<AgentSpec> = players.iter().map(|text| text.parse().unwrap()).collect();
    let agents = specs.iter().map(|spec| G::agent(spec).unwrap());
    let mut events = Vec::new();
    let seed = RootSeed::from_text(seed);
    let played = arena::play(&game, seed, &mut agents.collect::<Vec<_>>(), &mut events);
    let seats = specs.iter().map(|spec| SeatHeader {
        name: spec.name.clone(),
        agent: Some(spec.to_string()),
    });
    played.record(&game, seats.collect(), seed, SeedOrigin::Given, &events)
}

fn result(record: &Record) -> MatchResult {
    MatchResult::verified::<Netzwerk>(record).unwrap()
}

#[test]
fn a_result_is_what_the_record_says() {
    let record = record(["minimax:nodes=200,table=1", "random"], "a");
    let result = result(&record);
    let outcome = record.outcome.unwrap();
    assert_eq!(result.rule, outcome.outcome);
    let expected = Score::of_places(outcome.places[0], outcome.places[1]);
    assert_eq!(result.score(0), expected);
    let points = result.score(0).points() + result.score(1).points();
    assert!((points - 1.0).abs() < 1e-9, "one point is shared");
    let last = |by: &str| {
        let lines = record.events.iter().filter(|line| line.by == by);
        u64::from(lines.filter_map(|line| line.turn).max().unwrap())
    };
    assert_eq!(result.turns, [last("0"), last("1")]);
    // The random player counts each of its acts as a node.
    assert!(result.effort[0] > 200 && result.effort[1] >= result.turns[1]);
    assert_eq!(result.terminations, [None, None]);
}

#[test]
fn a_table_of_any_size_has_a_result() {
    for seats in 2..=4 {
        let players = vec!["random"; seats];
        let record = record_of::<Droids>(&[], &players, "a");
        let result = MatchResult::verified::<Droids>(&record).unwrap();
        let points = (0..seats).map(|seat| result.score(seat).points());
        assert!((points.sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(result.terminations, vec![None; seats]);
        assert_eq!((result.turns.len(), result.effort.len()), (seats, seats));
        assert!(result.turns.iter().all(|turns| *turns > 0));
        let best = record.outcome.unwrap().places;
        let is_first = |seat: &usize| result.score(*seat) != Score::Loss;
        let first: Vec<_> = (0..seats).filter(is_first).collect();
        assert!(first.iter().all(|seat| best[*seat] == 1), "{best:?}");
    }
}

#[test]
fn a_player_alone_has_won_if_the_record_gives_it_points() {
    let mut scores = Vec::new();
    for seed in ["a", "b", "c", "d", "e", "f"] {
        let record = record_of::<Droids>(&[], &["greedy:programs=10"], seed);
        let result = MatchResult::verified::<Droids>(&record).unwrap();
        let outcome = record.outcome.unwrap();
        assert_eq!(outcome.places, [1]);
        let won = outcome.points[0] > 0;
        assert_eq!(result.score(0) == Score::Win, won);
        scores.push(won);
    }
    assert!(
        scores.contains(&true) && scores.contains(&false),
        "{scores:?}"
    );
}

#[test]
fn a_match_that_was_given_up_has_no_result() {
    let mut record = record(["random", "random"], "a");
    record.events.pop();
    let outcome = record.outcome.as_mut().unwrap();
    outcome.places.clear();
    outcome.points.clear();
    outcome.outcome = "aborted".into();
    let refused = MatchResult::verified::<Netzwerk>(&record).unwrap_err();
    assert!(refused.why.contains("played to its end"), "{refused}");
}

#[test]
fn a_course_is_the_start_and_the_actions() {
    let players = ["minimax:nodes=50,table=1", "minimax:nodes=60,table=1"];
    let [one, other] = [record(players, "a"), record(players, "b")];
    // Neither player draws anything, so the seed makes no difference.
    assert_ne!(one.header.seed, other.header.seed);
    assert_eq!(result(&one).course, result(&other).course);
    let random = record([players[0], "random"], "a");
    assert_ne!(result(&one).course, result(&random).course);
}

#[test]
fn a_record_that_is_not_accepted_has_no_result() {
    let mut record = record(["random", "random"], "a");
    record.outcome.as_mut().unwrap().places.reverse();
    let draw = record.outcome.as_ref().unwrap().places == [1, 1];
    assert_eq!(MatchResult::verified::<Netzwerk>(&record).is_ok(), draw);
    record.events.pop();
    assert!(MatchResult::verified::<Netzwerk>(&record).is_err());
}

//! What records of short matches say.

use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{SeatHeader, SeedOrigin};
use botwerk_engine::{Game, Options, RootSeed};

use super::*;
use crate::arena;
use crate::spec::AgentSpec;

fn record(players: [&str; 2], seed: &str) -> Record {
    let options = [("width", "3"), ("ranks", "4"), ("turn_cap", "7")];
    let options = Options::resolve(Netzwerk::spec().options, options).unwrap();
    let game = Netzwerk::new(2, options).unwrap();
    let specs = players.map(|text| text.parse::<AgentSpec>().unwrap());
    let agents = specs.iter().map(|spec| Netzwerk::agent(spec).unwrap());
    let mut events = Vec::new();
    let seed = RootSeed::from_text(seed);
    let played = arena::play(&game, seed, &mut agents.collect::<Vec<_>>(), &mut events);
    let seats = specs.map(|spec| SeatHeader {
        name: spec.name.clone(),
        agent: Some(spec.to_string()),
    });
    played.record(&game, seats.into(), seed, SeedOrigin::Given, &events)
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
    assert_eq!(
        result.score(0).points() + result.score(1).points(),
        1.0,
        "one point is shared"
    );
    let last = |by: &str| {
        let lines = record.events.iter().filter(|line| line.by == by);
        u64::from(lines.filter_map(|line| line.turn).max().unwrap())
    };
    assert_eq!(result.turns, [last("0"), last("1")]);
    // The random player counts each of its acts as a node.
    assert!(result.effort[0] > 200 && result.effort[1] >= result.turns[1]);
    assert_eq!(result.terminations, ["", ""]);
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

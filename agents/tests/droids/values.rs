//! Tests of values: a forced action has none, so that no turn of a record seems to lose the match.

use botwerk_agents::{Budget, RecordSearch, TurnAnalysis, arena};
use botwerk_engine::droids::Droids;
use botwerk_engine::record::{Record, RecordedSeat, Replay, SeedOrigin};
use botwerk_engine::{GameNotation, RootSeed};

use crate::positions::{agent, choose, game};

const SEARCH: &str = "program-search:nodes=300";

#[test]
fn forced_order_has_no_value_and_is_not_searched() {
    let game = game(2, &[("scenario", "1")]);
    // The droid of S is in column 6, and a repair robot in column 9.
    let forced = "1 SN 2 S send S S59,N90,r58,r89 - - - - - S0,N1 - S6.1:V1W,N1.1:V1W - -";
    let free = forced.replace("S6.1:V1W", "S6.1:V1W,S9.1:G1W");
    let value = |text: &str| {
        let state = game.parse_position(text).unwrap();
        let choice = choose(&mut *agent(SEARCH), &game, &state, &Budget::UNLIMITED);
        assert_eq!(game.format_action(choice.actions[0]).get(..4), Some("send"));
        (choice.value, choice.effort)
    };
    assert_eq!(value(forced), (None, 1));
    let (value, effort) = value(&free);
    assert!((1..10_000).contains(&value.unwrap()) && effort > 1);
}

/// Plays a short match and returns its record.
fn record(game: &Droids) -> Record {
    let seats = [SEARCH, "greedy"];
    let seed = RootSeed::from_text("values");
    let mut events = Vec::new();
    let played = arena::play(game, seed, &mut seats.map(agent), &mut events);
    let seats = seats.map(|name| RecordedSeat {
        name: name.into(),
        agent: Some(name.into()),
    });
    played.record(game, seats.into(), seed, SeedOrigin::Given, &events)
}

#[test]
fn values_of_a_record_do_not_fall_to_nothing_at_the_ends_of_rounds() {
    let game = game(2, &[("scenario", "1"), ("round_cap", "4")]);
    let record = record(&game);
    let replay = Replay::<Droids>::new(&record).unwrap();
    let turns = RecordSearch::new(replay, agent(SEARCH))
        .run(
            &mut |position, agent| Some(position.search(agent, &Budget::UNLIMITED, &mut |_| {})),
            &mut |_| {},
        )
        .unwrap();
    let forced = turns.iter().filter(|turn| turn.before.is_none()).count();
    assert!(
        forced > 0 && forced < turns.len() / 2,
        "{forced} of {}",
        turns.len()
    );
    for seat in 0..2 {
        let own: Vec<&TurnAnalysis> = turns.iter().filter(|t| t.seat.index() == seat).collect();
        for (index, turn) in own.iter().enumerate() {
            // Only a seat that cannot win any more has this value, from then on.
            if turn.before == Some(0) {
                let mut later = own[index..].iter().filter_map(|later| later.before);
                assert!(later.all(|value| value == 0), "{turn:?}");
            }
            // What follows a forced turn is compared with the turn before it.
            let next = own[index + 1..].iter().find_map(|next| next.before);
            assert_eq!(turn.after, next, "{turn:?}");
            assert!(turn.before.is_some() || !turn.is_blunder, "{turn:?}");
        }
    }
}

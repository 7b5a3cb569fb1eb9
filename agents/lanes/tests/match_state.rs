//! Matches of every game with actions as numbers.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

use botwerk_engine::{GameId, RootSeed, Seat, StableRng, Viewer};
use botwerk_lanes::{Effort, GameSetup, MatchState, Node};

fn setup(game: GameId) -> GameSetup {
    let value = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let options = match game.name() {
        "netzwerk" => vec![value("turn_cap", "20")],
        "ricochet" => vec![value("round_cap", "2")],
        _ => vec![value("round_cap", "3")],
    };
    GameSetup {
        game,
        seats: 2,
        options,
    }
}

/// Takes a random action or outcome.
fn step(state: &mut dyn MatchState, rng: &mut StableRng) {
    match state.node() {
        Node::Seat(_) => {
            let awaited = state.awaited();
            let seat = awaited[rng.below(awaited.len() as u64) as usize];
            let legal = state.legal_actions(seat);
            let action = legal[rng.below(legal.len() as u64) as usize];
            state.act(seat, action, Effort::default()).unwrap();
        }
        Node::Chance(_) | Node::Tie(_) => {
            let outcomes = state.chance_outcomes();
            let total: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
            assert!((total - 1.0).abs() < 1e-9);
            let outcome = outcomes[rng.below(outcomes.len() as u64) as usize].0;
            state.apply_outcome(outcome).unwrap();
        }
        Node::Over => {}
    }
}

#[test]
fn matches_end_and_every_state_is_copied_saved_and_named() {
    for game in GameId::ALL {
        let setup = setup(*game);
        let mut rng = RootSeed::from_text(game.name()).rng();
        let mut state = setup.start(RootSeed::from_text("7")).unwrap();
        let mut steps = 0;
        while state.node() != Node::Over {
            let before = state.position_text();
            let mut copy = state.clone_boxed();
            step(&mut *copy, &mut rng);
            assert_eq!(state.position_text(), before, "a copy is independent");
            if steps % 9 == 0 {
                let loaded = setup.load(&state.save()).unwrap();
                assert_eq!(loaded.save(), state.save());
                assert_eq!(loaded.node(), state.node());
            }
            let named = match state.node() {
                Node::Seat(seat) => state.legal_actions(seat)[0],
                _ => state.chance_outcomes()[0].0,
            };
            let text = state.action_text(named).unwrap();
            if !matches!(state.node(), Node::Tie(_)) {
                assert_eq!(state.action_number(&text).unwrap(), named);
            }
            step(&mut *state, &mut rng);
            steps += 1;
        }
        assert!(state.outcome().is_some() && state.chance_outcomes().is_empty());
        assert!(state.awaited().is_empty(), "{game:?} after {steps} steps");
        let reached = setup.parse(&state.position_text(), RootSeed::from_text("7"));
        assert_eq!(reached.unwrap().node(), Node::Over);
    }
}

#[test]
fn resampled_states_look_the_same_to_the_seat() {
    for game in GameId::ALL {
        let mut rng = RootSeed::from_text(game.name()).rng();
        let mut state = setup(*game).start(RootSeed::from_text("7")).unwrap();
        let mut positions = std::collections::BTreeSet::new();
        for number in 0..60 {
            step(&mut *state, &mut rng);
            for seat in [0, 1].map(|index| Seat::new(index).unwrap()) {
                let seed = RootSeed::from_text(&number.to_string());
                let sampled = state.resample(seat, seed);
                let viewer = Viewer::Seat(seat);
                assert_eq!(sampled.view_text(viewer), state.view_text(viewer));
                assert_eq!(sampled.view_hash(viewer), state.view_hash(viewer));
                assert_eq!(sampled.legal_actions(seat), state.legal_actions(seat));
                let seen = state.view_text(viewer);
                let read = setup(*game).parse_view(&seen, seat.index(), seed).unwrap();
                assert_eq!(read.view_text(viewer), seen);
                if sampled.position_text() != state.position_text() {
                    positions.insert(sampled.position_text());
                }
            }
        }
        let has_hidden = *game != GameId::Netzwerk;
        assert_eq!(!positions.is_empty(), has_hidden, "{game:?}");
    }
}

#[test]
fn wrong_numbers_seats_and_texts_are_rejected() {
    let setup = setup(GameId::Netzwerk);
    let mut state = setup.start(RootSeed::from_text("7")).unwrap();
    let saved = state.save();
    let [first, second] = [0, 1].map(|index| Seat::new(index).unwrap());
    let count = state.action_count();
    let error = state.act(first, count, Effort::default()).unwrap_err();
    let expected = format!("action {count}: expected a number below {count}");
    assert_eq!(error.to_string(), expected);
    let legal = state.legal_actions(first)[0];
    let error = state.act(second, legal, Effort::default()).unwrap_err();
    assert!(
        error.to_string().contains("seat 1 is not to act"),
        "{error}"
    );
    assert!(state.apply_outcome(legal).is_err());
    assert!(state.apply_outcome(count + 1).is_err(), "there is no tie");
    let illegal = (0..count).find(|number| !state.legal_actions(first).contains(number));
    let error = state
        .act(first, illegal.unwrap(), Effort::default())
        .unwrap_err();
    assert!(error.to_string().contains("(NW-"), "{error}");
    assert_eq!(state.save(), saved, "nothing has changed");
    assert!(setup.parse("nonsense", RootSeed::from_text("7")).is_err());
    assert!(setup.load("{}").is_err());
    let view = state.view_text(Viewer::Seat(first));
    assert!(
        setup
            .parse_view(&view, 2, RootSeed::from_text("7"))
            .is_err()
    );
    let unknown = GameSetup {
        options: vec![("speed".into(), "9".into())],
        ..setup
    };
    assert!(unknown.start(RootSeed::from_text("7")).is_err());
}

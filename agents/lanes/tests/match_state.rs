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
    for game in GameId::BUILT_IN {
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
    for game in GameId::BUILT_IN {
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
                let seen = state.information_text(seat);
                if !matches!(state.node(), Node::Tie(_)) {
                    let read = setup(*game).parse_view(&seen, seat.index(), seed).unwrap();
                    assert_eq!(read.information_text(seat), seen);
                }
                if sampled.position_text() != state.position_text() {
                    positions.insert(sampled.position_text());
                }
            }
        }
        let has_hidden = *game != GameId::NETZWERK;
        assert_eq!(!positions.is_empty(), has_hidden, "{game:?}");
    }
}

#[test]
fn wrong_numbers_seats_and_texts_are_rejected() {
    let setup = setup(GameId::NETZWERK);
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

/// A race of three seats with few announcements.
fn small_race(game: &str) -> GameSetup {
    let value = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    GameSetup {
        game: game.parse().unwrap(),
        seats: 3,
        options: vec![value("round_cap", "3"), value("max_announce", "2")],
    }
}

fn is_own_decision(state: &dyn MatchState, seat: Seat) -> bool {
    state.node() == Node::Seat(seat)
}

#[test]
fn resampled_races_keep_what_the_seat_knows() {
    for game in ["micro-robots", "ricochet"] {
        let setup = small_race(game);
        let mut rng = RootSeed::from_text(game).rng();
        let (mut own_decisions, mut announced) = (0, 0);
        for number in 0..20 {
            let mut state = setup
                .start(RootSeed::from_text(&number.to_string()))
                .unwrap();
            while state.node() != Node::Over {
                for seat in Seat::all(3) {
                    let seed = RootSeed::from_text(&format!("{number}/{own_decisions}"));
                    let sampled = state.resample(seat, seed);
                    assert_eq!(sampled.information_text(seat), state.information_text(seat));
                    assert_eq!(sampled.information_hash(seat), state.information_hash(seat));
                    let is_own = is_own_decision(&*state, seat);
                    assert_eq!(is_own_decision(&*sampled, seat), is_own);
                    assert_eq!(sampled.legal_actions(seat), state.legal_actions(seat));
                    assert_eq!(
                        matches!(sampled.node(), Node::Tie(_)),
                        matches!(state.node(), Node::Tie(_))
                    );
                    own_decisions += u32::from(is_own);
                    announced += u32::from(sampled.match_text().contains(" | held "));
                    assert_eq!(sampled.seed(), seed);
                    let read = setup.parse(&sampled.match_text(), seed).unwrap();
                    assert_eq!(read.match_text(), sampled.match_text());
                    assert_eq!(read.node(), sampled.node());
                }
                step(&mut *state, &mut rng);
            }
        }
        assert!(own_decisions > 100 && announced > 100, "{game}");
    }
}

#[test]
fn every_race_that_a_seat_cannot_distinguish_is_sampled() {
    let setup = small_race("micro-robots");
    let [first, second, third] = [0, 1, 2].map(|index| Seat::new(index).unwrap());
    let number = |text: &str| {
        setup
            .start(RootSeed::from_text(""))
            .unwrap()
            .action_number(text)
            .unwrap()
    };
    let (one, two, pass) = (number("say 1"), number("say 2"), number("pass"));
    let races: [&[(Seat, u32, u64)]; 7] = [
        &[(first, one, 0)],
        &[(first, two, 1)],
        &[(first, pass, 0)],
        &[(first, two, 0), (second, one, 1)],
        &[(first, pass, 0), (second, two, 0)],
        &[(second, one, 0)],
        &[(third, one, 1), (first, one, 0)],
    ];
    for race in races {
        let mut state = setup.start(RootSeed::from_text("7")).unwrap();
        state.resolve_chance();
        for (seat, action, nodes) in race {
            state.act(*seat, *action, Effort::of_nodes(*nodes)).unwrap();
        }
        let expected = announcements(&*state);
        for seat in Seat::all(3) {
            let is_found = (0..20_000).any(|number: u32| {
                let seed = RootSeed::from_text(&number.to_string());
                let sampled = state.resample(seat, seed);
                sampled.position_text() == state.position_text()
                    && announcements(&*sampled) == expected
            });
            assert!(is_found, "{race:?} for seat {seat}");
        }
    }
}

/// Returns the announcements that are held, in order of seats.
fn announcements(state: &dyn MatchState) -> Vec<String> {
    let text = state.match_text();
    let mut held: Vec<String> = text.split(" | held ").skip(1).map(String::from).collect();
    held.sort();
    held
}

#[test]
fn own_announcement_is_part_of_what_a_seat_knows() {
    let setup = small_race("micro-robots");
    let mut state = setup.start(RootSeed::from_text("7")).unwrap();
    state.resolve_chance();
    let [first, second] = [0, 1].map(|index| Seat::new(index).unwrap());
    let before =
        [first, second].map(|seat| (state.information_text(seat), state.information_hash(seat)));
    let view = state.view_hash(Viewer::Seat(first));
    assert_eq!(
        before[0].1, view,
        "the hash of the view without an announcement"
    );
    let action = state.action_number("say 2").unwrap();
    state.act(first, action, Effort::of_nodes(10)).unwrap();
    assert_eq!(
        state.view_hash(Viewer::Seat(first)),
        view,
        "views are those of the position"
    );
    assert_ne!(state.information_hash(first), view);
    let text = state.information_text(first);
    assert!(
        text.starts_with(&before[0].0) && text.ends_with(" 10 say 2"),
        "{text}"
    );
    assert_eq!(
        (
            state.information_text(second),
            state.information_hash(second)
        ),
        before[1]
    );
    let mut bytes = vec![0; state.information_len()];
    state.write_information(first, &mut bytes);
    let own = &bytes[state.observation_len()..];
    assert_eq!(own[..4], (action + 1).to_le_bytes());
    assert_ne!(own[4..], [0; 8]);
    state.write_information(second, &mut bytes);
    assert_eq!(bytes[state.observation_len()..], [0; 12]);
    let read = setup
        .parse_view(&text, 0, RootSeed::from_text("3"))
        .unwrap();
    assert_eq!(read.information_text(first), text);
    for wrong in [
        "0 x 10 say 2",
        "0",
        "9 1 1 say 2",
        "1 1 1 say 2",
        "0 1 1 say x",
    ] {
        let wrong = format!("{} | held {wrong}", before[0].0);
        assert!(
            setup
                .parse_view(&wrong, 0, RootSeed::from_text("3"))
                .is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn sampled_chance_is_the_same_when_its_outcomes_are_applied() {
    for game in ["micro-robots", "ricochet"] {
        let setup = small_race(game);
        let mut rng = RootSeed::from_text(game).rng();
        let mut ties = 0;
        for number in 0..40 {
            let seed = RootSeed::from_text(&number.to_string());
            let mut sampled = setup.start(seed).unwrap();
            let mut applied = setup.start(seed).unwrap();
            while sampled.node() != Node::Over {
                for outcome in sampled.resolve_chance() {
                    ties += u32::from(outcome >= sampled.action_count());
                    applied.apply_outcome(outcome).unwrap();
                }
                assert_eq!(applied.save(), sampled.save());
                let awaited = sampled.awaited();
                if let Some(seat) = awaited.first() {
                    let legal = sampled.legal_actions(*seat);
                    let action = legal[rng.below(legal.len() as u64) as usize];
                    sampled.act(*seat, action, Effort::default()).unwrap();
                    applied.act(*seat, action, Effort::default()).unwrap();
                }
            }
            assert_eq!(applied.node(), Node::Over);
        }
        assert!(ties > 10, "{game}: {ties}");
    }
}

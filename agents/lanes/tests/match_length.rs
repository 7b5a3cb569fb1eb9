//! The bound of the length of matches.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

use botwerk_engine::{GameId, RootSeed, StableRng};
use botwerk_lanes::{Effort, GameSetup, MatchState, Node};

fn setup(game: &str, seats: usize, options: &[(&str, &str)]) -> GameSetup {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    GameSetup {
        game: game.parse().unwrap(),
        seats,
        options: options.iter().map(owned).collect(),
    }
}

/// Plays a match and returns the number of actions of its seats.
fn play(
    setup: &GameSetup,
    seed: &str,
    mut choose: impl FnMut(&dyn MatchState, &[u32]) -> u32,
) -> u64 {
    let mut state = setup.start(RootSeed::from_text(seed)).unwrap();
    let mut acted = 0;
    loop {
        state.resolve_chance();
        let Node::Seat(seat) = state.node() else {
            assert_eq!(state.node(), Node::Over);
            return acted;
        };
        let action = choose(&*state, &state.legal_actions(seat));
        state.act(seat, action, Effort::default()).unwrap();
        acted += 1;
    }
}

/// Chooses any action.
fn randomly(rng: &mut StableRng) -> impl FnMut(&dyn MatchState, &[u32]) -> u32 {
    |_, legal| legal[rng.below(legal.len() as u64) as usize]
}

/// Announces the highest number, and continues a show as long as the rules allow.
fn as_long_as_possible(state: &dyn MatchState, legal: &[u32]) -> u32 {
    let Node::Seat(seat) = state.node() else {
        unreachable!("a seat is to act");
    };
    if state.is_simultaneous() {
        return state.action_number("say 99").unwrap();
    }
    let continues = |action: &&u32| {
        let mut after = state.clone_boxed();
        after.act(seat, **action, Effort::default()).unwrap();
        after.node() == Node::Seat(seat)
    };
    *legal.iter().find(continues).unwrap_or(&legal[0])
}

#[test]
fn no_match_is_longer_than_its_bound() {
    let cases = [
        setup("micro-robots", 2, &[("round_cap", "3")]),
        setup(
            "micro-robots",
            5,
            &[
                ("round_cap", "2"),
                ("expert", "true"),
                ("max_announce", "7"),
            ],
        ),
        setup("netzwerk", 2, &[("turn_cap", "9")]),
        setup("netzwerk", 2, &[("turn_cap", "9"), ("opening_turns", "3")]),
        setup("netzwerk", 2, &[("quiet_turns", "1")]),
        setup(
            "netzwerk",
            2,
            &[
                ("width", "2"),
                ("ranks", "3"),
                ("quiet_turns", "2"),
                ("repetition", "0"),
            ],
        ),
        setup("droids", 1, &[]),
        setup("droids", 4, &[("round_cap", "2")]),
        setup("droids", 2, &[("round_cap", "1"), ("draw_mode", "commit")]),
        setup("ricochet", 2, &[("round_cap", "2"), ("max_announce", "3")]),
        setup("ricochet", 3, &[("round_cap", "2"), ("race", "first")]),
    ];
    for setup in cases {
        let mut rng = RootSeed::from_text("7").rng();
        let start = setup.start(RootSeed::from_text("7")).unwrap();
        let bound = start.max_match_length().unwrap();
        for seed in 0..20 {
            let length = play(&setup, &seed.to_string(), randomly(&mut rng));
            assert!(length <= bound, "{setup:?} {seed}: {length} > {bound}");
        }
    }
}

#[test]
fn bound_of_announced_shows_is_reached() {
    let one_round = ("round_cap", "1");
    let cases = [
        (setup("micro-robots", 3, &[one_round]), 3 + 99),
        (setup("ricochet", 2, &[one_round]), 2 + 2 * 99),
        (
            setup("ricochet", 2, &[one_round, ("race", "first")]),
            2 + 99,
        ),
    ];
    for (setup, expected) in cases {
        let start = setup.start(RootSeed::from_text("7")).unwrap();
        assert_eq!(start.max_match_length(), Some(expected), "{setup:?}");
        let longest = (0..10).map(|seed| play(&setup, &seed.to_string(), as_long_as_possible));
        assert_eq!(longest.max(), Some(expected), "{setup:?}");
    }
}

#[test]
fn matches_that_nothing_but_repetition_ends_have_no_bound() {
    let bound = |options: &[(&str, &str)]| {
        let start = setup("netzwerk", 2, options).start(RootSeed::from_text("7"));
        start.unwrap().max_match_length()
    };
    assert_eq!(bound(&[("quiet_turns", "0")]), None);
    assert_eq!(
        bound(&[("quiet_turns", "0"), ("turn_cap", "5")]),
        Some(5 * 30)
    );
    assert!(bound(&[]) < bound(&[("quiet_turns", "41")]));
    for game in GameId::BUILT_IN {
        let start = setup(game.name(), 0, &[]).start(RootSeed::from_text("7"));
        assert!(start.unwrap().max_match_length().is_some(), "{game}");
    }
}

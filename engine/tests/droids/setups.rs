//! Setups that tests change, and the errors that the changes cause.

use std::collections::BTreeSet;

use botwerk_engine::droids::{Arrow, Droids, Kind, KindCounts, Setup, SetupHand, State, Stone};
use botwerk_engine::{Actor, FromSetup, GameNotation, GameRules, RootSeed, Seat, Turn, Viewer};

use crate::pair::game;
use crate::position::Position;

/// The messages of errors that a test has covered.
#[derive(Default)]
pub(crate) struct CoveredErrors(pub(crate) BTreeSet<String>);

impl CoveredErrors {
    /// Asserts that a changed setup is rejected, as a position or as the view of a viewer.
    pub(crate) fn assert_rejected(
        &mut self,
        (game, base): &(Droids, Setup),
        viewer: Option<Viewer>,
        change: impl FnOnce(&mut Setup),
        expected: &str,
    ) {
        let mut setup = base.clone();
        change(&mut setup);
        let error = match viewer {
            None => game.position_from_setup(&setup).map(|_| ()),
            Some(viewer) => game.view_from_setup(viewer, &setup).map(|_| ()),
        };
        let error = error.expect_err(expected);
        let text = error.to_string();
        assert!(text.contains(expected), "{text}: expected {expected}");
        assert!(error.rule.is_none_or(|rule| rule.starts_with("DR-")));
        self.0.insert(error.expected.into_owned());
    }

    /// Asserts that a changed setup is rejected as a position.
    pub(crate) fn position(
        &mut self,
        base: &(Droids, Setup),
        change: impl FnOnce(&mut Setup),
        expected: &str,
    ) {
        self.assert_rejected(base, None, change, expected);
    }
}

/// Returns the setup of a position.
pub(crate) fn setup_of(
    position: &Position,
    seats: usize,
    option_values: &[(&str, &str)],
) -> (Droids, Setup) {
    let game = game(seats, option_values);
    let state = game.parse_position(&position.text());
    let setup = game.setup(&state.unwrap_or_else(|error| panic!("{error}")));
    (game, setup)
}

pub(crate) fn sending() -> (Droids, Setup) {
    let position = Position::sending("SN", "S59,N40", "S6.1:V1N");
    setup_of(&position, 2, &[("scenario", "1")])
}

pub(crate) fn drawing() -> (Droids, Setup) {
    let position = Position::drawing("SN", "-", "S");
    setup_of(&position, 2, &[("scenario", "1")])
}

pub(crate) fn setting() -> (Droids, Setup) {
    let hands = "S:V1,V1,V1,V2,V2,VM,R1;N:V1,V1,V1,V2,V2,VM,R1";
    setup_of(&Position::setting("SN", hands), 2, &[("scenario", "1")])
}

/// Returns the first position of a random match at which a condition is true.
pub(crate) fn first(
    seats: usize,
    option_values: &[(&str, &str)],
    condition: fn(&State) -> bool,
) -> (Droids, Setup) {
    let game = game(seats, option_values);
    let seed = RootSeed::from_text("setups");
    let mut rng = seed.rng_for_agent(Seat::FIRST, 0);
    let mut state = game.initial_state(seed);
    while !condition(&state) {
        let actor = match game.turn(&state) {
            Turn::Over(_) => panic!("the match ended before the condition was true"),
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(mut decision) => Actor::Seat(decision.seats.next().unwrap()),
        };
        let mut actions = Vec::new();
        game.legal_actions(&state, actor, &mut actions);
        let action = actions[rng.below(actions.len() as u64) as usize];
        game.apply(&mut state, actor, action).unwrap();
    }
    let setup = game.setup(&state);
    (game, setup)
}

pub(crate) fn hand(kind: Kind, count: u8) -> SetupHand {
    let mut kinds = KindCounts::default();
    kinds.add(kind, count);
    SetupHand::Kinds(kinds)
}

pub(crate) fn stone(kind: Kind) -> Option<Stone> {
    Stone::new(kind, Arrow::N)
}

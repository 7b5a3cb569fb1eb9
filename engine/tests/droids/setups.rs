//! Setups that tests change, and the errors that they meet.

use std::collections::BTreeSet;

use botwerk_engine::droids::{
    Arrow, Droids, Kind, KindCounts, Setup, SetupError, SetupHand, State, Stone,
};
use botwerk_engine::{Actor, FromSetup, GameNotation, GameRules, RootSeed, Seat, Turn, Viewer};

use crate::pair::game;
use crate::position::Position;

/// The variants that have been met.
#[derive(Default)]
pub(crate) struct Met(pub(crate) BTreeSet<String>);

impl Met {
    /// Expects that a setup is refused after a change, as far as a viewer can tell if one is given.
    pub(crate) fn refused(
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
        assert!(text.contains(expected), "{text} instead of {expected}");
        assert!(error.rule().is_none_or(|rule| rule.starts_with("DR-")));
        self.0.insert(variant(error));
    }

    pub(crate) fn position(
        &mut self,
        base: &(Droids, Setup),
        change: impl FnOnce(&mut Setup),
        expected: &str,
    ) {
        self.refused(base, None, change, expected);
    }
}

fn variant(error: SetupError) -> String {
    let text = format!("{error:?}");
    text.split([' ', '(']).next().unwrap().to_owned()
}

/// The setup of a text's position.
pub(crate) fn of(position: &Position, seats: usize, given: &[(&str, &str)]) -> (Droids, Setup) {
    let game = game(seats, given);
    let state = game.parse_position(&position.text());
    let setup = game.setup(&state.unwrap_or_else(|why| panic!("{why}")));
    (game, setup)
}

pub(crate) fn sending() -> (Droids, Setup) {
    let position = Position::sending("SN", "S59,N40", "S6.1:V1N");
    of(&position, 2, &[("scenario", "1")])
}

pub(crate) fn drawing() -> (Droids, Setup) {
    let position = Position::drawing("SN", "-", "S");
    of(&position, 2, &[("scenario", "1")])
}

pub(crate) fn setting() -> (Droids, Setup) {
    let hands = "S:V1,V1,V1,V2,V2,VM,R1;N:V1,V1,V1,V2,V2,VM,R1";
    of(&Position::setting("SN", hands), 2, &[("scenario", "1")])
}

/// The first position of a game of drawn actions at which a condition holds.
pub(crate) fn first(
    seats: usize,
    given: &[(&str, &str)],
    holds: fn(&State) -> bool,
) -> (Droids, Setup) {
    let game = game(seats, given);
    let seed = RootSeed::from_text("setups");
    let mut generator = seed.rng_for_agent(Seat::FIRST, 0);
    let mut state = game.initial_state(seed);
    while !holds(&state) {
        let actor = match game.turn(&state) {
            Turn::Over(_) => panic!("the match is over before the condition holds"),
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(mut ask) => Actor::Seat(ask.seats.next().unwrap()),
        };
        let mut actions = Vec::new();
        game.legal_actions(&state, actor, &mut actions);
        let action = actions[generator.below(actions.len() as u64) as usize];
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

//! A match that the engine and the naive rules play in parallel.

use std::collections::BTreeSet;

use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{
    Actor, GameEncoding, GameNotation, GameRules, History, RootSeed, Seat, Seats, StableRng, Turn,
};

use crate::naive::{Naive, Side};
use crate::play::game;

/// Returns the seat of a side.
fn seat(side: Side) -> Seat {
    match side {
        Side::White => Seat::FIRST,
        Side::Black => Seat::new(1).unwrap(),
    }
}

/// The end of a match: the places of both seats and the rule.
type End = (Vec<u8>, &'static str);

/// The same match in both implementations, compared after every action.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    game: Netzwerk,
    history: History<Netzwerk>,
    pub(crate) naive: Naive,
    given: String,
}

impl Pair {
    /// Returns a pair at the start position.
    pub(crate) fn start(given: &[(&str, &str)]) -> Self {
        let game = game(given);
        let start = game.initial_state(RootSeed::from_text("netzwerk"));
        Self::new(given, game, start, Naive::start(given).unwrap())
    }

    /// Returns a pair at the position of a text.
    pub(crate) fn at(given: &[(&str, &str)], text: &str) -> Self {
        let game = game(given);
        let state = game
            .parse_position(text)
            .unwrap_or_else(|error| panic!("{given:?}: `{text}`: {error}"));
        Self::new(given, game, state, Naive::parse(given, text).unwrap())
    }

    fn new(
        given: &[(&str, &str)],
        game: Netzwerk,
        state: <Netzwerk as GameRules>::State,
        naive: Naive,
    ) -> Self {
        let pair = Self {
            history: History::new(&game, state),
            game,
            naive,
            given: format!("{given:?}"),
        };
        pair.assert_agreement();
        pair
    }

    /// Both carry out an action that the naive rules allow.
    pub(crate) fn apply(&mut self, text: &str) {
        let before = self.context();
        let action = self.game.parse_action(text);
        let action = action.unwrap_or_else(|error| panic!("{before}: {error}"));
        let actor = self.actor();
        self.naive.apply(text).unwrap();
        self.history
            .apply(&self.game, actor, action)
            .unwrap_or_else(|error| panic!("{before}: `{text}` is rejected: {error}"));
        assert_eq!(self.text(), self.naive.text(), "{before}: after `{text}`");
        self.assert_agreement();
    }

    /// Plays up to the given number of random actions in both, and returns the end of the match if
    /// it is over.
    pub(crate) fn play(
        &mut self,
        actions: usize,
        generator: &mut StableRng,
        choose: impl Fn(&Naive, &mut StableRng) -> Option<String>,
    ) -> Option<End> {
        for _ in 0..actions {
            let Some(action) = choose(&self.naive, generator) else {
                break;
            };
            self.apply(&action);
        }
        self.end()
    }

    /// Asserts that the engine accepts exactly the actions of the naive rules, and none from the
    /// other side.
    pub(crate) fn assert_same_rejections(&self) {
        let side = self.naive.position().side;
        let legal = self.naive.legal().into_iter().collect();
        let none = BTreeSet::new();
        assert_eq!(
            self.accepted_from(side),
            legal,
            "{}: accepted",
            self.context()
        );
        let others = self.accepted_from(side.other());
        assert_eq!(
            others,
            none,
            "{}: accepted from the opponent",
            self.context()
        );
    }

    /// Returns the actions that the engine accepts from a side, and asserts that all others leave the
    /// position unchanged.
    fn accepted_from(&self, side: Side) -> BTreeSet<String> {
        let mut accepted = BTreeSet::new();
        for number in 0..self.game.action_count() {
            let action = self.game.action_from_number(number).unwrap();
            let mut state = self.history.state().clone();
            let actor = Actor::Seat(seat(side));
            if self.game.apply(&mut state, actor, action).is_ok() {
                accepted.insert(self.game.format_action(action));
            } else {
                let same = state == *self.history.state();
                assert!(
                    same,
                    "{}: rejecting {action:?} changes the position",
                    self.context()
                );
            }
        }
        accepted
    }

    /// Asserts that a side leaves with the same result in a copy of both, unless the match is over.
    pub(crate) fn assert_same_departure(&self, side: Side) {
        let mut pair = self.clone();
        let action = pair.game.leave_action(seat(side));
        let applied = pair.history.apply(&pair.game, Actor::Referee, action);
        let is_open = self.naive.outcome().is_none();
        assert_eq!(applied.is_ok(), is_open, "{}: leaving", self.context());
        if is_open {
            pair.naive.leave(side);
            pair.assert_agreement();
            pair.assert_same_rejections();
        }
    }

    /// Returns the end of the match in the engine, or `None` if it is not over.
    pub(crate) fn end(&self) -> Option<End> {
        match self.game.turn(self.history.state()) {
            Turn::Over(outcome) => Some((outcome.places, outcome.rule)),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    fn assert_agreement(&self) {
        let context = self.context();
        assert_eq!(self.text(), self.naive.text(), "{context}: the text");
        let parsed = self.game.parse_position(&self.text());
        assert_eq!(
            parsed.as_ref(),
            Ok(self.history.state()),
            "{context}: the parsed text"
        );
        self.assert_same_turn();
        let side = self.naive.position().side;
        assert_eq!(
            self.legal(side),
            sorted(self.naive.legal()),
            "{context}: the legal actions"
        );
        assert_eq!(
            self.legal(side.other()),
            [""; 0],
            "{context}: the legal actions of the opponent"
        );
    }

    fn assert_same_turn(&self) {
        let context = self.context();
        match self.game.turn(self.history.state()) {
            Turn::Decision(decision) => {
                assert_eq!(self.naive.outcome(), None, "{context}: the naive outcome");
                let side = self.naive.position().side;
                assert_eq!(
                    decision.seats,
                    Seats::one(seat(side)),
                    "{context}: the seats to act"
                );
                assert!(!decision.simultaneous, "{context}");
            }
            Turn::Over(outcome) => {
                let Some(end) = self.naive.outcome() else {
                    panic!("{context}: only the engine's match is over: {outcome:?}");
                };
                let places = match end.winner {
                    Some(Side::White) => [1, 2],
                    Some(Side::Black) => [2, 1],
                    None => [1, 1],
                };
                let actual = (&outcome.places[..], outcome.rule);
                assert_eq!(actual, (&places[..], end.rule), "{context}: the outcome");
            }
            Turn::Chance(key) => panic!("{context}: unexpected chance node {key}"),
        }
    }

    fn actor(&self) -> Actor {
        Actor::Seat(seat(self.naive.position().side))
    }

    fn text(&self) -> String {
        self.game.format_position(self.history.state())
    }

    fn legal(&self, side: Side) -> Vec<String> {
        let state = self.history.state();
        let actor = Actor::Seat(seat(side));
        let mut actions = Vec::new();
        self.game.legal_actions(state, actor, &mut actions);
        let count = self.game.count_actions(state, actor);
        assert_eq!(
            count,
            actions.len(),
            "{}: the number of legal actions",
            self.context()
        );
        let texts = actions
            .into_iter()
            .map(|action| self.game.format_action(action));
        sorted(texts.collect())
    }

    /// Returns the options and the position, for failure messages.
    fn context(&self) -> String {
        format!("{} `{}`", self.given, self.naive.text())
    }
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

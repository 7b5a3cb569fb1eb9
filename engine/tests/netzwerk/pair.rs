//! A match that the engine and the naive rules play side by side.

use std::collections::BTreeSet;

use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{
    Actor, GameEncoding, GameNotation, GameRules, Generator, History, RootSeed, Seat, Seats, Turn,
};

use crate::naive::{Naive, Side};
use crate::play::game;

/// The seat of a side.
fn seat(side: Side) -> Seat {
    match side {
        Side::White => Seat::FIRST,
        Side::Black => Seat::new(1).unwrap(),
    }
}

/// How a match ended, as the engine says it: the places of both seats and the rule.
type End = (Vec<u8>, &'static str);

/// The same match twice. Everything asked of one is asked of the other.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    game: Netzwerk,
    history: History<Netzwerk>,
    pub(crate) naive: Naive,
    given: String,
}

impl Pair {
    /// Both at the start.
    pub(crate) fn start(given: &[(&str, &str)]) -> Self {
        let game = game(given);
        let start = game.initial_state(RootSeed::from_text("netzwerk"));
        Self::new(given, game, start, Naive::start(given).unwrap())
    }

    /// Both at the position of a text.
    pub(crate) fn at(given: &[(&str, &str)], text: &str) -> Self {
        let game = game(given);
        let state = game
            .parse_position(text)
            .unwrap_or_else(|why| panic!("{given:?}: `{text}`: {why}"));
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
        pair.agree();
        pair
    }

    /// Both carry out an action that the naive rules allow.
    pub(crate) fn apply(&mut self, text: &str) {
        let before = self.place();
        let action = self.game.parse_action(text);
        let action = action.unwrap_or_else(|why| panic!("{before}: {why}"));
        let actor = self.actor();
        self.naive.apply(text).unwrap();
        self.history
            .apply(&self.game, actor, action)
            .unwrap_or_else(|why| panic!("{before}: `{text}` is refused: {why}"));
        assert_eq!(self.text(), self.naive.text(), "{before}: after `{text}`");
        self.agree();
    }

    /// Both play on with drawn actions, as many as this or to the end. Gives the end.
    pub(crate) fn play(
        &mut self,
        actions: usize,
        generator: &mut Generator,
        draw: impl Fn(&Naive, &mut Generator) -> Option<String>,
    ) -> Option<End> {
        for _ in 0..actions {
            let Some(action) = draw(&self.naive, generator) else {
                break;
            };
            self.apply(&action);
        }
        self.end()
    }

    /// The engine takes the actions of the naive rules and no other number, from nobody else.
    pub(crate) fn refuses_the_same(&self) {
        let side = self.naive.position().side;
        let legal = self.naive.legal().into_iter().collect();
        let nothing = BTreeSet::new();
        assert_eq!(self.taken_from(side), legal, "{}: taken", self.place());
        let others = self.taken_from(side.other());
        assert_eq!(others, nothing, "{}: taken from who waits", self.place());
    }

    /// Of all actions, those that the engine takes from a side; the others change nothing.
    fn taken_from(&self, side: Side) -> BTreeSet<String> {
        let mut taken = BTreeSet::new();
        for number in 0..self.game.action_count() {
            let action = self.game.action_from_number(number).unwrap();
            let mut state = self.history.state().clone();
            let actor = Actor::Seat(seat(side));
            if self.game.apply(&mut state, actor, action).is_ok() {
                taken.insert(self.game.format_action(action));
            } else {
                let same = state == *self.history.state();
                assert!(same, "{}: refusing {action:?} changes it", self.place());
            }
        }
        taken
    }

    /// Both let a side leave, unless the match is over; here it goes on.
    pub(crate) fn leaves_the_same(&self, side: Side) {
        let mut pair = self.clone();
        let action = pair.game.leave_action(seat(side));
        let left = pair.history.apply(&pair.game, Actor::Referee, action);
        let is_open = self.naive.outcome().is_none();
        assert_eq!(left.is_ok(), is_open, "{}: leaving", self.place());
        if is_open {
            pair.naive.leave(side);
            pair.agree();
            pair.refuses_the_same();
        }
    }

    /// How the match has ended for the engine.
    pub(crate) fn end(&self) -> Option<End> {
        match self.game.turn(self.history.state()) {
            Turn::Over(outcome) => Some((outcome.places, outcome.rule)),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    fn agree(&self) {
        let place = self.place();
        assert_eq!(self.text(), self.naive.text(), "{place}: the text");
        let read = self.game.parse_position(&self.text());
        assert_eq!(read.as_ref(), Ok(self.history.state()), "{place}: read");
        self.agree_on_the_turn();
        let side = self.naive.position().side;
        assert_eq!(
            self.legal(side),
            sorted(self.naive.legal()),
            "{place}: what is legal"
        );
        assert_eq!(
            self.legal(side.other()),
            [""; 0],
            "{place}: what is legal for who waits"
        );
    }

    fn agree_on_the_turn(&self) {
        let place = self.place();
        match self.game.turn(self.history.state()) {
            Turn::Decision(ask) => {
                assert_eq!(self.naive.outcome(), None, "{place}: the match goes on");
                let side = self.naive.position().side;
                assert_eq!(ask.seats, Seats::one(seat(side)), "{place}: who is asked");
                assert!(!ask.simultaneous, "{place}");
            }
            Turn::Over(outcome) => {
                let Some(end) = self.naive.outcome() else {
                    panic!("{place}: is over: {outcome:?}");
                };
                let places = match end.winner {
                    Some(Side::White) => [1, 2],
                    Some(Side::Black) => [2, 1],
                    None => [1, 1],
                };
                let told = (&outcome.places[..], outcome.rule);
                assert_eq!(told, (&places[..], end.rule), "{place}: the outcome");
            }
            Turn::Chance(key) => panic!("{place}: chance draws {key}"),
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
        assert_eq!(count, actions.len(), "{}: counted", self.place());
        let texts = actions
            .into_iter()
            .map(|action| self.game.format_action(action));
        sorted(texts.collect())
    }

    /// Where a failure was seen.
    fn place(&self) -> String {
        format!("{} `{}`", self.given, self.naive.text())
    }
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

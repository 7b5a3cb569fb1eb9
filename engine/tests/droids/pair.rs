//! A match that the engine and the naive rules play side by side.

use std::collections::BTreeSet;

use botwerk_engine::droids::Droids;
use botwerk_engine::{Actor, GameNotation, GameRules, Options, RootSeed, Seat, Turn};

use crate::naive::Naive;

/// The letters of the seats in play, by their number.
const SEATS: [&str; 5] = ["", "S", "SN", "SWN", "SWNE"];

/// The game for so many seats with these options.
pub(crate) fn game(seats: usize, given: &[(&str, &str)]) -> Droids {
    let options = Options::resolve(Droids::spec().options, given.iter().copied()).unwrap();
    Droids::new(seats, options).unwrap_or_else(|why| panic!("{seats} with {given:?}: {why}"))
}

/// The same match twice. Everything asked of one is asked of the other.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    pub(crate) game: Droids,
    pub(crate) state: <Droids as GameRules>::State,
    naive: Naive,
    given: String,
}

impl Pair {
    /// Both at the start.
    pub(crate) fn start(seats: usize, given: &[(&str, &str)]) -> Self {
        let game = game(seats, given);
        let state = game.initial_state(RootSeed::from_text("droids"));
        let naive = Naive::start(Droids::spec().ruleset, seats, given).unwrap();
        Self::new(seats, given, game, state, naive)
    }

    /// Both at the position of a text.
    pub(crate) fn at(seats: usize, given: &[(&str, &str)], text: &str) -> Self {
        let game = game(seats, given);
        let state = game
            .parse_position(text)
            .unwrap_or_else(|why| panic!("{given:?}: `{text}`: {why}"));
        let naive = Naive::parse(Droids::spec().ruleset, seats, given, text).unwrap();
        Self::new(seats, given, game, state, naive)
    }

    fn new(
        seats: usize,
        given: &[(&str, &str)],
        game: Droids,
        state: <Droids as GameRules>::State,
        naive: Naive,
    ) -> Self {
        let pair = Self {
            game,
            state,
            naive,
            given: format!("{seats} with {given:?}"),
        };
        pair.agree();
        pair
    }

    /// Both carry out an action, which both must allow.
    pub(crate) fn act(&mut self, by: &str, text: &str) {
        let before = self.place();
        let action = self.game.parse_action(text);
        let action = action.unwrap_or_else(|why| panic!("{before}: {why}"));
        let legal = self.naive.legal(by);
        let known = legal.iter().any(|known| known == text);
        assert!(known, "{before}: `{text}` of {by} is not in {legal:?}");
        self.naive.act(by, text);
        let actor = self.actor(by);
        self.game
            .apply(&mut self.state, actor, action)
            .unwrap_or_else(|why| panic!("{before}: `{text}` of {by} is refused: {why}"));
        assert_eq!(self.text(), self.naive.text(), "{before}: after `{text}`");
        self.agree();
    }

    /// What the engine says when it refuses an action, which the naive rules do not allow either.
    pub(crate) fn refusal(&self, by: &str, text: &str) -> String {
        let action = self.game.parse_action(text).unwrap();
        let known = self.naive.legal(by).iter().any(|known| known == text);
        assert!(!known, "{}: `{text}` of {by} is legal", self.place());
        let mut state = self.state.clone();
        let refused = self.game.apply(&mut state, self.actor(by), action);
        assert_eq!(state, self.state);
        refused.unwrap_err().to_string()
    }

    /// The legal actions of `chance`, `referee` or a seat's letter, sorted as texts.
    pub(crate) fn legal(&self, by: &str) -> Vec<String> {
        self.naive.legal(by)
    }

    /// The weights of what chance can give.
    pub(crate) fn weights(&self) -> Vec<u32> {
        let outcomes = self.naive.legal("chance");
        let weights = outcomes.iter().map(|text| {
            let action = self.game.parse_action(text).unwrap();
            self.game.outcome_weight(&self.state, action)
        });
        weights.collect()
    }

    /// Who acts now: `chance` or a seat's letter; nobody after the end.
    pub(crate) fn asked(&self) -> Option<String> {
        self.naive.actor()
    }

    /// The position's text.
    pub(crate) fn text(&self) -> String {
        self.game.format_position(&self.state)
    }

    /// A field of the position's text.
    pub(crate) fn field(&self, field: usize) -> String {
        self.text().split(' ').nth(field).unwrap().to_owned()
    }

    /// The places and the rule that ended the match.
    pub(crate) fn end(&self) -> Option<(Vec<u8>, &'static str)> {
        match self.game.turn(&self.state) {
            Turn::Over(outcome) => Some((outcome.places, outcome.rule)),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    /// The points of a finished match.
    pub(crate) fn points(&self) -> Vec<i32> {
        match self.game.turn(&self.state) {
            Turn::Over(outcome) => outcome.points,
            Turn::Decision(_) | Turn::Chance(_) => vec![],
        }
    }

    fn actor(&self, by: &str) -> Actor {
        match by {
            "chance" => Actor::Chance,
            "referee" => Actor::Referee,
            letter => {
                let seat = SEATS[self.game.seats()].find(letter).unwrap();
                Actor::Seat(Seat::new(seat).unwrap())
            }
        }
    }

    fn letters(&self) -> impl Iterator<Item = String> {
        SEATS[self.game.seats()].chars().map(|c| c.to_string())
    }

    /// Where the match stands, for a failure.
    fn place(&self) -> String {
        format!("{}: `{}`", self.given, self.text())
    }

    /// Both say the same of the position.
    fn agree(&self) {
        let place = self.place();
        assert_eq!(self.text(), self.naive.text(), "{}", self.given);
        let parsed = self.game.parse_position(&self.text());
        assert_eq!(parsed.as_ref(), Ok(&self.state), "{place}");
        for by in ["chance".to_owned(), "referee".to_owned()]
            .into_iter()
            .chain(self.letters())
        {
            self.agree_on_actions(&by);
        }
        self.agree_on_end();
    }

    fn agree_on_actions(&self, by: &str) {
        let place = self.place();
        let mut listed = Vec::new();
        self.game
            .legal_actions(&self.state, self.actor(by), &mut listed);
        let texts = listed.iter().map(|action| self.game.format_action(*action));
        let legal: BTreeSet<String> = self.naive.legal(by).into_iter().collect();
        assert_eq!(texts.collect::<BTreeSet<_>>(), legal, "{place}: {by}");
        if by == "chance" {
            for action in listed {
                let text = self.game.format_action(action);
                let weight = self.game.outcome_weight(&self.state, action);
                assert_eq!(weight, self.naive.weight(&text), "{place}: {text}");
            }
        }
    }

    fn agree_on_end(&self) {
        let end = self.naive.end().map(|(winners, rule)| {
            let won = |letter: String| winners.iter().any(|w| w.to_string() == letter);
            let won: Vec<bool> = self.letters().map(won).collect();
            let lost_place = 1 + won.iter().filter(|won| **won).count() as u8;
            let place = |won: &bool| if *won { 1 } else { lost_place };
            (won.iter().map(place).collect(), rule)
        });
        assert_eq!(self.end(), end, "{}", self.place());
    }
}

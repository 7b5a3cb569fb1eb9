//! A match that the engine and the naive rules play in parallel.

use std::collections::BTreeSet;

use botwerk_engine::droids::Droids;
use botwerk_engine::{Actor, GameNotation, GameRules, GameType, Options, RootSeed, Seat, Turn};

use crate::naive::Naive;

/// Creates the game with the given number of seats and options.
pub(crate) fn game(seats: usize, option_values: &[(&str, &str)]) -> Droids {
    let options = Options::resolve(Droids::spec().options, option_values.iter().copied()).unwrap();
    Droids::new(seats, options)
        .unwrap_or_else(|error| panic!("{seats} with {option_values:?}: {error}"))
}

/// The same match in both implementations, compared after every action.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    pub(crate) game: Droids,
    pub(crate) state: <Droids as GameRules>::State,
    naive: Naive,
    option_values: String,
}

impl Pair {
    /// Returns a pair at the start position.
    pub(crate) fn start(seats: usize, option_values: &[(&str, &str)]) -> Self {
        let game = game(seats, option_values);
        let state = game.initial_state(RootSeed::from_text("droids"));
        let naive = Naive::start(Droids::spec().ruleset, seats, option_values).unwrap();
        Self::new(seats, option_values, game, state, naive)
    }

    /// Returns a pair at the position of a text.
    pub(crate) fn at(seats: usize, option_values: &[(&str, &str)], text: &str) -> Self {
        let game = game(seats, option_values);
        let state = game
            .parse_position(text)
            .unwrap_or_else(|error| panic!("{option_values:?}: `{text}`: {error}"));
        let naive = Naive::parse(Droids::spec().ruleset, seats, option_values, text).unwrap();
        Self::new(seats, option_values, game, state, naive)
    }

    fn new(
        seats: usize,
        option_values: &[(&str, &str)],
        game: Droids,
        state: <Droids as GameRules>::State,
        naive: Naive,
    ) -> Self {
        let pair = Self {
            game,
            state,
            naive,
            option_values: format!("{seats} with {option_values:?}"),
        };
        pair.assert_agreement();
        pair
    }

    /// Applies an action in both and asserts that both accept it.
    pub(crate) fn act(&mut self, by: &str, text: &str) {
        let before = self.context();
        let action = self.game.parse_action(text);
        let action = action.unwrap_or_else(|error| panic!("{before}: {error}"));
        let legal = self.naive.legal(by);
        let is_legal = legal.iter().any(|other| other == text);
        assert!(is_legal, "{before}: `{text}` of {by} is not in {legal:?}");
        self.naive.act(by, text);
        let actor = self.actor(by);
        self.game
            .apply(&mut self.state, actor, action)
            .unwrap_or_else(|error| panic!("{before}: `{text}` of {by} is rejected: {error}"));
        assert_eq!(self.text(), self.naive.text(), "{before}: after `{text}`");
        self.assert_agreement();
    }

    /// Returns the message with which the engine rejects an action, and asserts that the naive
    /// rules reject it too.
    pub(crate) fn rejection(&self, by: &str, text: &str) -> String {
        let action = self.game.parse_action(text).unwrap();
        let is_legal = self.naive.legal(by).iter().any(|other| other == text);
        assert!(!is_legal, "{}: `{text}` of {by} is legal", self.context());
        let mut state = self.state.clone();
        let applied = self.game.apply(&mut state, self.actor(by), action);
        assert_eq!(state, self.state);
        applied.unwrap_err().to_string()
    }

    /// Returns the legal actions of `chance`, `referee` or a seat's letter, sorted as texts.
    pub(crate) fn legal(&self, by: &str) -> Vec<String> {
        self.naive.legal(by)
    }

    /// Returns the weights of the chance outcomes.
    pub(crate) fn weights(&self) -> Vec<u32> {
        let outcomes = self.naive.legal("chance");
        let weights = outcomes.iter().map(|text| {
            let action = self.game.parse_action(text).unwrap();
            self.game.outcome_weight(&self.state, action)
        });
        weights.collect()
    }

    /// Returns the actor to act: `chance` or a seat's letter, or `None` after the end.
    pub(crate) fn to_act(&self) -> Option<String> {
        self.naive.actor()
    }

    /// Returns the position's text.
    pub(crate) fn text(&self) -> String {
        self.game.format_position(&self.state)
    }

    /// Returns a field of the position's text.
    pub(crate) fn field(&self, field: usize) -> String {
        self.text().split(' ').nth(field).unwrap().to_owned()
    }

    /// Returns the places and the rule that ended the match, or `None` if it is not over.
    pub(crate) fn end(&self) -> Option<(Vec<u8>, &'static str)> {
        match self.game.turn(&self.state) {
            Turn::Over(outcome) => Some((outcome.places, outcome.rule)),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    /// Returns the points of a finished match.
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
                let seat = self.field(1).find(letter).unwrap();
                Actor::Seat(Seat::new(seat).unwrap())
            }
        }
    }

    /// Returns the letters of the seats in play.
    fn letters(&self) -> impl Iterator<Item = String> + use<> {
        let letters: Vec<_> = self.field(1).chars().collect();
        letters.into_iter().map(String::from)
    }

    /// Returns the options and the position, for failure messages.
    fn context(&self) -> String {
        format!("{}: `{}`", self.option_values, self.text())
    }

    /// Asserts that both agree on the position.
    fn assert_agreement(&self) {
        let context = self.context();
        assert_eq!(self.text(), self.naive.text(), "{}", self.option_values);
        let parsed = self.game.parse_position(&self.text());
        assert_eq!(parsed.as_ref(), Ok(&self.state), "{context}");
        for by in ["chance".to_owned(), "referee".to_owned()]
            .into_iter()
            .chain(self.letters())
        {
            self.assert_same_actions(&by);
        }
        self.assert_same_end();
    }

    fn assert_same_actions(&self, by: &str) {
        let context = self.context();
        let mut listed = Vec::new();
        self.game
            .legal_actions(&self.state, self.actor(by), &mut listed);
        let texts = listed.iter().map(|action| self.game.format_action(*action));
        let legal: BTreeSet<String> = self.naive.legal(by).into_iter().collect();
        assert_eq!(texts.collect::<BTreeSet<_>>(), legal, "{context}: {by}");
        if by == "chance" {
            for action in listed {
                let text = self.game.format_action(action);
                let weight = self.game.outcome_weight(&self.state, action);
                assert_eq!(weight, self.naive.weight(&text), "{context}: {text}");
            }
        }
    }

    fn assert_same_end(&self) {
        let end = self.naive.end().map(|(winners, rule)| {
            let won = |letter: String| winners.iter().any(|w| w.to_string() == letter);
            let won: Vec<bool> = self.letters().map(won).collect();
            let lost_place = 1 + won.iter().filter(|won| **won).count() as u8;
            let place = |won: &bool| if *won { 1 } else { lost_place };
            (won.iter().map(place).collect(), rule)
        });
        assert_eq!(self.end(), end, "{}", self.context());
    }
}

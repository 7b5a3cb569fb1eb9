//! Test helper: a match that starts at a position given as text and applies actions given as text.

use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{
    Actor, GameNotation, GameRules, GameType, History, Options, ParseError, RootSeed, Seat, Turn,
};

/// Options as pairs of name and value.
pub(crate) type Given<'a> = &'a [(&'a str, &'a str)];

/// Creates the game with the given options.
pub(crate) fn game(given: Given<'_>) -> Netzwerk {
    let options = Options::resolve(Netzwerk::spec().options, given.iter().copied());
    Netzwerk::new(2, options.unwrap()).unwrap()
}

/// Returns the seat of White (0) or Black (1).
pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

/// A game and the history of a match.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub(crate) game: Netzwerk,
    history: History<Netzwerk>,
}

impl Play {
    /// Returns a match at the start position.
    pub(crate) fn start(given: Given<'_>) -> Self {
        let game = game(given);
        let start = game.initial_state(RootSeed::from_text("7"));
        let history = History::new(&game, start);
        Self { game, history }
    }

    /// Returns a match at a position. Its lists of robots and batteries may be in any order.
    pub(crate) fn at(given: Given<'_>, position: &str) -> Self {
        let game = game(given);
        let text = with_sorted_lists(position);
        let state = game.parse_position(&text);
        let state = state.unwrap_or_else(|error| panic!("`{text}`: {error}"));
        let history = History::new(&game, state);
        Self { game, history }
    }

    /// Applies actions of the side to move, separated by blanks.
    pub(crate) fn after(mut self, actions: &str) -> Self {
        for text in actions.split_whitespace() {
            let action = self.game.parse_action(text).unwrap();
            let side = self.side();
            let before = self.text();
            self.history
                .apply(&self.game, Actor::Seat(side), action)
                .unwrap_or_else(|error| panic!("`{text}` in `{before}`: {error}"));
        }
        self
    }

    /// Applies the departure of a side.
    pub(crate) fn leave(mut self, number: usize) -> Self {
        let action = self.game.leave_action(seat(number));
        let applied = self.history.apply(&self.game, Actor::Referee, action);
        applied.unwrap();
        self
    }

    /// Returns the rule that rejects an action of the side to move, and asserts that the position
    /// is unchanged.
    pub(crate) fn rejection(&self, text: &str) -> &'static str {
        let action = self.game.parse_action(text).unwrap();
        let mut state = self.history.state().clone();
        let actor = Actor::Seat(self.side());
        let applied = self.game.apply(&mut state, actor, action);
        let error = applied.expect_err(text);
        assert_eq!(
            state,
            *self.history.state(),
            "rejected `{text}` changes the position"
        );
        error.rule
    }

    /// Returns the texts of the legal actions in sorted order.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        let actor = Actor::Seat(self.side());
        self.game
            .legal_actions(self.history.state(), actor, &mut actions);
        let texts = actions
            .into_iter()
            .map(|action| self.game.format_action(action));
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        texts
    }

    /// Returns the points that a robot or battery can reach from a point; captures have an `x`
    /// prefix.
    pub(crate) fn targets(&self, from: &str) -> Vec<String> {
        let legal = self.legal();
        let to = |action: &String| {
            let rest = action.strip_prefix(from)?;
            Some(rest.strip_prefix('-').unwrap_or(rest).to_owned())
        };
        legal.iter().filter_map(to).collect()
    }

    /// Returns the position's text.
    pub(crate) fn text(&self) -> String {
        self.game.format_position(self.history.state())
    }

    /// Returns the fields of the text after the batteries.
    pub(crate) fn rest(&self) -> String {
        let text = self.text();
        text.split(' ').skip(4).collect::<Vec<_>>().join(" ")
    }

    /// Returns the rule that ended the match and the places of White and Black, or `None` if it is
    /// not over.
    pub(crate) fn end(&self) -> Option<(&'static str, [u8; 2])> {
        match self.game.turn(self.history.state()) {
            Turn::Over(outcome) => Some((outcome.rule, [outcome.places[0], outcome.places[1]])),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    /// Returns the seat of the side to move, even if the match is over.
    fn side(&self) -> Seat {
        seat(usize::from(self.text().starts_with('b')))
    }
}

/// Returns the error with which a position's text is rejected, without sorting its lists.
pub(crate) fn parse_error(given: Given<'_>, text: &str) -> ParseError {
    let parsed = game(given).parse_position(text);
    parsed.expect_err(text)
}

/// Returns a position's text with its lists sorted by rank, then file.
fn with_sorted_lists(position: &str) -> String {
    let fields: Vec<String> = position
        .split_whitespace()
        .enumerate()
        .map(|(index, field)| match index {
            1..=3 if field != "-" => sorted(field),
            _ => field.to_owned(),
        })
        .collect();
    fields.join(" ")
}

fn sorted(list: &str) -> String {
    let mut points: Vec<&str> = list.split(',').collect();
    points.sort_by_key(|point| {
        let (file, rank) = point.split_at(1);
        (rank.parse::<u32>().unwrap(), file)
    });
    points.join(",")
}

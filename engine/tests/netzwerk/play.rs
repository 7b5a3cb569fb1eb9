//! A match of the engine at a position: text in, actions in, text out.

use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{
    Actor, GameNotation, GameRules, History, Options, ParseError, RootSeed, Seat, Turn,
};

/// Options as they are given to a game.
pub(crate) type Given<'a> = &'a [(&'a str, &'a str)];

/// The game with these options.
pub(crate) fn game(given: Given<'_>) -> Netzwerk {
    let options = Options::resolve(Netzwerk::spec().options, given.iter().copied());
    Netzwerk::new(2, options.unwrap()).unwrap()
}

/// The seat of White, 0, or of Black, 1.
pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

/// A match with its past.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub(crate) game: Netzwerk,
    history: History<Netzwerk>,
}

impl Play {
    /// A match before its first action.
    pub(crate) fn start(given: Given<'_>) -> Self {
        let game = game(given);
        let start = game.initial_state(RootSeed::from_text("7"));
        let history = History::new(&game, start);
        Self { game, history }
    }

    /// A match at a position whose lists of robots and batteries may stand in any order.
    pub(crate) fn at(given: Given<'_>, position: &str) -> Self {
        let game = game(given);
        let text = in_order(position);
        let state = game.parse_position(&text);
        let state = state.unwrap_or_else(|why| panic!("`{text}`: {why}"));
        let history = History::new(&game, state);
        Self { game, history }
    }

    /// After these actions, separated by blanks, of whoever is to move.
    pub(crate) fn after(mut self, actions: &str) -> Self {
        for text in actions.split_whitespace() {
            let action = self.game.parse_action(text).unwrap();
            let side = self.side();
            let before = self.text();
            self.history
                .apply(&self.game, Actor::Seat(side), action)
                .unwrap_or_else(|why| panic!("`{text}` in `{before}`: {why}"));
        }
        self
    }

    /// After a side has left.
    pub(crate) fn left_by(mut self, number: usize) -> Self {
        let action = self.game.leave_action(seat(number));
        let left = self.history.apply(&self.game, Actor::Referee, action);
        left.unwrap();
        self
    }

    /// The rule that refuses an action of the side to move; nothing has changed.
    pub(crate) fn refused(&self, text: &str) -> &'static str {
        let action = self.game.parse_action(text).unwrap();
        let mut state = self.history.state().clone();
        let actor = Actor::Seat(self.side());
        let why = self.game.apply(&mut state, actor, action);
        let why = why.expect_err(text);
        assert_eq!(state, *self.history.state(), "`{text}` changes it");
        why.rule
    }

    /// The legal actions, in the order of their texts.
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

    /// Where something may go from a point, `x` in front where it captures.
    pub(crate) fn ways(&self, from: &str) -> Vec<String> {
        let legal = self.legal();
        let to = |action: &String| {
            let rest = action.strip_prefix(from)?;
            Some(rest.strip_prefix('-').unwrap_or(rest).to_owned())
        };
        legal.iter().filter_map(to).collect()
    }

    /// The position's text.
    pub(crate) fn text(&self) -> String {
        self.game.format_position(self.history.state())
    }

    /// The fields of the text behind the batteries.
    pub(crate) fn rest(&self) -> String {
        let text = self.text();
        text.split(' ').skip(4).collect::<Vec<_>>().join(" ")
    }

    /// The rule that ended the match and the places of White and Black, if it is over.
    pub(crate) fn end(&self) -> Option<(&'static str, [u8; 2])> {
        match self.game.turn(self.history.state()) {
            Turn::Over(outcome) => Some((outcome.rule, [outcome.places[0], outcome.places[1]])),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    /// The seat of the side to move, also when the match is over.
    fn side(&self) -> Seat {
        seat(usize::from(self.text().starts_with('b')))
    }
}

/// Why a position is refused, with nothing put in order.
pub(crate) fn wrong(given: Given<'_>, text: &str) -> ParseError {
    let read = game(given).parse_position(text);
    read.expect_err(text)
}

/// A position's text with its lists sorted by rank, then file.
fn in_order(position: &str) -> String {
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

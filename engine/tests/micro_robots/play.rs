//! Test helper: a match that starts at a position given as text and applies actions given as text.

use botwerk_engine::micro_robots::{MicroRobots, State};
use botwerk_engine::{
    Actor, ChanceKey, GameNotation, GameRules, GameType, GameViews, IllegalAction, OptionError,
    Options, Outcome, Seat, Turn, Viewer,
};

/// The board of the printed example (MR-30).
pub(crate) const EXAMPLE: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                                  6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

/// A route from 1P to 2W on it.
pub(crate) const ROUTE: &str = "1P-6P-6W-6R-2R-2W";

/// Creates the game with the given number of seats and options.
pub(crate) fn game(seats: usize, given: &[(&str, &str)]) -> Result<MicroRobots, OptionError> {
    let options = Options::resolve(MicroRobots::spec().options, given.iter().copied())?;
    MicroRobots::new(seats, options)
}

/// Returns the seat with a number.
pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).expect("the seat number is at most 63")
}

/// A game and a position.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub(crate) game: MicroRobots,
    pub(crate) state: State,
}

impl Play {
    /// Parses a position on the board of the example; `rest` is the text after the board.
    pub(crate) fn at(given: &[(&str, &str)], rest: &str) -> Self {
        Self::on(EXAMPLE, given, rest)
    }

    /// Parses a position on a board; `rest` is the text after the board.
    pub(crate) fn on(board: &str, given: &[(&str, &str)], rest: &str) -> Self {
        let text = format!("{board} ; {rest}");
        let seats = MicroRobots::seats_of_position(&text).expect("the position has chips");
        let game = game(seats, given).expect("the options are valid");
        let state = game
            .parse_position(&text)
            .unwrap_or_else(|error| panic!("{error}"));
        Self { game, state }
    }

    /// Applies an action of an actor.
    pub(crate) fn apply(&mut self, actor: Actor, text: &str) -> Result<(), IllegalAction> {
        let action = self.game.parse_action(text);
        let action = action.unwrap_or_else(|error| panic!("{error}"));
        self.game.apply(&mut self.state, actor, action)
    }

    fn applied(mut self, actor: Actor, text: &str) -> Self {
        self.apply(actor, text)
            .unwrap_or_else(|error| panic!("`{text}` of {actor}: {error}"));
        self
    }

    /// Applies an action of a seat.
    pub(crate) fn seat(self, number: usize, text: &str) -> Self {
        self.applied(Actor::Seat(seat(number)), text)
    }

    /// Applies an action of the referee.
    pub(crate) fn referee(self, text: &str) -> Self {
        self.applied(Actor::Referee, text)
    }

    /// Applies a chance outcome.
    pub(crate) fn chance(self, text: &str) -> Self {
        self.applied(Actor::Chance, text)
    }

    /// Applies the moves of a seat's route until the show is judged.
    pub(crate) fn show(mut self, number: usize, route: &str) -> Self {
        let viewer = Viewer::Seat(seat(number));
        let view = self.game.view(&self.state, viewer);
        let turn = self.game.parse_turn(&view, &format!("show {route}"));
        for action in turn.unwrap_or_else(|error| panic!("{error}")) {
            let is_to_act = matches!(self.game.turn(&self.state), Turn::Decision(decision)
                if decision.stage == "show" && decision.seats.contains(seat(number)));
            if is_to_act {
                self = self.seat(number, &action.to_string());
            }
        }
        self
    }

    /// Returns the rule and the message with which an action is rejected, and asserts that the
    /// position is unchanged.
    pub(crate) fn rejection(&self, actor: Actor, text: &str) -> (&'static str, String) {
        let mut trial = self.clone();
        let error = trial.apply(actor, text).expect_err(text);
        assert_eq!(
            trial.state, self.state,
            "rejected `{text}` changes the position"
        );
        (error.rule, error.message.into_owned())
    }

    /// Returns the position's text without the board.
    pub(crate) fn text(&self) -> String {
        let text = self.game.format_position(&self.state);
        let (_, rest) = text.split_once(" ; ").expect("fields are separated");
        rest.to_owned()
    }

    /// Returns the texts of an actor's legal actions.
    pub(crate) fn legal(&self, actor: Actor) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, actor, &mut actions);
        actions.iter().map(ToString::to_string).collect()
    }

    /// Returns the key of the pending chance node, or `None` if the position is not a chance node.
    pub(crate) fn chance_key(&self) -> Option<ChanceKey> {
        match self.game.turn(&self.state) {
            Turn::Chance(key) => Some(key),
            Turn::Decision(_) | Turn::Over(_) => None,
        }
    }

    /// Returns the stage of the decision and the seats that must act.
    pub(crate) fn decision(&self) -> (&'static str, Vec<usize>) {
        match self.game.turn(&self.state) {
            Turn::Decision(decision) => (decision.stage, decision.seats.map(Seat::index).collect()),
            turn => panic!("expected a decision, found {turn:?}"),
        }
    }

    /// Returns the outcome of the match, or `None` if it is not over.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.game.turn(&self.state) {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    /// Returns the rule that ended the match, and the places.
    pub(crate) fn places(&self) -> (&'static str, Vec<u8>) {
        let outcome = self.outcome().expect("the match is over");
        (outcome.rule, outcome.places)
    }

    /// Returns the text of a viewer's view without the board.
    pub(crate) fn view_text(&self, viewer: Viewer) -> String {
        let view = self.game.view(&self.state, viewer);
        let text = self.game.format_view(&view);
        text.split_once(" ; ")
            .expect("fields are separated")
            .1
            .to_owned()
    }
}

//! A position in play: text in, actions in, text out.

use botwerk_engine::micro_robots::{Action, MicroRobots, State};
use botwerk_engine::{
    Actor, ChanceKey, GameNotation, GameRules, GameViews, IllegalAction, OptionError, Options,
    Outcome, Seat, Turn, Viewer,
};

/// The board of the printed example (MR-30).
pub(crate) const EXAMPLE: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                                  6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

/// A route from 1P to 2W on it.
pub(crate) const ROUTE: &str = "1P-6P-6W-6R-2R-2W";

/// The game for so many with these options.
pub(crate) fn game(seats: usize, given: &[(&str, &str)]) -> Result<MicroRobots, OptionError> {
    let options = Options::resolve(MicroRobots::spec().options, given.iter().copied())?;
    MicroRobots::new(seats, options)
}

/// The seat with this number.
pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).expect("seats run from 0 to 63")
}

/// A match at a position.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub(crate) game: MicroRobots,
    pub(crate) state: State,
}

impl Play {
    /// A position with `rest` behind its board, the board of the example.
    pub(crate) fn at(given: &[(&str, &str)], rest: &str) -> Self {
        Self::on(EXAMPLE, given, rest)
    }

    /// A position with `rest` behind its board.
    pub(crate) fn on(board: &str, given: &[(&str, &str)], rest: &str) -> Self {
        let text = format!("{board} ; {rest}");
        let seats = MicroRobots::seats_of_position(&text).expect("the position has chips");
        let game = game(seats, given).expect("the options fit");
        let state = game
            .parse_position(&text)
            .unwrap_or_else(|why| panic!("{why}"));
        Self { game, state }
    }

    /// Lets somebody act.
    pub(crate) fn act(&mut self, actor: Actor, text: &str) -> Result<(), IllegalAction> {
        let action = text.parse().unwrap_or_else(|why| panic!("{why}"));
        self.game.apply(&mut self.state, actor, action)
    }

    fn acted(mut self, actor: Actor, text: &str) -> Self {
        self.act(actor, text)
            .unwrap_or_else(|why| panic!("`{text}` of {actor}: {why}"));
        self
    }

    /// A seat acts.
    pub(crate) fn seat(self, number: usize, text: &str) -> Self {
        self.acted(Actor::Seat(seat(number)), text)
    }

    /// The referee acts.
    pub(crate) fn referee(self, text: &str) -> Self {
        self.acted(Actor::Referee, text)
    }

    /// Chance acts.
    pub(crate) fn chance(self, text: &str) -> Self {
        self.acted(Actor::Chance, text)
    }

    /// A seat shows a route, as far as its moves are taken.
    pub(crate) fn show(mut self, number: usize, route: &str) -> Self {
        let viewer = Viewer::Seat(seat(number));
        let view = self.game.view(&self.state, viewer);
        let turn = self.game.parse_turn(&view, &format!("show {route}"));
        for action in turn.unwrap_or_else(|why| panic!("{why}")) {
            let asked = matches!(self.game.turn(&self.state), Turn::Decision(ask)
                if ask.stage == "show" && ask.seats.contains(seat(number)));
            if asked {
                self = self.seat(number, &action.to_string());
            }
        }
        self
    }

    /// The rule that refuses an action, and why; nothing has changed.
    pub(crate) fn refused(&self, actor: Actor, text: &str) -> (&'static str, String) {
        let mut tried = self.clone();
        let why = tried.act(actor, text).expect_err(text);
        assert_eq!(
            tried.state, self.state,
            "`{text}` is refused and changes it"
        );
        (why.rule, why.message.into_owned())
    }

    /// The position without its board.
    pub(crate) fn text(&self) -> String {
        let text = self.game.format_position(&self.state);
        let (_, rest) = text.split_once(" ; ").expect("fields are separated");
        rest.to_owned()
    }

    /// The legal actions of somebody, as texts.
    pub(crate) fn legal(&self, actor: Actor) -> Vec<String> {
        let mut actions: Vec<Action> = Vec::new();
        self.game.legal_actions(&self.state, actor, &mut actions);
        actions.iter().map(Action::to_string).collect()
    }

    /// The draw that is due.
    pub(crate) fn draw(&self) -> Option<ChanceKey> {
        match self.game.turn(&self.state) {
            Turn::Chance(key) => Some(key),
            Turn::Decision(_) | Turn::Over(_) => None,
        }
    }

    /// The seats that are asked, and for what.
    pub(crate) fn asked(&self) -> (&'static str, Vec<usize>) {
        match self.game.turn(&self.state) {
            Turn::Decision(ask) => (ask.stage, ask.seats.map(Seat::index).collect()),
            turn => panic!("nobody is asked: {turn:?}"),
        }
    }

    /// How the match ended, if it has.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.game.turn(&self.state) {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    /// The rule that ended the match and the places.
    pub(crate) fn places(&self) -> (&'static str, Vec<u8>) {
        let outcome = self.outcome().expect("the match is over");
        (outcome.rule, outcome.places)
    }

    /// What a seat sees, without the board.
    pub(crate) fn seen(&self, viewer: Viewer) -> String {
        let view = self.game.view(&self.state, viewer);
        let text = self.game.format_view(&view);
        text.split_once(" ; ")
            .expect("fields are separated")
            .1
            .to_owned()
    }
}

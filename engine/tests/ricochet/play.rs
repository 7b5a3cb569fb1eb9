//! Test helper: free boards, and a match that starts at a position given as text and applies actions given
//! as text.

use botwerk_engine::ricochet::{Action, BoardSize, CELLS, Cell, Direction, Phase, Ricochet, State};
use botwerk_engine::{
    Actor, GameNotation, GameRules, GameType, GameViews, IllegalAction, OptionError, Options,
    Outcome, Seat, Turn, Viewer,
};

/// The targets of the board of most tests.
pub(crate) const TARGETS: &str = "r:o16,g:b2,*:h5";

/// Robots in the corners of the board.
pub(crate) const CORNERS: &str = "r:a1,g:p1,b:a16,y:p16";

/// A right solution for the red robot in a corner to reach o16.
pub(crate) const SOLUTION: &str = "show rE rS";

/// Creates the game with the given number of seats and options.
pub(crate) fn game(seats: usize, given: &[(&str, &str)]) -> Result<Ricochet, OptionError> {
    let options = Options::resolve(Ricochet::spec().options, given.iter().copied())?;
    Ricochet::new(seats, options)
}

/// Returns the seat with a number.
pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).expect("the seat number is at most 63")
}

/// Returns the walls of a board with the frame, the centre block and some walls, such as `c3E`.
pub(crate) fn walls(extra: &[&str]) -> [u8; CELLS] {
    let mut walls = [0; CELLS];
    let mut add = |cell: Cell, side: Direction| {
        walls[cell.index()] |= 1 << side.index();
        if let Some(next) = BoardSize::PRINTED.neighbour(cell, side) {
            walls[next.index()] |= 1 << side.opposite().index();
        }
    };
    for cell in BoardSize::PRINTED.cells() {
        for side in Direction::ALL {
            if cell.is_centre() || BoardSize::PRINTED.neighbour(cell, side).is_none() {
                add(cell, side);
            }
        }
    }
    for wall in extra {
        let (cell, side) = wall.split_at(wall.len() - 1);
        let side = side.chars().next().and_then(Direction::from_letter);
        add(cell.parse().unwrap(), side.unwrap());
    }
    walls
}

/// Returns the text of a board of another size with the frame and some walls, such as `c3E`.
pub(crate) fn sized_board(size: &str, extra: &[&str], diagonals: &str, targets: &str) -> String {
    let board_size: BoardSize = size.parse().unwrap();
    let has_wall = |cell: Cell, side: Direction| {
        let next = board_size.neighbour(cell, side);
        let is_named = |cell: Cell, side: Direction| extra.contains(&&*format!("{cell}{side}"));
        next.is_none_or(|next| is_named(cell, side) || is_named(next, side.opposite()))
    };
    let digit = |cell: Cell| {
        let sides = Direction::ALL.iter().filter(|side| has_wall(cell, **side));
        char::from_digit(sides.map(|side| 1 << side.index()).sum(), 16).unwrap()
    };
    let digits: String = board_size.cells().map(digit).collect();
    format!("size:{size}:{digits}:{diagonals}:{targets}")
}

/// Returns the text of a free board with some walls, diagonals and targets.
pub(crate) fn board(extra: &[&str], diagonals: &str, targets: &str) -> String {
    let digits = walls(extra).map(|sides| char::from_digit(u32::from(sides), 16).unwrap());
    let walls = String::from_iter(digits);
    format!("cells:{walls}:{diagonals}:{targets}")
}

/// Returns the text of the board of most tests, which has no inner walls.
pub(crate) fn plain_board() -> String {
    board(&[], "-", TARGETS)
}

/// A game and a position.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub(crate) game: Ricochet,
    pub(crate) state: State,
}

impl Play {
    /// Parses a position on the plain board; `rest` is the text after the board.
    pub(crate) fn at(given: &[(&str, &str)], rest: &str) -> Self {
        Self::on(&plain_board(), given, rest)
    }

    /// Parses the first round on the plain board, with the robots in the corners and a phase.
    pub(crate) fn in_phase(given: &[(&str, &str)], phase: &str) -> Self {
        Self::at(given, &format!("{CORNERS} r:o16 g:b2,*:h5 0,0,0 1 {phase}"))
    }

    /// Parses a position on a board; `rest` is the text after the board.
    pub(crate) fn on(board: &str, given: &[(&str, &str)], rest: &str) -> Self {
        let text = format!("{board} {rest}");
        let seats = Ricochet::seats_of_position(&text).expect("the position has won targets");
        let options = Options::resolve(Ricochet::spec().options, given.iter().copied());
        let options = options.expect("the options are valid");
        let options = Ricochet::options_for_position(options, &text);
        let game = Ricochet::new(seats, options).expect("the options are valid");
        let state = game.parse_position(&text);
        let state = state.unwrap_or_else(|error| panic!("{error}"));
        Self { game, state }
    }

    /// Applies an action of an actor.
    pub(crate) fn apply(&mut self, actor: Actor, text: &str) -> Result<(), IllegalAction> {
        let action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        self.game.apply(&mut self.state, actor, action)
    }

    fn applied(mut self, actor: Actor, text: &str) -> Self {
        self.apply(actor, text)
            .unwrap_or_else(|error| panic!("`{text}` of {actor}: {error}"));
        self
    }

    /// Applies a turn of a seat, as far as its show is not judged before.
    pub(crate) fn seat(mut self, number: usize, text: &str) -> Self {
        let view = self.game.view(&self.state, Viewer::Seat(seat(number)));
        let turn = self.game.parse_turn(&view, text);
        for action in turn.unwrap_or_else(|error| panic!("{error}")) {
            let is_judged = matches!(action, Action::Step(_) | Action::End)
                && !matches!(&self.state.phase(), Phase::Show(show) if show.seat == seat(number));
            if !is_judged {
                self = self.applied(Actor::Seat(seat(number)), &action.to_string());
            }
        }
        self
    }

    /// Applies an action of the referee.
    pub(crate) fn referee(self, text: &str) -> Self {
        self.applied(Actor::Referee, text)
    }

    /// Applies a chance outcome.
    pub(crate) fn chance(self, text: &str) -> Self {
        self.applied(Actor::Chance, text)
    }

    /// Returns the error of an action.
    pub(crate) fn error(&self, actor: Actor, text: &str) -> String {
        let mut play = self.clone();
        let error = play.apply(actor, text).expect_err(text);
        assert_eq!(play.state, self.state, "a rejection changes nothing");
        error.to_string()
    }

    /// Returns the legal actions of an actor as texts.
    pub(crate) fn legal(&self, actor: Actor) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, actor, &mut actions);
        actions.iter().map(Action::to_string).collect()
    }

    /// Returns the text of the position after the board.
    pub(crate) fn rest(&self) -> String {
        let text = self.game.format_position(&self.state);
        text.split_once(' ').unwrap().1.to_owned()
    }

    /// Returns the text of the phase.
    pub(crate) fn phase(&self) -> String {
        self.rest().split(' ').next_back().unwrap().to_owned()
    }

    /// Returns the outcome of a match that is over.
    pub(crate) fn outcome(&self) -> Outcome {
        match self.game.turn(&self.state) {
            Turn::Over(outcome) => outcome,
            turn => panic!("the match is not over: {turn:?}"),
        }
    }
}

//! Connect four as a program: docs/adding-a-game.md builds it step by step.
//!
//! `cargo run -p botwerk --example connect_four -- match --game connect-four mcts greedy`

use std::borrow::Cow;
use std::process::ExitCode;

use botwerk_engine::{
    Actor, DiagramColour, Grid, GridCell, Next, OptionError, Options, Outcome, PlainGame, Seat,
    StableRng,
};
use serde::{Deserialize, Serialize};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;

/// Two seats drop stones into seven columns; four stones of a seat in a line win.
#[derive(Debug, Clone)]
pub(crate) struct ConnectFour;

/// The stones of each seat: bit `column * 7 + row`, so that the seventh bit of a column is never set.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Board {
    stones: [u64; 2],
}

/// Drops a stone into a column, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Action {
    Drop(u8),
}

impl Board {
    const fn all(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Returns the seat to act, which has no more stones than the other.
    const fn to_act(&self) -> usize {
        (self.all().count_ones() % 2) as usize
    }

    /// Returns `true` if a seat has four stones in a line.
    fn has_line(&self, seat: usize) -> bool {
        let stones = self.stones[seat];
        [1, 7, 6, 8].into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    const fn is_full(&self, column: u8) -> bool {
        self.all() >> (column * 7 + ROWS - 1) & 1 == 1
    }
}

impl PlainGame for ConnectFour {
    type State = Board;
    type Action = Action;

    const NAME: &'static str = "connect-four";
    const TITLE: &'static str = "Connect four";
    const SEATS: (usize, usize) = (2, 2);
    const RULES: &'static str = "# Connect four\n\nThe seats drop stones into seven columns of six \
        spaces in turn. Four stones in a row, a column or a diagonal win.\n";
    const SUMMARY: &'static [&'static str] = &["Drop stones; four in a line win."];
    const MAX_LENGTH: Option<u64> = Some((COLUMNS * ROWS) as u64);
    const OBSERVATION_LEN: usize = 16;

    fn new(_seats: usize, _options: &Options) -> Result<Self, OptionError> {
        Ok(Self)
    }

    fn start(&self, _rng: &mut StableRng) -> Board {
        Board { stones: [0, 0] }
    }

    fn actions(&self) -> Vec<Action> {
        (0..COLUMNS).map(Action::Drop).collect()
    }

    fn next(&self, board: &Board) -> Next {
        let mover = board.to_act();
        if board.has_line(1 - mover) {
            return Next::Over(Outcome::ranked(
                &[mover == 1, mover == 0],
                vec![],
                "four in a line",
            ));
        }
        if board.all().count_ones() == u32::from(COLUMNS * ROWS) {
            return Next::Over(Outcome::ranked(&[0, 0], vec![], "the board is full"));
        }
        Next::seat(Seat::new(mover).unwrap_or(Seat::FIRST))
    }

    fn legal_actions(&self, board: &Board, _actor: Actor, actions: &mut Vec<Action>) {
        let open = (0..COLUMNS).filter(|column| !board.is_full(*column));
        actions.extend(open.map(Action::Drop));
    }

    fn apply(&self, board: &mut Board, _actor: Actor, Action::Drop(column): Action) {
        // Adding to the lowest space of a column carries to its first free one.
        let stone = (board.all() + (1 << (column * 7))) & !board.all() & (0x3f << (column * 7));
        board.stones[board.to_act()] |= stone;
    }

    fn explain(
        &self,
        _board: &Board,
        _actor: Actor,
        Action::Drop(column): Action,
    ) -> (&'static str, Cow<'static, str>) {
        ("column", format!("column {column} is full").into())
    }

    fn check(&self, board: &Board) -> Result<(), String> {
        let column = |column: u8| board.all() >> (column * 7) & 0x7f;
        // Stones lie on stones.
        let is_stack = |stones: u64| stones < 64 && stones & (stones + 1) == 0;
        let counts = board.stones.map(u64::count_ones);
        let is_valid = board.stones[0] & board.stones[1] == 0
            && board.all() >> (COLUMNS * 7) == 0
            && (0..COLUMNS).all(|number| is_stack(column(number)))
            && (counts[0] == counts[1] || counts[0] == counts[1] + 1)
            && !board.has_line(board.to_act());
        let expected = "stones as the seats can have dropped them";
        is_valid.then_some(()).ok_or_else(|| expected.to_owned())
    }

    fn draw(&self, board: &Board) -> Grid {
        let cell = |column: u8, row: u8| {
            let is_of = |seat: usize| board.stones[seat] >> (column * 7 + row) & 1 == 1;
            let (text, colour) = match (is_of(0), is_of(1)) {
                (true, _) => ("x", DiagramColour::Red),
                (_, true) => ("o", DiagramColour::Yellow),
                _ => (".", DiagramColour::Plain),
            };
            GridCell::new(text, colour).named(format!("drop {column}"))
        };
        let rows = (0..ROWS)
            .rev()
            .map(|row| (0..COLUMNS).map(move |column| cell(column, row)));
        rows.fold(Grid::default(), Grid::row).line("0 1 2 3 4 5 6")
    }
}

fn main() -> ExitCode {
    botwerk::program().game::<ConnectFour>().run()
}

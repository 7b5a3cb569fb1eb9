//! The program with games of other crates.

use std::process::ExitCode;

use botwerk_engine::{GameId, GameType, NameTaken, Plain, PlainGame};

use crate::command_line::run;
use crate::failure::{self, Failure, Reason};

/// The program `botwerk` with games of other crates in addition to its own: see [`program`].
#[derive(Debug, Default)]
pub struct Program {
    refused: Option<NameTaken>,
}

/// Returns the program, to which games are added before it runs.
///
/// ```no_run
/// # use botwerk_engine::{Actor, Grid, Next, OptionError, Options, Outcome, PlainGame, Seat, StableRng};
/// # use std::process::ExitCode;
/// # #[derive(Debug, Clone)]
/// # struct MyGame;
/// # impl PlainGame for MyGame {
/// #     type State = u8;
/// #     type Action = u8;
/// #     const NAME: &'static str = "my-game";
/// #     const TITLE: &'static str = "My game";
/// #     const SEATS: (usize, usize) = (2, 2);
/// #     fn new(_seats: usize, _options: &Options) -> Result<Self, OptionError> { Ok(Self) }
/// #     fn start(&self, _rng: &mut StableRng) -> u8 { 0 }
/// #     fn actions(&self) -> Vec<u8> { vec![1, 2] }
/// #     fn next(&self, _state: &u8) -> Next { Next::seat(Seat::FIRST) }
/// #     fn legal_actions(&self, _state: &u8, _actor: Actor, actions: &mut Vec<u8>) { actions.push(1); }
/// #     fn apply(&self, state: &mut u8, _actor: Actor, action: u8) { *state += action; }
/// #     fn draw(&self, _state: &u8) -> Grid { Grid::default() }
/// # }
/// fn main() -> ExitCode {
///     botwerk::program().game::<MyGame>().run()
/// }
/// ```
pub fn program() -> Program {
    Program::default()
}

impl Program {
    /// Adds a game of plain data.
    #[must_use]
    pub fn game<G: PlainGame>(self) -> Self {
        self.game_type::<Plain<G>>()
    }

    /// Adds a game that implements all traits of games itself.
    #[must_use]
    pub fn game_type<G: GameType>(self) -> Self {
        let registered = GameId::register_type::<G>();
        Self {
            refused: self.refused.or(registered.err()),
        }
    }

    /// Runs the program with the arguments of this process. Returns its exit code: 2 if two games have one name.
    pub fn run(self) -> ExitCode {
        let Some(taken) = self.refused else {
            return run(std::env::args_os()).into();
        };
        let failure = Failure::new(Reason::BadArgument, taken.to_string());
        failure::report(&failure, "botwerk", false).into()
    }
}

//! Which game is meant, with which options.

use std::str::FromStr;

use botwerk_engine::{Game, GameId, Options};
use clap::Args;

use super::failure::{Failure, Reason};

/// A game and its options on the command line.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// The game: see `botwerk games`
    #[arg(long)]
    game: String,
    /// An option of the game, may be repeated: see `botwerk games GAME`
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl GameArgs {
    /// The game.
    pub(super) fn id(&self) -> Result<GameId, Failure> {
        Ok(GameId::from_str(&self.game)?)
    }

    /// The options, defaults included.
    pub(super) fn options<G: Game>(&self) -> Result<Options, Failure> {
        let given: Result<Vec<_>, _> = self.options.iter().map(|text| named_value(text)).collect();
        Ok(Options::resolve(G::spec().options, given?)?)
    }
}

/// A name and a value, written `NAME=VALUE`.
pub(super) fn named_value(text: &str) -> Result<(&str, &str), Failure> {
    text.split_once('=').ok_or_else(|| {
        let message = format!("option {text}: has no value; write NAME=VALUE");
        Failure::new(Reason::BadOptions, message)
    })
}

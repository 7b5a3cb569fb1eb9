//! Which game is meant, with which options.

use std::str::FromStr;

use botwerk_client::proto;
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

    /// The game and its options as they are given, for a server to read.
    pub(super) fn setup(&self, seats: u32) -> Result<proto::GameSetup, Failure> {
        let option = |text: &String| {
            let (name, value) = named_value(text)?;
            Ok(proto::GameOption {
                name: name.into(),
                value: value.into(),
            })
        };
        Ok(proto::GameSetup {
            game: self.game.clone(),
            options: self
                .options
                .iter()
                .map(option)
                .collect::<Result<_, Failure>>()?,
            seats,
        })
    }

    /// Whether the command line sets an option.
    pub(super) fn sets(&self, name: &str) -> bool {
        let mut options = self.options.iter();
        options.any(|text| text.split('=').next() == Some(name))
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

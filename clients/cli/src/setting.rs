//! Which game is meant, with which options.

use std::fs;
use std::str::FromStr;

use botwerk_client::proto;
use botwerk_engine::{Game, GameId, Options};
use clap::Args;
use serde_json::Value;

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
    /// A ruleset file of your own, in games that take one: a copy of what `botwerk games GAME
    /// --ruleset` prints, with other maps and scenarios
    #[arg(long, value_name = "FILE")]
    ruleset: Option<String>,
}

/// The option of games that take a ruleset's text.
const RULESET: &str = "ruleset";

impl GameArgs {
    /// The game.
    pub(super) fn id(&self) -> Result<GameId, Failure> {
        Ok(GameId::from_str(&self.game)?)
    }

    /// The game and its options as they are given, for a server to read.
    pub(super) fn setup(&self, seats: u32) -> Result<proto::GameSetup, Failure> {
        let option = |(name, value)| proto::GameOption { name, value };
        Ok(proto::GameSetup {
            game: self.game.clone(),
            options: self.given()?.into_iter().map(option).collect(),
            seats,
        })
    }

    /// Whether the command line sets an option.
    pub(super) fn sets(&self, name: &str) -> bool {
        let mut options = self.options.iter();
        options.any(|text| text.split('=').next() == Some(name))
            || name == RULESET && self.ruleset.is_some()
    }

    /// The options, defaults included.
    pub(super) fn options<G: Game>(&self) -> Result<Options, Failure> {
        Ok(Options::resolve(G::spec().options, self.given()?)?)
    }

    /// Names and values that are given, a ruleset file's text among them.
    fn given(&self) -> Result<Vec<(String, String)>, Failure> {
        let mut given = Vec::new();
        for text in &self.options {
            let (name, value) = named_value(text)?;
            given.push((name.to_owned(), value.to_owned()));
        }
        if let Some(file) = &self.ruleset {
            let text = fs::read_to_string(file).map_err(|error| Failure::file(file, &error))?;
            // Without its blanks, since every record carries it; what is no JSON is told by the game.
            let value = serde_json::from_str::<Value>(&text);
            let short = value.map_or(text, |value| value.to_string());
            given.push((RULESET.to_owned(), short));
        }
        Ok(given)
    }
}

/// A name and a value, written `NAME=VALUE`.
pub(super) fn named_value(text: &str) -> Result<(&str, &str), Failure> {
    text.split_once('=').ok_or_else(|| {
        let message = format!("option {text}: has no value; write NAME=VALUE");
        Failure::new(Reason::BadOptions, message)
    })
}

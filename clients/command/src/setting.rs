//! The game and its options on the command line.

use std::fs;
use std::str::FromStr;

use botwerk_client::proto;
use botwerk_engine::{GameId, Options};
use clap::Args;
use serde_json::Value;

use super::failure::{Failure, Reason};

/// A game and its options on the command line.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// Game: see `botwerk game list`
    #[arg(long)]
    game: String,
    /// Option of the game, may be repeated: see `botwerk game show GAME`
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Ruleset file, in games that accept one: a modified copy of the output of `botwerk game show GAME
    /// --ruleset`
    #[arg(long, value_name = "FILE")]
    ruleset: Option<String>,
}

/// The option that contains the text of a ruleset.
const RULESET: &str = "ruleset";

impl GameArgs {
    /// Returns the game.
    ///
    /// # Errors
    /// Returns an error if there is no such game.
    pub fn id(&self) -> Result<GameId, Failure> {
        Ok(GameId::from_str(&self.game)?)
    }

    /// Returns the game and the given options for a server.
    ///
    /// # Errors
    /// Returns an error if an option is malformed, or the ruleset cannot be read.
    pub fn setup(&self, seats: u32) -> Result<proto::GameSetup, Failure> {
        let option = |(name, value)| proto::GameOption { name, value };
        Ok(proto::GameSetup {
            game: self.game.clone(),
            options: self.given()?.into_iter().map(option).collect(),
            seats,
        })
    }

    /// Returns all options, including defaults.
    ///
    /// # Errors
    /// Returns an error if there is no such game, an option is malformed or invalid, or the ruleset cannot be read.
    pub fn options(&self) -> Result<Options, Failure> {
        Ok(Options::resolve(self.id()?.spec().options, self.given()?)?)
    }

    /// Returns the given names and values, including the text of the ruleset file.
    ///
    /// # Errors
    /// Returns an error if an option is malformed, or the ruleset cannot be read.
    pub fn given(&self) -> Result<Vec<(String, String)>, Failure> {
        given_options(&self.options, self.ruleset.as_deref())
    }

    /// Returns the given names and values, of which these options and this ruleset file replace some.
    ///
    /// # Errors
    /// Returns an error if an option is malformed, or a ruleset cannot be read.
    pub fn given_with(
        &self,
        options: &[String],
        ruleset: Option<&str>,
    ) -> Result<Vec<(String, String)>, Failure> {
        let mut given = self.given()?;
        let replacing = given_options(options, ruleset)?;
        given.retain(|(name, _)| replacing.iter().all(|(other, _)| other != name));
        given.extend(replacing);
        Ok(given)
    }
}

/// Returns the names and values of options, including the text of a ruleset file.
fn given_options(
    options: &[String],
    ruleset: Option<&str>,
) -> Result<Vec<(String, String)>, Failure> {
    let mut given = Vec::new();
    for text in options {
        let (name, value) = named_value(text)?;
        given.push((name.to_owned(), value.to_owned()));
    }
    if let Some(file) = ruleset {
        let text = fs::read_to_string(file).map_err(|error| Failure::file(file, &error))?;
        // Blanks are removed, because every record contains the text. The game reports invalid
        // JSON.
        let value = serde_json::from_str::<Value>(&text);
        let short = value.map_or(text, |value| value.to_string());
        given.push((RULESET.to_owned(), short));
    }
    Ok(given)
}

/// Splits a text of the form `NAME=VALUE`.
///
/// # Errors
/// Returns an error if it has no `=`.
pub fn named_value(text: &str) -> Result<(&str, &str), Failure> {
    text.split_once('=').ok_or_else(|| {
        let message = format!("option {text}: missing value; write NAME=VALUE");
        Failure::new(Reason::BadOptions, message)
    })
}

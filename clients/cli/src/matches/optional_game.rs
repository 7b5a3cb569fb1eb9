//! The game on the command line, unless a file names it.

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use crate::failure::{Failure, Reason};
use crate::setting::GameArgs;

/// The argument for the file that names the game.
const FILE: &str = "require";

/// A game and its options, which are not needed and not allowed where a file names them.
#[derive(Debug)]
pub(super) struct OptionalGame(Option<GameArgs>);

impl OptionalGame {
    /// Returns the game.
    ///
    /// # Errors
    /// Returns an error if no game is named.
    pub(super) fn given(&self) -> Result<&GameArgs, Failure> {
        let missing = || Failure::new(Reason::BadArgument, "--game: missing; name a game");
        self.0.as_ref().ok_or_else(missing)
    }
}

impl Args for OptionalGame {
    fn augment_args(command: Command) -> Command {
        let unless_named = |arg: Arg| arg.required(false).conflicts_with(FILE);
        GameArgs::augment_args(command)
            .mut_arg("game", |arg| {
                unless_named(arg).required_unless_present(FILE)
            })
            .mut_arg("options", unless_named)
            .mut_arg("ruleset", unless_named)
    }

    fn augment_args_for_update(command: Command) -> Command {
        GameArgs::augment_args_for_update(command)
    }
}

impl FromArgMatches for OptionalGame {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let is_given = matches.contains_id("game");
        let game = is_given.then(|| GameArgs::from_arg_matches(matches));
        Ok(Self(game.transpose()?))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

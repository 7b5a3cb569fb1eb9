//! Arguments with the names of those that the command line sets.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// Arguments, and which of them are given.
#[derive(Debug)]
pub struct Given<T> {
    /// The arguments.
    pub args: T,
    /// The flags that are given, such as `--level`.
    pub flags: Vec<String>,
}

impl<T: Args> Args for Given<T> {
    fn augment_args(command: Command) -> Command {
        T::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

impl<T: Args> FromArgMatches for Given<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let command = T::augment_args(Command::new("given"));
        let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let given = command
            .get_arguments()
            .filter(|arg| is_given(arg.get_id().as_str()));
        let flags = given.filter_map(|arg| arg.get_long().map(|long| format!("--{long}")));
        Ok(Self {
            flags: flags.collect(),
            args: T::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

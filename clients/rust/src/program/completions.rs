//! `completions`: scripts for shells.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::failure::Failure;
use super::output::Output;

/// For which shell.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub(super) fn run(args: &CompletionsArgs, output: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(
        args.shell,
        &mut super::Cli::command(),
        "botwerk",
        &mut script,
    );
    output.line(String::from_utf8_lossy(&script).trim_end())
}

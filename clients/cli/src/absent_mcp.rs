//! Stands for `mcp` in a program without it: says how to get it.

use std::ffi::OsString;

use clap::Args;

use crate::failure::{Failure, Reason};

/// Arguments of `mcp`, which are not read.
#[derive(Debug, Args)]
pub(super) struct McpArgs {
    #[arg(hide = true, allow_hyphen_values = true, trailing_var_arg = true)]
    arguments: Vec<OsString>,
}

/// Fails.
pub(super) fn run(_: &McpArgs, _: bool) -> Result<(), Failure> {
    let message = "this program was built without `mcp`; build it with \
                   `cargo install --path clients/cli --features full`";
    Err(Failure::new(Reason::BadArgument, message))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::failure;

    #[derive(Debug, Parser)]
    struct McpCommand {
        #[command(flatten)]
        args: McpArgs,
    }

    #[test]
    fn command_with_any_arguments_fails_with_the_command_that_builds_the_program() {
        for arguments in [&["mcp"][..], &["mcp", "--listen", "127.0.0.1:0", "more"]] {
            let command = McpCommand::try_parse_from(arguments).unwrap();
            let failure = run(&command.args, false).unwrap_err();
            let Failure::Usage { reason, message } = &failure else {
                panic!("{failure:?}")
            };
            assert_eq!(*reason, Reason::BadArgument);
            assert!(
                message.contains("built without `mcp`; build it with `cargo"),
                "{message}"
            );
            assert_eq!(failure::report(&failure, "botwerk", false), 2);
        }
    }
}

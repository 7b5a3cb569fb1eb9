//! The program of a bot: its command line, and what confines it.

use std::process::Command;

use botwerk_tournament::configuration::Sandbox;

use crate::processor_log::ProcessorLog;

/// A program that plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotProgram {
    /// The executable and its arguments.
    pub argv: Vec<String>,
    /// What confines it, with everything that it may read. `None`: it runs as this program does.
    pub sandbox: Option<Sandbox>,
    /// Where the processor time that it uses is written, on Linux; `None`: nowhere.
    pub processor_log: Option<ProcessorLog>,
}

impl BotProgram {
    /// Returns a program with what confines it.
    pub const fn new(argv: Vec<String>, sandbox: Option<Sandbox>) -> Self {
        Self {
            argv,
            sandbox,
            processor_log: None,
        }
    }

    /// Returns the executable, or an empty text.
    pub fn executable(&self) -> &str {
        self.argv.first().map_or("", String::as_str)
    }
}

/// Returns the command of an executable with its arguments, without a guard or a sandbox.
pub(crate) fn plain_command(argv: &[String]) -> Command {
    let (program, arguments) = argv.split_first().map_or(("", &[][..]), |(p, a)| (p, a));
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

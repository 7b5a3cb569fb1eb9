//! Why a command fails, and the exit code that says so.

use std::io::{self, Write};
use std::process::ExitCode;

use botwerk_agents::AgentError;
use botwerk_engine::{OptionError, ParseError, UnknownGame};
use botwerk_tournament::format::FormatError;
use serde_json::json;

/// The answer is no.
const EXIT_NEGATIVE: u8 = 1;
/// The program was used wrongly, or what it was given cannot be used.
const EXIT_USAGE: u8 = 2;

/// Why a command fails.
#[derive(Debug)]
pub enum Failure {
    /// The output has said already that the answer is no.
    ReportedNegative,
    /// The output has said already what could not be used.
    ReportedInvalid,
    /// What was asked for cannot be done.
    Usage {
        /// The kind of mistake.
        reason: Reason,
        /// What went wrong, and what to do.
        message: String,
    },
    /// A server refuses, with a reason of the contract.
    Server {
        /// The reason's name.
        reason: String,
        /// What went wrong, and what to do.
        message: String,
    },
    /// The output cannot be written.
    Output(io::Error),
}

/// The kinds of mistakes; the contract has the same names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A value on the command line that is none of those possible.
    BadArgument,
    /// An option of a game or a setting of a player.
    BadOptions,
    /// A position, or a task of a solver.
    BadPosition,
    /// A file that is no record, or that was changed.
    BadRecord,
    /// A database of which something cannot be read.
    Damaged,
    /// A record of which rules, seed or players make something else.
    Differs,
    /// An action that is illegal, or none at all.
    IllegalAction,
    /// A server that does not answer, or does not let one in.
    Unreachable,
    /// A file that cannot be read or written.
    Unreadable,
    /// A name that no player has.
    UnknownAgent,
    /// A name that no game has.
    UnknownGame,
}

impl Reason {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BadArgument => "BAD_ARGUMENT",
            Self::BadOptions => "BAD_OPTIONS",
            Self::BadPosition => "BAD_POSITION",
            Self::BadRecord => "BAD_RECORD",
            Self::Damaged => "DAMAGED",
            Self::Differs => "DIFFERS",
            Self::IllegalAction => "ILLEGAL_ACTION",
            Self::Unreachable => "UNREACHABLE",
            Self::Unreadable => "UNREADABLE",
            Self::UnknownAgent => "UNKNOWN_AGENT",
            Self::UnknownGame => "UNKNOWN_GAME",
        }
    }

    const fn exit_code(self) -> u8 {
        match self {
            Self::Damaged | Self::IllegalAction | Self::BadRecord | Self::Differs => EXIT_NEGATIVE,
            _ => EXIT_USAGE,
        }
    }
}

impl Failure {
    /// The failure of this kind; `message` says what went wrong and, behind `; `, what to do.
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self::Usage {
            reason,
            message: message.into(),
        }
    }

    /// A position that does not parse.
    pub fn position(error: &ParseError) -> Self {
        let message = format!("{error}; `botwerk games GAME` shows the notation");
        Self::new(Reason::BadPosition, message)
    }

    /// An action that does not parse, is illegal, or is refused.
    pub fn action(text: &str, why: &(impl std::fmt::Display + ?Sized)) -> Self {
        let message = format!("`{text}`: {why}; `botwerk legal` lists the legal actions");
        Self::new(Reason::IllegalAction, message)
    }

    /// A file that cannot be read or written.
    pub fn file(name: &str, error: &io::Error) -> Self {
        let message = format!("{name}: {error}; give a file that can be used");
        Self::new(Reason::Unreadable, message)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Self::new(Reason::UnknownGame, error.to_string())
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        let message = match error {
            OptionError::UnknownOption { .. } => error.to_string(),
            _ => format!("{error}; `botwerk games GAME` shows what is possible"),
        };
        Self::new(Reason::BadOptions, message)
    }
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Self {
        Self::new(Reason::BadOptions, error.to_string())
    }
}

impl From<AgentError> for Failure {
    fn from(error: AgentError) -> Self {
        let reason = match error {
            AgentError::Setting { .. } => Reason::BadOptions,
            AgentError::Unknown { .. } | AgentError::Text(_) => Reason::UnknownAgent,
        };
        let message = format!("{error}; `botwerk agents` lists players and settings");
        Self::new(reason, message)
    }
}

/// Prints a failure on standard error, prefixed with the program's name, and returns the exit code.
pub fn report(failure: &Failure, program: &str, json: bool) -> ExitCode {
    match failure {
        Failure::ReportedNegative => ExitCode::from(EXIT_NEGATIVE),
        Failure::ReportedInvalid => ExitCode::from(EXIT_USAGE),
        Failure::Usage { reason, message } => {
            say(program, reason.name(), message, json);
            ExitCode::from(reason.exit_code())
        }
        Failure::Server { reason, message } => {
            say(program, reason, message, json);
            ExitCode::from(if reason == "ILLEGAL_ACTION" {
                EXIT_NEGATIVE
            } else {
                EXIT_USAGE
            })
        }
        // Whoever was reading has seen enough.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Failure::Output(error) => {
            let message = format!("the output cannot be written: {error}; make room for it");
            say(program, "UNWRITABLE", &message, json);
            ExitCode::from(EXIT_USAGE)
        }
    }
}

fn say(program: &str, reason: &str, message: &str, json: bool) {
    let line = if json {
        json!({"error": {"reason": reason, "message": message}}).to_string()
    } else {
        // What was quoted from the input must not break the line.
        format!("{program}: {}", message.replace(char::is_control, " "))
    };
    // Where nobody listens the exit code still tells.
    let _ = writeln!(io::stderr(), "{line}");
}

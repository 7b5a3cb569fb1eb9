//! Failures of commands, and their exit codes.

use std::io::{self, Write};

use botwerk_agents::game_statistics::{LadderError, SeriesError};
use botwerk_agents::{AgentError, AnalysisError};
use botwerk_client::GameError;
use botwerk_client::proto::ErrorReason;
use botwerk_engine::{OptionError, ParseError, UnknownGame, plain_json, plain_line};
use botwerk_lanes::StatisticsError;
use botwerk_tournament::format::FormatError;
use serde_json::json;

/// Exit code for a negative answer.
const EXIT_NEGATIVE: u8 = 1;
/// Exit code for wrong usage and unusable input.
const EXIT_USAGE: u8 = 2;

/// The failure of a command.
#[derive(Debug)]
pub enum Failure {
    /// The negative answer has already been printed.
    ReportedNegative,
    /// The invalid input has already been reported.
    ReportedInvalid,
    /// The command cannot be carried out as requested.
    Usage {
        /// The machine-readable reason.
        reason: Reason,
        /// What went wrong and how to fix it.
        message: String,
    },
    /// The input has several mistakes.
    Mistakes {
        /// The machine-readable reason.
        reason: Reason,
        /// What the mistakes are in, and how to fix it.
        message: String,
        /// What is wrong, each with its place.
        mistakes: Vec<String>,
    },
    /// A server rejected a call.
    Server {
        /// The machine-readable reason of the API.
        reason: ErrorReason,
        /// What went wrong and how to fix it.
        message: String,
    },
    /// The output cannot be written.
    Output(io::Error),
}

/// Machine-readable reasons of failures, with the same names as in the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// An invalid value on the command line.
    BadArgument,
    /// An invalid option of a game or setting of an agent.
    BadOptions,
    /// An invalid position or solver task.
    BadPosition,
    /// A file that is not a record, or was modified.
    BadRecord,
    /// A database with unreadable content.
    Corrupt,
    /// A record that contradicts the rules, its seed or its agents' choices.
    VerificationFailed,
    /// An action that is illegal or cannot be parsed.
    IllegalAction,
    /// A launched bot that does not stay up.
    BotFailed,
    /// A server that is unreachable or denies access.
    Unreachable,
    /// A file that cannot be read or written.
    FileError,
    /// An unknown agent.
    UnknownAgent,
    /// An unknown game.
    UnknownGame,
}

impl Failure {
    /// Returns the failure with the place of the mistake before its message.
    pub fn in_place(self, place: &str) -> Self {
        match self {
            Self::Usage { reason, message } => Self::new(reason, format!("{place}: {message}")),
            other => other,
        }
    }
}

impl Reason {
    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BadArgument => "BAD_ARGUMENT",
            Self::BadOptions => "BAD_OPTIONS",
            Self::BadPosition => "BAD_POSITION",
            Self::BadRecord => "BAD_RECORD",
            Self::Corrupt => "CORRUPT",
            Self::VerificationFailed => "VERIFICATION_FAILED",
            Self::IllegalAction => "ILLEGAL_ACTION",
            Self::BotFailed => "BOT_FAILED",
            Self::Unreachable => "UNREACHABLE",
            Self::FileError => "FILE_ERROR",
            Self::UnknownAgent => "UNKNOWN_AGENT",
            Self::UnknownGame => "UNKNOWN_GAME",
        }
    }

    const fn exit_code(self) -> u8 {
        match self {
            Self::Corrupt | Self::IllegalAction | Self::BadRecord | Self::VerificationFailed => {
                EXIT_NEGATIVE
            }
            _ => EXIT_USAGE,
        }
    }
}

impl Failure {
    /// Creates a failure; `message` says what went wrong and, after `; `, how to fix it.
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self::Usage {
            reason,
            message: message.into(),
        }
    }

    /// Creates the failure for a position that cannot be parsed.
    pub fn position(error: &ParseError) -> Self {
        let message = format!("{error}; `botwerk game show GAME` shows the notation");
        Self::new(Reason::BadPosition, message)
    }

    /// Creates the failure for an action that cannot be parsed, is illegal or is rejected.
    pub fn action(text: &str, cause: &(impl std::fmt::Display + ?Sized)) -> Self {
        let message =
            format!("`{text}`: {cause}; `botwerk position legal` lists the legal actions");
        Self::new(Reason::IllegalAction, message)
    }

    /// Creates the failure for a file that cannot be read or written.
    pub fn file(name: &str, error: &io::Error) -> Self {
        let message = format!("cannot access {name}: {error}");
        Self::new(Reason::FileError, message)
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

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        match error {
            GameError::Unknown(error) => error.into(),
            GameError::Option(error) => error.into(),
        }
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        let advice = "`botwerk game show GAME` lists the options";
        match error {
            OptionError::UnknownOption { .. } => Self::new(Reason::BadOptions, error.to_string()),
            OptionError::Mistakes { name, mistakes } if mistakes.len() > 1 => Self::Mistakes {
                reason: Reason::BadOptions,
                message: format!("option {name}: {} mistakes; {advice}", mistakes.len()),
                mistakes,
            },
            _ => Self::new(Reason::BadOptions, format!("{error}; {advice}")),
        }
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
            AgentError::Unknown { .. } | AgentError::Version { .. } | AgentError::Text(_) => {
                Reason::UnknownAgent
            }
        };
        let message = format!("{error}; `botwerk game show` lists agents and settings");
        Self::new(reason, message)
    }
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        let advice = match error {
            AnalysisError::Over => "use a position in which a seat must act",
            AnalysisError::Chance => "resolve it with `botwerk position apply --draw`",
            AnalysisError::Seat(_) => "omit --seat to use a seat that must act",
        };
        Self::new(Reason::BadPosition, format!("{error}; {advice}"))
    }
}

impl From<StatisticsError> for Failure {
    fn from(error: StatisticsError) -> Self {
        match error {
            StatisticsError::Option(error) | StatisticsError::Compared(error) => error.into(),
            StatisticsError::Series(error)
            | StatisticsError::Ladder(LadderError::Series(error)) => error.into(),
            StatisticsError::Ladder(LadderError::Setting { .. }) => {
                let advice = "`botwerk game show` lists agents and settings";
                Self::new(Reason::BadOptions, format!("--{error}; {advice}"))
            }
            StatisticsError::Stopped => Self::new(Reason::BadArgument, error.to_string()),
            StatisticsError::Ladder(_) | StatisticsError::Matches { .. } => {
                Self::new(Reason::BadArgument, format!("--{error}"))
            }
        }
    }
}

impl From<SeriesError> for Failure {
    fn from(error: SeriesError) -> Self {
        match error {
            SeriesError::Agent(error) => error.into(),
            SeriesError::PlayerCount { .. } | SeriesError::Timed(_) => {
                Self::new(Reason::BadArgument, error.to_string())
            }
        }
    }
}

/// Prints a failure on standard error, prefixed with the program's name, and returns the exit code.
pub fn report(failure: &Failure, program: &str, json: bool) -> u8 {
    match failure {
        Failure::ReportedNegative => EXIT_NEGATIVE,
        Failure::ReportedInvalid => EXIT_USAGE,
        Failure::Usage { reason, message } => {
            print(program, reason.name(), message, &[], json);
            reason.exit_code()
        }
        Failure::Mistakes {
            reason,
            message,
            mistakes,
        } => {
            print(program, reason.name(), message, mistakes, json);
            reason.exit_code()
        }
        Failure::Server { reason, message } => {
            print(program, reason.name(), message, &[], json);
            if *reason == ErrorReason::IllegalAction {
                EXIT_NEGATIVE
            } else {
                EXIT_USAGE
            }
        }
        // The reader has closed the pipe on purpose, as `head` does.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Failure::Output(error) => {
            let message = format!("cannot write the output: {error}");
            print(program, "UNWRITABLE", &message, &[], json);
            EXIT_USAGE
        }
    }
}

/// Prints a message, and mistakes one a line.
fn print(program: &str, reason: &str, message: &str, mistakes: &[String], json: bool) {
    let text = if json {
        let mut error = json!({"reason": reason, "message": message});
        if !mistakes.is_empty() {
            error["mistakes"] = mistakes.into();
        }
        plain_json(&json!({"error": error}).to_string())
    } else {
        let lines = mistakes
            .iter()
            .map(|line| format!("\n  {}", plain_line(line)));
        format!(
            "{program}: {}{}",
            plain_line(message),
            lines.collect::<String>()
        )
    };
    // If standard error cannot be written, the exit code still reports the failure.
    let _ = writeln!(io::stderr(), "{text}");
}

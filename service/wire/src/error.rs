//! The reasons for which the server rejects requests, and the gRPC status of each.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use botwerk_agents::{AgentError, AnalysisError};
use botwerk_engine::{IllegalAction, OptionError, ParseError, SubmissionError, UnknownGame};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// The domain of every machine-readable reason.
pub const DOMAIN: &str = "botwerk";

/// Maximum length of a message that is sent, in bytes.
const MAX_MESSAGE_BYTES: usize = 1024;

/// A machine-readable reason, as in the API.
pub use botwerk_proto::v1::ErrorReason as Reason;

/// Returns the gRPC status code of a reason.
const fn status_code(reason: Reason) -> Code {
    match reason {
        Reason::AlreadySubmitted | Reason::RequestIdReused | Reason::NameTaken => {
            Code::AlreadyExists
        }
        Reason::Flagged => Code::DeadlineExceeded,
        Reason::BadToken
        | Reason::Banned
        | Reason::WorkerExcluded
        | Reason::HostNotAllowed
        | Reason::OriginNotAllowed => Code::PermissionDenied,
        Reason::BadPosition | Reason::BadOptions | Reason::BadRequest => Code::InvalidArgument,
        Reason::UnknownGame | Reason::UnknownAgent | Reason::NotFound => Code::NotFound,
        Reason::LimitExceeded | Reason::QuotaExceeded | Reason::TooLarge => Code::ResourceExhausted,
        Reason::Replaced => Code::Aborted,
        Reason::Suspended | Reason::Draining | Reason::StoreUnavailable => Code::Unavailable,
        Reason::Unspecified | Reason::Internal => Code::Internal,
        Reason::IllegalAction
        | Reason::NotYourTurn
        | Reason::WrongTurn
        | Reason::WrongStep
        | Reason::MatchOver
        | Reason::MatchNotOver
        | Reason::BlockNotOver
        | Reason::TournamentOver
        | Reason::TournamentStalled
        | Reason::RulesetMismatch
        | Reason::NoShow
        | Reason::WrongServer
        | Reason::FailedRepeatedly
        | Reason::HintsDisabled
        | Reason::WorkerVersion => Code::FailedPrecondition,
    }
}

/// The rejection of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The machine-readable reason.
    pub reason: Reason,
    /// The human-readable message: what is wrong, where, and how to fix it.
    pub message: String,
    /// The zero-based index of the rejected action, if the request has several.
    pub index: Option<u32>,
    /// The address of the server to connect to instead, for [`Reason::WrongServer`].
    pub address: Option<String>,
}

impl Error {
    /// Returns an error with a reason and a message.
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
            index: None,
            address: None,
        }
    }

    /// Returns the error for requests about a match or tournament of the server with an address.
    pub fn wrong_server(address: String) -> Self {
        let message = format!("another server is in charge; connect to {address}");
        Self {
            address: Some(address),
            ..Self::new(Reason::WrongServer, message)
        }
    }

    /// Returns the error for requests that a server rejects while it is shutting down.
    pub fn draining() -> Self {
        let message = "the server is shutting down; rejoin after its restart, nothing is lost";
        Self::new(Reason::Draining, message)
    }

    /// Returns the same error for one of several actions.
    pub fn with_index(mut self, index: usize) -> Self {
        self.index = Some(index as u32);
        self
    }

    /// Returns the time after which the same request may succeed. `None` if it would be rejected again.
    pub const fn retry_delay(&self) -> Option<Duration> {
        match self.reason {
            // After a fault the server opens the match again; FAILED_REPEATEDLY says that this is of no use.
            Reason::LimitExceeded
            | Reason::Suspended
            | Reason::Draining
            | Reason::StoreUnavailable
            | Reason::Internal => Some(Duration::from_secs(1)),
            _ => None,
        }
    }

    /// Returns the gRPC status code.
    pub const fn code(&self) -> Code {
        status_code(self.reason)
    }

    /// Returns the message, shortened to what fits into the trailers of a call: it may quote a long
    /// text of the client.
    pub fn truncated_message(&self) -> String {
        if self.message.len() <= MAX_MESSAGE_BYTES {
            return self.message.clone();
        }
        let begins = self.message.len() - MAX_MESSAGE_BYTES / 2;
        let parts = self.message.char_indices();
        let head = parts.clone().filter(|(at, _)| *at < MAX_MESSAGE_BYTES / 2);
        let tail = parts.filter(|(at, _)| *at >= begins);
        head.map(|(_, c)| c)
            .chain(" ... ".chars())
            .chain(tail.map(|(_, c)| c))
            .collect()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason.name(), self.message)
    }
}

impl std::error::Error for Error {}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let index = error
            .index
            .map(|index| ("index".to_owned(), index.to_string()));
        let address = error
            .address
            .clone()
            .map(|address| ("address".to_owned(), address));
        let metadata: HashMap<_, _> = index.into_iter().chain(address).collect();
        let mut details = ErrorDetails::with_error_info(error.reason.name(), DOMAIN, metadata);
        if let Some(delay) = error.retry_delay() {
            details.set_retry_info(Some(delay));
        }
        Self::with_error_details(error.code(), error.truncated_message(), details)
    }
}

impl From<UnknownGame> for Error {
    fn from(error: UnknownGame) -> Self {
        Self::new(Reason::UnknownGame, error.to_string())
    }
}

impl From<OptionError> for Error {
    fn from(error: OptionError) -> Self {
        Self::new(Reason::BadOptions, error.to_string())
    }
}

impl From<AgentError> for Error {
    fn from(error: AgentError) -> Self {
        let reason = match error {
            AgentError::Unknown { .. } | AgentError::Version { .. } => Reason::UnknownAgent,
            AgentError::Setting { .. } | AgentError::Text(_) => Reason::BadOptions,
        };
        Self::new(reason, error.to_string())
    }
}

impl From<AnalysisError> for Error {
    fn from(error: AnalysisError) -> Self {
        let reason = match error {
            AnalysisError::Over => Reason::MatchOver,
            AnalysisError::Chance | AnalysisError::Seat(_) => Reason::NotYourTurn,
        };
        Self::new(reason, error.to_string())
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        let reason = match error.kind {
            "action" | "turn" | "actor" => Reason::IllegalAction,
            _ => Reason::BadPosition,
        };
        Self::new(reason, error.to_string())
    }
}

impl From<IllegalAction> for Error {
    fn from(error: IllegalAction) -> Self {
        Self::new(Reason::IllegalAction, error.to_string())
    }
}

impl From<SubmissionError> for Error {
    fn from(error: SubmissionError) -> Self {
        let message = error.to_string();
        match error {
            SubmissionError::NotYourTurn(_) => Self::new(Reason::NotYourTurn, message),
            SubmissionError::AlreadyAnnounced(_) => Self::new(Reason::AlreadySubmitted, message),
            SubmissionError::Empty | SubmissionError::Untimed(_) => {
                Self::new(Reason::IllegalAction, message)
            }
            SubmissionError::Illegal { index, .. } => {
                Self::new(Reason::IllegalAction, message).with_index(index)
            }
        }
    }
}

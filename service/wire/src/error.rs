//! The reasons for which the server rejects requests, and the gRPC status of each.

use std::collections::HashMap;
use std::fmt;

use botwerk_agents::{AgentError, AnalysisError};
use botwerk_engine::{IllegalAction, OptionError, ParseError, SubmissionError, UnknownGame};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// The domain of every machine-readable reason.
pub const DOMAIN: &str = "botwerk";

/// Maximum length of a message that is sent, in bytes.
const MAX_MESSAGE_BYTES: usize = 1024;

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $code:ident;)+) => {
        /// A machine-readable reason.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Reason { $($(#[doc = $doc])+ $variant,)+ }

        impl Reason {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the API.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The gRPC status code.
            pub const fn code(self) -> Code {
                match self { $(Self::$variant => Code::$code),+ }
            }
        }
    };
}

reasons! {
    /// The rules do not allow an action, or a text is not an action.
    IllegalAction = "ILLEGAL_ACTION", FailedPrecondition;
    /// The seat is not to act.
    NotYourTurn = "NOT_YOUR_TURN", FailedPrecondition;
    /// The submission answers another request than the open one.
    WrongTurn = "WRONG_TURN", FailedPrecondition;
    /// The batch is neither the next nor the latest one of the environment.
    WrongStep = "WRONG_STEP", FailedPrecondition;
    /// Other content was submitted for the same turn and part, or sent as the same batch.
    AlreadySubmitted = "ALREADY_SUBMITTED", AlreadyExists;
    /// The seat's clock has reached zero.
    Flagged = "FLAGGED", DeadlineExceeded;
    /// The match has ended.
    MatchOver = "MATCH_OVER", FailedPrecondition;
    /// The match has not ended yet.
    MatchNotOver = "MATCH_NOT_OVER", FailedPrecondition;
    /// Other matches with the same seed have not ended yet.
    BlockNotOver = "BLOCK_NOT_OVER", FailedPrecondition;
    /// Another request has used the id.
    RequestIdReused = "REQUEST_ID_REUSED", AlreadyExists;
    /// The token grants no access.
    BadToken = "BAD_TOKEN", PermissionDenied;
    /// The name belongs to another, and the request does not take it over.
    NameTaken = "NAME_TAKEN", AlreadyExists;
    /// The worker has reported what it has not played, and gets no further work.
    WorkerExcluded = "WORKER_EXCLUDED", PermissionDenied;
    /// A text or message is not a position of the game.
    BadPosition = "BAD_POSITION", InvalidArgument;
    /// Options or settings are not valid.
    BadOptions = "BAD_OPTIONS", InvalidArgument;
    /// A request is incomplete or contradicts itself.
    BadRequest = "BAD_REQUEST", InvalidArgument;
    /// The game is unknown.
    UnknownGame = "UNKNOWN_GAME", NotFound;
    /// The agent is unknown.
    UnknownAgent = "UNKNOWN_AGENT", NotFound;
    /// The tournament has ended.
    TournamentOver = "TOURNAMENT_OVER", FailedPrecondition;
    /// The tournament was paused since it did not progress.
    TournamentStalled = "TOURNAMENT_STALLED", FailedPrecondition;
    /// A limit is exceeded.
    LimitExceeded = "LIMIT_EXCEEDED", ResourceExhausted;
    /// The resource does not exist.
    NotFound = "NOT_FOUND", NotFound;
    /// A newer stream plays this seat.
    Replaced = "REPLACED", Aborted;
    /// The match has another ruleset than the client expects.
    RulesetMismatch = "RULESET_MISMATCH", FailedPrecondition;
    /// The seat was not joined in time.
    NoShow = "NO_SHOW", FailedPrecondition;
    /// Another server of the same database plays the match or directs the tournament; the error's metadata has its
    /// `address`.
    WrongServer = "WRONG_SERVER", FailedPrecondition;
    /// The match is suspended until seats have rejoined after a restart.
    Suspended = "SUSPENDED", Unavailable;
    /// The server has failed twice while it worked on the match or tournament, which is suspended until it is tried again.
    FailedRepeatedly = "FAILED_REPEATEDLY", FailedPrecondition;
    /// Hints are disabled for the match.
    HintsDisabled = "HINTS_DISABLED", FailedPrecondition;
    /// The request names a host that is not a name of the server.
    HostNotAllowed = "HOST_NOT_ALLOWED", PermissionDenied;
    /// The request comes from a web page that may not call the server.
    OriginNotAllowed = "ORIGIN_NOT_ALLOWED", PermissionDenied;
    /// The server is shutting down.
    Draining = "DRAINING", Unavailable;
    /// The store is unavailable, so submissions are rejected.
    StoreUnavailable = "STORE_UNAVAILABLE", Unavailable;
    /// The server has a fault.
    Internal = "INTERNAL", Internal;
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
        let details = ErrorDetails::with_error_info(error.reason.name(), DOMAIN, metadata);
        Self::with_error_details(error.reason.code(), error.truncated_message(), details)
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
            AgentError::Unknown { .. } => Reason::UnknownAgent,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_documents_exactly_the_reasons() {
        let file = include_str!("../../../proto/botwerk/v1/game.proto");
        let list = file.split_once("The reason:").unwrap().1;
        let list = list.split_once("string reason").unwrap().0;
        let is_reason = |name: &&str| {
            name.len() > 3 && name.chars().all(|c| c == '_' || c.is_ascii_uppercase())
        };
        let names = list.split(|c: char| c != '_' && !c.is_ascii_alphabetic());
        let mut documented: Vec<_> = names.filter(is_reason).collect();
        let mut defined: Vec<_> = Reason::ALL.iter().map(|reason| reason.name()).collect();
        documented.sort_unstable();
        defined.sort_unstable();
        assert_eq!(documented, defined);
    }
}

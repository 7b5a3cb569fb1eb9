//! Every reason why the server refuses something, and the gRPC status of each.

use std::fmt;

use botwerk_agents::{AgentError, AnalysisError};
use botwerk_engine::{IllegalAction, OptionError, ParseError, SubmissionError, UnknownGame};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// The domain of every machine-readable reason.
pub const DOMAIN: &str = "botwerk";

/// The longest message that is sent, in bytes.
const MESSAGE_BYTES: usize = 1024;

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $code:ident;)+) => {
        /// A machine-readable reason.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Reason { $($(#[doc = $doc])+ $variant,)+ }

        impl Reason {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the contract.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The status code of gRPC.
            pub const fn code(self) -> Code {
                match self { $(Self::$variant => Code::$code),+ }
            }
        }
    };
}

reasons! {
    /// The rules do not allow an action here, or what is given is no action at all.
    IllegalAction = "ILLEGAL_ACTION", FailedPrecondition;
    /// The seat is not asked for anything now.
    NotYourTurn = "NOT_YOUR_TURN", FailedPrecondition;
    /// The act answers another request than the open one.
    WrongTurn = "WRONG_TURN", FailedPrecondition;
    /// Something else was done under the same turn and act.
    AlreadySubmitted = "ALREADY_SUBMITTED", AlreadyExists;
    /// The seat's time was up.
    Flagged = "FLAGGED", DeadlineExceeded;
    /// The match has ended.
    MatchOver = "MATCH_OVER", FailedPrecondition;
    /// The match has not ended yet.
    MatchNotOver = "MATCH_NOT_OVER", FailedPrecondition;
    /// The token opens nothing here.
    BadToken = "BAD_TOKEN", PermissionDenied;
    /// A text or message is no position of this game.
    BadPosition = "BAD_POSITION", InvalidArgument;
    /// Options or settings are not as the catalogue says.
    BadOptions = "BAD_OPTIONS", InvalidArgument;
    /// A request misses something or contradicts itself.
    BadRequest = "BAD_REQUEST", InvalidArgument;
    /// There is no game of this name.
    UnknownGame = "UNKNOWN_GAME", NotFound;
    /// The game has no bundled player of this name.
    UnknownAgent = "UNKNOWN_AGENT", NotFound;
    /// The tournament has ended.
    TournamentOver = "TOURNAMENT_OVER", FailedPrecondition;
    /// Too much at once.
    LimitExceeded = "LIMIT_EXCEEDED", ResourceExhausted;
    /// There is no such match, handle or record.
    NotFound = "NOT_FOUND", NotFound;
    /// A newer stream plays this seat.
    Replaced = "REPLACED", Aborted;
    /// The match is played by another ruleset than the client knows.
    RulesetMismatch = "RULESET_MISMATCH", FailedPrecondition;
    /// The seat was not joined in time.
    NoShow = "NO_SHOW", FailedPrecondition;
    /// The match waits for seats to come back after a restart.
    Suspended = "SUSPENDED", Unavailable;
    /// The match was made without hints.
    HintsDisabled = "HINTS_DISABLED", FailedPrecondition;
    /// The server is about to stop.
    Draining = "DRAINING", Unavailable;
    /// Nothing can be stored at the moment, so nothing is accepted.
    StoreUnavailable = "STORE_UNAVAILABLE", Unavailable;
    /// The server itself failed.
    Internal = "INTERNAL", Internal;
}

/// A refusal: why, in words, and which part is the bad one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The machine-readable reason.
    pub reason: Reason,
    /// What went wrong, where, and what to do.
    pub message: String,
    /// Which of several actions is the bad one, from 0.
    pub index: Option<u32>,
}

impl Error {
    /// An error with a reason and words.
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
            index: None,
        }
    }

    /// The error for what a server that is shutting down rejects.
    pub(crate) fn draining() -> Self {
        let message = "the server stops; join again once it is back, nothing is lost";
        Self::new(Reason::Draining, message)
    }

    /// The same error, blaming one of several actions.
    pub fn with_index(mut self, index: usize) -> Self {
        self.index = Some(index as u32);
        self
    }

    /// The words, shortened to what fits into the trailers of a call. They may quote what a client
    /// sent, and that may be long.
    pub(crate) fn truncated_message(&self) -> String {
        if self.message.len() <= MESSAGE_BYTES {
            return self.message.clone();
        }
        let begins = self.message.len() - MESSAGE_BYTES / 2;
        let parts = self.message.char_indices();
        let head = parts.clone().filter(|(at, _)| *at < MESSAGE_BYTES / 2);
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
        let metadata = error
            .index
            .map(|index| ("index".to_owned(), index.to_string()));
        let metadata: std::collections::HashMap<_, _> = metadata.into_iter().collect();
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
    fn from(refusal: SubmissionError) -> Self {
        let message = refusal.to_string();
        match refusal {
            SubmissionError::NotYourTurn(_) => Self::new(Reason::NotYourTurn, message),
            SubmissionError::AlreadyAnnounced(_) => Self::new(Reason::AlreadySubmitted, message),
            SubmissionError::Empty => Self::new(Reason::IllegalAction, message),
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
    fn the_contract_lists_every_reason_and_no_other() {
        let contract = include_str!("../../proto/botwerk/v1/game.proto");
        let list = contract.split_once("The reason:").unwrap().1;
        let list = list.split_once("string reason").unwrap().0;
        let is_reason = |word: &&str| {
            word.len() > 3 && word.chars().all(|c| c == '_' || c.is_ascii_uppercase())
        };
        let words = list.split(|c: char| c != '_' && !c.is_ascii_alphabetic());
        let mut told: Vec<_> = words.filter(is_reason).collect();
        let mut real: Vec<_> = Reason::ALL.iter().map(|reason| reason.name()).collect();
        told.sort_unstable();
        real.sort_unstable();
        assert_eq!(told, real);
    }
}

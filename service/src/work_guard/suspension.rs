//! Why a match or tournament is suspended after failures.

use crate::error::{Error, Reason};

/// Why a match or tournament is suspended after failures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Suspended {
    /// The name of the match or tournament in the API.
    pub(super) name: String,
    /// Number of failures.
    pub(super) count: u32,
    /// The step that failed last.
    pub(super) step: String,
    /// How it failed.
    pub(super) cause: String,
}

impl Suspended {
    /// Returns the reason as human-readable text, without what can be done.
    pub(crate) fn text(&self) -> String {
        let Self {
            name,
            count,
            step,
            cause,
        } = self;
        let cause = match cause.as_str() {
            "abort" => "it ended the process",
            "endless" => "it did not end",
            "memory" => "it took all memory",
            "panic" => "it panicked",
            other => other,
        };
        format!("{name} made the server fail {count} times, the last time while {step}: {cause}")
    }

    /// Returns the error for a call about a match.
    pub(crate) fn match_error(&self) -> Error {
        let message = format!(
            "{}; the match is suspended until its owner aborts it or the operator of the server has it tried again",
            self.text()
        );
        Error::new(Reason::FailedRepeatedly, message)
    }

    /// Returns the error for a call about a tournament.
    pub(crate) fn tournament_error(&self) -> Error {
        let message = format!(
            "{}; the tournament is paused: resume it to try again, or cancel it",
            self.text()
        );
        Error::new(Reason::FailedRepeatedly, message)
    }
}

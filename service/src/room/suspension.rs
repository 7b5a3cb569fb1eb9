//! A pause of a match: its cause, and what ends it.

use super::stamp::Stamp;
use crate::error::{Error, Reason};

/// A pause of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Suspension {
    since: Stamp,
    cause: SuspensionCause,
}

/// The cause of a suspension, with what ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SuspensionCause {
    /// The store is unavailable.
    StoreFailure {
        /// When to retry the write.
        retry_at: Stamp,
    },
    /// The server restarted and seats must rejoin.
    AwaitingRejoin {
        /// When the match is aborted unless all seats have rejoined.
        rejoin_deadline: Stamp,
        /// Whether the restart interrupted a race, which then has to be run again.
        was_race_interrupted: bool,
        /// When to retry the resumption, which could not be stored.
        retry_at: Option<Stamp>,
    },
    /// The server is shutting down.
    Shutdown,
}

impl Suspension {
    /// Creates a suspension that starts at `since`.
    pub(super) fn new(since: Stamp, cause: SuspensionCause) -> Self {
        Self { since, cause }
    }

    /// Returns the start of the suspension.
    pub(super) fn since(self) -> Stamp {
        self.since
    }

    /// Returns the cause.
    pub(super) fn cause(self) -> SuspensionCause {
        self.cause
    }

    /// Returns when the room must act, or `None` if the suspension ends with the room.
    pub(super) fn next_step_at(self) -> Option<Stamp> {
        match self.cause {
            SuspensionCause::StoreFailure { retry_at } => Some(retry_at),
            SuspensionCause::AwaitingRejoin {
                rejoin_deadline,
                retry_at,
                ..
            } => Some(retry_at.unwrap_or(rejoin_deadline)),
            SuspensionCause::Shutdown => None,
        }
    }

    /// Returns `true` if a failed write waits to be retried.
    pub(super) fn has_pending_retry(self) -> bool {
        match self.cause {
            SuspensionCause::StoreFailure { .. } => true,
            SuspensionCause::AwaitingRejoin { retry_at, .. } => retry_at.is_some(),
            SuspensionCause::Shutdown => false,
        }
    }

    /// Returns `true` if a failed write is to be retried by `now`, and clears an optional retry.
    pub(super) fn take_due_retry(&mut self, now: Stamp) -> bool {
        match &mut self.cause {
            SuspensionCause::StoreFailure { retry_at } => *retry_at <= now,
            SuspensionCause::AwaitingRejoin { retry_at, .. } => {
                retry_at.take_if(|at| *at <= now).is_some()
            }
            SuspensionCause::Shutdown => false,
        }
    }

    /// Records a failed write, which is retried at the given time.
    pub(super) fn record_store_failure(&mut self, retry: Stamp) {
        match &mut self.cause {
            SuspensionCause::StoreFailure { retry_at } => *retry_at = retry,
            SuspensionCause::AwaitingRejoin { retry_at, .. } => *retry_at = Some(retry),
            SuspensionCause::Shutdown => {}
        }
    }

    /// Returns the error for a submission during the suspension.
    pub(super) fn rejection(self) -> Error {
        let reason = match self.cause {
            SuspensionCause::StoreFailure { .. } => Reason::StoreUnavailable,
            SuspensionCause::AwaitingRejoin { .. } => Reason::Suspended,
            SuspensionCause::Shutdown => Reason::Draining,
        };
        let message = format!(
            "{}; open requests will be re-sent",
            self.cause.description()
        );
        Error::new(reason, message)
    }
}

impl SuspensionCause {
    /// Returns the human-readable cause.
    pub(super) fn description(self) -> &'static str {
        match self {
            Self::StoreFailure { .. } => {
                "the store is unavailable; clocks are paused and submissions are rejected until it \
                 recovers"
            }
            Self::AwaitingRejoin { .. } => "the server restarted; waiting for all seats to rejoin",
            Self::Shutdown => "the server is shutting down; the match resumes after a restart",
        }
    }
}

//! The life of a match: waiting, running, suspended, over.

use std::time::Duration;

use super::stamp::Stamp;
use super::suspension::{Suspension, SuspensionCause};
use crate::error::{Error, Reason};
use crate::match_state::MatchState;

/// Time after which a failed write is tried again.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// Time for which the room of an ended match stays open for clients that rejoin.
const LINGER_AFTER_END: Duration = Duration::from_secs(2);

/// The state of a match with everything that is known only in that state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Life {
    /// Seats have not joined yet.
    Waiting {
        /// When the match starts without the seats that have not joined.
        join_deadline: Stamp,
        /// When to retry the start, which could not be stored.
        retry_at: Option<Stamp>,
    },
    /// The match is in progress.
    Running {
        /// The end of the latest suspension, if there was one.
        resumed_at: Option<Stamp>,
    },
    /// Clocks are paused and submissions are rejected.
    Suspended(Suspension),
    /// The match has ended, and its end is stored.
    Over {
        /// Whether it has an outcome.
        end: MatchEnd,
        /// When the end was published, if it was.
        published_at: Option<Stamp>,
    },
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MatchEnd {
    /// By the rules, with an outcome.
    Decided,
    /// Without an outcome.
    Aborted,
}

impl MatchEnd {
    /// Returns the state of a match that ended so.
    pub(super) fn state(self) -> MatchState {
        match self {
            Self::Decided => MatchState::Over,
            Self::Aborted => MatchState::Aborted,
        }
    }
}

impl Life {
    /// Returns the life of a match that waits for its seats.
    pub(super) fn waiting(now: Stamp, join_limit: Duration) -> Self {
        Self::Waiting {
            join_deadline: now.after(join_limit),
            retry_at: None,
        }
    }

    /// Returns the life of a match that was in progress when the server ended.
    pub(super) fn interrupted(
        now: Stamp,
        rejoin_limit: Duration,
        was_race_interrupted: bool,
    ) -> Self {
        let cause = SuspensionCause::AwaitingRejoin {
            rejoin_deadline: now.after(rejoin_limit),
            was_race_interrupted,
            retry_at: None,
        };
        Self::Suspended(Suspension::new(now, cause))
    }

    /// Returns the life of a match whose stored end has not been published by this room.
    pub(super) fn ended(end: MatchEnd) -> Self {
        Self::Over {
            end,
            published_at: None,
        }
    }

    /// Returns the state for clients and for the store.
    pub(super) fn state(self) -> MatchState {
        match self {
            Self::Waiting { .. } => MatchState::Waiting,
            Self::Running { .. } => MatchState::Running,
            Self::Suspended(_) => MatchState::Suspended,
            Self::Over { end, .. } => end.state(),
        }
    }

    /// Returns `true` if the match waits for its seats.
    pub(super) fn is_waiting(self) -> bool {
        matches!(self, Self::Waiting { .. })
    }

    /// Returns `true` if the match is in progress.
    pub(super) fn is_running(self) -> bool {
        matches!(self, Self::Running { .. })
    }

    /// Returns `true` if the match has ended.
    pub(super) fn is_over(self) -> bool {
        matches!(self, Self::Over { .. })
    }

    /// Returns the current suspension, or `None` if the match is not suspended.
    pub(super) fn suspension(self) -> Option<Suspension> {
        match self {
            Self::Suspended(suspension) => Some(suspension),
            Self::Waiting { .. } | Self::Running { .. } | Self::Over { .. } => None,
        }
    }

    /// Returns `true` if the match waits for its seats to rejoin.
    pub(super) fn is_awaiting_rejoin(self) -> bool {
        let cause = self.suspension().map(Suspension::cause);
        matches!(cause, Some(SuspensionCause::AwaitingRejoin { .. }))
    }

    /// Returns how the match ended, or `None` before its end.
    pub(super) fn end(self) -> Option<MatchEnd> {
        match self {
            Self::Over { end, .. } => Some(end),
            Self::Waiting { .. } | Self::Running { .. } | Self::Suspended(_) => None,
        }
    }

    /// Returns `true` if the end of the match was published.
    pub(super) fn has_published_end(self) -> bool {
        matches!(
            self,
            Self::Over {
                published_at: Some(_),
                ..
            }
        )
    }

    /// Returns `true` once the match has been over for [`LINGER_AFTER_END`]; every subscriber has its
    /// frames by then.
    pub(super) fn is_expired(self, now: Stamp) -> bool {
        self.expires_at().is_some_and(|at| at <= now)
    }

    fn expires_at(self) -> Option<Stamp> {
        match self {
            Self::Over { published_at, .. } => published_at.map(|at| at.after(LINGER_AFTER_END)),
            Self::Waiting { .. } | Self::Running { .. } | Self::Suspended(_) => None,
        }
    }

    /// Returns the time of the next step that does not depend on the position; `None` for a running
    /// match, whose deadlines do.
    pub(super) fn next_step_at(self) -> Option<Stamp> {
        match self {
            Self::Waiting {
                join_deadline,
                retry_at,
            } => Some(retry_at.unwrap_or(join_deadline)),
            Self::Running { .. } => None,
            Self::Suspended(suspension) => suspension.next_step_at(),
            Self::Over { .. } => self.expires_at(),
        }
    }

    /// Returns `true` if a failed write waits to be retried.
    pub(super) fn has_pending_retry(self) -> bool {
        match self {
            Self::Waiting { retry_at, .. } => retry_at.is_some(),
            Self::Suspended(suspension) => suspension.has_pending_retry(),
            Self::Running { .. } | Self::Over { .. } => false,
        }
    }

    /// Returns `true` if a failed write is to be retried by `now`, and clears an optional retry.
    pub(super) fn take_due_retry(&mut self, now: Stamp) -> bool {
        match self {
            Self::Waiting { retry_at, .. } => retry_at.take_if(|at| *at <= now).is_some(),
            Self::Suspended(suspension) => suspension.take_due_retry(now),
            Self::Running { .. } | Self::Over { .. } => false,
        }
    }

    /// Starts a match that waits; other matches stay as they are.
    pub(super) fn start(&mut self) {
        if self.is_waiting() {
            *self = Self::Running { resumed_at: None };
        }
    }

    /// Records a failed write, which is retried later. Suspends a running match as of `since`, when the
    /// cause of the write arrived, and returns its suspension.
    pub(super) fn record_store_failure(&mut self, since: Stamp, now: Stamp) -> Option<Suspension> {
        let retry = now.after(RETRY_DELAY);
        match self {
            Self::Waiting { retry_at, .. } => *retry_at = Some(retry),
            Self::Suspended(suspension) => suspension.record_store_failure(retry),
            Self::Over { .. } => {}
            Self::Running { .. } => {
                let cause = SuspensionCause::StoreFailure { retry_at: retry };
                return self.suspend(since, cause);
            }
        }
        None
    }

    /// Suspends a running match because the server is shutting down and returns its suspension.
    /// Other matches stay as they are.
    pub(super) fn suspend_for_shutdown(&mut self, now: Stamp) -> Option<Suspension> {
        if !self.is_running() {
            return None;
        }
        self.suspend(now, SuspensionCause::Shutdown)
    }

    fn suspend(&mut self, since: Stamp, cause: SuspensionCause) -> Option<Suspension> {
        *self = Self::Suspended(Suspension::new(since, cause));
        self.suspension()
    }

    /// Resumes a suspended match; other matches stay as they are.
    pub(super) fn resume(&mut self, now: Stamp) {
        if self.suspension().is_some() {
            *self = Self::Running {
                resumed_at: Some(now),
            };
        }
    }

    /// Records that the end of the match is stored.
    pub(super) fn record_end(&mut self, end: MatchEnd) {
        if !self.is_over() {
            *self = Self::ended(end);
        }
    }

    /// Records that the end of the match is published now. Returns how it ended if that was not
    /// published before.
    pub(super) fn publish_end(&mut self, now: Stamp) -> Option<MatchEnd> {
        match self {
            Self::Over {
                end,
                published_at: published_at @ None,
            } => {
                *published_at = Some(now);
                Some(*end)
            }
            Self::Over { .. }
            | Self::Waiting { .. }
            | Self::Running { .. }
            | Self::Suspended(_) => None,
        }
    }

    /// Returns an error unless the match is running.
    pub(super) fn check_running(self) -> Result<(), Error> {
        match self {
            Self::Running { .. } => Ok(()),
            Self::Waiting { .. } => {
                let message = "the match has not started";
                Err(Error::new(Reason::NotYourTurn, message))
            }
            Self::Suspended(suspension) => Err(suspension.rejection()),
            Self::Over { .. } => Err(over()),
        }
    }

    /// Returns an error for a submission that arrived before the match was resumed.
    pub(super) fn check_arrived_after_resumption(self, arrived: Stamp) -> Result<(), Error> {
        match self {
            Self::Running {
                resumed_at: Some(resumed_at),
            } if arrived < resumed_at => {
                let message = "the match was suspended when this submission arrived; wait for the \
                               request to be re-sent";
                Err(Error::new(Reason::Suspended, message))
            }
            Self::Running { .. }
            | Self::Waiting { .. }
            | Self::Suspended(_)
            | Self::Over { .. } => Ok(()),
        }
    }

    /// Returns an error if the match is over, or suspended for a cause other than missing seats.
    pub(super) fn check_in_progress(self) -> Result<(), Error> {
        match self {
            Self::Waiting { .. } | Self::Running { .. } => Ok(()),
            Self::Suspended(suspension) => match suspension.cause() {
                // A seat that waits for others may leave.
                SuspensionCause::AwaitingRejoin { .. } => Ok(()),
                SuspensionCause::StoreFailure { .. } | SuspensionCause::Shutdown => {
                    Err(suspension.rejection())
                }
            },
            Self::Over { .. } => Err(over()),
        }
    }
}

fn over() -> Error {
    Error::new(Reason::MatchOver, "the match is over")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn store_failure_suspends_a_running_match_until_a_write_succeeds() {
        let now = Stamp::now();
        let mut life = Life::Running { resumed_at: None };
        let since = now;
        let now = since.after_nanos(9);
        assert_eq!(
            life.record_store_failure(since, now).unwrap().since(),
            since
        );
        assert_eq!(life.state(), MatchState::Suspended);
        assert_eq!(
            life.check_running().unwrap_err().reason,
            Reason::StoreUnavailable
        );
        assert!(!life.take_due_retry(now));
        let retry = now.after(RETRY_DELAY);
        assert_eq!(life.next_step_at(), Some(retry));
        assert!(life.take_due_retry(retry));
        // It fails again: the match stays suspended since the first failure.
        assert_eq!(life.record_store_failure(retry, retry), None);
        assert_eq!(life.suspension().unwrap().since(), since);
        assert!(!life.take_due_retry(retry));
        life.resume(retry);
        assert!(life.is_running() && !life.has_pending_retry());
        assert_eq!(
            life.check_arrived_after_resumption(now).unwrap_err().reason,
            Reason::Suspended
        );
        assert!(life.check_arrived_after_resumption(retry).is_ok());
    }

    #[test]
    fn retry_of_a_waiting_match_comes_before_its_join_deadline() {
        let now = Stamp::now();
        let mut life = Life::waiting(now, LIMIT);
        assert_eq!(life.next_step_at(), Some(now.after(LIMIT)));
        assert_eq!(life.record_store_failure(now, now), None);
        assert!(life.is_waiting() && life.has_pending_retry());
        let retry = now.after(RETRY_DELAY);
        assert_eq!(life.next_step_at(), Some(retry));
        assert!(life.take_due_retry(retry) && !life.has_pending_retry());
        life.start();
        assert!(life.is_running());
    }

    #[test]
    fn retry_of_a_resumption_keeps_the_rejoin_deadline() {
        let now = Stamp::now();
        let mut life = Life::interrupted(now, LIMIT, true);
        assert!(life.is_awaiting_rejoin() && life.check_in_progress().is_ok());
        assert_eq!(life.record_store_failure(now, now), None);
        assert!(life.take_due_retry(now.after(RETRY_DELAY)));
        assert_eq!(life.next_step_at(), Some(now.after(LIMIT)));
    }

    #[test]
    fn ended_match_neither_resumes_nor_suspends() {
        let now = Stamp::now();
        let mut life = Life::interrupted(now, LIMIT, false);
        life.record_end(MatchEnd::Aborted);
        life.resume(now);
        life.start();
        assert_eq!(life.record_store_failure(now, now), None);
        assert_eq!(life.suspend_for_shutdown(now), None);
        assert_eq!(life.state(), MatchState::Aborted);
        assert!(!life.has_pending_retry() && !life.is_expired(now.after(LIMIT)));
    }

    #[test]
    fn end_is_published_once_and_expires() {
        let now = Stamp::now();
        let mut life = Life::ended(MatchEnd::Decided);
        assert!(!life.has_published_end());
        assert_eq!(life.publish_end(now), Some(MatchEnd::Decided));
        assert_eq!(life.publish_end(now), None);
        assert!(life.has_published_end() && !life.is_expired(now));
        assert!(life.is_expired(now.after(LINGER_AFTER_END)));
    }

    #[test]
    fn only_a_running_match_is_suspended_for_shutdown() {
        let now = Stamp::now();
        assert_eq!(Life::waiting(now, LIMIT).suspend_for_shutdown(now), None);
        let mut life = Life::Running { resumed_at: None };
        assert!(life.suspend_for_shutdown(now).is_some());
        assert_eq!(life.next_step_at(), None);
        assert_eq!(
            life.check_in_progress().unwrap_err().reason,
            Reason::Draining
        );
    }
}

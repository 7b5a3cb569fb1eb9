//! Submissions of seats, and how the referee accepts or rejects them.

use crate::game::IllegalAction;
use crate::seat::Seat;

/// A seat's answer to an action request: a list of actions, applied all or none.
#[derive(Debug, Clone, Copy)]
pub struct Submission<'a, A> {
    /// The seat that acts.
    pub seat: Seat,
    /// The actions, in order.
    pub actions: &'a [A],
    /// Nanoseconds from the request to the submission, in wall or virtual time; `None` for one that is too
    /// late to count, which cannot be an announcement.
    pub nanos: Option<u64>,
    /// Declared search nodes.
    pub effort: u64,
    /// Declared score: see [`Adjudication`](crate::Adjudication). Not kept for an announcement.
    pub score: Option<i32>,
}

impl<'a, A> Submission<'a, A> {
    /// Creates a submission that took no time and no search nodes.
    pub const fn new(seat: Seat, actions: &'a [A]) -> Self {
        Self {
            seat,
            actions,
            nanos: Some(0),
            effort: 0,
            score: None,
        }
    }
}

/// The error of a rejected submission, which changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubmissionError {
    /// The seat is not to act.
    #[error("it is not the turn of seat {0}")]
    NotYourTurn(Seat),
    /// The seat has announced in this race, which is not resolved yet.
    #[error("seat {0} has already announced; wait until the race is resolved")]
    AlreadyAnnounced(Seat),
    /// The submission is an announcement without a time.
    #[error("the announcement of seat {0} has no time, so it cannot be the earliest")]
    Untimed(Seat),
    /// The submission has no actions.
    #[error("the submission is empty; submit at least one action")]
    Empty,
    /// One of the actions is illegal. The message counts actions from 1.
    #[error("action {} of the submission: {error}", .index + 1)]
    Illegal {
        /// Zero-based index of the action.
        index: usize,
        /// The error of the action.
        error: IllegalAction,
    },
}

/// The result of an accepted submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acceptance {
    /// Its actions were applied.
    Applied,
    /// It is an announcement, held until no other seat can be found earlier.
    Held,
}

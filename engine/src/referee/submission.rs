//! What seats answer, and what becomes of it.

use crate::game::IllegalAction;
use crate::seat::Seat;

/// What a seat answers to a request: a list of actions, carried out all or none.
#[derive(Debug, Clone, Copy)]
pub struct Submission<'a, A> {
    /// Who answers.
    pub seat: Seat,
    /// What the seat does, in order.
    pub actions: &'a [A],
    /// Nanoseconds from the request to the answer, real or virtual.
    pub nanos: u64,
    /// Declared search nodes.
    pub effort: u64,
}

/// Why an act is refused. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubmissionError {
    /// The seat is not asked for anything now.
    #[error("it is not the turn of seat {0}")]
    NotYourTurn(Seat),
    /// The seat has announced in this race and waits for its decision.
    #[error("seat {0} has announced already and waits for the decision")]
    AlreadyAnnounced(Seat),
    /// The act has no action.
    #[error("an act has at least one action")]
    Empty,
    /// One of the actions is illegal; the text counts from 1.
    #[error("action {} of the act: {why}", .index + 1)]
    Illegal {
        /// Which action, from 0.
        index: usize,
        /// Why it is illegal.
        why: IllegalAction,
    },
}

/// What became of an accepted act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acceptance {
    /// It was carried out.
    Applied,
    /// It is an announcement that waits until nobody can be found to have been faster.
    Held,
}

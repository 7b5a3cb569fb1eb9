//! The events of a match.

use crate::chance::ChanceKey;
use crate::game::Actor;
use crate::race::Announcement;

/// One applied action of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event<A> {
    /// The actor.
    pub actor: Actor,
    /// The action.
    pub action: A,
    /// The key of the chance outcome, if chance acted.
    pub key: Option<ChanceKey>,
    /// The submission that contained the action, if a seat acted.
    pub submission: Option<SubmissionInfo>,
    /// For the earliest announcement of a race: all announcements that it was compared with, including
    /// itself. Empty for any other action.
    pub announcements: Vec<Announcement<A>>,
}

/// The submission that an action belongs to, with its time and effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmissionInfo {
    /// Number of the turn, counted from 1 for each seat.
    pub turn: u32,
    /// Zero-based index of the submission within its turn.
    pub part: u32,
    /// Nanoseconds from the request to the submission, in wall or virtual time.
    pub elapsed_nanos: u64,
    /// Declared search nodes.
    pub effort: u64,
}

//! The events of a match.

use crate::chance::ChanceKey;
use crate::game::Actor;
use crate::race::Announcement;
use crate::termination::Termination;

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
    /// Why a seat left, if the referee removed one.
    pub removal: Option<Removal>,
}

/// The removal of a seat before the end of the match.
///
/// ```
/// use botwerk_engine::{Removal, Termination};
///
/// let resigned = Removal::from(Termination::Resigned);
/// assert_eq!(resigned.elapsed_nanos, None);
/// assert_eq!(Removal::flagged(5).termination, Termination::Flagged);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removal {
    /// Why the seat leaves.
    pub termination: Termination,
    /// For a seat whose clock reached zero: the nanoseconds since the request that it did not answer.
    pub elapsed_nanos: Option<u64>,
}

impl Removal {
    /// Creates the removal of a seat whose clock reached zero this many nanoseconds after its request.
    pub const fn flagged(elapsed_nanos: u64) -> Self {
        Self {
            termination: Termination::Flagged,
            elapsed_nanos: Some(elapsed_nanos),
        }
    }
}

impl From<Termination> for Removal {
    fn from(termination: Termination) -> Self {
        Self {
            termination,
            elapsed_nanos: None,
        }
    }
}

/// The submission that an action belongs to, with its time and effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmissionInfo {
    /// Number of the turn, counted from 1 for each seat.
    pub turn: u32,
    /// Zero-based index of the submission within its turn.
    pub part: u32,
    /// Nanoseconds from the request to the submission, in wall or virtual time. `None` on virtual time for a
    /// submission that is too late to count, and for the pass of a seat that submits nothing.
    pub elapsed_nanos: Option<u64>,
    /// Declared search nodes.
    pub effort: u64,
    /// Declared score: see [`Adjudication`](crate::Adjudication). `None` for an announcement.
    pub score: Option<i32>,
}

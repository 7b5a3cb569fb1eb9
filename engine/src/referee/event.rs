//! What happened in a match.

use crate::chance::ChanceKey;
use crate::game::Actor;
use crate::race::Announcement;

/// Something that happened in a match, in the order in which it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event<A> {
    /// Who acted.
    pub actor: Actor,
    /// What was done.
    pub action: A,
    /// The name of the draw, if chance acted.
    pub key: Option<ChanceKey>,
    /// The answer that the action is part of, if a seat acted.
    pub submission: Option<SubmissionInfo>,
    /// For an announcement that was first: it and all others that it was compared with.
    pub announcements: Vec<Announcement<A>>,
}

/// Which answer of a seat an action belongs to, and what it cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmissionInfo {
    /// The request that was answered, counted from 1 for each seat.
    pub turn: u32,
    /// The seat's acts in that turn, from 0.
    pub part: u32,
    /// Nanoseconds from the request to the answer, real or virtual.
    pub elapsed_nanos: u64,
    /// Declared search nodes.
    pub effort: u64,
}

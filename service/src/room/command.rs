//! The commands that a room executes.

use std::fmt;

use botwerk_agents::AgentSpec;
use botwerk_wire::AnalysisJob;
use tokio::sync::oneshot;
use tracing::Span;

use super::frame::Accepted;
use super::subscriber::{Subscriber, SubscriberId};
use crate::error::Error;
use crate::match_description::MatchDescription;
use crate::wire::SubmissionContent;

/// A search of what an agent would do in a seat's place.
pub(crate) struct SeatSearch {
    pub(crate) job: AnalysisJob,
    /// The registered bot that plays the seat; `None` for another player.
    pub(crate) bot: Option<String>,
}

/// The origin of a submission, which receives the answer.
pub(crate) enum SubmissionSource {
    /// A stream that has joined the seat; the answer is a frame.
    Stream {
        /// The subscriber of the seat, to which the answer is sent.
        subscriber: Subscriber,
    },
    /// A unary call with the token of the seat; the answer is its result.
    Unary {
        /// The seat token.
        token: String,
        /// Where the answer is sent.
        reply: oneshot::Sender<Result<Accepted, Error>>,
    },
}

/// A submission as a client sent it.
pub(crate) struct SubmitCommand {
    /// The origin, which receives the answer.
    pub(crate) source: SubmissionSource,
    /// The number of the turn.
    pub(crate) turn: u32,
    /// The index within the turn.
    pub(crate) part: u32,
    /// The actions or the text.
    pub(crate) content: SubmissionContent,
    /// The declared search nodes.
    pub(crate) effort: u64,
    /// The declared score.
    pub(crate) score: Option<i32>,
    /// The part of its trace until it is answered, with the time for which it waits for the room.
    pub(crate) span: Span,
    /// The comment, at most as long as one may be; empty for none.
    pub(crate) comment: String,
}

/// A command to a room.
pub(crate) enum Command {
    /// Joins a seat.
    Join {
        /// The seat token.
        token: String,
        /// The number of the last sequenced frame that the client has received.
        resume_after_seq: u64,
        /// The hash of the ruleset that the client knows; empty for any.
        ruleset_sha256: String,
        /// Where the seat's frames are sent.
        subscriber: Subscriber,
        /// Where the answer is sent.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// Subscribes a spectator.
    Watch {
        /// The number of the last sequenced frame that the client has received.
        resume_after_seq: u64,
        /// Where the spectators' frames are sent.
        subscriber: Subscriber,
    },
    /// Submits actions.
    Submit(SubmitCommand),
    /// Removes a subscriber whose stream has ended.
    Disconnected {
        /// The subscriber.
        subscriber: SubscriberId,
    },
    /// Prepares a search of what an agent would do in a seat's place.
    Hint {
        /// The seat token.
        token: String,
        /// The agent; `None` for the game's strongest.
        agent: Option<AgentSpec>,
        /// Where the answer is sent.
        reply: oneshot::Sender<Result<SeatSearch, Error>>,
    },
    /// Resigns for a seat, or reports that its program has failed.
    Resign {
        /// The seat token.
        token: String,
        /// Whether the program of the seat has failed.
        has_crashed: bool,
        /// Where the answer is sent.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// Aborts the match.
    Abort {
        /// The owner token.
        token: String,
        /// Where the answer is sent.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// Describes the match.
    Describe {
        /// Where the answer is sent.
        reply: oneshot::Sender<MatchDescription>,
    },
    /// Checks that the store accepts writes; a running match is suspended if it does not.
    ProbeStore,
    /// Closes all streams of the room and the room itself, because the server is shutting down.
    Drain,
}

/// Prints no content, since commands contain tokens.
impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Command(..)")
    }
}

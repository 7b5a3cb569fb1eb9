//! What a room can be told.

use std::fmt;

use botwerk_proto::v1 as proto;
use tokio::sync::oneshot;

use super::link::{LinkId, Sink};
use crate::analysis_job::AnalysisJob;
use crate::error::{Error, Reason};

/// A seat that was taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JoinedSeat {
    /// The seat's number.
    pub(crate) seat: usize,
    /// Names the link in later commands.
    pub(crate) link: LinkId,
    /// Whether the way of its acts is forgiven, so that it has to be measured.
    pub(crate) wants_pings: bool,
}

/// What an act says, before the game has read it.
#[derive(Debug, Clone)]
pub(crate) enum ActContent {
    Actions(Vec<proto::Action>),
    Text(String),
}

impl ActContent {
    /// The content of an act that gives actions or text, one of them.
    pub(crate) fn new(actions: Vec<proto::Action>, text: String) -> Result<Self, Error> {
        let refused = |message: &str| Err(Error::new(Reason::BadRequest, message));
        match (actions.is_empty(), text.is_empty()) {
            (true, false) => Ok(Self::Text(text)),
            (false, true) => Ok(Self::Actions(actions)),
            (true, true) => refused("actions or text: one of them is needed"),
            (false, false) => refused("actions and text: only one of them may be set"),
        }
    }
}

/// Where an act comes from, and where its answer goes.
pub(crate) enum ActSource {
    /// A joined stream; the answer is a frame on it.
    Link { joined: JoinedSeat, sink: Sink },
    /// A single call with the seat's token; the answer is its result.
    Call {
        token: String,
        reply: oneshot::Sender<Result<proto::Accepted, Error>>,
    },
}

/// A command to a room.
pub(crate) enum Command {
    /// Takes a seat.
    Join {
        token: String,
        after_seq: u64,
        /// The hash of the ruleset that the client knows; empty for any.
        rules: String,
        sink: Sink,
        reply: oneshot::Sender<Result<JoinedSeat, Error>>,
    },
    /// Looks on.
    Watch { after_seq: u64, sink: Sink },
    /// Answers a request.
    Act {
        source: ActSource,
        turn: u32,
        act: u32,
        content: ActContent,
        effort: u64,
    },
    /// A stream has ended.
    Gone { link: LinkId },
    /// Asks what a player would look at in a seat's place.
    Hint {
        token: String,
        agent: Option<proto::AgentSpec>,
        reply: oneshot::Sender<Result<AnalysisJob, Error>>,
    },
    /// Leaves the match.
    Resign {
        token: String,
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// Calls the match off.
    Abort {
        token: String,
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// Asks for what everybody may know.
    Describe {
        reply: oneshot::Sender<proto::Match>,
    },
    /// Ends every stream of this room and closes it; the server is about to stop.
    Drain,
}

/// Commands bear tokens, which must not be shown.
impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Command(..)")
    }
}

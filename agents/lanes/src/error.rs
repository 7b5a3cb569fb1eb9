//! Why lanes cannot be created, stepped or loaded.

use botwerk_agents::AgentError;

/// The error of a call, which changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LanesError {
    /// There are no lanes or too many.
    #[error("lanes: expected 1 to {max}, found {found}")]
    LaneCount {
        /// The number that was given.
        found: usize,
        /// The maximum number.
        max: usize,
    },
    /// There are no threads or too many.
    #[error("threads: expected 1 to {max}, found {found}")]
    ThreadCount {
        /// The number that was given.
        found: usize,
        /// The maximum number.
        max: usize,
    },
    /// Threads could not be started.
    #[error("threads: {0}; try fewer")]
    Threads(String),
    /// An agent does not exist or has no such settings.
    #[error("opponents: {0}")]
    Opponent(#[from] AgentError),
    /// A seat of an agent is not in the match, or is given twice.
    #[error("opponents: expected every seat below {seats} at most once, found seat {seat}")]
    OpponentSeat {
        /// The seat that was given.
        seat: usize,
        /// The number of seats.
        seats: usize,
    },
    /// No seat is left for the caller.
    #[error("opponents: expected at least one seat without an agent")]
    NoSeatLeft,
    /// An array has another length than expected.
    #[error("{array}: expected {expected} entries, found {found}")]
    Length {
        /// The name of the array.
        array: &'static str,
        /// The expected number of entries.
        expected: usize,
        /// The number of entries.
        found: usize,
    },
    /// A lane does not exist.
    #[error("lane {lane}: expected a lane below {lanes}")]
    NoSuchLane {
        /// The lane that was given.
        lane: usize,
        /// The number of lanes.
        lanes: usize,
    },
    /// A lane is given more than once.
    #[error("lane {0} is given twice; expected every lane at most once")]
    LaneTwice(usize),
    /// A saved lane was played with other opponents.
    #[error(
        "saved lane: expected opponents {expected}, found {found}; load it into lanes with the same ones"
    )]
    OtherOpponents {
        /// The opponents of the lanes.
        expected: String,
        /// The opponents of the saved lane.
        found: String,
    },
    /// A saved lane cannot be loaded.
    #[error("saved lane: {0}; expected what `save` returned for the same game and options")]
    Saved(String),
}

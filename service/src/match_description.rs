//! The public description of a match.

use botwerk_agents::AgentSpec;
use botwerk_engine::Termination;
use botwerk_engine::clock::TimeControl;
use botwerk_wire::GameDescription;

use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::server_secret::SignedHead;

/// The public description of a match.
#[derive(Debug, Clone)]
pub(crate) struct MatchDescription {
    /// The id.
    pub(crate) id: MatchId,
    /// The game.
    pub(crate) game: GameDescription,
    /// The state.
    pub(crate) state: MatchState,
    /// The seats in order.
    pub(crate) seats: Vec<SeatDescription>,
    /// How the match limits time.
    pub(crate) time_control: TimeControl,
    /// Whether times are computed from declared search nodes.
    pub(crate) is_virtual: bool,
    /// The number of events so far.
    pub(crate) events: u64,
    /// The public commitment to the root seed, as 64 hex digits.
    pub(crate) seed_commitment: String,
    /// The head of the record with its signature, once the match has ended.
    pub(crate) record_head: Option<SignedHead>,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// The time of the end in microseconds since 1970; `None` before it, and if a former version has played the match.
    pub(crate) ended_micros: Option<i64>,
    /// The outcome; `None` before the end and for an aborted match.
    pub(crate) outcome: Option<StoredOutcome>,
    /// Whether seats may ask for hints.
    pub(crate) allow_hints: bool,
    /// Whether comments are shown to all after the end.
    pub(crate) public_comments: bool,
    /// The tournament that the match belongs to, if any.
    pub(crate) tournament: Option<TournamentId>,
}

/// The public description of a seat.
#[derive(Debug, Clone)]
pub(crate) struct SeatDescription {
    /// The display name.
    pub(crate) name: String,
    /// The agent that plays the seat; `None` for a seat that clients join.
    pub(crate) agent: Option<AgentSpec>,
    /// Whether a client is connected to the seat, or an agent plays it.
    pub(crate) is_connected: bool,
    /// Why the seat left; `None` if it is in the match or played to the end.
    pub(crate) termination: Option<Termination>,
}

/// The outcome of a match as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredOutcome {
    /// The place of each seat, 1 is best.
    pub(crate) places: Vec<u8>,
    /// The points of each seat, where the game counts any.
    pub(crate) points: Vec<i32>,
    /// The id of the rule that ended the match.
    pub(crate) rule: String,
}

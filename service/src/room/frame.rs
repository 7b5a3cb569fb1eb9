//! The messages that a room sends to viewers, before they are encoded for the API.

use botwerk_engine::clock::TimeControl;
use botwerk_engine::{Actor, Outcome, Seat, Termination, Viewer};
use botwerk_wire::GameDescription;

use crate::error::Error;
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::server_secret::SignedHead;
use crate::wire::{EncodedAction, EncodedPosition, EncodedRules};

/// A message for one seat or match of a stream, named by its handle.
#[derive(Debug, Clone)]
pub(crate) struct Addressed<T> {
    /// The stream's number for the seat or match; 0 for none.
    pub(crate) handle: u32,
    /// The message.
    pub(crate) message: T,
}

/// A message on a stream that plays seats.
#[derive(Debug, Clone)]
pub(crate) enum PlayMessage {
    /// A frame of the seat as a viewer.
    Frame(Frame),
    /// A submission was accepted.
    Accepted(Accepted),
    /// A join or submission was rejected.
    Rejected(Rejected),
}

/// A message to a viewer. Sequenced frames have a `seq` and are sent again after a reconnect.
#[derive(Debug, Clone)]
pub(crate) enum Frame {
    /// The first frame of a session.
    Joined(Box<Joined>),
    /// Sequenced: the seat is to act.
    ActionRequest(Box<ActionRequest>),
    /// Sequenced: events that the viewer may see.
    Update(Update),
    /// Sequenced: the match has ended.
    MatchOver(MatchOver),
    /// The match was suspended or has resumed.
    StateChanged(StateChanged),
}

impl Frame {
    /// Returns the number of a sequenced frame, or `None` for other frames.
    pub(super) fn seq(&self) -> Option<u64> {
        match self {
            Self::ActionRequest(frame) => Some(frame.seq),
            Self::Update(frame) => Some(frame.seq),
            Self::MatchOver(frame) => Some(frame.seq),
            Self::Joined(_) | Self::StateChanged(_) => None,
        }
    }
}

/// What a client that joins or watches a match learns first.
#[derive(Debug, Clone)]
pub(crate) struct Joined {
    /// The number of the viewer's latest sequenced frame.
    pub(crate) seq: u64,
    /// The match.
    pub(crate) match_id: MatchId,
    /// The seat, or the spectators.
    pub(crate) viewer: Viewer,
    /// The game, its options and its number of seats.
    pub(crate) game: GameDescription,
    /// SHA-256 of the ruleset, as hexadecimal digits.
    pub(crate) ruleset_sha256: String,
    /// How the match limits time.
    pub(crate) time_control: TimeControl,
    /// Whether times are computed from declared search nodes.
    pub(crate) is_virtual: bool,
    /// What the viewer may know now.
    pub(crate) view: EncodedView,
    /// The state of the match.
    pub(crate) state: MatchState,
    /// Whether seats may ask for hints.
    pub(crate) allow_hints: bool,
    /// What never changes during the match.
    pub(crate) rules: EncodedRules,
    /// The number with which the client has asked to join; 0 if it has given none.
    pub(crate) join_id: u64,
}

/// What a viewer may know of a position, encoded for clients.
#[derive(Debug, Clone)]
pub(crate) struct EncodedView {
    /// The view as a message.
    pub(crate) position: EncodedPosition,
    /// The view in the game's notation; empty unless the client asked for it.
    pub(crate) text: String,
    /// The hash of the view.
    pub(crate) hash: u64,
    /// The view as bytes; empty unless the client asked for it.
    pub(crate) observation: Vec<u8>,
}

/// Asks a seat to act.
#[derive(Debug, Clone)]
pub(crate) struct ActionRequest {
    /// The number of this frame.
    pub(crate) seq: u64,
    /// The number of the turn, from 1.
    pub(crate) turn: u32,
    /// The game's name for the kind of decision.
    pub(crate) stage: &'static str,
    /// The index that the next submission in this turn must have.
    pub(crate) part: u32,
    /// What the seat may know.
    pub(crate) view: EncodedView,
    /// The legal actions in order; empty unless the client asked for them.
    pub(crate) legal_actions: Vec<LegalAction>,
    /// The remaining times.
    pub(crate) clocks: ClockReading,
}

/// A legal action in all its forms.
#[derive(Debug, Clone)]
pub(crate) struct LegalAction {
    /// The action as a message.
    pub(crate) action: EncodedAction,
    /// The action in the game's notation.
    pub(crate) text: String,
    /// The number of the action.
    pub(crate) number: u32,
}

/// The remaining times of a match at one moment, in nanoseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClockReading {
    /// Time until the open decision is cut short; `None` without a limit.
    pub(crate) remaining_nanos: Option<u64>,
    /// Time in each seat's bank; empty without banks.
    pub(crate) bank_nanos: Vec<u64>,
    /// Whether the clocks are paused.
    pub(crate) is_paused: bool,
}

/// The answer to an accepted submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Accepted {
    /// The number of the seat's latest sequenced frame before the submission.
    pub(crate) seq: u64,
    /// The number of the turn.
    pub(crate) turn: u32,
    /// The index of the submission within its turn.
    pub(crate) part: u32,
    /// Nanoseconds that the submission took; `None` on virtual time if it is too late to count.
    pub(crate) elapsed_nanos: Option<u64>,
    /// Nanoseconds of these that the seat's clock pays.
    pub(crate) charged_nanos: u64,
    /// The hash of what the seat may know after the submission.
    pub(crate) view_hash: u64,
}

/// The answer to a rejected join or submission.
#[derive(Debug, Clone)]
pub(crate) struct Rejected {
    /// The number of the turn; 0 for a join.
    pub(crate) turn: u32,
    /// The index of the submission within its turn; 0 for a join.
    pub(crate) part: u32,
    /// The number of the join; 0 for a submission.
    pub(crate) join_id: u64,
    /// What is wrong.
    pub(crate) error: Error,
}

impl Rejected {
    /// Rejects a submission.
    pub(crate) const fn submission(turn: u32, part: u32, error: Error) -> Self {
        Self {
            turn,
            part,
            join_id: 0,
            error,
        }
    }

    /// Rejects a join, or what belongs to no submission.
    pub(crate) const fn join(join_id: u64, error: Error) -> Self {
        Self {
            turn: 0,
            part: 0,
            join_id,
            error,
        }
    }
}

/// Events that belong together, as one viewer may see them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Update {
    /// The number of this frame.
    pub(crate) seq: u64,
    /// The visible events in order.
    pub(crate) events: Vec<VisibleEvent>,
    /// The remaining times; `None` in a frame that is sent again.
    pub(crate) clocks: Option<ClockReading>,
    /// The hash of what the viewer may know after the events.
    pub(crate) view_hash: u64,
    /// The race that the events have decided.
    pub(crate) race: Option<RaceResult>,
    /// What the viewer may know after the events, if the client asked for it.
    pub(crate) view: Option<Box<EncodedView>>,
}

/// A decided race.
#[derive(Debug, Clone)]
pub(crate) struct RaceResult {
    /// The seat whose announcement won.
    pub(crate) winner: Seat,
    /// All announcements that were compared, in the order of their times.
    pub(crate) announcements: Vec<VisibleAnnouncement>,
}

/// An announcement of a decided race.
#[derive(Debug, Clone)]
pub(crate) struct VisibleAnnouncement {
    /// The seat.
    pub(crate) seat: Seat,
    /// The announced action as a message.
    pub(crate) action: EncodedAction,
    /// The announced action in the game's notation.
    pub(crate) text: String,
    /// Nanoseconds from the start of the race to the announcement.
    pub(crate) elapsed_nanos: u64,
    /// The declared search nodes.
    pub(crate) effort: u64,
}

/// An event as a viewer may see it.
#[derive(Debug, Clone)]
pub(crate) struct VisibleEvent {
    /// The actor.
    pub(crate) actor: Actor,
    /// The visible action as a message.
    pub(crate) action: EncodedAction,
    /// The visible action in the game's notation.
    pub(crate) text: String,
}

/// The end of a match.
#[derive(Debug, Clone)]
pub(crate) struct MatchOver {
    /// The number of this frame.
    pub(crate) seq: u64,
    /// The match, whose record is available now.
    pub(crate) match_id: MatchId,
    /// The outcome; `None` if the match was aborted.
    pub(crate) outcome: Option<Outcome>,
    /// The final state.
    pub(crate) state: MatchState,
    /// Why each seat left; `None` for a seat that played to the end.
    pub(crate) terminations: Vec<Option<Termination>>,
    /// The hash of what the viewer may know.
    pub(crate) view_hash: u64,
    /// The head of the record with its signature.
    pub(crate) record_head: Option<SignedHead>,
}

/// A match was suspended or has resumed.
#[derive(Debug, Clone)]
pub(crate) struct StateChanged {
    /// The new state.
    pub(crate) state: MatchState,
    /// The human-readable cause.
    pub(crate) message: &'static str,
    /// The remaining times.
    pub(crate) clocks: ClockReading,
}

/// What a client wants to receive in addition to the encoded view.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own in the API"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ViewOptions {
    /// Whether requests list the legal actions.
    pub(crate) include_legal_actions: bool,
    /// Whether views are also given in the game's notation.
    pub(crate) include_text: bool,
    /// Whether views are also given as observations.
    pub(crate) include_observation: bool,
    /// Whether updates have views.
    pub(crate) include_update_views: bool,
}

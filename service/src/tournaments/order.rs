//! What the director of a tournament is asked and told.

use crate::tournament_state::TournamentState;
use botwerk_tournament::Line;
use tokio::sync::oneshot;

use super::status::Status;

/// How a tournament stands at a moment.
#[derive(Debug, Clone)]
pub(super) struct Snapshot {
    pub(super) state: TournamentState,
    pub(super) status: Status,
    /// Matches that have a result.
    pub(super) results: u64,
    /// Matches that are being played.
    pub(super) running: u32,
    /// Entrants whose bots it waits for.
    pub(super) waiting_for: Vec<usize>,
    /// By entrant.
    pub(super) lines: Vec<Line>,
    /// By entrant: rating and uncertainty.
    pub(super) live: Vec<[f64; 2]>,
}

/// An order to a director.
pub(super) enum Order {
    Describe {
        reply: oneshot::Sender<Snapshot>,
    },
    /// Begins no more matches.
    Pause {
        reply: oneshot::Sender<Snapshot>,
    },
    Resume {
        reply: oneshot::Sender<Snapshot>,
    },
    /// Ends where it stands.
    Cancel {
        reply: oneshot::Sender<Snapshot>,
    },
    /// Takes an entrant out.
    Withdraw {
        entrant: usize,
        why: String,
        reply: oneshot::Sender<Snapshot>,
    },
    /// The server is about to stop.
    Drain,
}

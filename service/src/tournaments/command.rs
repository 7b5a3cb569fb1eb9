//! The commands for the director of a tournament, and the snapshots that it publishes.

use crate::tournament_state::TournamentState;
use botwerk_tournament::EntrantStats;
use tokio::sync::oneshot;

use super::status::TournamentStatus;

/// The state of a tournament at one moment.
#[derive(Debug, Clone)]
pub(super) struct TournamentSnapshot {
    pub(super) state: TournamentState,
    pub(super) status: TournamentStatus,
    /// Matches that have a result.
    pub(super) results: u64,
    /// Matches that are being played.
    pub(super) running: u32,
    /// Entrants whose bots it waits for.
    pub(super) waiting_for: Vec<usize>,
    /// By entrant.
    pub(super) lines: Vec<EntrantStats>,
    /// By entrant: rating and uncertainty.
    pub(super) live: Vec<[f64; 2]>,
}

/// A command for a director.
pub(super) enum DirectorCommand {
    Describe {
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    /// Begins no more matches.
    Pause {
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    Resume {
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    /// Ends where it stands.
    Cancel {
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    /// Takes an entrant out.
    Withdraw {
        entrant: usize,
        why: String,
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    /// The server is about to stop.
    Drain,
}

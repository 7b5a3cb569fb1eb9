//! The commands for the director of a tournament, and the snapshots that it publishes.

use botwerk_tournament::EntrantStats;
use tokio::sync::oneshot;

use super::obstacle::Obstacle;
use super::status::TournamentStatus;
use crate::tournament_state::TournamentState;

/// The state of a tournament at one moment.
#[derive(Debug, Clone)]
pub(crate) struct TournamentSnapshot {
    pub(crate) state: TournamentState,
    pub(crate) status: TournamentStatus,
    /// The number of matches that have a result.
    pub(crate) results: u64,
    /// The number of matches in progress.
    pub(crate) running: u32,
    /// What keeps the tournament from progressing.
    pub(crate) obstacles: Vec<Obstacle>,
    /// The sums of each entrant's results.
    pub(crate) entrants: Vec<EntrantStats>,
    /// Each entrant's live rating and its uncertainty; empty without a director.
    pub(crate) live: Vec<[f64; 2]>,
}

/// A command for a director. It replies with the snapshot after the command.
pub(super) enum DirectorCommand {
    /// Changes nothing.
    Describe {
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    /// Starts no further matches.
    Pause {
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    /// Continues a paused tournament.
    Resume {
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    /// Ends the tournament and aborts its matches.
    Cancel {
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    /// Withdraws an entrant.
    Withdraw {
        entrant: usize,
        /// The human-readable reason.
        message: String,
        reply: oneshot::Sender<TournamentSnapshot>,
    },
    /// Stops the director because the server is shutting down.
    Drain,
}

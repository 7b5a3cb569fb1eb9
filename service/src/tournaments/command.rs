//! The commands for the director of a tournament, and the snapshots that it publishes.

use std::sync::Arc;
use std::time::Duration;

use botwerk_tournament::configuration::{Configuration, Entrant};
use botwerk_tournament::{EntrantStats, MatchResult, TournamentTally};
use tokio::sync::oneshot;

use super::obstacle::Obstacle;
use super::status::TournamentStatus;
use super::tournament::{StoredState, Tournament};
use crate::error::Error;
use crate::tournament_state::TournamentState;

/// The state of a tournament at one moment.
#[derive(Clone)]
pub(crate) struct TournamentSnapshot {
    pub(crate) tournament: Arc<Tournament>,
    pub(crate) state: TournamentState,
    pub(crate) status: TournamentStatus,
    /// The number of matches that have a result.
    pub(crate) results: u64,
    /// The number of matches in progress.
    pub(crate) running: u32,
    /// The estimated time until the last match, if it is known.
    pub(crate) remaining: Option<Duration>,
    /// What keeps the tournament from progressing.
    pub(crate) obstacles: Vec<Obstacle>,
    /// The sums of each entrant's results; empty if they were not read.
    pub(crate) entrants: Vec<EntrantStats>,
    /// Each entrant's live rating and its uncertainty; empty without a director.
    pub(crate) live: Vec<[f64; 2]>,
}

impl TournamentSnapshot {
    /// Returns the snapshot of a tournament that has no director, without the sums of its results.
    pub(super) fn from_stored(tournament: Arc<Tournament>, stored: &StoredState) -> Self {
        Self {
            tournament,
            state: stored.state,
            status: stored.status.clone(),
            results: stored.results,
            running: 0,
            remaining: None,
            obstacles: Vec::new(),
            entrants: Vec::new(),
            live: Vec::new(),
        }
    }
}

/// Where a director sends the snapshot after a command, or why the command was rejected.
pub(super) type CommandReply = oneshot::Sender<Result<TournamentSnapshot, Error>>;

/// Where a director sends the sums of its tournament's results, with the snapshot of the same moment.
pub(super) type TallyReply = oneshot::Sender<(TournamentSnapshot, Arc<TournamentTally>)>;

/// A command for a director.
pub(super) enum DirectorCommand {
    /// Changes nothing.
    Describe { reply: CommandReply },
    /// Changes nothing.
    Tally { reply: TallyReply },
    /// Starts no further matches.
    Pause { reply: CommandReply },
    /// Continues a paused tournament.
    Resume { reply: CommandReply },
    /// Ends the tournament and aborts its matches.
    Cancel { reply: CommandReply },
    /// Withdraws an entrant.
    Withdraw {
        entrant: usize,
        /// The human-readable reason.
        message: String,
        reply: CommandReply,
    },
    /// Continues the tournament with more blocks, rounds or entrants.
    Extend {
        configuration: Box<Configuration>,
        /// The id of the request that would create the extended tournament.
        request_id: Option<String>,
        reply: CommandReply,
    },
    /// Adds an entrant after the present ones.
    AddEntrant {
        entrant: Box<Entrant>,
        reply: CommandReply,
    },
    /// Readmits a withdrawn entrant.
    Readmit { entrant: usize, reply: CommandReply },
    /// Adds results that a worker has reported, which are stored, and the pairings that it could not play.
    WorkerResults {
        results: Vec<(u64, MatchResult)>,
        failures: Vec<(u64, String)>,
    },
    /// Adds results that another server has stored.
    FindStoredResults,
    /// Stops the director because the server is shutting down.
    Drain,
}

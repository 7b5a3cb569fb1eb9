//! The commands for the director of a tournament, and the snapshots that it publishes.

use std::sync::Arc;
use std::time::Duration;

use botwerk_tournament::format::PairingTable;
use botwerk_tournament::{EntrantStats, MatchResult, TournamentTally};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::extension::TournamentExtension;
use super::obstacle::Obstacle;
use super::status::TournamentStatus;
use super::tournament::{StoredState, Tournament};
use crate::error::Error;
use crate::tournament_state::TournamentState;

/// The state of a tournament at one moment.
#[derive(Clone)]
pub(crate) struct TournamentSnapshot {
    pub(crate) tournament: Arc<Tournament>,
    /// The moment.
    pub(crate) taken_at: Instant,
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
    /// The results of each entrant; empty if they were not read.
    pub(crate) entrants: Vec<LiveStats>,
    /// The pairings of all batches so far; `None` without a director.
    pub(crate) pairings: Option<Arc<PairingTable>>,
}

/// The results of an entrant, as far as watchers see them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LiveStats {
    /// Number of matches with a result.
    pub(crate) matches: u64,
    /// Half points, without byes.
    pub(crate) half_points: u64,
    /// Numbers of opponents beaten, drawn with and lost to.
    pub(crate) wins_draws_losses: [u64; 3],
    /// Number of matches that the entrant left early for another reason than a resignation.
    pub(crate) left_early: u64,
    /// The live rating and its uncertainty; 0 without a director.
    pub(crate) live: [f64; 2],
}

impl LiveStats {
    pub(super) fn new(stats: &EntrantStats, live: [f64; 2]) -> Self {
        Self {
            matches: stats.matches,
            half_points: stats.half_points,
            wins_draws_losses: stats.wins_draws_losses,
            left_early: stats.left_early(),
            live,
        }
    }
}

impl TournamentSnapshot {
    /// Returns the snapshot of a tournament that has no director, without the sums of its results.
    pub(super) fn from_stored(tournament: Arc<Tournament>, stored: &StoredState) -> Self {
        Self {
            tournament,
            taken_at: Instant::now(),
            state: stored.state,
            status: stored.status.clone(),
            results: stored.results,
            running: 0,
            remaining: None,
            obstacles: Vec::new(),
            entrants: Vec::new(),
            pairings: None,
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
        extension: Box<TournamentExtension>,
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
    /// Looks whether all results were checked that have to be.
    FindCheckedResults,
    /// Removes the results of excluded workers, and plays their matches again.
    RemoveExcludedResults,
    /// Stops the director because the server is shutting down.
    Drain,
}

//! What is kept of tournaments and of the bots that wait for them.

use std::collections::BTreeSet;
use std::fmt;

use botwerk_tournament::MatchResult;
use serde::{Deserialize, Serialize};

use super::{Commit, MatchRow, PendingRead, PendingWrite};
use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::tournament_state::TournamentState;

/// A tournament as it is stored, without its results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TournamentRow {
    pub(crate) id: TournamentId,
    /// The creator's own id of the request, if any.
    pub(crate) request_id: Option<String>,
    pub(crate) state: TournamentState,
    /// Microseconds since 1970.
    pub(crate) created_micros: i64,
    /// What it is to be, as JSON.
    pub(crate) configuration: String,
    /// The root seed, 64 hex digits.
    pub(crate) seed: String,
    /// What tokens are made of, 64 hex digits.
    pub(crate) secret: String,
    /// What has changed since it was made, as JSON.
    pub(crate) status: String,
}

/// A tournament with what its results come to.
#[derive(Debug, Clone)]
pub(crate) struct StoredTournament {
    pub(crate) row: TournamentRow,
    /// The sums of its results, as [`ResultSums::to_json`] returns them.
    pub(crate) tally: String,
}

/// A change of a tournament that is no result.
#[derive(Debug, Clone)]
pub(crate) struct TournamentChange {
    pub(crate) id: TournamentId,
    /// The new state.
    pub(crate) state: TournamentState,
    /// The new status, as JSON.
    pub(crate) status: String,
    /// Whose matches bring nobody anything from now on, if that has changed: then all results are
    /// added up anew.
    pub(crate) annulled: Option<BTreeSet<usize>>,
}

/// One attempt at a match of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AttemptKey {
    pub(crate) tournament: TournamentId,
    /// The match's number in the tournament.
    pub(crate) pairing: u64,
    /// From 1.
    pub(crate) attempt: u32,
}

/// An attempt that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScoredAttempt {
    pub(crate) attempt: AttemptKey,
    pub(crate) result: MatchResult,
}

/// A stored attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AttemptRow {
    pub(crate) pairing: u64,
    pub(crate) attempt: u32,
    /// The match and its state; `None` for a forfeit.
    pub(crate) played: Option<(MatchId, MatchState)>,
    /// Once it counts.
    pub(crate) result: Option<MatchResult>,
}

/// A bot that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BotRow {
    pub(crate) name: String,
    /// Microseconds since 1970.
    pub(crate) created_micros: i64,
    /// The hash of its token, 64 hex digits.
    pub(crate) token_sha256: String,
    /// Names of the games that it plays; empty for all.
    pub(crate) games: Vec<String>,
    pub(crate) max_concurrent_matches: u32,
}

/// A place to keep tournaments. A match that ends one's pairing has its result in its last
/// [`Commit`], so that both are stored or none.
pub(crate) trait TournamentStore: Send + Sync + 'static {
    /// Stores a new tournament. One with a `request_id` or a seed that is stored already is
    /// refused.
    fn create_tournament(&self, row: TournamentRow) -> PendingWrite;

    /// Changes a tournament.
    fn change_tournament(&self, change: TournamentChange) -> PendingWrite;

    /// Stores a new match of a tournament.
    fn start_attempt(&self, row: MatchRow, attempt: AttemptKey) -> PendingWrite;

    /// Stores a match of a tournament that was played from its beginning to its end: `commit` has
    /// all its events, its outcome and its result.
    fn insert_finished_match(&self, row: MatchRow, commit: Commit) -> PendingWrite;

    /// Stores the result of a match that is not played.
    fn forfeit(&self, scored: ScoredAttempt) -> PendingWrite;

    /// Reads a tournament; an error if there is no such tournament.
    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament>;

    /// Reads the tournament that a request created, if there is one.
    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>>;

    /// Reads at most `limit` tournaments with ids below `before`, the newest first, in one state or
    /// in any.
    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<StoredTournament>>;

    /// Reads all attempts at `limit` pairings at most, starting with pairing `from`, in order.
    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>>;

    /// Stores a bot, or changes the one with this name.
    fn upsert_bot(&self, row: BotRow) -> PendingWrite;

    /// Reads the bot with a token of this hash, if there is one.
    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<BotRow>>;

    /// Reads at most `limit` bots with names after `after`, in order.
    fn bots(&self, after: &str, limit: usize) -> PendingRead<Vec<BotRow>>;
}

/// Adds up the results of tournaments. A store calls it in the transaction that stores a result, so
/// that results and their sums agree at any moment; it keeps the sums as text.
pub(crate) trait ResultFold: fmt::Debug + Send + Sync + 'static {
    /// Returns the sums of a tournament before its first result. The matches of annulled entrants
    /// do not count.
    ///
    /// # Errors
    /// Returns an error if the configuration cannot be read.
    fn start(
        &self,
        configuration: &str,
        annulled: &BTreeSet<usize>,
    ) -> serde_json::Result<Box<dyn ResultSums>>;

    /// Continues with sums that were stored.
    ///
    /// # Errors
    /// Returns an error if the configuration or the sums cannot be read.
    fn resume(&self, configuration: &str, sums: &str) -> serde_json::Result<Box<dyn ResultSums>>;
}

/// The sums of one tournament's results.
pub(crate) trait ResultSums: fmt::Debug + Send {
    /// Adds the result of a pairing.
    fn add(&mut self, pairing: u64, result: MatchResult);

    /// Returns the sums as JSON.
    fn to_json(&self) -> String;
}

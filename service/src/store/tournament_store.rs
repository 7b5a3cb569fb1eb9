//! The store of tournaments and bots.

use std::ops::Range;

use super::{
    AttemptKey, AttemptRow, BotClaim, BotRow, CheckpointRow, Commit, DifferingRecord,
    LeagueRoundRow, ListedTournament, MatchRow, PendingRead, PendingWrite, RemovedForfeits,
    ResultRow, ScoredAttempt, SeasonTableRow, StoredTournament, TournamentChange, TournamentRow,
};
use crate::ids::TournamentId;
use crate::tournament_state::TournamentState;

/// A store of tournaments and bots. The result of a match is part of its last [`Commit`], so that
/// both are stored or neither.
pub(crate) trait TournamentStore: Send + Sync + 'static {
    /// Stores a new tournament; rejects it if the id of its request or its seed is stored already.
    fn create_tournament(&self, row: TournamentRow) -> PendingWrite;

    /// Changes a tournament; rejects an extension if the id of its request is stored already.
    fn change_tournament(&self, change: TournamentChange) -> PendingWrite;

    /// Stores a new match of a tournament.
    fn start_attempt(&self, row: MatchRow, attempt: AttemptKey) -> PendingWrite;

    /// Stores a finished match of a tournament: `commit` has all its events, its outcome and its
    /// result.
    fn insert_finished_match(&self, row: MatchRow, commit: Commit) -> PendingWrite;

    /// Stores the result of a pairing that is not played.
    fn forfeit(&self, scored: ScoredAttempt) -> PendingWrite;

    /// Removes forfeits, so that their pairings have no result.
    fn remove_forfeits(&self, forfeits: RemovedForfeits) -> PendingWrite;

    /// Stores what was computed from the first results of a tournament, in place of the previous checkpoint.
    fn save_checkpoint(&self, checkpoint: CheckpointRow) -> PendingWrite;

    /// Reads the content of the newest checkpoint of a tournament, or `None` if there is none.
    fn checkpoint(&self, id: &TournamentId) -> PendingRead<Option<String>>;

    /// Reads the first results of a range of pairings, at most `limit`, in order.
    fn results(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<ResultRow>>;

    /// Reads the first attempts at pairings of a range that have no result, at most `limit`, in order.
    fn open_attempts(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<AttemptRow>>;

    /// Reads a tournament; fails if it does not exist.
    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament>;

    /// Reads the tournament that a request has created or extended, or `None` if it has done neither.
    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>>;

    /// Lists at most `limit` tournaments with ids below `before`, the newest first. `None` stands
    /// for any id or any state.
    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<ListedTournament>>;

    /// Reads the tournaments that have not ended and that this server owns.
    fn unfinished_tournaments(&self) -> PendingRead<Vec<StoredTournament>>;

    /// Reads all attempts at up to `limit` pairings, starting with pairing `from`, in order.
    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>>;

    /// Reads all rounds of a league in order; no round for another tournament.
    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>>;

    /// Reads the final table of a season, or `None` if the season has not ended.
    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>>;

    /// Stores a play that differs from the stored match; one for each pairing and worker.
    fn add_differing_record(&self, record: DifferingRecord) -> PendingWrite;

    /// Reads at most `limit` plays that differ from the stored matches of a tournament, in the order of the pairings.
    fn differing_records(
        &self,
        id: &TournamentId,
        limit: usize,
    ) -> PendingRead<Vec<DifferingRecord>>;

    /// Stores a bot if `claim` gives the right to its name; fails with [`StoreError::AlreadyExists`] otherwise.
    ///
    /// [`StoreError::AlreadyExists`]: super::StoreError::AlreadyExists
    fn register_bot(&self, row: BotRow, claim: BotClaim) -> PendingWrite;

    /// Reads the bots with these names, in any order.
    fn bots_named(&self, names: Vec<String>) -> PendingRead<Vec<BotRow>>;

    /// Reads the bot whose token has this hash, or `None` if no bot has it.
    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<BotRow>>;

    /// Reads at most `limit` bots with names after `after`, in order.
    fn bots(&self, after: &str, limit: usize) -> PendingRead<Vec<BotRow>>;
}

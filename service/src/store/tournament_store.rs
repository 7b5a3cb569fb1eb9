//! The store of tournaments.

use std::ops::Range;

use super::{
    AttemptRow, DifferingRecord, LeagueRoundRow, ListedTournament, PendingRead, RatingSnapshotRow,
    RecordRetention, ResultRow, RetainedAttempt, SeasonTableRow, StoredTournament, TournamentRow,
    UnpackedRecords, WriteStore,
};
use crate::ids::TournamentId;
use crate::tournament_state::TournamentState;

/// A store of tournaments. The result of a match is part of its last [`Commit`](super::Commit), so that
/// both are stored or neither.
pub(crate) trait TournamentStore: WriteStore {
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

    /// Reads all attempts at some pairings, in order.
    fn attempts_at(&self, id: &TournamentId, pairings: Vec<u64>) -> PendingRead<Vec<AttemptRow>>;

    /// Reads the tournaments whose records are kept for a time, the first `limit` after one, in order of their ids. An empty
    /// text is before all.
    fn retentions(&self, after: &str, limit: usize) -> PendingRead<Vec<RecordRetention>>;

    /// Reads the first `limit` attempts at pairings from one on, in order.
    fn retained_attempts(
        &self,
        id: &TournamentId,
        from: u64,
        limit: usize,
    ) -> PendingRead<Vec<RetainedAttempt>>;

    /// Reads the records of the next matches that were created before a time in microseconds since 1970 and are packed
    /// together; `None` if there are none.
    fn unpacked_records(&self, before_micros: i64) -> PendingRead<Option<UnpackedRecords>>;

    /// Reads all rounds of a league in order; no round for another tournament.
    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>>;

    /// Reads the ratings of a league over time, the oldest first.
    fn rating_snapshots(&self, id: &TournamentId) -> PendingRead<Vec<RatingSnapshotRow>>;

    /// Reads the final table of a season, or `None` if the season has not ended.
    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>>;

    /// Reads at most `limit` plays that differ from the stored matches of a tournament, in the order of their pairings and
    /// workers, after the one of a pairing and a worker.
    fn differing_records(
        &self,
        id: &TournamentId,
        after: Option<(u64, String)>,
        limit: usize,
    ) -> PendingRead<Vec<DifferingRecord>>;
}

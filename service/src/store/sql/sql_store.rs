//! The traits of stores, for every store that reads with SQL.

use std::ops::Range;

use super::{
    ReadFailure, ReadResult, SqlRead, SqlReader, account_queries, match_queries, packing_queries,
    retention_queries, seat_log_queries, tournament_queries, version_queries, worker_queries,
};
use crate::accounts::QuotaDay;
use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::server_secret::ServerSecret;
use crate::store::{
    AccountStore, AttemptRow, AuditFilter, AuditRow, DifferingRecord, EventPage, ExcludedWorker,
    IdentityRow, LeagueRoundRow, ListedTournament, MatchFilter, MatchPage, MatchRow, OwnerRow,
    PendingRead, ProcessorQuota, RatingSnapshotRow, RecordRetention, ResultRow, RetainedAttempt,
    SeasonTableRow, SeatLog, SeatLogStore, SignUpCodeRow, Store, StoreActivity, StoreError,
    StoredBot, StoredMatch, StoredTournament, TokenRow, TournamentRow, TournamentStore,
    UnpackedRecords, VersionCount, VersionKey, VersionRow, VersionStore, WorkerResultRow,
    WorkerResults, WorkerStore, WriteStore,
};
use crate::tournament_state::TournamentState;

/// A store that reads with SQL.
pub(crate) trait SqlStore: WriteStore {
    /// Returns the secret of the server.
    fn server_secret(&self) -> &ServerSecret;

    /// Checks that what is stored will be found again after a restart.
    ///
    /// # Errors
    /// Returns an error if the store's files were deleted or replaced.
    fn file_state(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Returns the condition of the rows that this server owns; `None` if it owns all that have not ended.
    fn owned_rows(&self) -> Option<String> {
        None
    }

    /// Returns how busy the store is.
    fn current_activity(&self) -> StoreActivity {
        StoreActivity::default()
    }

    /// Reads with one of the connections.
    fn read<T, F>(&self, read: F) -> PendingRead<T>
    where
        T: Send + 'static,
        F: for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T> + Send + 'static;
}

/// Returns what must exist.
fn existing<T>(found: Option<T>, id: &str) -> ReadResult<T> {
    found.ok_or_else(|| ReadFailure::Store(StoreError::NotFound(id.to_owned())))
}

/// Returns the condition of the rows with one of these states.
fn has_state(states: impl Iterator<Item = i32>) -> String {
    let states: Vec<_> = states.map(|state| state.to_string()).collect();
    format!("state IN ({})", states.join(", "))
}

impl<S: SqlStore> Store for S {
    fn secret(&self) -> &ServerSecret {
        self.server_secret()
    }

    fn check_files(&self) -> Result<(), StoreError> {
        self.file_state()
    }

    fn activity(&self) -> StoreActivity {
        self.current_activity()
    }

    fn unfinished(&self) -> PendingRead<Vec<(MatchId, MatchState)>> {
        let states = MatchState::ALL.into_iter();
        let states = states.filter(|state| !state.has_ended());
        let condition = self.owned_rows();
        let condition = condition.unwrap_or_else(|| has_state(states.map(MatchState::number)));
        self.read(|reader| Box::pin(match_queries::unfinished(reader, condition)))
    }

    fn row(&self, id: &MatchId) -> PendingRead<MatchRow> {
        let id = id.clone();
        self.read(|reader| {
            Box::pin(async move {
                existing(
                    match_queries::find_row(reader, id.clone()).await?,
                    id.as_str(),
                )
            })
        })
    }

    fn events(&self, id: &MatchId, after: i64) -> PendingRead<EventPage> {
        let id = id.clone();
        self.read(move |reader| Box::pin(match_queries::events(reader, id, after)))
    }

    fn comments(&self, id: &MatchId, after: i64) -> PendingRead<EventPage> {
        let id = id.clone();
        self.read(move |reader| Box::pin(match_queries::comments(reader, id, after)))
    }

    fn load(&self, id: &MatchId) -> PendingRead<StoredMatch> {
        let id = id.clone();
        self.read(|reader| {
            Box::pin(async move {
                existing(match_queries::load(reader, id.clone()).await?, id.as_str())
            })
        })
    }

    fn match_by_request_id(&self, request_id: &str) -> PendingRead<Option<MatchRow>> {
        let request_id = request_id.to_owned();
        self.read(|reader| Box::pin(match_queries::match_by_request_id(reader, request_id)))
    }

    fn list(&self, filter: &MatchFilter, limit: usize) -> PendingRead<MatchPage> {
        let filter = filter.clone();
        self.read(move |reader| Box::pin(match_queries::list(reader, filter, limit)))
    }
}

impl<S: SqlStore> TournamentStore for S {
    fn checkpoint(&self, id: &TournamentId) -> PendingRead<Option<String>> {
        let id = id.clone();
        self.read(|reader| Box::pin(tournament_queries::checkpoint(reader, id)))
    }

    fn results(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<ResultRow>> {
        let id = id.clone();
        self.read(move |reader| Box::pin(tournament_queries::results(reader, id, pairings, limit)))
    }

    fn open_attempts(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<AttemptRow>> {
        let id = id.clone();
        self.read(move |reader| {
            Box::pin(tournament_queries::open_attempts(
                reader, id, pairings, limit,
            ))
        })
    }

    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament> {
        let id = id.clone();
        self.read(|reader| {
            Box::pin(async move {
                let found = tournament_queries::tournament(reader, id.clone()).await?;
                existing(found, id.as_str())
            })
        })
    }

    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>> {
        let request_id = request_id.to_owned();
        self.read(|reader| {
            Box::pin(tournament_queries::tournament_by_request_id(
                reader, request_id,
            ))
        })
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<ListedTournament>> {
        let before = before.cloned();
        self.read(move |reader| {
            Box::pin(tournament_queries::tournaments(
                reader, before, state, limit,
            ))
        })
    }

    fn unfinished_tournaments(&self) -> PendingRead<Vec<StoredTournament>> {
        let states = TournamentState::ALL.into_iter();
        let states = states.filter(|state| !state.has_ended());
        let condition = self.owned_rows();
        let condition = condition.unwrap_or_else(|| has_state(states.map(TournamentState::number)));
        self.read(|reader| {
            Box::pin(tournament_queries::unfinished_tournaments(
                reader, condition,
            ))
        })
    }

    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>> {
        let id = id.clone();
        let pairings = from..from.saturating_add(limit);
        self.read(|reader| Box::pin(tournament_queries::attempts(reader, id, pairings)))
    }

    fn attempts_at(&self, id: &TournamentId, pairings: Vec<u64>) -> PendingRead<Vec<AttemptRow>> {
        let id = id.clone();
        self.read(|reader| Box::pin(tournament_queries::attempts_at(reader, id, pairings)))
    }

    fn retentions(&self, after: &str, limit: usize) -> PendingRead<Vec<RecordRetention>> {
        let after = after.to_owned();
        self.read(move |reader| Box::pin(retention_queries::retentions(reader, after, limit)))
    }

    fn retained_attempts(
        &self,
        id: &TournamentId,
        from: u64,
        limit: usize,
    ) -> PendingRead<Vec<RetainedAttempt>> {
        let id = id.clone();
        self.read(move |reader| {
            Box::pin(retention_queries::retained_attempts(
                reader, id, from, limit,
            ))
        })
    }

    fn unpacked_records(&self, before_micros: i64) -> PendingRead<Option<UnpackedRecords>> {
        self.read(move |reader| Box::pin(packing_queries::unpacked_records(reader, before_micros)))
    }

    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>> {
        let id = id.clone();
        self.read(|reader| Box::pin(tournament_queries::league_rounds(reader, id)))
    }

    fn rating_snapshots(&self, id: &TournamentId) -> PendingRead<Vec<RatingSnapshotRow>> {
        let id = id.clone();
        self.read(|reader| Box::pin(tournament_queries::rating_snapshots(reader, id)))
    }

    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>> {
        let id = id.clone();
        self.read(move |reader| Box::pin(tournament_queries::season_table(reader, id, season)))
    }

    fn differing_records(
        &self,
        id: &TournamentId,
        after: Option<(u64, String)>,
        limit: usize,
    ) -> PendingRead<Vec<DifferingRecord>> {
        let id = id.clone();
        self.read(move |reader| {
            Box::pin(tournament_queries::differing_records(
                reader, id, after, limit,
            ))
        })
    }
}

impl<S: SqlStore> AccountStore for S {
    fn owner(&self, name: &str) -> PendingRead<Option<OwnerRow>> {
        let name = name.to_owned();
        self.read(|reader| Box::pin(account_queries::owner(reader, name)))
    }

    fn owner_by_token(&self, token_sha256: &str) -> PendingRead<Option<OwnerRow>> {
        let token_sha256 = token_sha256.to_owned();
        self.read(|reader| Box::pin(account_queries::owner_by_token(reader, token_sha256)))
    }

    fn identity(&self, issuer: &str, subject: &str) -> PendingRead<Option<IdentityRow>> {
        let (issuer, subject) = (issuer.to_owned(), subject.to_owned());
        self.read(|reader| Box::pin(account_queries::identity(reader, issuer, subject)))
    }

    fn identity_count(&self, owner: &str) -> PendingRead<u32> {
        let owner = owner.to_owned();
        self.read(|reader| Box::pin(account_queries::identity_count(reader, owner)))
    }

    fn owners(&self, after: &str, limit: usize) -> PendingRead<Vec<OwnerRow>> {
        let after = after.to_owned();
        self.read(move |reader| Box::pin(account_queries::owners(reader, after, limit)))
    }

    fn bot_count(&self, owner: &str) -> PendingRead<u32> {
        let owner = owner.to_owned();
        self.read(|reader| Box::pin(account_queries::bot_count(reader, owner)))
    }

    fn processor_nanos(&self, owner: &str, day: QuotaDay) -> PendingRead<u64> {
        let owner = owner.to_owned();
        self.read(move |reader| Box::pin(account_queries::processor_nanos(reader, owner, day)))
    }

    fn bots_named(&self, names: Vec<String>) -> PendingRead<Vec<StoredBot>> {
        self.read(|reader| Box::pin(account_queries::bots_named(reader, names)))
    }

    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<StoredBot>> {
        let token_sha256 = token_sha256.to_owned();
        self.read(|reader| Box::pin(account_queries::bot_by_token(reader, token_sha256)))
    }

    fn bots(&self, owner: Option<&str>, after: &str, limit: usize) -> PendingRead<Vec<StoredBot>> {
        let (owner, after) = (owner.map(str::to_owned), after.to_owned());
        self.read(move |reader| Box::pin(account_queries::bots(reader, owner, after, limit)))
    }

    fn sign_up_codes(&self) -> PendingRead<Vec<SignUpCodeRow>> {
        self.read(|reader| Box::pin(account_queries::sign_up_codes(reader)))
    }

    fn tokens(&self) -> PendingRead<Vec<TokenRow>> {
        self.read(|reader| Box::pin(account_queries::tokens(reader)))
    }

    fn audit_entries(&self, filter: &AuditFilter, limit: usize) -> PendingRead<Vec<AuditRow>> {
        let filter = filter.clone();
        self.read(move |reader| Box::pin(account_queries::audit_entries(reader, filter, limit)))
    }
}

impl<S: SqlStore> VersionStore for S {
    fn versions(&self, bot: &str) -> PendingRead<Vec<VersionRow>> {
        let bot = bot.to_owned();
        self.read(|reader| Box::pin(version_queries::versions(reader, bot)))
    }

    fn version(&self, key: &VersionKey) -> PendingRead<Option<VersionRow>> {
        let key = key.clone();
        self.read(|reader| Box::pin(version_queries::version(reader, key)))
    }

    fn version_log(&self, key: &VersionKey) -> PendingRead<String> {
        let key = key.clone();
        self.read(|reader| Box::pin(version_queries::version_log(reader, key)))
    }

    fn version_to_build(
        &self,
        now_micros: i64,
        quota: ProcessorQuota,
    ) -> PendingRead<Option<VersionRow>> {
        self.read(move |reader| {
            Box::pin(version_queries::version_to_build(reader, now_micros, quota))
        })
    }

    fn bots_out_of_time(&self, host: &str, quota: ProcessorQuota) -> PendingRead<Vec<String>> {
        let host = host.to_owned();
        self.read(move |reader| Box::pin(version_queries::bots_out_of_time(reader, host, quota)))
    }

    fn versions_played_by(&self, host: &str, limit: usize) -> PendingRead<Vec<VersionRow>> {
        let host = host.to_owned();
        self.read(move |reader| Box::pin(version_queries::versions_played_by(reader, host, limit)))
    }

    fn bots_to_replace(&self, host: &str) -> PendingRead<Vec<String>> {
        let host = host.to_owned();
        self.read(|reader| Box::pin(version_queries::bots_to_replace(reader, host)))
    }

    fn versions_to_play(
        &self,
        now_micros: i64,
        quota: ProcessorQuota,
        limit: usize,
    ) -> PendingRead<Vec<VersionRow>> {
        self.read(move |reader| {
            Box::pin(version_queries::versions_to_play(
                reader, now_micros, quota, limit,
            ))
        })
    }

    fn usable_versions(&self, limit: usize) -> PendingRead<Vec<VersionRow>> {
        self.read(move |reader| Box::pin(version_queries::usable_versions(reader, limit)))
    }

    fn version_counts(&self, now_micros: i64) -> PendingRead<Vec<VersionCount>> {
        self.read(move |reader| Box::pin(version_queries::version_counts(reader, now_micros)))
    }

    fn content_part(&self, content_sha256: &str, part: u32) -> PendingRead<Option<Vec<u8>>> {
        let content_sha256 = content_sha256.to_owned();
        self.read(move |reader| {
            Box::pin(version_queries::content_part(reader, content_sha256, part))
        })
    }
}

impl<S: SqlStore> SeatLogStore for S {
    fn seat_log(&self, id: &MatchId, seat: usize) -> PendingRead<SeatLog> {
        let id = id.clone();
        self.read(move |reader| Box::pin(seat_log_queries::seat_log(reader, id, seat)))
    }
}

impl<S: SqlStore> WorkerStore for S {
    fn excluded_worker(&self, id: &str) -> PendingRead<Option<ExcludedWorker>> {
        let id = id.to_owned();
        self.read(|reader| Box::pin(worker_queries::excluded_worker(reader, id)))
    }

    fn excluded_workers(&self, limit: usize) -> PendingRead<Vec<ExcludedWorker>> {
        self.read(move |reader| Box::pin(worker_queries::excluded_workers(reader, limit)))
    }

    fn worker_results(
        &self,
        tournament: &TournamentId,
        results: WorkerResults,
    ) -> PendingRead<Vec<WorkerResultRow>> {
        let id = tournament.clone();
        self.read(move |reader| Box::pin(worker_queries::worker_results(reader, id, results)))
    }
}

//! The tournaments and bots of an SQLite file.

use std::ops::Range;

use super::{SqliteStore, league_readers, tournament_readers};
use crate::ids::TournamentId;
use crate::store::{
    AttemptKey, AttemptRow, BotClaim, BotRow, CheckpointRow, Commit, DifferingRecord,
    LeagueRoundRow, ListedTournament, MatchRow, PendingRead, PendingWrite, RemovedForfeits,
    ResultRow, ScoredAttempt, SeasonTableRow, StoredTournament, TournamentChange, TournamentRow,
    TournamentStore, WriteCommand,
};
use crate::tournament_state::TournamentState;

impl TournamentStore for SqliteStore {
    fn create_tournament(&self, row: TournamentRow) -> PendingWrite {
        self.send(|reply| WriteCommand::CreateTournament(row, reply))
    }

    fn change_tournament(&self, change: TournamentChange) -> PendingWrite {
        self.send(|reply| WriteCommand::ChangeTournament(change, reply))
    }

    fn start_attempt(&self, row: MatchRow, attempt: AttemptKey) -> PendingWrite {
        self.send(|reply| WriteCommand::StartAttempt(row, attempt, reply))
    }

    fn insert_finished_match(&self, row: MatchRow, commit: Commit) -> PendingWrite {
        self.send(|reply| WriteCommand::InsertFinished(row, commit, reply))
    }

    fn forfeit(&self, scored: ScoredAttempt) -> PendingWrite {
        self.send(|reply| WriteCommand::Forfeit(scored, reply))
    }

    fn remove_forfeits(&self, forfeits: RemovedForfeits) -> PendingWrite {
        self.send(|reply| WriteCommand::RemoveForfeits(forfeits, reply))
    }

    fn save_checkpoint(&self, checkpoint: CheckpointRow) -> PendingWrite {
        self.send(|reply| WriteCommand::SaveCheckpoint(checkpoint, reply))
    }

    fn checkpoint(&self, id: &TournamentId) -> PendingRead<Option<String>> {
        let id = id.clone();
        self.readers
            .read(move |connection| tournament_readers::checkpoint(connection, &id))
    }

    fn results(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<ResultRow>> {
        let id = id.clone();
        self.readers
            .read(move |connection| tournament_readers::results(connection, &id, &pairings, limit))
    }

    fn open_attempts(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<AttemptRow>> {
        let id = id.clone();
        self.readers.read(move |connection| {
            tournament_readers::open_attempts(connection, &id, &pairings, limit)
        })
    }

    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament> {
        let id = id.clone();
        self.readers.find(id.to_string(), move |connection| {
            tournament_readers::tournament(connection, &id)
        })
    }

    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>> {
        let request_id = request_id.to_owned();
        self.readers.read(move |connection| {
            tournament_readers::tournament_by_request_id(connection, &request_id)
        })
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<ListedTournament>> {
        let before = before.cloned();
        self.readers.read(move |connection| {
            tournament_readers::tournaments(connection, before.as_ref(), state, limit)
        })
    }

    fn unfinished_tournaments(&self) -> PendingRead<Vec<StoredTournament>> {
        self.readers.read(tournament_readers::unfinished)
    }

    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>> {
        let id = id.clone();
        let until = from.saturating_add(limit);
        self.readers
            .read(move |connection| tournament_readers::attempts(connection, &id, from, until))
    }

    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>> {
        let id = id.clone();
        self.readers
            .read(move |connection| league_readers::rounds(connection, &id))
    }

    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>> {
        let id = id.clone();
        self.readers
            .read(move |connection| league_readers::season_table(connection, &id, season))
    }

    fn add_differing_record(&self, record: DifferingRecord) -> PendingWrite {
        self.send(|reply| WriteCommand::AddDifferingRecord(record, reply))
    }

    fn differing_records(
        &self,
        id: &TournamentId,
        limit: usize,
    ) -> PendingRead<Vec<DifferingRecord>> {
        let id = id.clone();
        self.readers
            .read(move |connection| tournament_readers::differing_records(connection, &id, limit))
    }

    fn register_bot(&self, row: BotRow, claim: BotClaim) -> PendingWrite {
        self.send(|reply| WriteCommand::RegisterBot(row, claim, reply))
    }

    fn bots_named(&self, names: Vec<String>) -> PendingRead<Vec<BotRow>> {
        self.readers
            .read(move |connection| tournament_readers::bots_named(connection, &names))
    }

    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<BotRow>> {
        let token_sha256 = token_sha256.to_owned();
        self.readers
            .read(move |connection| tournament_readers::bot_by_token(connection, &token_sha256))
    }

    fn bots(&self, after: &str, limit: usize) -> PendingRead<Vec<BotRow>> {
        let after = after.to_owned();
        self.readers
            .read(move |connection| tournament_readers::bots(connection, &after, limit))
    }
}

//! The tournaments and bots of a PostgreSQL database.

use std::ops::Range;

use super::{PostgresStore, tournament_readers as readers};
use crate::ids::TournamentId;
use crate::store::{
    AttemptKey, AttemptRow, BotClaim, BotRow, CheckpointRow, Commit, DifferingRecord,
    LeagueRoundRow, ListedTournament, MatchRow, PendingRead, PendingWrite, RemovedForfeits,
    ResultRow, ScoredAttempt, SeasonTableRow, StoredTournament, TournamentChange, TournamentRow,
    TournamentStore, WriteCommand,
};
use crate::tournament_state::TournamentState;

impl TournamentStore for PostgresStore {
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
        self.readers.read(|object| readers::checkpoint(object, id))
    }

    fn results(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<ResultRow>> {
        let id = id.clone();
        self.readers
            .read(move |object| readers::results(object, id, pairings, limit))
    }

    fn open_attempts(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<AttemptRow>> {
        let id = id.clone();
        self.readers
            .read(move |object| readers::open_attempts(object, id, pairings, limit))
    }

    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament> {
        let id = id.clone();
        self.readers
            .find(id.to_string(), |object| readers::tournament(object, id))
    }

    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>> {
        let request_id = request_id.to_owned();
        self.readers
            .read(|object| readers::tournament_by_request_id(object, request_id))
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<ListedTournament>> {
        let before = before.cloned();
        self.readers
            .read(move |object| readers::tournaments(object, before, state, limit))
    }

    fn unfinished_tournaments(&self) -> PendingRead<Vec<StoredTournament>> {
        let epoch = self.lease.epoch();
        self.readers
            .read(move |object| readers::unfinished(object, epoch))
    }

    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>> {
        let id = id.clone();
        let until = from.saturating_add(limit);
        self.readers
            .read(move |object| readers::attempts(object, id, from, until))
    }

    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>> {
        let id = id.clone();
        self.readers.read(|object| readers::rounds(object, id))
    }

    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>> {
        let id = id.clone();
        self.readers
            .read(move |object| readers::season_table(object, id, season))
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
            .read(move |object| readers::differing_records(object, id, limit))
    }

    fn register_bot(&self, row: BotRow, claim: BotClaim) -> PendingWrite {
        self.send(|reply| WriteCommand::RegisterBot(row, claim, reply))
    }

    fn bots_named(&self, names: Vec<String>) -> PendingRead<Vec<BotRow>> {
        self.readers
            .read(move |object| readers::bots_named(object, names))
    }

    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<BotRow>> {
        let token_sha256 = token_sha256.to_owned();
        self.readers
            .read(|object| readers::bot_by_token(object, token_sha256))
    }

    fn bots(&self, after: &str, limit: usize) -> PendingRead<Vec<BotRow>> {
        let after = after.to_owned();
        self.readers
            .read(move |object| readers::bots(object, after, limit))
    }
}

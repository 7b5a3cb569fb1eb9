//! Tournaments in an SQLite file.

use super::writer::Write;
use super::{SqliteStore, tournament_readers};
use crate::ids::TournamentId;
use crate::store::tournaments::{
    AttemptKey, AttemptRow, BotRow, ScoredAttempt, StoredTournament, TournamentChange,
    TournamentRow, TournamentStore,
};
use crate::store::{Commit, MatchRow, PendingWrite, StoreError};
use crate::tournament_state::TournamentState;

impl TournamentStore for SqliteStore {
    fn create_tournament(&self, row: TournamentRow) -> PendingWrite {
        self.send(|answer| Write::Tournament(row, answer))
    }

    fn change_tournament(&self, change: TournamentChange) -> PendingWrite {
        self.send(|answer| Write::Change(change, answer))
    }

    fn start_attempt(&self, row: MatchRow, attempt: AttemptKey) -> PendingWrite {
        self.send(|answer| Write::Begin(row, attempt, answer))
    }

    fn insert_finished_match(&self, row: MatchRow, commit: Commit) -> PendingWrite {
        self.send(|answer| Write::Enter(row, commit, answer))
    }

    fn forfeit(&self, scored: ScoredAttempt) -> PendingWrite {
        self.send(|answer| Write::Forfeit(scored, answer))
    }

    fn tournament(&self, id: &TournamentId) -> Result<StoredTournament, StoreError> {
        let stored = self
            .readers
            .read(|connection| tournament_readers::tournament(connection, id))?;
        stored.ok_or_else(|| StoreError::NotFound(id.to_string()))
    }

    fn tournament_by_request_id(
        &self,
        request_id: &str,
    ) -> Result<Option<TournamentRow>, StoreError> {
        self.readers
            .read(|connection| tournament_readers::of_request(connection, request_id))
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        self.readers
            .read(|connection| tournament_readers::tournaments(connection, before, state, limit))
    }

    fn attempts(
        &self,
        id: &TournamentId,
        from: u64,
        limit: u64,
    ) -> Result<Vec<AttemptRow>, StoreError> {
        let until = from.saturating_add(limit);
        self.readers
            .read(|connection| tournament_readers::attempts(connection, id, from, until))
    }

    fn upsert_bot(&self, row: BotRow) -> PendingWrite {
        self.send(|answer| Write::Bot(row, answer))
    }

    fn bot_by_token(&self, token_sha256: &str) -> Result<Option<BotRow>, StoreError> {
        self.readers
            .read(|connection| tournament_readers::bot_by_token(connection, token_sha256))
    }

    fn bots(&self, after: &str, limit: usize) -> Result<Vec<BotRow>, StoreError> {
        self.readers
            .read(|connection| tournament_readers::bots(connection, after, limit))
    }
}

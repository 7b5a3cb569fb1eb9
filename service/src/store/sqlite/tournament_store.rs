//! Tournaments in an SQLite file.

use super::writer::Write;
use super::{SqliteStore, tournament_readers};
use crate::store::tournaments::{
    AttemptKey, AttemptRow, BotRow, Scored, StoredTournament, TournamentChange, TournamentRow,
    TournamentStore,
};
use crate::store::{Commit, MatchRow, Receipt, StoreError};

impl TournamentStore for SqliteStore {
    fn create_tournament(&self, row: TournamentRow) -> Receipt {
        self.send(|answer| Write::Tournament(row, answer))
    }

    fn change_tournament(&self, change: TournamentChange) -> Receipt {
        self.send(|answer| Write::Change(change, answer))
    }

    fn begin_attempt(&self, row: MatchRow, attempt: AttemptKey) -> Receipt {
        self.send(|answer| Write::Begin(row, attempt, answer))
    }

    fn enter_match(&self, row: MatchRow, commit: Commit) -> Receipt {
        self.send(|answer| Write::Enter(row, commit, answer))
    }

    fn forfeit(&self, scored: Scored) -> Receipt {
        self.send(|answer| Write::Forfeit(scored, answer))
    }

    fn tournament(&self, id: &str) -> Result<StoredTournament, StoreError> {
        let stored = self
            .readers
            .read(|connection| tournament_readers::tournament(connection, id))?;
        stored.ok_or_else(|| StoreError::NotFound(id.into()))
    }

    fn tournament_of_request(&self, request_id: &str) -> Result<Option<TournamentRow>, StoreError> {
        self.readers
            .read(|connection| tournament_readers::of_request(connection, request_id))
    }

    fn tournaments(
        &self,
        before: Option<&str>,
        state: Option<i32>,
        limit: usize,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        self.readers
            .read(|connection| tournament_readers::tournaments(connection, before, state, limit))
    }

    fn attempts(&self, id: &str, from: u64, limit: u64) -> Result<Vec<AttemptRow>, StoreError> {
        let until = from.saturating_add(limit);
        self.readers
            .read(|connection| tournament_readers::attempts(connection, id, from, until))
    }

    fn put_bot(&self, row: BotRow) -> Receipt {
        self.send(|answer| Write::Bot(row, answer))
    }

    fn bot_of_token(&self, token_sha256: &str) -> Result<Option<BotRow>, StoreError> {
        self.readers
            .read(|connection| tournament_readers::bot_of_token(connection, token_sha256))
    }

    fn bots(&self, after: &str, limit: usize) -> Result<Vec<BotRow>, StoreError> {
        self.readers
            .read(|connection| tournament_readers::bots(connection, after, limit))
    }
}

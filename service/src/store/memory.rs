//! A store in memory, which ends with the process.

mod tournaments;
mod workers;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tournaments::MemoryTournaments;
use workers::MemoryWorkers;

use super::{
    AttemptKey, AttemptRow, BotClaim, BotRow, CheckpointRow, Commit, DifferingRecord, EventPage,
    ExcludedWorker, LeagueRoundRow, ListedTournament, MatchPage, MatchRow, PendingRead,
    PendingWrite, PlayedMatch, RemovedForfeits, ResultRow, ScoredAttempt, SeasonTableRow, SeatLog,
    SeatLogAppend, SeatLogStore, Store, StoreError, StoredMatch, StoredTournament,
    TournamentChange, TournamentRow, TournamentStore, WorkerChange, WorkerResultRow, WorkerResults,
    WorkerStore, to_json,
};
use crate::error::Error;
use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::server_secret::ServerSecret;
use crate::tournament_state::TournamentState;

/// A store in memory, for tests, demonstrations and `--db :memory:`.
#[derive(Debug)]
pub(crate) struct MemoryStore {
    // A mutex, since every access is short and none awaits.
    inner: Mutex<Inner>,
    secret: ServerSecret,
}

#[derive(Debug)]
struct Inner {
    matches: BTreeMap<MatchId, StoredMatch>,
    seat_logs: BTreeMap<(MatchId, usize), SeatLog>,
    tournaments: MemoryTournaments,
    workers: MemoryWorkers,
    differing_records: BTreeMap<(TournamentId, u64, String), DifferingRecord>,
}

impl MemoryStore {
    /// Returns an empty store.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub(crate) fn new() -> Result<Self, Error> {
        Ok(Self {
            secret: ServerSecret::random()?,
            inner: Mutex::new(Inner {
                matches: BTreeMap::new(),
                seat_logs: BTreeMap::new(),
                tournaments: MemoryTournaments::default(),
                workers: MemoryWorkers::default(),
                differing_records: BTreeMap::new(),
            }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
impl Default for MemoryStore {
    fn default() -> Self {
        Self::new().expect("the system provides random bytes")
    }
}

impl Inner {
    fn create(&mut self, row: MatchRow) -> Result<(), StoreError> {
        let same_request = |stored: &StoredMatch| stored.row.request_id == row.request_id;
        let is_repeated = row.request_id.is_some() && self.matches.values().any(same_request);
        if is_repeated || self.matches.contains_key(&row.id) {
            return Err(StoreError::match_exists(&row.id));
        }
        let stored = StoredMatch {
            row,
            events: Vec::new(),
            submissions: Vec::new(),
        };
        self.matches.insert(stored.row.id.clone(), stored);
        Ok(())
    }

    fn append(&mut self, commit: Commit) -> Result<(), StoreError> {
        let stored = self
            .matches
            .get_mut(&commit.id)
            .ok_or_else(|| StoreError::NotFound(commit.id.to_string()))?;
        let found = stored.events.len() as u64;
        if found != commit.expected_events {
            return Err(StoreError::Stale {
                id: commit.id.to_string(),
                expected: commit.expected_events,
                found,
            });
        }
        if let Some(scored) = commit.scored {
            self.tournaments.score(scored)?;
        }
        stored.events.extend(commit.events);
        stored.submissions.extend(commit.submissions);
        stored.row.events = stored.events.len() as u64;
        stored.row.state = commit.state;
        if let Some(outcome) = &commit.outcome {
            stored.row.outcome = Some(to_json(outcome));
            stored.row.head = commit.head;
        }
        Ok(())
    }

    fn append_seat_log(&mut self, append: SeatLogAppend) -> Result<(), StoreError> {
        if !self.matches.contains_key(&append.id) {
            return Err(StoreError::NotFound(append.id.to_string()));
        }
        let log = self.seat_logs.entry((append.id, append.seat)).or_default();
        log.append(&append.text);
        Ok(())
    }

    fn start_attempt(&mut self, row: MatchRow, key: &AttemptKey) -> Result<(), StoreError> {
        let id = row.id.clone();
        self.create(row)?;
        let started = self.tournaments.start_attempt(key, Some(id.clone()));
        if started.is_err() {
            self.matches.remove(&id);
        }
        started
    }

    fn insert_finished_match(&mut self, row: MatchRow, commit: Commit) -> Result<(), StoreError> {
        let id = row.id.clone();
        match &commit.scored {
            Some(scored) => self.start_attempt(row, &scored.attempt)?,
            None => self.create(row)?,
        }
        let scored = commit.scored.as_ref().map(|scored| scored.attempt.clone());
        let played_by = commit.played_by.clone();
        let appended = self.append(commit);
        match (&appended, scored, played_by) {
            (Ok(()), Some(key), Some(play)) => self.workers.insert_play(&key, play),
            (Ok(()), _, _) => {}
            (Err(_), scored, _) => {
                self.matches.remove(&id);
                if let Some(key) = scored {
                    self.tournaments.remove_attempt(&key);
                }
            }
        }
        appended
    }

    fn change_workers(&mut self, change: WorkerChange) {
        match change {
            WorkerChange::Exclude(worker) => {
                let id = worker.id.clone();
                self.workers.excluded.entry(id).or_insert(worker);
            }
            WorkerChange::Readmit(id) => drop(self.workers.excluded.remove(&id)),
            WorkerChange::Check {
                tournament,
                pairing,
            } => self.workers.record_check(tournament, pairing),
            WorkerChange::Remove(removed) => {
                let id = &removed.tournament;
                for pairing in removed.pairings {
                    if removed.are_all || self.workers.is_of_excluded(id, pairing) {
                        self.tournaments.remove_attempts(id, pairing);
                        self.workers.remove_play(id, pairing);
                    }
                }
            }
        }
    }

    fn played(&self, id: &MatchId) -> Option<PlayedMatch> {
        let row = &self.matches.get(id)?.row;
        Some(PlayedMatch {
            id: id.clone(),
            state: row.state,
            head: row.head.clone(),
        })
    }

    fn forfeit(&mut self, scored: ScoredAttempt) -> Result<(), StoreError> {
        let key = scored.attempt.clone();
        self.tournaments.start_attempt(&key, None)?;
        let scored = self.tournaments.score(scored);
        if scored.is_err() {
            self.tournaments.remove_attempt(&key);
        }
        scored
    }
}

impl Store for MemoryStore {
    fn secret(&self) -> &ServerSecret {
        &self.secret
    }

    fn create(&self, row: MatchRow) -> PendingWrite {
        PendingWrite::ready(self.lock().create(row))
    }

    fn commit(&self, commit: Commit) -> PendingWrite {
        PendingWrite::ready(self.lock().append(commit))
    }

    fn probe(&self) -> PendingWrite {
        PendingWrite::ready(Ok(()))
    }

    fn unfinished(&self) -> PendingRead<Vec<(MatchId, MatchState)>> {
        let inner = self.lock();
        let rows = inner.matches.values().rev().map(|stored| &stored.row);
        let unfinished = rows.filter(|row| !row.state.has_ended());
        PendingRead::ready(Ok(unfinished
            .map(|row| (row.id.clone(), row.state))
            .collect()))
    }

    fn row(&self, id: &MatchId) -> PendingRead<MatchRow> {
        let row = self.lock().matches.get(id).map(|stored| stored.row.clone());
        PendingRead::ready(row.ok_or_else(|| StoreError::NotFound(id.to_string())))
    }

    fn events(&self, id: &MatchId, after: i64) -> PendingRead<EventPage> {
        let inner = self.lock();
        let events = inner.matches.get(id).map(|stored| &stored.events);
        let mut page = EventPage::default();
        // Here an event has the number of its index.
        let later = (0..)
            .zip(events.into_iter().flatten())
            .skip((after + 1) as usize);
        for (number, line) in later {
            if !page.push(number, line) {
                break;
            }
        }
        PendingRead::ready(Ok(page))
    }

    fn load(&self, id: &MatchId) -> PendingRead<StoredMatch> {
        let stored = self.lock().matches.get(id).cloned();
        PendingRead::ready(stored.ok_or_else(|| StoreError::NotFound(id.to_string())))
    }

    fn match_by_request_id(&self, request_id: &str) -> PendingRead<Option<MatchRow>> {
        let inner = self.lock();
        let mut rows = inner.matches.values().map(|stored| &stored.row);
        let row = rows.find(|row| row.request_id.as_deref() == Some(request_id));
        PendingRead::ready(Ok(row.cloned()))
    }

    fn list(
        &self,
        before: Option<&MatchId>,
        state: Option<MatchState>,
        limit: usize,
    ) -> PendingRead<MatchPage> {
        let inner = self.lock();
        let rows = match before {
            Some(before) => inner.matches.range::<MatchId, _>(..before),
            None => inner.matches.range::<MatchId, _>(..),
        };
        let rows = rows.rev().map(|(_, stored)| &stored.row);
        let mut selected = rows.filter(|row| state.is_none_or(|state| row.state == state));
        let mut page = MatchPage::default();
        while selected
            .next()
            .is_some_and(|row| page.push(row.clone(), limit))
        {}
        PendingRead::ready(Ok(page))
    }
}

impl WorkerStore for MemoryStore {
    fn change_workers(&self, change: WorkerChange) -> PendingWrite {
        self.lock().change_workers(change);
        PendingWrite::ready(Ok(()))
    }

    fn excluded_worker(&self, id: &str) -> PendingRead<Option<ExcludedWorker>> {
        PendingRead::ready(Ok(self.lock().workers.excluded.get(id).cloned()))
    }

    fn excluded_workers(&self, limit: usize) -> PendingRead<Vec<ExcludedWorker>> {
        let inner = self.lock();
        let mut excluded: Vec<_> = inner.workers.excluded.values().cloned().collect();
        excluded.sort_by_key(|worker| std::cmp::Reverse(worker.excluded_micros));
        excluded.truncate(limit);
        PendingRead::ready(Ok(excluded))
    }

    fn worker_results(
        &self,
        tournament: &TournamentId,
        results: WorkerResults,
    ) -> PendingRead<Vec<WorkerResultRow>> {
        PendingRead::ready(Ok(self.lock().workers.results(tournament, results)))
    }
}

impl SeatLogStore for MemoryStore {
    fn append_seat_log(&self, append: SeatLogAppend) -> PendingWrite {
        PendingWrite::ready(self.lock().append_seat_log(append))
    }

    fn seat_log(&self, id: &MatchId, seat: usize) -> PendingRead<SeatLog> {
        let log = self.lock().seat_logs.get(&(id.clone(), seat)).cloned();
        PendingRead::ready(Ok(log.unwrap_or_default()))
    }
}

impl TournamentStore for MemoryStore {
    fn create_tournament(&self, row: TournamentRow) -> PendingWrite {
        PendingWrite::ready(self.lock().tournaments.create(row))
    }

    fn change_tournament(&self, change: TournamentChange) -> PendingWrite {
        PendingWrite::ready(self.lock().tournaments.change(change))
    }

    fn start_attempt(&self, row: MatchRow, attempt: AttemptKey) -> PendingWrite {
        PendingWrite::ready(self.lock().start_attempt(row, &attempt))
    }

    fn insert_finished_match(&self, row: MatchRow, commit: Commit) -> PendingWrite {
        PendingWrite::ready(self.lock().insert_finished_match(row, commit))
    }

    fn forfeit(&self, scored: ScoredAttempt) -> PendingWrite {
        PendingWrite::ready(self.lock().forfeit(scored))
    }

    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament> {
        PendingRead::ready(self.lock().tournaments.tournament(id))
    }

    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>> {
        let inner = self.lock();
        PendingRead::ready(Ok(inner.tournaments.tournament_by_request_id(request_id)))
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<ListedTournament>> {
        PendingRead::ready(Ok(self.lock().tournaments.list(before, state, limit)))
    }

    fn unfinished_tournaments(&self) -> PendingRead<Vec<StoredTournament>> {
        PendingRead::ready(Ok(self.lock().tournaments.unfinished()))
    }

    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>> {
        let inner = self.lock();
        let played = |id: &MatchId| inner.played(id);
        PendingRead::ready(inner.tournaments.attempts(id, from, limit, played))
    }

    fn remove_forfeits(&self, forfeits: RemovedForfeits) -> PendingWrite {
        PendingWrite::ready(self.lock().tournaments.remove_forfeits(&forfeits))
    }

    fn save_checkpoint(&self, checkpoint: CheckpointRow) -> PendingWrite {
        PendingWrite::ready(self.lock().tournaments.save_checkpoint(checkpoint))
    }

    fn checkpoint(&self, id: &TournamentId) -> PendingRead<Option<String>> {
        PendingRead::ready(Ok(self.lock().tournaments.checkpoint(id)))
    }

    fn results(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<ResultRow>> {
        PendingRead::ready(self.lock().tournaments.results(id, pairings, limit))
    }

    fn open_attempts(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<AttemptRow>> {
        let inner = self.lock();
        let played = |id: &MatchId| inner.played(id);
        PendingRead::ready(inner.tournaments.open_attempts(id, pairings, limit, played))
    }

    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>> {
        PendingRead::ready(Ok(self.lock().tournaments.league_rounds(id)))
    }

    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>> {
        PendingRead::ready(Ok(self.lock().tournaments.season_table(id, season)))
    }

    fn add_differing_record(&self, record: DifferingRecord) -> PendingWrite {
        let key = (
            record.tournament.clone(),
            record.pairing,
            record.worker.clone(),
        );
        self.lock().differing_records.entry(key).or_insert(record);
        PendingWrite::ready(Ok(()))
    }

    fn differing_records(
        &self,
        id: &TournamentId,
        limit: usize,
    ) -> PendingRead<Vec<DifferingRecord>> {
        let inner = self.lock();
        let records = inner.differing_records.values();
        let own = records.filter(|record| record.tournament == *id);
        PendingRead::ready(Ok(own.take(limit).cloned().collect()))
    }

    fn register_bot(&self, row: BotRow, claim: BotClaim) -> PendingWrite {
        PendingWrite::ready(self.lock().tournaments.register_bot(row, &claim))
    }

    fn bots_named(&self, names: Vec<String>) -> PendingRead<Vec<BotRow>> {
        PendingRead::ready(Ok(self.lock().tournaments.bots_named(&names)))
    }

    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<BotRow>> {
        PendingRead::ready(Ok(self.lock().tournaments.bot_by_token(token_sha256)))
    }

    fn bots(&self, after: &str, limit: usize) -> PendingRead<Vec<BotRow>> {
        PendingRead::ready(Ok(self.lock().tournaments.bots(after, limit)))
    }
}

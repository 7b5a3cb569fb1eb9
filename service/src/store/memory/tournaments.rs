//! Tournaments and bots of a store that ends with the process.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use botwerk_tournament::MatchResult;

use super::{Inner, MemoryStore};
use crate::ids::{MatchId, TournamentId};
use crate::store::tournaments::{
    AttemptKey, AttemptRow, BotRow, ResultFold, ResultSums, ScoredAttempt, StoredTournament,
    TournamentChange, TournamentRow, TournamentStore,
};
use crate::store::{Commit, MatchRow, PendingRead, PendingWrite, StoreError};
use crate::tournament_state::TournamentState;

/// All tournaments and bots.
#[derive(Debug)]
pub(super) struct Tournaments {
    fold: Arc<dyn ResultFold>,
    by_id: BTreeMap<TournamentId, Kept>,
    bots: BTreeMap<String, BotRow>,
}

#[derive(Debug)]
struct Kept {
    row: TournamentRow,
    sums: Box<dyn ResultSums>,
    attempts: BTreeMap<(u64, u32), Attempt>,
}

#[derive(Debug, Default)]
struct Attempt {
    match_id: Option<MatchId>,
    result: Option<MatchResult>,
}

impl Kept {
    fn stored(&self) -> StoredTournament {
        StoredTournament {
            row: self.row.clone(),
            tally: self.sums.to_json(),
        }
    }
}

impl Tournaments {
    pub(super) fn new(fold: Arc<dyn ResultFold>) -> Self {
        Self {
            fold,
            by_id: BTreeMap::new(),
            bots: BTreeMap::new(),
        }
    }

    fn get(&self, id: &TournamentId) -> Result<&Kept, StoreError> {
        self.by_id
            .get(id)
            .ok_or_else(|| StoreError::NotFound(id.to_string()))
    }

    fn get_mut(&mut self, id: &TournamentId) -> Result<&mut Kept, StoreError> {
        self.by_id
            .get_mut(id)
            .ok_or_else(|| StoreError::NotFound(id.to_string()))
    }

    fn create(&mut self, row: TournamentRow) -> Result<(), StoreError> {
        let same_request = |kept: &Kept| kept.row.request_id == row.request_id;
        let requested = row.request_id.is_some() && self.by_id.values().any(same_request);
        if requested || self.by_id.values().any(|kept| kept.row.seed == row.seed) {
            let message = "the tournament's request_id or its seed was used before";
            return Err(StoreError::AlreadyExists(message.into()));
        }
        let sums = self.fold.start(&row.configuration, &BTreeSet::new());
        let kept = Kept {
            sums: sums.map_err(unreadable)?,
            row,
            attempts: BTreeMap::new(),
        };
        self.by_id.insert(kept.row.id.clone(), kept);
        Ok(())
    }

    fn change(&mut self, change: TournamentChange) -> Result<(), StoreError> {
        let fold = Arc::clone(&self.fold);
        let kept = self.get_mut(&change.id)?;
        kept.row.state = change.state;
        kept.row.status = change.status;
        if let Some(annulled) = change.annulled {
            let sums = fold.start(&kept.row.configuration, &annulled);
            kept.sums = sums.map_err(unreadable)?;
            for ((pairing, _), attempt) in &kept.attempts {
                if let Some(result) = &attempt.result {
                    kept.sums.add(*pairing, result.clone());
                }
            }
        }
        Ok(())
    }

    /// Notes that an attempt is begun.
    fn begin(&mut self, key: &AttemptKey, match_id: Option<MatchId>) -> Result<(), StoreError> {
        let attempts = &mut self.get_mut(&key.tournament)?.attempts;
        let place = (key.pairing, key.attempt);
        if attempts.contains_key(&place) {
            return Err(scored_before());
        }
        let attempt = Attempt {
            match_id,
            result: None,
        };
        attempts.insert(place, attempt);
        Ok(())
    }

    fn forget(&mut self, key: &AttemptKey) {
        if let Some(kept) = self.by_id.get_mut(&key.tournament) {
            kept.attempts.remove(&(key.pairing, key.attempt));
        }
    }

    /// Notes the result of an attempt that was begun.
    pub(super) fn score(&mut self, scored: ScoredAttempt) -> Result<(), StoreError> {
        let ScoredAttempt {
            attempt: key,
            result,
        } = scored;
        let kept = self.get_mut(&key.tournament)?;
        let of_pairing = (key.pairing, 0)..=(key.pairing, u32::MAX);
        if kept
            .attempts
            .range(of_pairing)
            .any(|(_, a)| a.result.is_some())
        {
            return Err(scored_before());
        }
        let attempt = kept.attempts.get_mut(&(key.pairing, key.attempt));
        attempt.ok_or_else(scored_before)?.result = Some(result.clone());
        kept.sums.add(key.pairing, result);
        Ok(())
    }
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

fn scored_before() -> StoreError {
    StoreError::Unavailable("the attempt was scored before, or never begun".into())
}

impl Inner {
    fn start_attempt(&mut self, row: MatchRow, key: &AttemptKey) -> Result<(), StoreError> {
        let id = row.id.clone();
        self.create(row)?;
        let begun = self.tournaments.begin(key, Some(id.clone()));
        if begun.is_err() {
            self.matches.remove(&id);
        }
        begun
    }

    fn enter(&mut self, row: MatchRow, commit: Commit) -> Result<(), StoreError> {
        let id = row.id.clone();
        match &commit.scored {
            Some(scored) => self.start_attempt(row, &scored.attempt)?,
            None => self.create(row)?,
        }
        let scored = commit.scored.as_ref().map(|scored| scored.attempt.clone());
        let appended = self.append(commit);
        if appended.is_err() {
            self.matches.remove(&id);
            if let Some(key) = scored {
                self.tournaments.forget(&key);
            }
        }
        appended
    }

    fn forfeit(&mut self, scored: ScoredAttempt) -> Result<(), StoreError> {
        let key = scored.attempt.clone();
        self.tournaments.begin(&key, None)?;
        let done = self.tournaments.score(scored);
        if done.is_err() {
            self.tournaments.forget(&key);
        }
        done
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
        PendingWrite::ready(self.lock().enter(row, commit))
    }

    fn forfeit(&self, scored: ScoredAttempt) -> PendingWrite {
        PendingWrite::ready(self.lock().forfeit(scored))
    }

    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament> {
        let inner = self.lock();
        PendingRead::ready(inner.tournaments.get(id).map(Kept::stored))
    }

    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>> {
        let inner = self.lock();
        let mut rows = inner.tournaments.by_id.values().map(|kept| &kept.row);
        let is_it = |row: &&TournamentRow| row.request_id.as_deref() == Some(request_id);
        PendingRead::ready(Ok(rows.find(is_it).cloned()))
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<StoredTournament>> {
        let inner = self.lock();
        let all = inner.tournaments.by_id.values().rev();
        let wanted = all
            .filter(|kept| before.is_none_or(|before| kept.row.id < *before))
            .filter(|kept| state.is_none_or(|state| kept.row.state == state));
        PendingRead::ready(Ok(wanted.take(limit).map(Kept::stored).collect()))
    }

    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>> {
        let inner = self.lock();
        let range = (from, 0)..(from.saturating_add(limit), 0);
        let row = |((pairing, attempt), kept): (&(u64, u32), &Attempt)| {
            let state = |id: &MatchId| Some((id.clone(), inner.matches.get(id)?.row.state));
            AttemptRow {
                pairing: *pairing,
                attempt: *attempt,
                played: kept.match_id.as_ref().and_then(state),
                result: kept.result.clone(),
            }
        };
        let kept = inner.tournaments.get(id);
        PendingRead::ready(kept.map(|kept| kept.attempts.range(range).map(row).collect()))
    }

    fn upsert_bot(&self, row: BotRow) -> PendingWrite {
        self.lock().tournaments.bots.insert(row.name.clone(), row);
        PendingWrite::ready(Ok(()))
    }

    fn bot_by_token(&self, token_sha256: &str) -> PendingRead<Option<BotRow>> {
        let inner = self.lock();
        let mut bots = inner.tournaments.bots.values();
        PendingRead::ready(Ok(bots
            .find(|bot| bot.token_sha256 == token_sha256)
            .cloned()))
    }

    fn bots(&self, after: &str, limit: usize) -> PendingRead<Vec<BotRow>> {
        let inner = self.lock();
        let bots = inner.tournaments.bots.values();
        let next = bots.filter(|bot| bot.name.as_str() > after);
        PendingRead::ready(Ok(next.take(limit).cloned().collect()))
    }
}

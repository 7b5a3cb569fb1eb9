//! A store that ends with the process.

mod tournaments;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tournaments::Tournaments;

use super::{Commit, MatchRow, PendingRead, PendingWrite, Store, StoreError, StoredMatch, to_json};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::store::tournaments::ResultFold;

/// Keeps matches in memory: for tests, demonstrations and `--db :memory:`.
#[derive(Debug)]
pub(crate) struct MemoryStore {
    // A mutex, since every access is short and none awaits.
    inner: Mutex<Inner>,
}

/// Everything that is kept.
#[derive(Debug)]
struct Inner {
    matches: BTreeMap<MatchId, StoredMatch>,
    tournaments: Tournaments,
}

impl MemoryStore {
    /// An empty store, in which `fold` adds up the results of tournaments.
    pub(crate) fn new(fold: Arc<dyn ResultFold>) -> Self {
        Self {
            inner: Mutex::new(Inner {
                matches: BTreeMap::new(),
                tournaments: Tournaments::new(fold),
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
impl Default for MemoryStore {
    fn default() -> Self {
        Self::new(Arc::new(crate::tournaments::TallyFold))
    }
}

impl Inner {
    fn create(&mut self, row: MatchRow) -> Result<(), StoreError> {
        let same_request = |stored: &StoredMatch| stored.row.request_id == row.request_id;
        let requested = row.request_id.is_some() && self.matches.values().any(same_request);
        if requested || self.matches.contains_key(&row.id) {
            let message = format!("match {} or its request_id is stored already", row.id);
            return Err(StoreError::Unavailable(message));
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
        }
        Ok(())
    }
}

impl Store for MemoryStore {
    fn create(&self, row: MatchRow) -> PendingWrite {
        PendingWrite::ready(self.lock().create(row))
    }

    fn commit(&self, commit: Commit) -> PendingWrite {
        PendingWrite::ready(self.lock().append(commit))
    }

    fn probe(&self) -> PendingWrite {
        PendingWrite::ready(Ok(()))
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
    ) -> PendingRead<Vec<MatchRow>> {
        let inner = self.lock();
        let rows = inner.matches.values().rev().map(|stored| &stored.row);
        let wanted = rows
            .filter(|row| before.is_none_or(|before| row.id < *before))
            .filter(|row| state.is_none_or(|state| row.state == state));
        PendingRead::ready(Ok(wanted.take(limit).cloned().collect()))
    }
}

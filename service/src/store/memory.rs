//! A store that ends with the process.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Commit, MatchRow, Receipt, Store, StoreError, StoredMatch};

/// Keeps matches in memory: for tests, demonstrations and `--db :memory:`.
#[derive(Debug, Default)]
pub(crate) struct MemoryStore {
    // A mutex, since every access is short and none awaits.
    matches: Mutex<BTreeMap<String, StoredMatch>>,
}

impl MemoryStore {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, StoredMatch>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append(&self, commit: Commit) -> Result<(), StoreError> {
        let mut matches = self.lock();
        let stored = matches
            .get_mut(&commit.id)
            .ok_or_else(|| StoreError::NotFound(commit.id.clone()))?;
        let found = stored.events.len() as u64;
        if found != commit.after {
            return Err(StoreError::Stale {
                id: commit.id,
                expected: commit.after,
                found,
            });
        }
        stored.events.extend(commit.events);
        stored.acts.extend(commit.acts);
        stored.row.events = stored.events.len() as u64;
        stored.row.state = commit.state;
        stored.row.outcome = commit.outcome.or(stored.row.outcome.take());
        Ok(())
    }
}

impl Store for MemoryStore {
    fn create(&self, row: MatchRow) -> Receipt {
        let mut matches = self.lock();
        let same_request = |stored: &StoredMatch| stored.row.request_id == row.request_id;
        let requested = row.request_id.is_some() && matches.values().any(same_request);
        if requested || matches.contains_key(&row.id) {
            let message = format!("match {} or its request_id is stored already", row.id);
            return Receipt::ready(Err(StoreError::Unavailable(message)));
        }
        let stored = StoredMatch {
            row,
            events: Vec::new(),
            acts: Vec::new(),
        };
        matches.insert(stored.row.id.clone(), stored);
        Receipt::ready(Ok(()))
    }

    fn commit(&self, commit: Commit) -> Receipt {
        Receipt::ready(self.append(commit))
    }

    fn load(&self, id: &str) -> Result<StoredMatch, StoreError> {
        self.lock()
            .get(id)
            .cloned()
            .ok_or_else(|| StoreError::NotFound(id.into()))
    }

    fn find_request(&self, request_id: &str) -> Result<Option<MatchRow>, StoreError> {
        let matches = self.lock();
        let mut rows = matches.values().map(|stored| &stored.row);
        Ok(rows
            .find(|row| row.request_id.as_deref() == Some(request_id))
            .cloned())
    }

    fn list(
        &self,
        before: Option<&str>,
        state: Option<i32>,
        limit: usize,
    ) -> Result<Vec<MatchRow>, StoreError> {
        let matches = self.lock();
        let rows = matches.values().rev().map(|stored| &stored.row);
        let wanted = rows
            .filter(|row| before.is_none_or(|before| row.id.as_str() < before))
            .filter(|row| state.is_none_or(|state| row.state == state));
        Ok(wanted.take(limit).cloned().collect())
    }
}

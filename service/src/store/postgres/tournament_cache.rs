//! What a writer remembers of tournaments.

use std::collections::BTreeMap;
use std::sync::Arc;

use botwerk_tournament::MatchResult;

use crate::ids::TournamentId;
use crate::store::{ResultFold, ResultSums, StoreError};

/// Maximum number of cached tournaments; the others are read again.
const MAX_CACHED_TOURNAMENTS: usize = 256;

/// What a writer remembers of a tournament.
#[derive(Debug)]
pub(super) struct CachedTournament {
    pub(super) key: i64,
    owner: Option<i64>,
    /// The version of the stored sums.
    pub(super) version: i64,
    sums: Box<dyn ResultSums>,
    /// Whether results were added that the database lacks.
    is_dirty: bool,
}

impl CachedTournament {
    pub(super) fn add(&mut self, pairing: u64, result: &MatchResult) {
        self.sums.add(pairing, result.clone());
        self.is_dirty = true;
    }

    pub(super) fn to_json(&self) -> String {
        self.sums.to_json()
    }
}

/// The tournaments to which this server adds results, as they are at the end of the transaction. They must be cleared if
/// the transaction fails.
#[derive(Debug)]
pub(super) struct TournamentCache {
    fold: Arc<dyn ResultFold>,
    tournaments: BTreeMap<TournamentId, CachedTournament>,
}

impl TournamentCache {
    pub(super) fn new(fold: Arc<dyn ResultFold>) -> Self {
        Self {
            fold,
            tournaments: BTreeMap::new(),
        }
    }

    pub(super) fn fold(&self) -> &dyn ResultFold {
        &*self.fold
    }

    pub(super) fn clear(&mut self) {
        self.tournaments.clear();
    }

    /// Makes room before a transaction, when the database has all sums.
    pub(super) fn evict(&mut self) {
        if self.tournaments.len() >= MAX_CACHED_TOURNAMENTS {
            self.tournaments.clear();
        }
    }

    /// Forgets a tournament, so that it is read again.
    pub(super) fn remove(&mut self, id: &TournamentId) {
        self.tournaments.remove(id);
    }

    pub(super) fn contains(&self, id: &str) -> bool {
        self.tournaments.contains_key(id)
    }

    /// Adds a tournament as it was read.
    ///
    /// # Errors
    /// Returns an error if its configuration or its sums cannot be read.
    pub(super) fn insert(
        &mut self,
        id: TournamentId,
        key: i64,
        owner: Option<i64>,
        version: i64,
        (configuration, tally): (&str, &str),
    ) -> serde_json::Result<()> {
        let cached = CachedTournament {
            key,
            owner,
            version,
            sums: self.fold.resume(configuration, tally)?,
            is_dirty: false,
        };
        self.tournaments.insert(id, cached);
        Ok(())
    }

    /// Returns a tournament that a server directs.
    ///
    /// # Errors
    /// Returns an error if it does not exist or another server directs it.
    pub(super) fn owned(
        &mut self,
        id: &TournamentId,
        epoch: i64,
    ) -> Result<&mut CachedTournament, StoreError> {
        match self.tournaments.get_mut(id) {
            Some(cached) if cached.owner == Some(epoch) => Ok(cached),
            Some(_) => Err(StoreError::LeaseLost),
            None => Err(StoreError::NotFound(id.to_string())),
        }
    }

    /// Returns a tournament, whichever server directs it.
    ///
    /// # Errors
    /// Returns an error if it does not exist.
    pub(super) fn any(&mut self, id: &TournamentId) -> Result<&mut CachedTournament, StoreError> {
        let cached = self.tournaments.get_mut(id);
        cached.ok_or_else(|| StoreError::NotFound(id.to_string()))
    }

    /// Returns `true` if a server directed a tournament when it was read.
    pub(super) fn is_owned(&self, id: &str, epoch: i64) -> bool {
        let cached = self.tournaments.get(id);
        cached.is_some_and(|cached| cached.owner == Some(epoch))
    }

    /// Returns `true` if another server directs a tournament.
    pub(super) fn is_directed_elsewhere(&self, id: &TournamentId, epoch: i64) -> bool {
        let owner = self.tournaments.get(id).and_then(|cached| cached.owner);
        owner.is_some_and(|owner| owner != epoch)
    }

    /// Returns the tournaments whose sums have changed.
    pub(super) fn dirty(&self) -> impl Iterator<Item = &CachedTournament> {
        self.tournaments.values().filter(|cached| cached.is_dirty)
    }

    /// Records that the changed sums were written.
    pub(super) fn record_written(&mut self) {
        for cached in self
            .tournaments
            .values_mut()
            .filter(|cached| cached.is_dirty)
        {
            cached.version += 1;
            cached.is_dirty = false;
        }
    }
}

//! What a writer remembers of tournaments.

use std::collections::BTreeMap;

use crate::ids::TournamentId;
use crate::store::StoreError;

/// Maximum number of cached tournaments; the others are read again.
const MAX_CACHED_TOURNAMENTS: usize = 4096;

/// What a writer remembers of a tournament.
#[derive(Debug, Clone, Copy)]
pub(super) struct CachedTournament {
    pub(super) key: i64,
    /// The server that directed it when it was read.
    pub(super) owner: Option<i64>,
}

/// The tournaments to which this server adds results.
#[derive(Debug, Default)]
pub(super) struct TournamentCache {
    tournaments: BTreeMap<TournamentId, CachedTournament>,
}

impl TournamentCache {
    pub(super) fn clear(&mut self) {
        self.tournaments.clear();
    }

    /// Makes room before a transaction.
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
    pub(super) fn insert(&mut self, id: TournamentId, tournament: CachedTournament) {
        self.tournaments.insert(id, tournament);
    }

    /// Returns the key of a tournament that a server directs.
    ///
    /// # Errors
    /// Returns an error if it does not exist or another server directs it.
    pub(super) fn owned_key(&self, id: &TournamentId, epoch: i64) -> Result<i64, StoreError> {
        match self.tournaments.get(id) {
            Some(cached) if cached.owner == Some(epoch) => Ok(cached.key),
            Some(_) => Err(StoreError::LeaseLost),
            None => Err(StoreError::NotFound(id.to_string())),
        }
    }

    /// Returns the key of a tournament, whichever server directs it.
    ///
    /// # Errors
    /// Returns an error if it does not exist.
    pub(super) fn key(&self, id: &TournamentId) -> Result<i64, StoreError> {
        let cached = self.tournaments.get(id);
        cached
            .map(|cached| cached.key)
            .ok_or_else(|| StoreError::NotFound(id.to_string()))
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
}

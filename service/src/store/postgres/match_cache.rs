//! What a writer remembers of matches.

use std::collections::{HashMap, VecDeque};

use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::store::StoreError;

/// Maximum number of cached matches; the others are read again.
const MAX_CACHED_MATCHES: usize = 1 << 16;

/// Number of keys that one value of the sequence stands for: its increment.
const KEYS_PER_BLOCK: i64 = 1000;

/// What a writer remembers of a match.
#[derive(Debug, Clone, Copy)]
pub(super) struct CachedMatch {
    pub(super) key: i64,
    /// Number of its commits.
    pub(super) commits: i32,
    pub(super) events: u64,
    pub(super) state: MatchState,
    pub(super) owner: Option<i64>,
}

/// The matches that this server has written, as they are at the end of the transaction, and the keys of new ones. The
/// matches must be cleared if the transaction fails.
#[derive(Debug, Default)]
pub(super) struct MatchCache {
    matches: HashMap<MatchId, CachedMatch>,
    /// The keys that no match has yet.
    keys: VecDeque<i64>,
}

impl MatchCache {
    pub(super) fn clear(&mut self) {
        self.matches.clear();
    }

    pub(super) fn get(&self, id: &str) -> Option<CachedMatch> {
        self.matches.get(id).copied()
    }

    pub(super) fn insert(&mut self, id: MatchId, cached: CachedMatch) {
        self.matches.insert(id, cached);
    }

    /// Makes room before a transaction: within one, what it has written must stay.
    pub(super) fn evict(&mut self) {
        if self.matches.len() < MAX_CACHED_MATCHES {
            return;
        }
        self.matches.retain(|_, cached| !cached.state.has_ended());
        if self.matches.len() >= MAX_CACHED_MATCHES / 2 {
            self.matches.clear();
        }
    }

    /// Returns the number of blocks of keys that are needed for a number of new matches.
    pub(super) fn missing_blocks(&self, count: usize) -> i64 {
        let missing = count.saturating_sub(self.keys.len()) as i64;
        (missing + KEYS_PER_BLOCK - 1) / KEYS_PER_BLOCK
    }

    /// Adds a block, given by its value of the sequence.
    pub(super) fn add_block(&mut self, value: i64) {
        self.keys.extend(value..value + KEYS_PER_BLOCK);
    }

    /// Returns the key of a new match.
    ///
    /// # Errors
    /// Returns an error if all keys are in use: fewer matches were expected.
    pub(super) fn next_key(&mut self) -> Result<i64, StoreError> {
        let none_left = || StoreError::Unavailable("no key is left for a match".into());
        self.keys.pop_front().ok_or_else(none_left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batch_of_any_size_gets_keys_of_its_own_blocks_only() {
        let mut cache = MatchCache::default();
        assert_eq!((cache.missing_blocks(0), cache.missing_blocks(1)), (0, 1));
        assert_eq!(cache.missing_blocks(2500), 3);
        // Another server has taken the block between them.
        for value in [1000, 3000, 4000] {
            cache.add_block(value);
        }
        let keys: Vec<i64> = (0..3000).map(|_| cache.next_key().unwrap()).collect();
        assert!(keys.iter().copied().eq((1000..2000).chain(3000..5000)));
        assert!(cache.next_key().is_err());
    }
}

//! What a writer remembers of matches.

use std::collections::HashMap;

use crate::ids::MatchId;
use crate::match_state::MatchState;

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
    next_key: i64,
    free_keys: i64,
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

    /// Returns `true` if keys of another block are needed for a number of new matches. The rest of the present block is
    /// then not used: keys need not be consecutive.
    pub(super) fn lacks_keys(&self, count: usize) -> bool {
        self.free_keys < count as i64
    }

    /// Adds a block, given by its value of the sequence.
    pub(super) fn add_block(&mut self, value: i64) {
        self.next_key = value;
        self.free_keys = KEYS_PER_BLOCK;
    }

    /// Returns the key of a new match.
    pub(super) fn next_key(&mut self) -> i64 {
        let key = self.next_key;
        self.next_key += 1;
        self.free_keys -= 1;
        key
    }
}

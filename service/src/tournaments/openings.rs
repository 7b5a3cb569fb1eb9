//! The starting positions of blocks.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use botwerk_engine::{Game, RootSeed};

/// Maximum number of cached blocks. The matches of a block are played at nearly the same time.
const OPENING_CAPACITY: usize = 64;

/// A cache of the starting positions of the newest blocks. Sampling an opening may take longer than
/// anything else that a match needs from its tournament.
#[derive(Default)]
pub(super) struct OpeningCache {
    /// Positions of the tournament's game, whose type only its matches know.
    by_block: Mutex<BTreeMap<u64, Arc<dyn Any + Send + Sync>>>,
}

impl OpeningCache {
    /// Returns the starting position of every match of a block.
    pub(super) fn start<G: Game>(&self, block: u64, game: &G, seed: RootSeed) -> Arc<G::State> {
        let cache = || self.by_block.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = cache().get(&block).cloned();
        if let Some(Ok(start)) = cached.map(Arc::downcast) {
            return start;
        }
        // Sampled outside the lock: if two threads do it, both get the same position.
        let start = Arc::new(game.initial_state(seed));
        let mut cache = cache();
        cache.insert(block, Arc::clone(&start) as _);
        if cache.len() > OPENING_CAPACITY {
            cache.pop_first();
        }
        start
    }
}

impl fmt::Debug for OpeningCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpeningCache").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use botwerk_engine::{GameId, Options, with_game};

    use super::*;

    fn check_starts<G: Game>() {
        let options = Options::resolve(G::spec().options, [("", ""); 0]).unwrap();
        let game = G::new(G::spec().min_seats, options).unwrap();
        let openings = OpeningCache::default();
        let capacity = OPENING_CAPACITY as u64;
        for block in 0..2 * capacity {
            let seed = RootSeed::from_text(&block.to_string());
            let start = openings.start(block, &game, seed);
            assert!(*start == game.initial_state(seed));
            let cached = openings.start(block, &game, seed);
            assert!(Arc::ptr_eq(&start, &cached));
        }
        // The oldest blocks are no longer cached, and are sampled again.
        for block in 0..capacity {
            let seed = RootSeed::from_text(&block.to_string());
            assert!(*openings.start(block, &game, seed) == game.initial_state(seed));
        }
        assert!(openings.by_block.lock().unwrap().len() <= OPENING_CAPACITY);
    }

    #[test]
    fn start_of_a_block_follows_from_its_seed_whether_it_is_cached_or_not() {
        for game in GameId::ALL {
            with_game!(*game, G => check_starts::<G>());
        }
    }
}

//! How the matches of blocks start.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use botwerk_engine::{Game, RootSeed};

/// Blocks that are remembered: their matches are played at nearly the same time.
const OPENING_CAPACITY: usize = 64;

/// How the matches of the newest blocks start, in the game's notation. Drawing an opening may take
/// longer than anything else that a match needs from its tournament.
#[derive(Debug, Default)]
pub(super) struct OpeningCache {
    by_block: Mutex<BTreeMap<u64, String>>,
}

impl OpeningCache {
    /// The start of every match of a block.
    pub(super) fn of<G: Game>(&self, block: u64, game: &G, seed: RootSeed) -> String {
        let known = || self.by_block.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(start) = known().get(&block) {
            return start.clone();
        }
        // Drawn outside the lock: should two do it, they draw the same.
        let start = game.format_position(&game.initial_state(seed));
        let mut known = known();
        known.insert(block, start.clone());
        if known.len() > OPENING_CAPACITY {
            known.pop_first();
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use botwerk_engine::{GameId, Options, with_game};

    use super::*;

    fn starts_as_its_seed_says<G: Game>() {
        let options = Options::resolve(G::spec().options, [("", ""); 0]).unwrap();
        let game = G::new(G::spec().min_seats, options).unwrap();
        let starts = OpeningCache::default();
        for _ in 0..2 {
            for block in 0..2 * OPENING_CAPACITY as u64 {
                let seed = RootSeed::from_text(&block.to_string());
                let start = game.format_position(&game.initial_state(seed));
                assert_eq!(starts.of(block, &game, seed), start);
            }
        }
        assert!(starts.by_block.lock().unwrap().len() <= OPENING_CAPACITY);
    }

    #[test]
    fn a_block_starts_as_its_seed_says_whether_it_is_remembered_or_not() {
        for game in GameId::ALL {
            with_game!(*game, G => starts_as_its_seed_says::<G>());
        }
    }
}

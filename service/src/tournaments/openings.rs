//! The starting positions of blocks.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use botwerk_engine::record::StartOrigin;
use botwerk_engine::{AnyGame, AnyState, GameNotation, GameRules, ParseError, RootSeed};

/// Maximum number of cached blocks. The matches of a block are played at nearly the same time.
const OPENING_CAPACITY: usize = 64;

/// The start of all matches of a block.
pub(super) struct BlockStart {
    pub(super) state: AnyState,
    pub(super) origin: StartOrigin,
}

/// A cache of the starting positions of the newest blocks. Sampling an opening may take longer than
/// anything else that a match needs from its tournament.
#[derive(Default)]
pub(super) struct OpeningCache {
    by_block: Mutex<BTreeMap<u64, Arc<BlockStart>>>,
}

impl OpeningCache {
    /// Returns the starting position of every match of a block: the given opening, or else the position of
    /// the block's seed.
    ///
    /// # Errors
    /// Returns an error if the opening is not a position of the game.
    pub(super) fn start(
        &self,
        block: u64,
        game: &AnyGame,
        seed: RootSeed,
        opening: Option<&str>,
    ) -> Result<Arc<BlockStart>, ParseError> {
        let cache = || self.by_block.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(start) = cache().get(&block) {
            return Ok(Arc::clone(start));
        }
        // Sampled outside the lock: if two threads do it, both get the same position.
        let start = Arc::new(block_start(game, seed, opening)?);
        let mut cache = cache();
        cache.insert(block, Arc::clone(&start));
        if cache.len() > OPENING_CAPACITY {
            cache.pop_first();
        }
        Ok(start)
    }
}

fn block_start(
    game: &AnyGame,
    seed: RootSeed,
    opening: Option<&str>,
) -> Result<BlockStart, ParseError> {
    let derived = game.initial_state(seed);
    let given = opening.map(|text| game.parse_position(text)).transpose()?;
    Ok(match given {
        Some(given) if given != derived => BlockStart {
            state: given,
            origin: StartOrigin::Given,
        },
        _ => BlockStart {
            state: derived,
            origin: StartOrigin::Seed,
        },
    })
}

impl fmt::Debug for OpeningCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpeningCache").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use botwerk_engine::{GameId, GameViews, Options, Referee, Submission, Viewer};

    use super::*;

    fn check_starts(game: GameId) {
        let options = Options::resolve(game.spec().options, [("", ""); 0]).unwrap();
        let game = game.game(game.spec().min_seats, options).unwrap();
        let openings = OpeningCache::default();
        let capacity = OPENING_CAPACITY as u64;
        for block in 0..2 * capacity {
            let seed = RootSeed::from_text(&block.to_string());
            let start = openings.start(block, &game, seed, None).unwrap();
            assert!(start.state == game.initial_state(seed));
            assert_eq!(start.origin, StartOrigin::Seed);
            let cached = openings.start(block, &game, seed, None).unwrap();
            assert!(Arc::ptr_eq(&start, &cached));
        }
        // The oldest blocks are no longer cached, and are sampled again.
        for block in 0..capacity {
            let seed = RootSeed::from_text(&block.to_string());
            let start = openings.start(block, &game, seed, None).unwrap();
            assert!(start.state == game.initial_state(seed));
        }
        assert!(openings.by_block.lock().unwrap().len() <= OPENING_CAPACITY);
    }

    fn check_given(game: GameId) {
        let options = Options::resolve(game.spec().options, [("", ""); 0]).unwrap();
        let game = game.game(game.spec().min_seats, options).unwrap();
        let openings = OpeningCache::default();
        let seeds = ["7", "8"].map(RootSeed::from_text);
        let mut events = Vec::new();
        let mut referee = Referee::new(game.clone(), seeds[0]);
        referee.resolve_chance(&mut events);
        let view = referee.view(Viewer::Seat(referee.awaited_seats().next().unwrap()));
        let mut actions = Vec::new();
        game.view_actions(&view, &mut actions);
        let seat = referee.awaited_seats().next().unwrap();
        referee
            .submit(Submission::new(seat, &actions[..1]), &mut events)
            .unwrap();
        // The derived position is not given, even if it is named.
        let derived = game.format_position(&game.initial_state(seeds[1]));
        let start = openings.start(0, &game, seeds[1], Some(&derived)).unwrap();
        assert_eq!(start.origin, StartOrigin::Seed);
        let text = game.format_position(referee.state());
        let start = openings.start(1, &game, seeds[1], Some(&text)).unwrap();
        assert!(start.state == *referee.state());
        assert_eq!(start.origin, StartOrigin::Given);
        assert!(
            openings
                .start(2, &game, seeds[1], Some("nonsense"))
                .is_err()
        );
    }

    #[test]
    fn given_opening_is_the_start_of_its_block() {
        for game in &GameId::all() {
            check_given(*game);
        }
    }

    #[test]
    fn start_of_a_block_follows_from_its_seed_whether_it_is_cached_or_not() {
        for game in &GameId::all() {
            check_starts(*game);
        }
    }
}

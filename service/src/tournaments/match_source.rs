//! What the matches of a tournament are played from, by the server or by a worker.

use std::sync::Arc;

use botwerk_engine::{AnyGame, RootSeed};
use botwerk_tournament::TournamentSeed;
use botwerk_tournament::configuration::Configuration;

use super::openings::{BlockStart, OpeningCache};
use crate::error::Error;

/// The seed and the starting position of the matches of a block.
pub(super) type SeededStart = (RootSeed, Arc<BlockStart>);

/// What the matches of a tournament are played from.
#[derive(Clone, Copy)]
pub(super) struct MatchSource<'a> {
    pub(super) configuration: &'a Configuration,
    pub(super) seeds: TournamentSeed,
    pub(super) openings: &'a OpeningCache,
}

impl MatchSource<'_> {
    /// Returns the seed and the starting position of the matches of a block.
    ///
    /// # Errors
    /// Returns an error if the opening of the block is not a position of the game.
    pub(super) fn start(&self, game: &AnyGame, block: u64) -> Result<SeededStart, Error> {
        let seed = self.seeds.block_seed(block);
        let opening = self.configuration.opening(self.seeds, block);
        let start = self.openings.start(block, game, seed, opening)?;
        Ok((seed, start))
    }
}

//! Plays the matches of chunks, in the process of a worker.

use std::sync::atomic::AtomicBool;

use botwerk_engine::RootSeed;
use botwerk_tournament::TournamentSeed;
use botwerk_tournament::configuration::Configuration;

use super::attempt::runs_in_process;
use super::in_process::{InProcessMatch, PlayedRecord};
use super::match_source::MatchSource;
use super::openings::OpeningCache;
use crate::error::{Error, Reason};

/// Plays the matches of chunks of one tournament. Threads can share it.
pub(crate) struct ChunkPlayer {
    configuration: Configuration,
    seeds: TournamentSeed,
    openings: OpeningCache,
}

impl ChunkPlayer {
    /// Returns a player of the matches of a tournament.
    ///
    /// # Errors
    /// Returns an error if the configuration has matches that only a server can play.
    pub(crate) fn new(configuration: Configuration, seed: RootSeed) -> Result<Self, Error> {
        if !runs_in_process(&configuration) {
            let message = "configuration: a worker cannot play these matches";
            return Err(Error::new(Reason::BadRequest, message));
        }
        Ok(Self {
            configuration,
            seeds: TournamentSeed::new(seed),
            openings: OpeningCache::default(),
        })
    }

    /// Plays a match. Returns `None` if `stop` was set in the meantime.
    ///
    /// # Errors
    /// Returns an error if the seats do not fit the configuration, or the match cannot be played.
    pub(crate) fn play(
        &self,
        block: u64,
        seats: &[usize],
        stop: &AtomicBool,
    ) -> Result<Option<PlayedRecord>, Error> {
        let entrants = self.configuration.entrants.len();
        if seats.len() != self.configuration.seats
            || seats.iter().any(|entrant| *entrant >= entrants)
        {
            let message = "entrants: they do not fit the seats of the configuration";
            return Err(Error::new(Reason::BadRequest, message));
        }
        let in_process = InProcessMatch {
            source: MatchSource {
                configuration: &self.configuration,
                seeds: self.seeds,
                openings: &self.openings,
            },
            block,
            seats,
            stop,
        };
        in_process.play()
    }
}

//! A tournament as a worker plays its matches.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use botwerk_engine::RootSeed;
use botwerk_engine::record::StartOrigin;
use botwerk_proto::worker as proto;

use botwerk_wire::nanos;

use crate::error::{Error, Reason};
use crate::store::to_json;
use crate::tournaments::ChunkPlayer;

/// A tournament as a worker plays its matches. Threads can share it.
pub struct WorkerTournament(ChunkPlayer);

impl fmt::Debug for WorkerTournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerTournament").finish_non_exhaustive()
    }
}

impl WorkerTournament {
    /// Reads what a server has sent.
    ///
    /// # Errors
    /// Returns an error if this program cannot play the matches.
    pub fn read(work: &proto::GetWorkResponse) -> Result<Self, Error> {
        let unusable = |what: &str| Error::new(Reason::BadRequest, what);
        let configuration = serde_json::from_str(&work.configuration)
            .map_err(|error| unusable(&format!("configuration: {error}")))?;
        let seed = RootSeed::from_hex(&work.seed);
        let seed = seed.ok_or_else(|| unusable("seed: expected 64 hex digits"))?;
        ChunkPlayer::new(configuration, seed).map(Self)
    }

    /// Plays a match, which takes as long as its agents search. Returns `None` if `stop` was set in the meantime.
    ///
    /// # Errors
    /// Returns an error if the match cannot be played.
    pub fn play(
        &self,
        one: &proto::ChunkMatch,
        stop: &AtomicBool,
    ) -> Result<Option<proto::WorkerResult>, Error> {
        let seats: Vec<usize> = one
            .entrants
            .iter()
            .map(|entrant| *entrant as usize)
            .collect();
        let started = Instant::now();
        let played = self.0.play(one.block, &seats, stop)?;
        Ok(played.map(|played| proto::WorkerResult {
            pairing: one.pairing,
            start: played.start,
            is_start_derived: played.origin == StartOrigin::Seed,
            events: played.events,
            outcome: to_json(&played.outcome),
            seat_stats: to_json(&played.seat_stats),
            time_nanos: nanos(started.elapsed()),
        }))
    }
}

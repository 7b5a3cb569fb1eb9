//! The chunks of matches that workers lease.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Commit, MatchRow};
use crate::ids::TournamentId;

/// Maximum number of matches of a chunk: each has a bit in [`LeasedChunk::done`].
pub(crate) const MAX_CHUNK_MATCHES: usize = 63;

/// How often the time without a new result is doubled.
const MAX_DOUBLINGS: u64 = 10;

/// A match of a chunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ChunkMatch {
    /// The index of the pairing.
    pub(crate) pairing: u64,
    /// The block, whose matches have the same start and the same chance outcomes.
    pub(crate) block: u64,
    /// The entrant on each seat.
    pub(crate) seats: Vec<usize>,
}

/// Matches that one worker plays: whole blocks with consecutive pairings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChunkRow {
    pub(crate) tournament: TournamentId,
    /// One to [`MAX_CHUNK_MATCHES`] matches.
    pub(crate) matches: Vec<ChunkMatch>,
}

impl ChunkRow {
    /// Returns the index of the first pairing, which distinguishes the chunk from the others of its tournament.
    pub(crate) fn first_pairing(&self) -> u64 {
        self.matches.first().map_or(0, |first| first.pairing)
    }
}

/// The right of a worker to report the results of a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChunkLease {
    pub(crate) tournament: TournamentId,
    pub(crate) first_pairing: u64,
    /// How often the chunk was leased. Only the newest lease may report.
    pub(crate) epoch: u64,
    /// The id of the worker that has it; empty while the chunk was never leased. No other worker may use it.
    pub(crate) worker: String,
}

/// What a renewal has done to a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeaseRenewal {
    /// The lease continues.
    Held,
    /// It has ended before: the chunk is complete, was removed, or was leased again.
    Ended,
    /// It ends now, since its worker has reported nothing new for too long.
    Stalled,
}

/// Returns the time without a new result after which a lease ends although it is renewed: `limit` for the first lease of a
/// chunk, and twice as long for each further one, so that a match that takes longer than any before is played in the end.
pub(super) fn progress_limit(limit: Duration, epoch: u64) -> Duration {
    let doublings = epoch.saturating_sub(1).min(MAX_DOUBLINGS) as u32;
    limit.saturating_mul(1 << doublings)
}

/// A chunk with its lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeasedChunk {
    pub(crate) lease: ChunkLease,
    pub(crate) matches: Vec<ChunkMatch>,
    /// The matches that earlier leases have reported: bit n for the nth match.
    pub(crate) done: u64,
    /// Whether the former lease has ended since its worker did not renew it. Known when the chunk is leased.
    pub(crate) has_expired_before: bool,
}

impl LeasedChunk {
    /// Returns the matches that are still to be played.
    pub(crate) fn open_matches(&self) -> impl Iterator<Item = &ChunkMatch> {
        let done = self.done;
        let matches = self.matches.iter().enumerate();
        matches
            .filter(move |(index, _)| done & (1 << index) == 0)
            .map(|(_, open)| open)
    }
}

/// Results of the matches of a chunk. It may repeat what was reported before.
#[derive(Debug, Clone)]
pub(crate) struct ChunkReport {
    pub(crate) lease: ChunkLease,
    /// The finished matches; the results in their commits name their pairings.
    pub(crate) finished: Vec<(MatchRow, Commit)>,
    /// The pairings that the worker could not play.
    pub(crate) failed: Vec<u64>,
}

/// What has come of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReportOutcome {
    /// The results that were not stored before are stored and counted.
    Stored {
        /// The pairings whose results were stored before.
        repeated: Vec<u64>,
        /// Whether all matches of the chunk are done.
        is_complete: bool,
    },
    /// Nothing has changed: the chunk is complete, or another worker has leased it since.
    Superseded,
}

/// Marks the matches of a report as done.
pub(super) struct ChunkProgress<'a> {
    matches: &'a [ChunkMatch],
    pub(super) done: u64,
}

impl<'a> ChunkProgress<'a> {
    pub(super) fn new(matches: &'a [ChunkMatch], done: u64) -> Self {
        Self { matches, done }
    }

    /// Marks a match as done. Returns `false` if it was done before or is not part of the chunk.
    pub(super) fn mark(&mut self, pairing: u64) -> bool {
        let mut matches = self.matches.iter();
        let Some(index) = matches.position(|one| one.pairing == pairing) else {
            return false;
        };
        let bit = 1 << index;
        let is_new = self.done & bit == 0;
        self.done |= bit;
        is_new
    }

    /// Returns `true` if all matches are done.
    pub(super) fn is_complete(&self) -> bool {
        self.done.count_ones() as usize >= self.matches.len()
    }
}

/// Returns the pairing of a finished match, or `None` if it belongs to no tournament.
pub(super) fn pairing_of(commit: &Commit) -> Option<u64> {
    commit.scored.as_ref().map(|scored| scored.attempt.pairing)
}

//! The chunks of the reports of one transaction.

use std::collections::BTreeMap;

use super::columns::Values;
use crate::ids::TournamentId;
use crate::store::{ChunkLease, ChunkMatch, ChunkRow, to_json};

/// A chunk that the transaction has locked.
#[derive(Debug)]
pub(super) struct LockedChunk {
    pub(super) tournament_key: i64,
    pub(super) epoch: u64,
    pub(super) holder: Option<String>,
    pub(super) matches: Vec<ChunkMatch>,
    pub(super) done: u64,
    pub(super) is_complete: bool,
}

impl LockedChunk {
    /// Returns `true` if a lease is the newest of the chunk, which is not complete.
    pub(super) fn is_leased_by(&self, lease: &ChunkLease) -> bool {
        let is_holder = self.holder.as_ref() == Some(&lease.worker);
        is_holder && self.epoch == lease.epoch && !self.is_complete
    }
}

/// The chunks that a transaction has locked, by the id of the tournament and the first pairing.
pub(super) type LockedChunks = BTreeMap<(TournamentId, u64), LockedChunk>;

/// Returns the key of the chunk of a lease.
pub(super) fn chunk_key(lease: &ChunkLease) -> (TournamentId, u64) {
    (lease.tournament.clone(), lease.first_pairing)
}

/// New chunks, by column.
#[derive(Debug, Default)]
pub(super) struct NewChunkColumns {
    keys: Vec<i64>,
    first_pairings: Vec<i64>,
    /// The pairings that follow the last ones.
    ends: Vec<i64>,
    matches: Vec<String>,
}

impl NewChunkColumns {
    /// Inserts fewer rows than there are if a chunk exists or a match of it has a result.
    pub(super) const INSERT: &'static str = "INSERT INTO chunks (tournament_key, first_pairing, matches)
        SELECT key, first_pairing, new.matches
        FROM unnest($1::BIGINT[], $2::BIGINT[], $3::BIGINT[], $4::TEXT[])
             AS new (key, first_pairing, end_pairing, matches)
        WHERE NOT EXISTS (SELECT FROM attempts WHERE tournament_key = key AND pairing >= first_pairing
                          AND pairing < end_pairing AND result IS NOT NULL)
        ON CONFLICT DO NOTHING";

    pub(super) fn push(&mut self, tournament_key: i64, chunk: &ChunkRow) {
        let first = chunk.first_pairing() as i64;
        self.keys.push(tournament_key);
        self.first_pairings.push(first);
        self.ends.push(first + chunk.matches.len() as i64);
        self.matches.push(to_json(&chunk.matches));
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn values(&self) -> Values<'_> {
        vec![&self.keys, &self.first_pairings, &self.ends, &self.matches]
    }
}

/// The progress of chunks, by column.
#[derive(Debug, Default)]
pub(super) struct ChunkColumns {
    keys: Vec<i64>,
    first_pairings: Vec<i64>,
    done: Vec<i64>,
}

impl ChunkColumns {
    pub(super) const UPDATE: &'static str = "UPDATE chunks
        SET done = changed.done,
            progressed_at = CASE WHEN chunks.done = changed.done THEN progressed_at ELSE clock_timestamp() END
        FROM unnest($1::BIGINT[], $2::BIGINT[], $3::BIGINT[]) AS changed (key, first_pairing, done)
        WHERE chunks.tournament_key = changed.key AND chunks.first_pairing = changed.first_pairing";

    pub(super) const DELETE: &'static str = "DELETE FROM chunks
        USING unnest($1::BIGINT[], $2::BIGINT[], $3::BIGINT[]) AS complete (key, first_pairing, done)
        WHERE chunks.tournament_key = complete.key AND chunks.first_pairing = complete.first_pairing";

    /// Returns the chunks that are complete, or those that are not.
    pub(super) fn of(chunks: &LockedChunks, are_complete: bool) -> Self {
        let mut columns = Self::default();
        for ((_, first_pairing), chunk) in chunks {
            if chunk.is_complete == are_complete {
                columns.keys.push(chunk.tournament_key);
                columns.first_pairings.push(*first_pairing as i64);
                columns.done.push(chunk.done as i64);
            }
        }
        columns
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn values(&self) -> Values<'_> {
        vec![&self.keys, &self.first_pairings, &self.done]
    }
}

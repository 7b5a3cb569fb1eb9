//! The chunks of the reports of one transaction.

use std::collections::BTreeMap;

use super::columns::Values;
use crate::ids::TournamentId;
use crate::store::{ChunkLease, ChunkMatch};

/// A chunk that the transaction has locked.
#[derive(Debug)]
pub(super) struct LockedChunk {
    pub(super) tournament_key: i64,
    pub(super) epoch: u64,
    pub(super) matches: Vec<ChunkMatch>,
    pub(super) done: u64,
    pub(super) is_complete: bool,
}

/// The chunks that a transaction has locked, by the id of the tournament and the first pairing.
pub(super) type LockedChunks = BTreeMap<(TournamentId, u64), LockedChunk>;

/// Returns the key of the chunk of a lease.
pub(super) fn chunk_key(lease: &ChunkLease) -> (TournamentId, u64) {
    (lease.tournament.clone(), lease.first_pairing)
}

/// The progress of chunks, by column.
#[derive(Debug, Default)]
pub(super) struct ChunkColumns {
    keys: Vec<i64>,
    first_pairings: Vec<i64>,
    done: Vec<i64>,
}

impl ChunkColumns {
    pub(super) const UPDATE: &'static str = "UPDATE chunks SET done = changed.done
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

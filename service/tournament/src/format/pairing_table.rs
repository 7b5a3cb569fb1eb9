//! The pairings of all batches so far, without their results.

use std::sync::Arc;

use super::batch::{Batch, Matchup};
use super::seating::{Pairing, Rotation};

/// The pairings of all batches of a tournament so far. A clone shares the batches, and a table with more of them is made
/// without another look at those before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingTable {
    rotation: Rotation,
    matches_per_block: u64,
    batches: Vec<TableBatch>,
}

/// The matches of one batch.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TableBatch {
    /// The index of its first match.
    first: u64,
    /// The number of its matches.
    matches: u64,
    matchups: Arc<Matchups>,
}

/// The matchups of a batch, in two allocations.
#[derive(Debug, PartialEq, Eq)]
struct Matchups {
    /// The round of each matchup.
    rounds: Vec<u32>,
    /// The entrants of all matchups, one after the other; all have the same number.
    entrants: Vec<u32>,
}

impl PairingTable {
    /// Creates a table without batches.
    pub(crate) const fn new(rotation: Rotation, matches_per_block: u64) -> Self {
        Self {
            rotation,
            matches_per_block,
            batches: Vec::new(),
        }
    }

    /// Returns the number of batches.
    pub(crate) const fn batch_count(&self) -> usize {
        self.batches.len()
    }

    /// Adds the batch after the last one.
    pub(crate) fn push(&mut self, batch: &Batch) {
        let entrants = batch.matchups.iter().flat_map(|matchup| &matchup.entrants);
        let matchups = Matchups {
            rounds: batch.matchups.iter().map(|matchup| matchup.round).collect(),
            // A tournament has at most as many entrants as matchups, of which a batch has a million.
            entrants: entrants.map(|entrant| *entrant as u32).collect(),
        };
        self.batches.push(TableBatch {
            first: self.match_count(),
            matches: batch.blocks() * self.matches_per_block,
            matchups: Arc::new(matchups),
        });
    }

    /// Adds the batch of another table after the last one, which both share then.
    pub(crate) fn push_shared(&mut self, other: &Self, index: usize) {
        if let Some(batch) = other.batches.get(index) {
            self.batches.push(TableBatch {
                first: self.match_count(),
                ..batch.clone()
            });
        }
    }

    /// Adds the batches that this table lacks of a longer one.
    pub(crate) fn extend_from(&mut self, longer: &Self) {
        for index in self.batch_count()..longer.batch_count() {
            self.push_shared(longer, index);
        }
    }

    /// Returns a batch without byes, each of whose matchups has one block.
    pub(crate) fn batch(&self, index: usize) -> Option<Batch> {
        let Matchups { rounds, entrants } = &*self.batches.get(index)?.matchups;
        let seats = entrants.len() / rounds.len().max(1);
        let matchup = |(round, entrants): (&u32, &[u32])| Matchup {
            round: *round,
            entrants: entrants.iter().map(|entrant| *entrant as usize).collect(),
        };
        let matchups = rounds.iter().zip(entrants.chunks(seats.max(1)));
        Some(Batch {
            matchups: matchups.map(matchup).collect(),
            cycles: 1,
            byes: Vec::new(),
        })
    }

    /// Returns the index after the last match of the batch that contains a match, or of all batches.
    pub(crate) fn batch_end(&self, index: u64) -> u64 {
        let ends_before = |batch: &TableBatch| batch.first + batch.matches <= index;
        let batch = self.batches.get(self.batches.partition_point(ends_before));
        batch.map_or_else(|| self.match_count(), |batch| batch.first + batch.matches)
    }

    /// Returns the number of matches.
    pub fn match_count(&self) -> u64 {
        let last = self.batches.last();
        last.map_or(0, |last| last.first + last.matches)
    }

    /// Returns about as many bytes as the table takes.
    pub fn size_bytes(&self) -> usize {
        let numbers =
            |batch: &TableBatch| batch.matchups.rounds.len() + batch.matchups.entrants.len();
        let numbers: usize = self.batches.iter().map(numbers).sum();
        size_of_val(&*self.batches) + numbers * size_of::<u32>()
    }

    /// Returns the match with this index, or `None` if no batch so far contains it.
    pub fn pairing(&self, index: u64) -> Option<Pairing> {
        let ends_before = |batch: &TableBatch| batch.first + batch.matches <= index;
        let batch = self
            .batches
            .get(self.batches.partition_point(ends_before))?;
        let Matchups { rounds, entrants } = &*batch.matchups;
        let block = (index - batch.first) / self.matches_per_block;
        let matchup = (block % rounds.len() as u64) as usize;
        let seats = entrants.len() / rounds.len();
        let entrants = entrants[matchup * seats..][..seats].iter();
        let entrants: Vec<usize> = entrants.map(|entrant| *entrant as usize).collect();
        let match_index = (index - batch.first) % self.matches_per_block;
        Some(Pairing {
            index,
            round: rounds[matchup],
            block: index / self.matches_per_block,
            seats: self.rotation.seats(&entrants, match_index),
        })
    }
}

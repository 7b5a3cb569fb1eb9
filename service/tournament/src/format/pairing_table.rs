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

/// The matchups of a batch, in two allocations: a league has millions.
#[derive(Debug, PartialEq, Eq)]
struct Matchups {
    /// The round of each matchup; one number if all have the same.
    rounds: Vec<u32>,
    /// The entrants of all matchups, one after the other.
    entrants: Vec<u32>,
    /// The number of entrants of each matchup.
    seats: usize,
}

impl Matchups {
    fn new(matchups: &[Matchup]) -> Self {
        let mut rounds: Vec<u32> = matchups.iter().map(|matchup| matchup.round).collect();
        if rounds.windows(2).all(|pair| pair[0] == pair[1]) {
            rounds.truncate(1);
            rounds.shrink_to_fit();
        }
        let seats = matchups.first().map_or(1, |first| first.entrants.len());
        let mut entrants = Vec::with_capacity(seats * matchups.len());
        for matchup in matchups {
            // A tournament has at most as many entrants as matchups, of which a batch has a million.
            entrants.extend(matchup.entrants.iter().map(|entrant| *entrant as u32));
        }
        Self {
            rounds,
            entrants,
            seats: seats.max(1),
        }
    }

    fn len(&self) -> usize {
        self.entrants.len() / self.seats
    }

    fn get(&self, index: usize) -> Matchup {
        let entrants = &self.entrants[index * self.seats..][..self.seats];
        Matchup {
            round: self.rounds[index.min(self.rounds.len() - 1)],
            entrants: entrants.iter().map(|entrant| *entrant as usize).collect(),
        }
    }
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
        self.batches.push(TableBatch {
            first: self.match_count(),
            matches: batch.blocks() * self.matches_per_block,
            matchups: Arc::new(Matchups::new(&batch.matchups)),
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
        let matchups = &self.batches.get(index)?.matchups;
        let all = (0..matchups.len()).map(|matchup| matchups.get(matchup));
        Some(Batch {
            matchups: all.collect(),
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
        let block = (index - batch.first) / self.matches_per_block;
        let matchup = (block % batch.matchups.len() as u64) as usize;
        let Matchup { round, entrants } = batch.matchups.get(matchup);
        let match_index = (index - batch.first) % self.matches_per_block;
        Some(Pairing {
            index,
            round,
            block: index / self.matches_per_block,
            seats: self.rotation.seats(&entrants, match_index),
        })
    }
}

//! The matches of a tournament that are offered to workers.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_tournament::format::Pairing;
use tokio::time::Instant;

/// The matches that are offered to workers and have no result yet.
#[derive(Debug, Default)]
pub(super) struct OfferedChunks {
    matches: BTreeMap<u64, Pairing>,
    /// The index of the last pairing of each chunk, by that of the first.
    chunks: BTreeMap<u64, u64>,
    /// When results of other servers were last looked for.
    pub(super) checked_at: Option<Instant>,
    /// Whether another server has stored results since then.
    pub(super) has_unread_results: bool,
    /// When a worker last reported a result: until the first, when matches were first offered.
    pub(super) progress_at: Option<Instant>,
    /// How often matches were part of no chunk any more without a result.
    losses: BTreeMap<u64, u32>,
}

impl OfferedChunks {
    /// Returns the number of matches without a result.
    pub(super) fn len(&self) -> usize {
        self.matches.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    /// Adds the matches of a chunk that have no result.
    pub(super) fn add(&mut self, pairings: Vec<Pairing>) {
        if let (Some(first), Some(last)) = (pairings.first(), pairings.last()) {
            self.chunks.insert(first.index, last.index);
            self.progress_at.get_or_insert_with(Instant::now);
        }
        let matches = pairings.into_iter().map(|pairing| (pairing.index, pairing));
        self.matches.extend(matches);
    }

    /// Removes a match, or returns `None` if it is not offered: a report may come twice.
    pub(super) fn remove(&mut self, index: u64) -> Option<Pairing> {
        let pairing = self.matches.remove(&index)?;
        let chunk = self.chunks.range(..=index).next_back();
        if let Some((&first, &last)) = chunk
            && self.matches.range(first..=last).next().is_none()
        {
            self.chunks.remove(&first);
        }
        Some(pairing)
    }

    /// Removes a match that is part of no chunk any more, without a result. Returns it and how often this has happened to
    /// it.
    pub(super) fn remove_lost(&mut self, index: u64) -> Option<(Pairing, u32)> {
        let pairing = self.remove(index)?;
        let losses = self.losses.entry(index).or_default();
        *losses += 1;
        Some((pairing, *losses))
    }

    /// Returns the number of chunks with a match without a result.
    pub(super) fn chunk_count(&self) -> usize {
        self.chunks.len()
    }

    /// Returns the first and the last pairing without a result.
    pub(super) fn range(&self) -> Option<(u64, u64)> {
        let (first, _) = self.matches.first_key_value()?;
        let (last, _) = self.matches.last_key_value()?;
        Some((*first, *last))
    }

    /// Returns the pairings without a result that are not among the given ones.
    pub(super) fn pairings_outside(&self, given: &BTreeSet<u64>) -> Vec<u64> {
        let offered = self.matches.keys().copied();
        offered.filter(|index| !given.contains(index)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(index: u64) -> Pairing {
        Pairing {
            index,
            round: 1,
            block: index / 2,
            seats: vec![0, 1],
        }
    }

    #[test]
    fn chunk_is_offered_until_all_its_matches_have_results() {
        let mut offered = OfferedChunks::default();
        offered.add((0..4).map(pairing).collect());
        offered.add((4..6).map(pairing).collect());
        assert_eq!((offered.len(), offered.chunks.len()), (6, 2));
        for index in [3, 0, 2] {
            assert_eq!(
                offered.remove(index).map(|pairing| pairing.index),
                Some(index)
            );
        }
        assert_eq!(offered.remove(0), None);
        assert_eq!(offered.chunks.len(), 2);
        assert!(offered.remove(1).is_some());
        assert_eq!(offered.chunks, BTreeMap::from([(4, 5)]));
        assert!(offered.remove(5).is_some() && offered.remove(4).is_some());
        assert!(offered.is_empty() && offered.chunks.is_empty());
    }
}

//! The visited positions of several threads.

use super::visited::{Key, VisitedSet};

/// A position with its cost.
pub(super) type Costed<K> = (K, u16);

/// Sets of positions, one for each thread. A position belongs to one of them.
pub(super) struct Shards<K>(Vec<VisitedSet<K>>);

impl<K: Key> Shards<K> {
    /// Creates empty sets for this number of threads.
    pub(super) fn new(threads: usize) -> Self {
        Self((0..threads.max(1)).map(|_| VisitedSet::new()).collect())
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(VisitedSet::len).sum()
    }

    /// Returns the bytes that the sets take once this number of positions is added.
    pub(super) fn bytes_with(&self, added: usize) -> usize {
        let added = added.div_ceil(self.0.len());
        self.0.iter().map(|set| set.bytes_with(added)).sum()
    }

    /// Returns the set to which a position belongs.
    #[inline]
    pub(super) fn index(&self, key: K) -> usize {
        if self.0.len() == 1 {
            return 0;
        }
        // Bits that do not choose the slot within the set.
        (usize::from((key.mixed() >> 8) as u16) * self.0.len()) >> 16
    }

    /// Returns the sets.
    pub(super) fn sets(&mut self) -> &mut [VisitedSet<K>] {
        &mut self.0
    }

    /// Adds a position and returns `true` if it is new.
    pub(super) fn insert(&mut self, key: K) -> bool {
        let index = self.index(key);
        let set = &mut self.0[index];
        set.reserve(1);
        set.insert(key)
    }
}

/// Adds all positions of the lists to a set, and keeps those that are new.
pub(super) fn keep_new<K: Key>(set: &mut VisitedSet<K>, lists: Vec<&mut Vec<Costed<K>>>) {
    for found in lists {
        set.reserve(found.len());
        for (key, _) in found.iter() {
            std::hint::black_box(set.touch(*key));
        }
        found.retain(|(key, _)| set.insert(*key));
    }
}

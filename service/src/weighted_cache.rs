//! A cache whose content has a maximum weight.

use std::collections::BTreeMap;

/// A cache that forgets what was not used for the longest time once its content is too heavy. What was inserted last
/// stays, however heavy it is.
#[derive(Debug)]
pub(crate) struct WeightedCache<K, V> {
    entries: BTreeMap<K, CacheEntry<V>>,
    max_weight: usize,
    weight: usize,
    /// Number of uses so far.
    uses: u64,
}

#[derive(Debug)]
struct CacheEntry<V> {
    value: V,
    weight: usize,
    /// The number of its last use.
    last_use: u64,
}

impl<K: Ord + Clone, V: Clone> WeightedCache<K, V> {
    /// Creates an empty cache.
    pub(crate) const fn new(max_weight: usize) -> Self {
        Self {
            entries: BTreeMap::new(),
            max_weight,
            weight: 0,
            uses: 0,
        }
    }

    /// Returns what was inserted with a key, or `None` if it was not, or was forgotten.
    pub(crate) fn get(&mut self, key: &K) -> Option<V> {
        let entry = self.entries.get_mut(key)?;
        self.uses += 1;
        entry.last_use = self.uses;
        Some(entry.value.clone())
    }

    /// Inserts a value, and forgets others until the weight is that of the cache.
    pub(crate) fn insert(&mut self, key: K, value: V, weight: usize) {
        self.remove(&key);
        while self.weight + weight > self.max_weight {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.last_use);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            self.remove(&oldest);
        }
        self.uses += 1;
        self.weight += weight;
        let entry = CacheEntry {
            value,
            weight,
            last_use: self.uses,
        };
        self.entries.insert(key, entry);
    }

    /// Adds weight to what was inserted with a key.
    pub(crate) fn add_weight(&mut self, key: &K, added: usize) {
        if let Some(CacheEntry { value, weight, .. }) = self.entries.get(key) {
            let (value, weight) = (value.clone(), weight + added);
            self.insert(key.clone(), value, weight);
        }
    }

    /// Removes what was inserted with a key.
    pub(crate) fn remove(&mut self, key: &K) {
        if let Some(entry) = self.entries.remove(key) {
            self.weight -= entry.weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_forgets_what_was_not_used_for_the_longest_time() {
        let mut cache = WeightedCache::new(10);
        cache.insert(1, "a", 4);
        cache.insert(2, "b", 4);
        assert_eq!(cache.get(&1), Some("a"));
        cache.insert(3, "c", 4);
        assert_eq!((cache.get(&1), cache.get(&2)), (Some("a"), None));
        // The same key again replaces its value and its weight.
        cache.insert(3, "d", 6);
        assert_eq!((cache.get(&1), cache.get(&3)), (Some("a"), Some("d")));
        // A value heavier than the cache stays alone.
        cache.insert(4, "e", 100);
        assert_eq!((cache.get(&3), cache.get(&4)), (None, Some("e")));
        cache.insert(5, "f", 1);
        assert_eq!((cache.get(&4), cache.get(&5)), (None, Some("f")));
        cache.insert(6, "g", 1);
        cache.add_weight(&5, 8);
        assert_eq!((cache.get(&5), cache.get(&6)), (Some("f"), Some("g")));
        cache.add_weight(&5, 1);
        assert_eq!((cache.get(&5), cache.get(&6)), (Some("f"), None));
        cache.remove(&5);
        assert_eq!((cache.get(&5), cache.weight), (None, 0));
    }
}

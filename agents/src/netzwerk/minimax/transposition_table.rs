//! The transposition table, shared by all threads of a search.

use std::sync::atomic::{AtomicU64, Ordering};

use super::turn::PACKED;

/// The relation of a stored score to the true score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is equal.
    Exact,
    /// The true score is at least as large.
    Lower,
    /// The true score is at most as large.
    Upper,
}

/// The result of a search of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// Score for the side to move; wins are counted from this position.
    pub(super) score: i32,
    /// Search depth in turns.
    pub(super) depth: u8,
    /// Width level, see [`super::iteration::Iteration`].
    pub(super) level: u8,
    pub(super) bound: Bound,
    /// The best turn, if there is one and it can be packed.
    pub(super) turn: Option<[u64; PACKED]>,
}

/// Words of a slot: the key mixed with the other words, the metadata, the packed turn.
const WORDS: usize = 2 + PACKED;

/// Slots per key: one for the widest and deepest search, one for the latest.
const WAYS: usize = 2;

/// A fixed number of slots, indexed by the low bits of a position's key.
///
/// Words are written and read without a lock. The first word is the key mixed with all other words,
/// so a slot written half by one thread and half by another matches neither (Hyatt and Mann, A
/// lock-less transposition table implementation for parallel search chess engines, ICGA 2002).
#[derive(Debug)]
pub(super) struct TranspositionTable {
    words: Vec<AtomicU64>,
    mask: usize,
    /// Entries of another generation are ignored.
    generation: u8,
}

impl TranspositionTable {
    /// Creates a table of at most this number of bytes, but at least 4 KB.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / (WORDS * 8)).max(64);
        let pairs = (slots / WAYS + 1).next_power_of_two() / 2;
        Self {
            words: zeroed(pairs * WAYS * WORDS),
            mask: pairs - 1,
            generation: 0,
        }
    }

    /// Clears the table, so that decisions do not depend on each other.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.words = zeroed(self.words.len());
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        self.slots(key).find_map(|slot| {
            let words = read(slot);
            (words[0] == checked_key(key, &words) && self.is_current(&words))
                .then(|| unpack(&words))
        })
    }

    pub(super) fn put(&self, key: u64, entry: TableEntry) {
        let mut words = pack(entry, self.generation);
        words[0] = checked_key(key, &words);
        let mut slots = self.slots(key);
        let Some(deepest) = slots.next() else { return };
        let old = read(deepest);
        let is_same = old[0] == checked_key(key, &old);
        let priority = |entry: &TableEntry| (entry.level, entry.depth);
        let slot =
            if is_same || !self.is_current(&old) || priority(&unpack(&old)) <= priority(&entry) {
                deepest
            } else {
                slots.next().unwrap_or(deepest)
            };
        for (word, value) in slot.iter().zip(words) {
            word.store(value, Ordering::Relaxed);
        }
    }

    /// Returns `true` if the words were stored in this generation.
    fn is_current(&self, words: &[u64; WORDS]) -> bool {
        words[1] & 15 != 0 && (words[1] >> 16) as u8 == self.generation
    }

    fn slots(&self, key: u64) -> impl Iterator<Item = &[AtomicU64]> {
        let start = (key as usize & self.mask) * WAYS * WORDS;
        self.words[start..start + WAYS * WORDS].chunks_exact(WORDS)
    }
}

/// Returns words that are zero. They take memory once they are written: an allocation of zeros is converted in
/// place.
fn zeroed(len: usize) -> Vec<AtomicU64> {
    vec![0; len].into_iter().map(AtomicU64::new).collect()
}

fn read(slot: &[AtomicU64]) -> [u64; WORDS] {
    std::array::from_fn(|index| slot[index].load(Ordering::Relaxed))
}

/// Returns the first word of a slot: the key mixed with all other words.
fn checked_key(key: u64, words: &[u64; WORDS]) -> u64 {
    let words = words[1..].iter().enumerate();
    words.fold(key, |mixed, (index, word)| {
        mixed ^ word.rotate_left(7 * index as u32)
    })
}

fn pack(entry: TableEntry, generation: u8) -> [u64; WORDS] {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let has_turn = u64::from(entry.turn.is_some());
    let score = u64::from(entry.score as u32);
    let generation = u64::from(generation) << 16;
    let level_and_depth = u64::from(entry.level) << 24 | u64::from(entry.depth) << 8;
    let meta = score << 32 | level_and_depth | generation | has_turn << 4 | bound;
    let [a, b, c, d] = entry.turn.unwrap_or_default();
    [0, meta, a, b, c, d]
}

fn unpack(words: &[u64; WORDS]) -> TableEntry {
    let meta = words[1];
    TableEntry {
        score: (meta >> 32) as u32 as i32,
        depth: (meta >> 8) as u8,
        level: (meta >> 24) as u8,
        bound: match meta & 15 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        turn: (meta >> 4 & 1 == 1).then(|| [words[2], words[3], words[4], words[5]]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, score: i32) -> TableEntry {
        TableEntry {
            score,
            depth,
            level: 2,
            bound: Bound::Lower,
            turn: Some([1, 2, 3, u64::MAX]),
        }
    }

    #[test]
    fn entry_is_kept_until_a_deeper_one_replaces_it() {
        let mut table = TranspositionTable::new(0);
        table.put(7, entry(3, -29_000));
        assert_eq!(table.get(7), Some(entry(3, -29_000)));
        assert_eq!(table.get(8), None);
        // With the same slots, the deeper entry stays in one and the latest shallow entry is in the
        // other.
        let same_slots = 7 + (1 << 40);
        table.put(same_slots, entry(1, 5));
        table.put(same_slots + (1 << 40), entry(2, 6));
        assert_eq!(table.get(7), Some(entry(3, -29_000)));
        assert_eq!(table.get(same_slots), None);
        assert_eq!(table.get(same_slots + (1 << 40)), Some(entry(2, 6)));
        table.clear();
        assert_eq!(table.get(7), None);
    }
}

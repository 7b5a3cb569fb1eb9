//! The turns that the threads of a search are searching.

use std::sync::atomic::{AtomicU64, Ordering};

use super::keys::turn_key;
use super::turn::Turn;

/// Number of slots, many more than threads and depths.
const SLOTS: usize = 1 << 12;

/// The turns that some thread is searching, so that other threads defer them.
///
/// Weill, The ABDADA distributed minimax search algorithm, ICCA 1996, in the simple form without a
/// count of searchers. Two turns in the same slot hide each other, which only costs time.
#[derive(Debug)]
pub(super) struct ActiveTurns {
    /// Keys of turns, indexed by their low bits; empty for one thread.
    slots: Vec<AtomicU64>,
}

impl ActiveTurns {
    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self {
            slots: (0..slots).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Returns `true` if threads share the turns they search at this remaining depth.
    pub(super) fn applies_at(&self, depth: u32) -> bool {
        !self.slots.is_empty() && depth > 1
    }

    /// Returns `true` if another thread is searching this turn.
    pub(super) fn contains(&self, turn: &Turn) -> bool {
        let key = turn_key(turn);
        self.slots[self.slot_index(key)].load(Ordering::Relaxed) == key
    }

    /// Marks a turn as being searched; returns its slot.
    pub(super) fn start(&self, turn: &Turn) -> usize {
        let key = turn_key(turn);
        let slot = self.slot_index(key);
        self.slots[slot].store(key, Ordering::Relaxed);
        slot
    }

    /// Clears the slot of a turn that has been searched.
    pub(super) fn finish(&self, slot: usize) {
        self.slots[slot].store(0, Ordering::Relaxed);
    }

    fn slot_index(&self, key: u64) -> usize {
        key as usize % self.slots.len()
    }
}

//! Which turns the threads of a search are at.

use std::sync::atomic::{AtomicU64, Ordering};

use super::keys::turn_key;
use super::turn::Turn;

/// Slots of the table, many more than there are threads and depths.
const SLOTS: usize = 1 << 12;

/// The turns that some thread is searching, so that the others put them off.
///
/// Weill, The ABDADA distributed minimax search algorithm, ICCA 1996, in the simple form without a
/// count of searchers. Two turns of one slot hide each other, which costs time only.
#[derive(Debug)]
pub(super) struct BusyTurns {
    /// Keys of turns by their low bits; empty for one thread.
    slots: Vec<AtomicU64>,
}

impl BusyTurns {
    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self {
            slots: (0..slots).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Whether threads tell each other about turns of a position with so many turns left.
    pub(super) fn counts_at(&self, depth: u32) -> bool {
        !self.slots.is_empty() && depth > 1
    }

    /// Whether another thread is searching this turn.
    pub(super) fn has(&self, turn: &Turn) -> bool {
        let key = turn_key(turn);
        self.slots[self.slot(key)].load(Ordering::Relaxed) == key
    }

    /// Tells the others that a turn is being searched; gives where that stands.
    pub(super) fn begin(&self, turn: &Turn) -> usize {
        let key = turn_key(turn);
        let slot = self.slot(key);
        self.slots[slot].store(key, Ordering::Relaxed);
        slot
    }

    /// Tells the others that a turn has been searched.
    pub(super) fn end(&self, slot: usize) {
        self.slots[slot].store(0, Ordering::Relaxed);
    }

    fn slot(&self, key: u64) -> usize {
        key as usize % self.slots.len()
    }
}

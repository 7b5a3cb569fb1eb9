//! An exact set of positions.

use std::hash::Hash;

/// The code of a position; zero is no position.
pub(super) trait Key: Copy + Eq + Ord + Hash + Default + Send + Sync + 'static {
    /// Returns 64 bits that depend on all bits of the code.
    fn mixed(self) -> u64;

    /// Returns the code in the form of certificates: eight bytes of cells, and above them what else belongs to
    /// the position.
    fn code(self) -> u128;
}

/// The fractional digits of the golden ratio, an odd number without structure.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key for u32 {
    #[inline]
    fn mixed(self) -> u64 {
        u64::from(self).wrapping_mul(GOLDEN)
    }

    fn code(self) -> u128 {
        // The bytes of robots that are not there have all bits.
        u128::from(self) | 0xffff_ffff_0000_0000
    }
}

impl Key for u64 {
    #[inline]
    fn mixed(self) -> u64 {
        let folded = (self ^ self >> 32).wrapping_mul(GOLDEN);
        folded ^ folded << 32
    }

    fn code(self) -> u128 {
        self.into()
    }
}

impl Key for u128 {
    #[inline]
    fn mixed(self) -> u64 {
        (self as u64 ^ ((self >> 64) as u64).wrapping_mul(GOLDEN)).mixed()
    }

    fn code(self) -> u128 {
        self
    }
}

/// A set with open addressing, which is at most three quarters full. Each thread writes to its own, so that
/// they must not share a cache line.
#[repr(align(128))]
pub(super) struct VisitedSet<K> {
    slots: Vec<K>,
    shift: u32,
    len: usize,
}

/// Number of slots of an empty set: it fits into the fastest cache.
const MIN_SLOTS: usize = 1 << 11;

impl<K: Key> VisitedSet<K> {
    /// Creates an empty set.
    pub(super) fn new() -> Self {
        let mut set = Self {
            slots: Vec::new(),
            shift: 0,
            len: 0,
        };
        set.clear();
        set
    }

    /// Removes all positions, and keeps little memory.
    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.set_slots(MIN_SLOTS);
    }

    fn set_slots(&mut self, slots: usize) {
        self.slots.resize(slots, K::default());
        self.shift = 64 - slots.trailing_zeros();
        self.len = 0;
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the bytes that the set takes once this number of positions is added.
    pub(super) fn bytes_with(&self, added: usize) -> usize {
        let mut slots = self.slots.len();
        let mut bytes = slots * size_of::<K>();
        while self.len + added > slots / 4 * 3 {
            slots *= 2;
            // While the set grows, both tables exist.
            bytes = (slots + slots / 2) * size_of::<K>();
        }
        bytes
    }

    /// Makes room for this number of further positions.
    pub(super) fn reserve(&mut self, added: usize) {
        let mut slots = self.slots.len();
        while self.len + added > slots / 4 * 3 {
            slots *= 2;
        }
        if slots == self.slots.len() {
            return;
        }
        let old = std::mem::take(&mut self.slots);
        self.set_slots(slots);
        for key in old {
            if key != K::default() {
                self.insert(key);
            }
        }
    }

    #[inline]
    fn slot(&self, key: K) -> usize {
        (key.mixed() >> self.shift) as usize
    }

    /// Returns what is in the slot at which the search for a position starts. The loads of several calls
    /// run at the same time, after which [`insert`](Self::insert) finds the slots in the cache.
    #[inline]
    pub(super) fn touch(&self, key: K) -> K {
        self.slots[self.slot(key)]
    }

    /// Adds a position, for which there must be room, and returns `true` if it was not in the set.
    #[inline]
    pub(super) fn insert(&mut self, key: K) -> bool {
        let mask = self.slots.len() - 1;
        let mut slot = self.slot(key);
        loop {
            let found = self.slots[slot & mask];
            if found == key {
                return false;
            }
            if found == K::default() {
                self.slots[slot & mask] = key;
                self.len += 1;
                return true;
            }
            slot += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_holds_exactly_what_was_inserted_while_it_grows() {
        let mut set = VisitedSet::<u64>::new();
        for round in 0..2 {
            for key in 1..20_000_u64 {
                set.reserve(1);
                assert_eq!(set.insert(key * key), round == 0, "{key}");
            }
        }
        assert_eq!(set.len(), 19_999);
        assert!(set.bytes_with(0) >= 20_000 * 8);
        set.clear();
        assert!(set.insert(4));
    }
}

//! A hash table of indices that can be cleared in constant time.

/// A hash table with open addressing and linear probing. The caller keeps the values; the table
/// stores their indices, which are assigned in order from 0.
#[derive(Debug, Default)]
pub(super) struct IndexTable {
    slots: Vec<Slot>,
    /// Slots in use are those of this generation.
    generation: u32,
    /// One less than the number of slots in use, which grows with the number of indices so that small
    /// tables stay in the L1 cache.
    mask: usize,
    hashes: Vec<u64>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    generation: u32,
    index: u32,
}

/// Number of slots in use after the table is cleared.
const INITIAL_SLOTS: usize = 512;

impl IndexTable {
    pub(super) fn clear(&mut self) {
        self.hashes.clear();
        self.resize(INITIAL_SLOTS);
    }

    /// Adds the next index, unless `is_known` returns `true` for an index with the same hash.
    /// Returns `true` if the index was added.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, is_known: impl Fn(usize) -> bool) -> bool {
        if 2 * (self.hashes.len() + 1) > self.mask {
            self.grow();
        }
        let mut at = hash as usize & self.mask;
        while self.slots[at].generation == self.generation {
            let other = self.slots[at].index as usize;
            if self.hashes[other] == hash && is_known(other) {
                return false;
            }
            at = (at + 1) & self.mask;
        }
        self.slots[at] = Slot {
            generation: self.generation,
            index: self.hashes.len() as u32,
        };
        self.hashes.push(hash);
        true
    }

    #[cold]
    fn grow(&mut self) {
        self.resize((2 * (self.mask + 1)).max(INITIAL_SLOTS));
        for (index, hash) in self.hashes.iter().enumerate() {
            let mut at = *hash as usize & self.mask;
            while self.slots[at].generation == self.generation {
                at = (at + 1) & self.mask;
            }
            self.slots[at] = Slot {
                generation: self.generation,
                index: index as u32,
            };
        }
    }

    /// Uses `size` slots from now on, all of them empty.
    fn resize(&mut self, size: usize) {
        if self.slots.len() < size {
            self.slots.resize(size, Slot::default());
        }
        self.mask = size - 1;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
    }
}

/// Mixes two integers into one whose low bits depend on all bits of both.
pub(super) fn mix(a: u64, b: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(a ^ b.rotate_left(32)) * u128::from(ODD);
    (product as u64) ^ (product >> 64) as u64 ^ b.wrapping_mul(ODD)
}

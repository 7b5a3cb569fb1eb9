//! A set of indices that is emptied in no time.

/// Open addressing with linear probing. Whoever uses it keeps the values; the table holds their
/// indices, which are given out in order from 0.
#[derive(Debug, Default)]
pub(super) struct IndexTable {
    slots: Vec<Slot>,
    /// Slots in use are those of this generation.
    generation: u32,
    /// One less than the number of slots that are looked at: few as long as few are taken, so
    /// that they stay in the nearest cache.
    mask: usize,
    hashes: Vec<u64>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    generation: u32,
    index: u32,
}

/// Slots looked at after a table was emptied.
const FIRST: usize = 512;

impl IndexTable {
    pub(super) fn clear(&mut self) {
        self.hashes.clear();
        self.resize(FIRST);
    }

    /// Adds the next index, unless a value with the same hash `is_known`.
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
        self.resize((2 * (self.mask + 1)).max(FIRST));
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

    /// Looks at so many slots from now on, none of them taken.
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

/// Folds two words into one whose low bits depend on all of theirs.
pub(super) fn mix(a: u64, b: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(a ^ b.rotate_left(32)) * u128::from(ODD);
    (product as u64) ^ (product >> 64) as u64 ^ b.wrapping_mul(ODD)
}

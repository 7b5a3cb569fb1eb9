//! A set of indices that is emptied in no time.

/// Open addressing with linear probing. Whoever uses it keeps the values; the table holds their
/// indices, which are given out in order from 0.
#[derive(Debug, Default)]
pub(super) struct IndexTable {
    /// Generation and index.
    slots: Vec<(u32, u32)>,
    generation: u32,
    hashes: Vec<u64>,
}

impl IndexTable {
    pub(super) fn clear(&mut self) {
        self.hashes.clear();
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill((0, 0));
            self.generation = 1;
        }
    }

    /// Adds the next index, unless a value with the same hash `is_known`.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, is_known: impl Fn(usize) -> bool) -> bool {
        if 2 * (self.hashes.len() + 1) > self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].0 == self.generation {
            let other = self.slots[at].1 as usize;
            if is_known(other) {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = (self.generation, self.hashes.len() as u32);
        self.hashes.push(hash);
        true
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(1024);
        self.slots.clear();
        self.slots.resize(size, (0, 0));
        self.generation = 1;
        for (index, hash) in self.hashes.iter().enumerate() {
            let mut at = *hash as usize & (size - 1);
            while self.slots[at].0 == 1 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (1, index as u32);
        }
    }
}

/// Folds two words into one whose low bits depend on all of theirs.
pub(super) fn mix(a: u64, b: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(a ^ b.rotate_left(32)) * u128::from(ODD);
    (product as u64) ^ (product >> 64) as u64 ^ b.wrapping_mul(ODD)
}

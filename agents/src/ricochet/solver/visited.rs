//! An exact set of positions, to which several threads can add.

use std::hash::Hash;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use super::budget::POSITIONS_PER_CHECK;

/// The code of a position; zero is no position.
pub(super) trait Key: Copy + Eq + Ord + Hash + Default + Send + Sync + 'static {
    /// A place for a code, which is empty at first.
    type Slot: Default + Send + Sync + 'static;

    /// Whether several threads can fill slots at the same time.
    const CAN_SHARE: bool;

    /// Returns 64 bits that depend on all bits of the code.
    fn mixed(self) -> u64;

    /// Returns the code in the form of certificates: eight bytes of cells, and above them what else belongs to
    /// the position.
    fn code(self) -> u128;

    /// Returns the code in a slot, or zero if it is empty.
    fn load(slot: &Self::Slot) -> Self;

    /// Fills an empty slot while no other thread adds positions.
    fn store(slot: &Self::Slot, key: Self);

    /// Returns this number of empty slots. They take memory once they are filled: an allocation of zeros is
    /// converted in place.
    fn empty_slots(count: usize) -> Vec<Self::Slot>;

    /// Fills an empty slot and returns `None`, or returns what another thread has put there.
    fn claim(slot: &Self::Slot, key: Self) -> Option<Self>;
}

/// The fractional digits of the golden ratio, an odd number without structure.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

// A code says everything about its position, so no other memory has to be visible with it: relaxed
// operations suffice.
macro_rules! atomic_slot {
    ($slot:ty) => {
        type Slot = $slot;

        const CAN_SHARE: bool = true;

        fn empty_slots(count: usize) -> Vec<Self::Slot> {
            vec![0; count].into_iter().map(<$slot>::new).collect()
        }

        #[inline]
        fn load(slot: &Self::Slot) -> Self {
            slot.load(Ordering::Relaxed)
        }

        #[inline]
        fn store(slot: &Self::Slot, key: Self) {
            slot.store(key, Ordering::Relaxed);
        }

        #[inline]
        fn claim(slot: &Self::Slot, key: Self) -> Option<Self> {
            slot.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed)
                .err()
        }
    };
}

impl Key for u32 {
    atomic_slot!(AtomicU32);

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
    atomic_slot!(AtomicU64);

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
    type Slot = [AtomicU64; 2];

    const CAN_SHARE: bool = false;

    #[inline]
    fn mixed(self) -> u64 {
        (self as u64 ^ ((self >> 64) as u64).wrapping_mul(GOLDEN)).mixed()
    }

    fn code(self) -> u128 {
        self
    }

    fn empty_slots(count: usize) -> Vec<Self::Slot> {
        let halves = vec![[0; 2]; count].into_iter();
        halves.map(|slot| slot.map(AtomicU64::new)).collect()
    }

    #[inline]
    fn load(slot: &Self::Slot) -> Self {
        let [low, high] = slot.each_ref().map(|half| half.load(Ordering::Relaxed));
        Self::from(high) << 64 | Self::from(low)
    }

    #[inline]
    fn store(slot: &Self::Slot, key: Self) {
        slot[0].store(key as u64, Ordering::Relaxed);
        slot[1].store((key >> 64) as u64, Ordering::Relaxed);
    }

    fn claim(slot: &Self::Slot, key: Self) -> Option<Self> {
        // Only one thread searches these positions.
        Self::store(slot, key);
        None
    }
}

/// A set with open addressing, which is at most three quarters full.
pub(super) struct VisitedSet<K: Key> {
    slots: Vec<K::Slot>,
    shift: u32,
    len: AtomicUsize,
}

/// Number of slots of an empty set: it fits into the fastest cache.
const MIN_SLOTS: usize = 1 << 11;

impl<K: Key> VisitedSet<K> {
    /// Creates an empty set.
    pub(super) fn new() -> Self {
        Self::with_slots(MIN_SLOTS)
    }

    fn with_slots(slots: usize) -> Self {
        Self {
            slots: K::empty_slots(slots),
            shift: 64 - slots.trailing_zeros(),
            len: AtomicUsize::new(0),
        }
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Returns the number of slots with room for this number of further positions.
    fn slots_for(&self, added: usize) -> usize {
        let mut slots = self.slots.len();
        while self.len() + added > slots / 4 * 3 {
            slots *= 2;
        }
        slots
    }

    /// Returns `true` if there is room for this number of further positions.
    pub(super) fn has_room(&self, added: usize) -> bool {
        self.slots_for(added) == self.slots.len()
    }

    /// Returns the bytes that the set takes once there is room for this number of further positions.
    pub(super) fn bytes_with(&self, added: usize) -> usize {
        let slots = self.slots_for(added);
        // While the set grows, both tables exist.
        let before = if slots == self.slots.len() {
            0
        } else {
            self.slots.len()
        };
        (slots + before) * size_of::<K::Slot>()
    }

    /// Makes room for this number of further positions.
    ///
    /// # Errors
    /// Returns the error of `check`, which is called from time to time. The set is then without its positions.
    pub(super) fn reserve<E>(
        &mut self,
        added: usize,
        check: impl Fn() -> Result<(), E>,
    ) -> Result<(), E> {
        let slots = self.slots_for(added);
        if slots == self.slots.len() {
            return Ok(());
        }
        let old = std::mem::replace(self, Self::with_slots(slots));
        self.add_len(old.len());
        for slots in old.slots.chunks(POSITIONS_PER_CHECK) {
            check()?;
            for slot in slots {
                let key = K::load(slot);
                if key != K::default() {
                    self.insert::<false>(key);
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn slot(&self, key: K) -> usize {
        (key.mixed() >> self.shift) as usize
    }

    /// Returns what is in the slot at which the search for a position starts. The loads of several calls
    /// run at the same time, after which [`insert`](Self::insert) finds the slots in the cache.
    #[inline]
    pub(super) fn touch(&self, key: K) -> K {
        K::load(&self.slots[self.slot(key)])
    }

    /// Adds a position, for which there must be room, and returns `true` if it was not in the set. The caller
    /// counts new positions with [`add_len`](Self::add_len). Unless `SHARED`, no other thread adds any.
    #[inline]
    pub(super) fn insert<const SHARED: bool>(&self, key: K) -> bool {
        let mask = self.slots.len() - 1;
        let mut index = self.slot(key);
        loop {
            let slot = &self.slots[index & mask];
            let mut found = K::load(slot);
            if found == K::default() {
                if !SHARED {
                    K::store(slot, key);
                    return true;
                }
                match K::claim(slot, key) {
                    None => return true,
                    Some(other) => found = other,
                }
            }
            if found == key {
                return false;
            }
            index += 1;
        }
    }

    /// Counts positions that were added.
    pub(super) fn add_len(&self, added: usize) {
        self.len.fetch_add(added, Ordering::Relaxed);
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
                set.reserve(1, || Ok::<_, ()>(())).unwrap();
                let is_new = set.insert::<false>(key * key);
                assert_eq!(is_new, round == 0, "{key}");
                set.add_len(is_new.into());
            }
        }
        assert_eq!(set.len(), 19_999);
        assert!(set.bytes_with(0) >= 20_000 * 8 && set.has_room(1));
    }

    #[test]
    fn several_threads_add_every_position_once() {
        let mut set = VisitedSet::<u32>::new();
        set.reserve(50_000, || Ok::<_, ()>(())).unwrap();
        let add = || (1..=50_000).filter(|key| set.insert::<true>(*key)).count();
        let added: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(add)).collect();
            threads.into_iter().map(|it| it.join().unwrap()).sum()
        });
        assert_eq!(added, 50_000);
    }
}

//! The ten transmitters of a side, their slots and damage strips (DR-1, DR-11, DR-25).

use std::fmt;

use super::stone::Stone;
use crate::notation::{ParseError, Scanner};

/// A transmitter of a side, written 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transmitter(u8);

impl Transmitter {
    /// Number of transmitters of a side.
    pub const COUNT: usize = 10;

    /// Returns the transmitter with this index, which must be below [`Self::COUNT`].
    pub(super) const fn nth(index: usize) -> Self {
        Self(index as u8)
    }

    /// Returns the transmitter with this index, or `None` if it is above 9.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns all transmitters of a side in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number, from 1 to 10.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// Reads a number from 1 to 10 at the cursor.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let before = scan.clone();
        let number = scan.number().ok().and_then(|n| (n as usize).checked_sub(1));
        let transmitter = number.and_then(Self::from_index);
        transmitter.ok_or_else(|| before.expected("a transmitter from 1 to 10"))
    }
}

impl fmt::Display for Transmitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Transmitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "transmitter {self}")
    }
}

/// A slot of a transmitter, written `5.1`; slot 1 is nearest the field (DR-15).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u8);

impl Slot {
    /// Number of slots of a transmitter.
    pub const PER_TRANSMITTER: usize = 3;
    /// Number of slots of a side.
    pub const COUNT: usize = Transmitter::COUNT * Self::PER_TRANSMITTER;

    /// Returns the slot of a transmitter with this index, from 0 (nearest the field) to 2.
    pub(super) const fn new(transmitter: Transmitter, index: usize) -> Self {
        Self(transmitter.0 * Self::PER_TRANSMITTER as u8 + index as u8)
    }

    /// Returns the slot with this index, or `None` if it is above 29.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns all slots of a side in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the transmitter.
    pub const fn transmitter(self) -> Transmitter {
        Transmitter(self.0 / Self::PER_TRANSMITTER as u8)
    }

    /// Returns the number within the transmitter, from 1.
    pub const fn number(self) -> usize {
        self.index() % Self::PER_TRANSMITTER + 1
    }

    /// Reads a slot at the cursor.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let transmitter = Transmitter::read(scan)?;
        scan.expect(".")?;
        let numbers = ["1", "2", "3"];
        let slot = numbers.iter().position(|number| scan.accept(number));
        let slot = slot.ok_or_else(|| scan.expected("a slot from 1 to 3"))?;
        Ok(Self::new(transmitter, slot))
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.transmitter(), self.number())
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of slots of one side; bit `i` is the slot of index `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slots(u32);

impl Slots {
    /// Returns the number of slots.
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Slots {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        if self.0 == 0 {
            return None;
        }
        let slot = Slot(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(slot)
    }
}

/// The damage strips of a side, as the set of covered transmitters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Strips(u16);

impl Strips {
    /// Returns `true` if a transmitter is covered.
    #[inline]
    pub const fn contains(self, transmitter: Transmitter) -> bool {
        self.0 >> transmitter.0 & 1 == 1
    }

    /// Returns the number of strips.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if no transmitter is covered.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if all transmitters are covered.
    pub const fn is_full(self) -> bool {
        self.len() == Transmitter::COUNT
    }

    /// Returns the set as bits: bit `i` is the transmitter of index `i`.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Covers a transmitter, if it is not covered already.
    pub(super) const fn cover(&mut self, transmitter: Transmitter) {
        self.0 |= 1 << transmitter.0;
    }

    /// Lifts the strip of a transmitter.
    pub(super) const fn lift(&mut self, transmitter: Transmitter) {
        self.0 &= !(1 << transmitter.0);
    }
}

impl FromIterator<Transmitter> for Strips {
    fn from_iter<I: IntoIterator<Item = Transmitter>>(transmitters: I) -> Self {
        let mut strips = Self::default();
        for transmitter in transmitters {
            strips.cover(transmitter);
        }
        strips
    }
}

/// The covered transmitters in order.
impl Iterator for Strips {
    type Item = Transmitter;

    fn next(&mut self) -> Option<Transmitter> {
        if self.0 == 0 {
            return None;
        }
        let transmitter = Transmitter(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(transmitter)
    }
}

/// The transmitters of one side with their stones and strips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TransmitterBank {
    stones: [Option<Stone>; Slot::COUNT],
    /// The slots with a stone, as bits by index.
    filled: u32,
    pub(super) strips: Strips,
}

impl TransmitterBank {
    const ALL_SLOTS: u32 = (1 << Slot::COUNT) - 1;

    /// Returns the stone on a slot, or `None` if it is empty.
    #[inline]
    pub const fn stone(&self, slot: Slot) -> Option<Stone> {
        self.stones[slot.index()]
    }

    /// Returns the strips.
    pub const fn strips(&self) -> Strips {
        self.strips
    }

    /// Returns the stones with their slots, in order.
    pub fn stones(&self) -> impl Iterator<Item = (Slot, Stone)> + '_ {
        let slots = Slots(self.filled);
        slots.filter_map(|slot| Some((slot, self.stone(slot)?)))
    }

    /// Returns the number of stones.
    pub const fn len(&self) -> usize {
        self.filled.count_ones() as usize
    }

    /// Returns `true` if no slot has a stone.
    pub const fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Returns `true` if a transmitter has a stone.
    #[inline]
    pub const fn has_stones(&self, transmitter: Transmitter) -> bool {
        self.filled >> (3 * transmitter.0) & 7 != 0
    }

    /// Returns the stone of a transmitter nearest the field, with its slot (DR-15).
    #[inline]
    pub fn front(&self, transmitter: Transmitter) -> Option<(Slot, Stone)> {
        let filled = self.filled >> (3 * transmitter.0) & 7;
        if filled == 0 {
            return None;
        }
        let slot = Slot::new(transmitter, filled.trailing_zeros() as usize);
        self.stone(slot).map(|stone| (slot, stone))
    }

    /// Returns the slots on which a stone can be set: empty, on transmitters that are not covered
    /// (DR-11, DR-26).
    #[inline]
    pub(super) fn open_slots(&self) -> Slots {
        let mut covered = 0;
        for transmitter in self.strips {
            covered |= 7 << (3 * transmitter.0);
        }
        Slots(Self::ALL_SLOTS & !self.filled & !covered)
    }

    /// Puts a stone on a slot.
    pub(super) fn put(&mut self, slot: Slot, stone: Stone) {
        self.stones[slot.index()] = Some(stone);
        self.filled |= 1 << slot.0;
    }

    /// Removes the stone of a slot.
    pub(super) fn remove(&mut self, slot: Slot) {
        self.stones[slot.index()] = None;
        self.filled &= !(1 << slot.0);
    }

    /// Removes all stones; strips stay.
    pub(super) fn clear(&mut self) {
        if self.filled != 0 {
            *self = Self {
                strips: self.strips,
                ..Self::default()
            };
        }
    }
}

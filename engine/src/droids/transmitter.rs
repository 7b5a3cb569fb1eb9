//! The ten transmitters of a side, their slots, and the strips over them (DR-1, DR-11, DR-25).

use std::fmt;

use super::stone::Stone;
use crate::notation::{ParseError, Scanner};

/// A transmitter of a side, written 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transmitter(u8);

impl Transmitter {
    /// Transmitters of a side.
    pub const COUNT: usize = 10;

    /// The transmitter with this index, from 0.
    pub(super) const fn nth(index: usize) -> Self {
        Self(index as u8)
    }

    /// The transmitter with this index, 0 to 9.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// All transmitters of a side in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number, 1 to 10.
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
    /// Slots of a transmitter.
    pub const PER_TRANSMITTER: usize = 3;
    /// Slots of a side.
    pub const COUNT: usize = Transmitter::COUNT * Self::PER_TRANSMITTER;

    /// The slot of a transmitter with this index, 0 (nearest the field) to 2.
    pub(super) const fn of(transmitter: Transmitter, index: usize) -> Self {
        Self(transmitter.0 * Self::PER_TRANSMITTER as u8 + index as u8)
    }

    /// The slot with this index, 0 to 29.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// All slots of a side in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The transmitter.
    pub const fn transmitter(self) -> Transmitter {
        Transmitter(self.0 / Self::PER_TRANSMITTER as u8)
    }

    /// The number within the transmitter, from 1.
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
        Ok(Self::of(transmitter, slot))
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
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

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

/// Damage strips: the transmitters that they cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Strips(u16);

impl Strips {
    /// Whether a transmitter is covered.
    #[inline]
    pub const fn contains(self, transmitter: Transmitter) -> bool {
        self.0 >> transmitter.0 & 1 == 1
    }

    /// Number of strips.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nothing is covered.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether everything is covered.
    pub const fn is_full(self) -> bool {
        self.len() == Transmitter::COUNT
    }

    /// Bit `i` is the transmitter of index `i`.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Covers a transmitter, if it is not covered already.
    pub(super) const fn lay(&mut self, transmitter: Transmitter) {
        self.0 |= 1 << transmitter.0;
    }

    /// Takes the strip off a transmitter.
    pub(super) const fn lift(&mut self, transmitter: Transmitter) {
        self.0 &= !(1 << transmitter.0);
    }
}

impl FromIterator<Transmitter> for Strips {
    fn from_iter<I: IntoIterator<Item = Transmitter>>(transmitters: I) -> Self {
        let mut strips = Self::default();
        for transmitter in transmitters {
            strips.lay(transmitter);
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

/// What lies on the transmitters of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TransmitterBank {
    stones: [Option<Stone>; Slot::COUNT],
    /// Bit `i` for a stone on the slot of index `i`.
    filled: u32,
    pub(super) strips: Strips,
}

impl TransmitterBank {
    const ALL_SLOTS: u32 = (1 << Slot::COUNT) - 1;

    /// The stone on a slot.
    #[inline]
    pub const fn stone(&self, slot: Slot) -> Option<Stone> {
        self.stones[slot.index()]
    }

    /// The strips.
    pub const fn strips(&self) -> Strips {
        self.strips
    }

    /// Slots with their stones in order.
    pub fn stones(&self) -> impl Iterator<Item = (Slot, Stone)> + '_ {
        let slots = Slots(self.filled);
        slots.filter_map(|slot| Some((slot, self.stone(slot)?)))
    }

    /// Number of stones.
    pub const fn len(&self) -> usize {
        self.filled.count_ones() as usize
    }

    /// Whether no stone lies here.
    pub const fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Whether a stone lies on a transmitter.
    #[inline]
    pub const fn has_stones(&self, transmitter: Transmitter) -> bool {
        self.filled >> (3 * transmitter.0) & 7 != 0
    }

    /// The slot of a transmitter's stone nearest the field (DR-15).
    #[inline]
    pub fn front(&self, transmitter: Transmitter) -> Option<(Slot, Stone)> {
        let filled = self.filled >> (3 * transmitter.0) & 7;
        if filled == 0 {
            return None;
        }
        let slot = Slot::of(transmitter, filled.trailing_zeros() as usize);
        self.stone(slot).map(|stone| (slot, stone))
    }

    /// Empty slots of transmitters that are not covered, where a stone may be set (DR-11, DR-26).
    #[inline]
    pub(super) fn open(&self) -> Slots {
        let mut covered = 0;
        for transmitter in self.strips {
            covered |= 7 << (3 * transmitter.0);
        }
        Slots(Self::ALL_SLOTS & !self.filled & !covered)
    }

    /// Lays a stone on a slot.
    pub(super) fn put(&mut self, slot: Slot, stone: Stone) {
        self.stones[slot.index()] = Some(stone);
        self.filled |= 1 << slot.0;
    }

    /// Takes the stone off a slot.
    pub(super) fn take(&mut self, slot: Slot) {
        self.stones[slot.index()] = None;
        self.filled &= !(1 << slot.0);
    }

    /// Takes all stones off; strips stay.
    pub(super) fn clear(&mut self) {
        if self.filled != 0 {
            *self = Self {
                strips: self.strips,
                ..Self::default()
            };
        }
    }
}

//! Sets of pairings.

use std::fmt;

/// A set of at most eight pairings of a tournament, by their indices.
#[derive(Clone, Copy, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct PairingSet(u8);

impl PairingSet {
    /// The set without elements.
    pub(crate) const EMPTY: PairingSet = PairingSet(0);

    /// Returns the set of `count` consecutive pairings from `first`.
    pub(crate) fn range(first: u8, count: u8) -> PairingSet {
        (first..first + count).fold(Self::EMPTY, Self::with)
    }

    /// Returns the set with the pairing added.
    pub(crate) fn with(self, pairing: u8) -> PairingSet {
        PairingSet(self.0 | 1 << pairing)
    }

    /// Returns the elements of both sets.
    pub(crate) fn union(self, other: PairingSet) -> PairingSet {
        PairingSet(self.0 | other.0)
    }

    /// Returns the elements that are not in `other`.
    pub(crate) fn minus(self, other: PairingSet) -> PairingSet {
        PairingSet(self.0 & !other.0)
    }

    /// Returns whether all elements are in `other`.
    pub(crate) fn is_subset(self, other: PairingSet) -> bool {
        self.minus(other).is_empty()
    }

    /// Returns whether the set has no elements.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the lowest element, or `None` if the set is empty.
    pub(crate) fn first(self) -> Option<u8> {
        (!self.is_empty()).then(|| self.0.trailing_zeros() as u8)
    }

    /// Returns the elements in ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |pairing| self.0 & 1 << pairing != 0)
    }
}

impl fmt::Debug for PairingSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

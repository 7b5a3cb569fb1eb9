//! Counts of stones in hands and containers (DR-2, DR-3).

use super::stone::{Colour, Kind};

/// Number of stones of each colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ColourCounts(pub(super) [u8; 4]);

impl ColourCounts {
    /// Creates the counts of violet, blue, red and grey stones.
    pub const fn new(counts: [u8; 4]) -> Self {
        Self(counts)
    }

    /// Returns the number of stones of a colour.
    pub const fn count(self, colour: Colour) -> u8 {
        self.0[colour as usize]
    }

    /// Returns the number of all stones.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }

    pub(super) const fn add(&mut self, colour: Colour) {
        self.0[colour as usize] += 1;
    }

    pub(super) const fn remove(&mut self, colour: Colour) {
        self.0[colour as usize] -= 1;
    }
}

/// Number of stones of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KindCounts([u8; Kind::COUNT]);

impl KindCounts {
    /// Returns the number of stones of a kind; 0 for [`Kind::F4`].
    #[inline]
    pub fn count(self, kind: Kind) -> u8 {
        self.0.get(kind.index()).copied().unwrap_or(0)
    }

    /// Returns the number of all stones.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }

    /// Returns `true` if there are no stones.
    pub fn is_empty(self) -> bool {
        self.0 == [0; Kind::COUNT]
    }

    /// Returns the kinds with at least one stone and their counts, in order.
    pub fn kinds(self) -> impl Iterator<Item = (Kind, u8)> {
        let all = Kind::ALL.into_iter().zip(self.0);
        all.filter(|(_, count)| *count > 0)
    }

    /// Returns the number of stones of each colour.
    pub fn colours(self) -> ColourCounts {
        let mut counts = ColourCounts::default();
        for (kind, count) in self.kinds() {
            counts.0[kind.colour().index()] += count;
        }
        counts
    }

    /// Adds stones of a kind.
    pub fn add(&mut self, kind: Kind, count: u8) {
        if let Some(total) = self.0.get_mut(kind.index()) {
            *total = total.saturating_add(count);
        }
    }

    /// Removes all stones of a kind.
    pub(super) fn clear(&mut self, kind: Kind) {
        if let Some(total) = self.0.get_mut(kind.index()) {
            *total = 0;
        }
    }

    /// Removes a stone of a kind, if there is one.
    pub fn remove(&mut self, kind: Kind) {
        if let Some(total) = self.0.get_mut(kind.index()) {
            *total = total.saturating_sub(1);
        }
    }

    /// Returns the differences to other counts, at least 0.
    pub(super) fn without(mut self, others: Self) -> Self {
        for (total, other) in self.0.iter_mut().zip(others.0) {
            *total = total.saturating_sub(other);
        }
        self
    }
}

//! Stones without a place: in a hand, in the containers (DR-2, DR-3).

use super::stone::{Colour, Kind};

/// How many stones there are of each colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ColourCounts(pub(super) [u8; 4]);

impl ColourCounts {
    /// The counts of violet, blue, red and grey stones.
    pub const fn new(counts: [u8; 4]) -> Self {
        Self(counts)
    }

    /// Stones of a colour.
    pub const fn of(self, colour: Colour) -> u8 {
        self.0[colour as usize]
    }

    /// All stones.
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

/// How many stones there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KindCounts([u8; Kind::COUNT]);

impl KindCounts {
    /// Stones of a kind; none of what is no stone.
    #[inline]
    pub fn of(self, kind: Kind) -> u8 {
        self.0.get(kind.index()).copied().unwrap_or(0)
    }

    /// All stones.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there is no stone.
    pub fn is_empty(self) -> bool {
        self.0 == [0; Kind::COUNT]
    }

    /// Kinds of which there are stones, with their numbers, in order.
    pub fn kinds(self) -> impl Iterator<Item = (Kind, u8)> {
        let all = Kind::ALL.into_iter().zip(self.0);
        all.filter(|(_, count)| *count > 0)
    }

    /// Stones of each colour.
    pub fn colours(self) -> ColourCounts {
        let mut counts = ColourCounts::default();
        for (kind, count) in self.kinds() {
            counts.0[kind.colour().index()] += count;
        }
        counts
    }

    /// Adds stones of a kind.
    pub fn add(&mut self, kind: Kind, count: u8) {
        if let Some(own) = self.0.get_mut(kind.index()) {
            *own = own.saturating_add(count);
        }
    }

    /// Takes all stones of a kind away.
    pub(super) fn clear(&mut self, kind: Kind) {
        if let Some(own) = self.0.get_mut(kind.index()) {
            *own = 0;
        }
    }

    /// Takes a stone of a kind away, if there is one.
    pub fn remove(&mut self, kind: Kind) {
        if let Some(own) = self.0.get_mut(kind.index()) {
            *own = own.saturating_sub(1);
        }
    }

    /// What is left of these after taking the others away, 0 where there are more of those.
    pub(super) fn without(mut self, others: Self) -> Self {
        for (own, other) in self.0.iter_mut().zip(others.0) {
            *own = own.saturating_sub(other);
        }
        self
    }
}

//! Sets of pairings.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of pairings by their indexes, kept as ranges: nearly all sets of results are one range and a few pairings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PairingRanges {
    /// The end of each range by its start. No two ranges touch.
    ends: BTreeMap<u64, u64>,
    len: u64,
}

impl PairingRanges {
    /// Adds a pairing. Returns `false` if the set has it already.
    pub fn insert(&mut self, index: u64) -> bool {
        let before = self.range_from(index);
        if before.is_some_and(|(_, end)| index < end) {
            return false;
        }
        let start = match before {
            Some((start, end)) if end == index => start,
            _ => index,
        };
        let next = index.saturating_add(1);
        let end = self.ends.remove(&next).unwrap_or(next);
        self.ends.insert(start, end);
        self.len += 1;
        true
    }

    /// Removes a pairing. Returns `false` if the set lacks it.
    pub fn remove(&mut self, index: u64) -> bool {
        let Some((start, end)) = self.range_from(index).filter(|(_, end)| index < *end) else {
            return false;
        };
        self.ends.remove(&start);
        for (start, end) in [(start, index), (index + 1, end)] {
            if start < end {
                self.ends.insert(start, end);
            }
        }
        self.len -= 1;
        true
    }

    /// Returns `true` if the set has a pairing.
    pub fn contains(&self, index: u64) -> bool {
        self.range_from(index).is_some_and(|(_, end)| index < end)
    }

    /// Returns the number of pairings.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns `true` if there is no pairing.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the first pairing from `index` on that the set lacks.
    pub fn first_missing(&self, index: u64) -> u64 {
        let range = self.range_from(index);
        range.map_or(index, |(_, end)| end.max(index))
    }

    /// Returns the pairings of a range that the set has, as ranges in order.
    pub fn within(&self, range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let first = self.range_from(range.start).map_or(0, |(start, _)| start);
        let ranges = self.ends.range(first..range.end.max(first));
        let cut =
            move |(start, end): (&u64, &u64)| (*start).max(range.start)..(*end).min(range.end);
        ranges.map(cut).filter(|part| !part.is_empty())
    }

    /// Returns the number of pairings of a range that the set has.
    pub fn count_within(&self, range: Range<u64>) -> u64 {
        self.within(range).map(|part| part.end - part.start).sum()
    }

    /// Returns the pairings of a range that the set lacks, as ranges in order. Ranges with at most `distance` pairings of
    /// the set between them are returned as one.
    pub fn gaps(&self, range: Range<u64>, distance: u64) -> Vec<Range<u64>> {
        let mut gaps: Vec<Range<u64>> = Vec::new();
        let mut next = range.start;
        let end = range.end..range.end;
        for part in self.within(range).chain([end]) {
            match gaps.last_mut() {
                _ if next >= part.start => {}
                Some(last) if next - last.end <= distance => last.end = part.start,
                _ => gaps.push(next..part.start),
            }
            next = part.end;
        }
        gaps
    }

    /// Adds the pairings of a range.
    pub fn extend(&mut self, range: Range<u64>) {
        for gap in self.gaps(range, 0) {
            // Both neighbours of a gap may end there.
            let start = match self.range_from(gap.start) {
                Some((start, end)) if end == gap.start => start,
                _ => gap.start,
            };
            let end = self.ends.remove(&gap.end).unwrap_or(gap.end);
            self.ends.insert(start, end);
            self.len += gap.end - gap.start;
        }
    }

    /// Returns the range that starts last up to `index`.
    fn range_from(&self, index: u64) -> Option<(u64, u64)> {
        let range = self.ends.range(..=index).next_back();
        range.map(|(start, end)| (*start, *end))
    }
}

impl Serialize for PairingRanges {
    /// Serializes the distance of each range from the one before, and its length.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut last = 0;
        serializer.collect_seq(self.ends.iter().map(|(start, end)| {
            let distance = start - last;
            last = *end;
            (distance, end - start)
        }))
    }
}

impl<'de> Deserialize<'de> for PairingRanges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut set = Self::default();
        let mut last: u64 = 0;
        for (distance, length) in Vec::<(u64, u64)>::deserialize(deserializer)? {
            let start = last.saturating_add(distance);
            last = start.saturating_add(length);
            set.extend(start..last);
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Compares with a plain set after each of many pseudo-random changes.
    #[test]
    fn ranges_are_those_of_the_pairings() {
        let (mut ranges, mut plain) = (PairingRanges::default(), BTreeSet::new());
        let mut state = 7_u64;
        for step in 0..4000_u64 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let index = (state >> 33) % 60;
            if step % 3 == 0 {
                assert_eq!(ranges.remove(index), plain.remove(&index));
            } else if step % 50 == 1 {
                ranges.extend(index..index + 5);
                plain.extend(index..index + 5);
            } else {
                assert_eq!(ranges.insert(index), plain.insert(index));
            }
            assert_eq!(ranges.len(), plain.len() as u64);
            let range = index / 2..index + 3;
            let counted = plain.range(range.clone()).count() as u64;
            assert_eq!(ranges.count_within(range.clone()), counted);
            let missing: Vec<u64> = range.clone().filter(|i| !plain.contains(i)).collect();
            let gaps = ranges.gaps(range.clone(), 0).into_iter();
            assert_eq!(gaps.flatten().collect::<Vec<_>>(), missing);
            let first = (index..100).find(|i| !plain.contains(i)).unwrap();
            assert_eq!(ranges.first_missing(index), first);
            assert_eq!(ranges.contains(index), plain.contains(&index));
        }
        let text = serde_json::to_string(&ranges).unwrap();
        assert_eq!(
            serde_json::from_str::<PairingRanges>(&text).unwrap(),
            ranges
        );
    }

    #[test]
    fn near_gaps_are_one() {
        let mut ranges = PairingRanges::default();
        ranges.extend(2..5);
        ranges.extend(7..1000);
        assert_eq!(ranges.gaps(0..2000, 0), [0..2, 5..7, 1000..2000]);
        assert_eq!(ranges.gaps(0..2000, 3), [0..7, 1000..2000]);
        assert_eq!(ranges.gaps(3..4, 0), []);
        let last = 1000..u64::MAX;
        assert_eq!(ranges.gaps(500..u64::MAX, 9), std::slice::from_ref(&last));
    }
}

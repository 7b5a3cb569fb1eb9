//! The blocks that have been played so far, so that a repeated one is recognised.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use botwerk_engine::record::Fingerprint;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Number of parts, by the first byte of a fingerprint.
const PARTS: usize = 256;

/// Number of bytes that become text at a time; three of them are four characters.
const PIECE_BYTES: usize = 3 << 10;

/// The most bytes of one difference.
const MAX_NUMBER_BYTES: usize = 10;

/// The fingerprints of distinct blocks. A clone shares the parts that do not change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DistinctBlocks {
    /// Each sorted.
    parts: Vec<Arc<Vec<u64>>>,
}

/// The fingerprint of a block in progress. It does not depend on the order in which its matches end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct BlockFingerprint {
    sum: u64,
    /// Whether the fingerprint of a match is not known, so that the block counts as distinct.
    is_unknown: bool,
}

impl Default for DistinctBlocks {
    fn default() -> Self {
        Self {
            parts: vec![Arc::default(); PARTS],
        }
    }
}

impl DistinctBlocks {
    /// Adds a block. Returns `false` if it repeats an earlier one.
    pub(super) fn insert(&mut self, block: BlockFingerprint) -> bool {
        block
            .number()
            .is_none_or(|number| self.insert_number(number))
    }

    fn insert_number(&mut self, number: u64) -> bool {
        let part = &mut self.parts[(number >> 56) as usize];
        match part.binary_search(&number) {
            Ok(_) => false,
            Err(position) => {
                Arc::make_mut(part).insert(position, number);
                true
            }
        }
    }
}

impl BlockFingerprint {
    /// The fingerprint of a block with a match whose fingerprint is not known.
    pub(super) const UNKNOWN: Self = Self {
        sum: 0,
        is_unknown: true,
    };

    /// Returns the fingerprint of a complete block as it is stored.
    pub(super) const fn from_bytes(bytes: [u8; 8]) -> Self {
        Self {
            sum: u64::from_le_bytes(bytes),
            is_unknown: false,
        }
    }

    /// Returns the fingerprint, or `None` if it is not known.
    pub(super) fn number(self) -> Option<u64> {
        (!self.is_unknown).then_some(self.sum)
    }

    /// Adds a match by its fingerprint and the entrants on its seats.
    pub(super) fn add(&mut self, fingerprint: Option<Fingerprint>, seats: &[usize]) {
        let Some(fingerprint) = fingerprint.filter(|_| !self.is_unknown) else {
            *self = Self::UNKNOWN;
            return;
        };
        let seats = seats.iter();
        let hash = seats.fold(fingerprint.to_number(), |hash, entrant| {
            mixed(hash.wrapping_add(*entrant as u64))
        });
        self.sum = self.sum.wrapping_add(mixed(hash));
    }
}

/// Returns a number of which each bit depends on all bits: the finalizer of S. Vigna's `SplitMix64`.
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The differences of the sorted fingerprints, in groups of 7 bits from the lowest: about 7 bytes each, as base64. They are
/// millions, so that neither the bytes nor the text are in memory as a whole.
impl Serialize for DistinctBlocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&DistinctText(self))
    }
}

/// The text of fingerprints.
struct DistinctText<'a>(&'a DistinctBlocks);

impl fmt::Display for DistinctText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::with_capacity(PIECE_BYTES + MAX_NUMBER_BYTES);
        let mut text = String::new();
        let mut write = |bytes: &[u8]| {
            text.clear();
            BASE64_STANDARD_NO_PAD.encode_string(bytes, &mut text);
            f.write_str(&text)
        };
        let mut previous = 0;
        for number in self.0.parts.iter().flat_map(|part| part.iter()) {
            let mut rest = number - previous;
            while rest >= 0x80 {
                bytes.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
            previous = *number;
            if bytes.len() >= PIECE_BYTES {
                write(&bytes[..PIECE_BYTES])?;
                bytes.drain(..PIECE_BYTES);
            }
        }
        write(&bytes)
    }
}

impl<'de> Deserialize<'de> for DistinctBlocks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(DistinctVisitor)
    }
}

struct DistinctVisitor;

impl Visitor<'_> for DistinctVisitor {
    type Value = DistinctBlocks;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("fingerprints as base64")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<DistinctBlocks, E> {
        let mut parts = vec![Vec::new(); PARTS];
        let (mut previous, mut rest, mut shift) = (0_u64, 0_u64, 0);
        let mut bytes = Vec::with_capacity(PIECE_BYTES);
        for piece in text.as_bytes().chunks(PIECE_BYTES / 3 * 4) {
            bytes.clear();
            let decoded = BASE64_STANDARD_NO_PAD.decode_vec(piece, &mut bytes);
            decoded.map_err(E::custom)?;
            for byte in &bytes {
                rest |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
                shift += 7;
                if byte & 0x80 == 0 {
                    previous = previous.wrapping_add(rest);
                    parts[(previous >> 56) as usize].push(previous);
                    (rest, shift) = (0, 0);
                }
            }
        }
        let parts = parts.into_iter().map(|mut part: Vec<u64>| {
            // A corrupt text may not be sorted.
            part.sort_unstable();
            part.shrink_to_fit();
            Arc::new(part)
        });
        Ok(DistinctBlocks {
            parts: parts.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(number: u64) -> Fingerprint {
        format!("{number:016x}").parse().unwrap()
    }

    /// Returns a block of two matches: entrant 0 has the first seat in the first one.
    fn pair(first: Option<Fingerprint>, second: Option<Fingerprint>) -> BlockFingerprint {
        let mut block = BlockFingerprint::default();
        block.add(first, &[0, 1]);
        block.add(second, &[1, 0]);
        block
    }

    #[test]
    fn block_repeats_another_with_the_same_matches_in_any_order() {
        let mut blocks = DistinctBlocks::default();
        assert!(blocks.insert(pair(Some(fingerprint(7)), Some(fingerprint(8)))));
        let mut reversed = BlockFingerprint::default();
        reversed.add(Some(fingerprint(8)), &[1, 0]);
        reversed.add(Some(fingerprint(7)), &[0, 1]);
        assert!(!blocks.insert(reversed));
        // The entrants have changed seats.
        assert!(blocks.insert(pair(Some(fingerprint(8)), Some(fingerprint(7)))));
        assert!(blocks.insert(pair(Some(fingerprint(7)), Some(fingerprint(7)))));
        assert!(!blocks.insert(pair(Some(fingerprint(7)), Some(fingerprint(7)))));
    }

    #[test]
    fn block_with_an_unknown_match_is_distinct() {
        let mut blocks = DistinctBlocks::default();
        for _ in 0..2 {
            assert!(blocks.insert(pair(Some(fingerprint(7)), None)));
        }
    }

    #[test]
    fn stored_blocks_are_restored_from_about_10_characters_each() {
        let mut blocks = DistinctBlocks::default();
        for number in 0..10_000 {
            assert!(blocks.insert_number(mixed(number)));
        }
        assert!(blocks.insert_number(0) && blocks.insert_number(u64::MAX));
        let text = serde_json::to_string(&blocks).unwrap();
        assert!(text.len() < 110_000, "{}", text.len());
        let pieces = serde_json::from_str::<DistinctBlocks>(&text).unwrap();
        assert_eq!(pieces, blocks);
        assert!(text.len() > 3 * PIECE_BYTES);
        let whole = BASE64_STANDARD_NO_PAD
            .decode(text.trim_matches('"'))
            .unwrap();
        let ends = whole.iter().filter(|byte| **byte & 0x80 == 0);
        assert_eq!(ends.count(), 10_002);
        for corrupt in ["\"A\"", "\"=\"", "7"] {
            assert!(serde_json::from_str::<DistinctBlocks>(corrupt).is_err());
        }
    }
}

//! A tally as it is stored: short, since it is written every few seconds.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::counting::ResultCounts;
use super::distinct_blocks::{BlockFingerprint, DistinctBlocks};
use super::open_block::{BlockScore, MAX_HALF_POINTS, OpenBlock};
use super::{EntrantStats, HeadToHead, TournamentTally};
use crate::statistics::{Pentanomial, Places, SprtVerdict};

/// Number of codes of each pair of entrants: one for each number of half points, without and with a fingerprint.
const CODES_PER_PAIR: u64 = 2 * (MAX_HALF_POINTS as u64 + 1);

/// The codes of complete blocks that are not rated: all of voided matches, and of matches that count for points.
const UNRATED: [u64; 2] = [0, 1];

/// Number of bytes of a fingerprint.
const FINGERPRINT_BYTES: usize = 8;

/// A tally as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredTally {
    block_size: u64,
    entrants: Vec<EntrantStats>,
    counted_blocks: u64,
    counts: ResultCounts,
    distinct: DistinctBlocks,
    annulled: BTreeSet<usize>,
    /// Two entrants, and the numbers of their counted pairs by points.
    pairs: Vec<(usize, usize, [u64; 5])>,
    /// Two entrants, and the results of the first, where these do not follow from the pairs.
    head_to_head: Vec<(usize, usize, HeadToHead)>,
    multi_seat_blocks: Vec<(Vec<Places>, u64)>,
    /// The pairs of entrants to which the codes of complete blocks refer.
    open_pairs: Vec<(usize, usize)>,
    /// Complete blocks that are not counted yet: the number of blocks since the previous ones, and the codes of consecutive
    /// blocks.
    complete: Vec<(u64, Vec<u64>)>,
    /// The fingerprints of the complete blocks whose codes say so, in order, as base64.
    fingerprints: String,
    /// The other blocks with a result.
    open_blocks: Vec<(u64, OpenBlock)>,
    sprt_verdict: Option<SprtVerdict>,
    is_beyond_verdict: bool,
}

impl StoredTally {
    fn new(tally: &TournamentTally) -> Self {
        let pairs = tally.pairs.iter();
        let head_to_head = tally.head_to_head.iter().filter(|(entrants, results)| {
            let pairs = tally.pairs.get(*entrants);
            pairs.map(results_of) != Some(**results)
        });
        let mut stored = Self {
            block_size: tally.block_size,
            entrants: tally.entrants.clone(),
            counted_blocks: tally.counted_blocks,
            counts: tally.counts,
            distinct: tally.distinct.clone(),
            annulled: tally.annulled.clone(),
            pairs: pairs
                .map(|((one, other), pairs)| (*one, *other, pairs.pairs()))
                .collect(),
            head_to_head: head_to_head
                .map(|((one, other), results)| (*one, *other, *results))
                .collect(),
            multi_seat_blocks: tally.multi_seat_blocks.clone().into_iter().collect(),
            open_pairs: Vec::new(),
            complete: Vec::new(),
            fingerprints: String::new(),
            open_blocks: Vec::new(),
            sprt_verdict: tally.sprt_verdict,
            is_beyond_verdict: tally.is_beyond_verdict,
        };
        let (mut numbers, mut next, mut fingerprints) = (BTreeMap::new(), 0, Vec::new());
        for (number, block) in &tally.open_blocks {
            let mut index_of = |pair| {
                *numbers.entry(pair).or_insert_with(|| {
                    stored.open_pairs.push(pair);
                    stored.open_pairs.len() as u64 - 1
                })
            };
            let code = block
                .is_complete(tally.block_size)
                .then(|| code_of(block, &mut index_of));
            match (code.flatten(), stored.complete.last_mut()) {
                (None, _) => {
                    stored.open_blocks.push((*number, block.clone()));
                    continue;
                }
                (Some(code), Some((_, codes))) if next == *number => codes.push(code),
                (Some(code), _) => stored.complete.push((*number - next, vec![code])),
            }
            if let (BlockScore::Pair(..), Some(number)) = (&block.score, block.fingerprint.number())
            {
                fingerprints.extend(number.to_le_bytes());
            }
            next = number + 1;
        }
        stored.fingerprints = BASE64_STANDARD_NO_PAD.encode(fingerprints);
        stored
    }

    /// Returns the tally, or `None` if a code refers to no pair of entrants.
    fn restore(self) -> Option<TournamentTally> {
        let pairs = self.pairs.into_iter();
        let pairs: BTreeMap<_, _> = pairs
            .map(|(one, other, pairs)| ((one, other), Pentanomial::new(pairs)))
            .collect();
        let counted = pairs.iter();
        let mut head_to_head: BTreeMap<_, _> = counted
            .map(|(entrants, pairs)| (*entrants, results_of(pairs)))
            .collect();
        for (one, other, results) in self.head_to_head {
            head_to_head.insert((one, other), results);
        }
        let fingerprints = BASE64_STANDARD_NO_PAD.decode(self.fingerprints).ok()?;
        let mut fingerprints = fingerprints.chunks_exact(FINGERPRINT_BYTES);
        let mut open_blocks: BTreeMap<u64, OpenBlock> = self.open_blocks.into_iter().collect();
        let mut number: u64 = 0;
        for (distance, codes) in self.complete {
            number = number.saturating_add(distance);
            for code in codes {
                let mut block = OpenBlock {
                    matches: self.block_size,
                    ..OpenBlock::default()
                };
                if UNRATED.contains(&code) {
                    block.score = BlockScore::Unrated;
                    block.fingerprint = BlockFingerprint::UNKNOWN;
                    block.voided = if code == UNRATED[0] {
                        self.block_size
                    } else {
                        0
                    };
                } else {
                    let code = code - UNRATED.len() as u64;
                    let pair = self.open_pairs.get((code / CODES_PER_PAIR) as usize)?;
                    let code = code % CODES_PER_PAIR;
                    block.score = BlockScore::Pair(*pair, (code / 2) as u8);
                    block.fingerprint = match code % 2 {
                        0 => BlockFingerprint::UNKNOWN,
                        _ => BlockFingerprint::from_bytes(fingerprints.next()?.try_into().ok()?),
                    };
                }
                open_blocks.insert(number, block);
                number = number.saturating_add(1);
            }
        }
        Some(TournamentTally {
            block_size: self.block_size.max(1),
            entrants: self.entrants,
            counted_blocks: self.counted_blocks,
            counts: self.counts,
            distinct: self.distinct,
            open_blocks,
            annulled: self.annulled,
            pairs,
            multi_seat_blocks: self.multi_seat_blocks.into_iter().collect(),
            head_to_head,
            sprt_verdict: self.sprt_verdict,
            is_beyond_verdict: self.is_beyond_verdict,
        })
    }
}

/// Returns the code of a complete block, or `None` if it has none. `index_of` returns the number of a pair of entrants.
fn code_of(block: &OpenBlock, index_of: &mut impl FnMut((usize, usize)) -> u64) -> Option<u64> {
    match block.score {
        BlockScore::Unrated if block.voided == block.matches => Some(UNRATED[0]),
        BlockScore::Unrated if block.scored() == block.matches => Some(UNRATED[1]),
        BlockScore::Pair(entrants, half_points) => {
            let has_fingerprint = u64::from(block.fingerprint.number().is_some());
            let code = 2 * u64::from(half_points) + has_fingerprint;
            Some(UNRATED.len() as u64 + index_of(entrants) * CODES_PER_PAIR + code)
        }
        BlockScore::Unrated | BlockScore::Places(_) => None,
    }
}

/// Returns the results of two entrants that have played just these pairs.
fn results_of(pairs: &Pentanomial) -> HeadToHead {
    let half_points = (0..).zip(pairs.pairs());
    HeadToHead {
        matches: 2 * pairs.total(),
        half_points: half_points.map(|(points, pairs)| points * pairs).sum(),
        unplayed: 0,
    }
}

impl Serialize for TournamentTally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredTally::new(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TournamentTally {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredTally::deserialize(deserializer)?;
        let corrupt = || serde::de::Error::custom("a block has unknown entrants");
        stored.restore().ok_or_else(corrupt)
    }
}

//! A tally as it is stored: short, since it is written every few seconds.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::open_block::{BlockScore, MAX_HALF_POINTS, OpenBlock};
use super::{EntrantStats, HeadToHead, TournamentTally};
use crate::statistics::{Pentanomial, Places, SprtVerdict};

/// Number of codes of each pair of entrants: one for each number of half points.
const CODES_PER_PAIR: u64 = MAX_HALF_POINTS as u64 + 1;

/// The codes of complete blocks that are not rated: without and with a match that was played.
const UNRATED: [u64; 2] = [0, 1];

/// A tally as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredTally {
    block_size: u64,
    entrants: Vec<EntrantStats>,
    counted_blocks: u64,
    annulled: BTreeSet<usize>,
    /// Two entrants, and the numbers of their counted pairs by points.
    pairs: Vec<(usize, usize, [u64; 5])>,
    /// Two entrants, their matches and the half points of the first, where that does not follow from the pairs.
    head_to_head: Vec<(usize, usize, u64, u64)>,
    multi_seat_blocks: Vec<(Vec<Places>, u64)>,
    /// The pairs of entrants to which the codes of complete blocks refer.
    open_pairs: Vec<(usize, usize)>,
    /// Complete blocks that are not counted yet: the number of blocks since the previous ones, and the codes of consecutive
    /// blocks.
    complete: Vec<(u64, Vec<u64>)>,
    /// The other blocks with a result.
    open_blocks: Vec<(u64, OpenBlock)>,
    sprt_decision: Option<(u64, SprtVerdict)>,
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
            annulled: tally.annulled.clone(),
            pairs: pairs
                .map(|((one, other), pairs)| (*one, *other, pairs.pairs()))
                .collect(),
            head_to_head: head_to_head
                .map(|((one, other), it)| (*one, *other, it.matches, it.half_points))
                .collect(),
            multi_seat_blocks: tally.multi_seat_blocks.clone().into_iter().collect(),
            open_pairs: Vec::new(),
            complete: Vec::new(),
            open_blocks: Vec::new(),
            sprt_decision: tally.sprt_decision,
        };
        let (mut numbers, mut next) = (BTreeMap::new(), 0);
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
            next = number + 1;
        }
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
        for (one, other, matches, half_points) in self.head_to_head {
            let results = HeadToHead {
                matches,
                half_points,
            };
            head_to_head.insert((one, other), results);
        }
        let mut open_blocks: BTreeMap<u64, OpenBlock> = self.open_blocks.into_iter().collect();
        let mut number: u64 = 0;
        for (distance, codes) in self.complete {
            number = number.saturating_add(distance);
            for code in codes {
                let (score, has_played) = if UNRATED.contains(&code) {
                    (BlockScore::Unrated, code == UNRATED[1])
                } else {
                    let code = code - UNRATED.len() as u64;
                    let pair = self.open_pairs.get((code / CODES_PER_PAIR) as usize)?;
                    let half_points = (code % CODES_PER_PAIR) as u8;
                    (BlockScore::Pair(*pair, half_points), true)
                };
                let block = OpenBlock {
                    matches: self.block_size,
                    has_played,
                    score,
                };
                open_blocks.insert(number, block);
                number = number.saturating_add(1);
            }
        }
        Some(TournamentTally {
            block_size: self.block_size.max(1),
            entrants: self.entrants,
            counted_blocks: self.counted_blocks,
            open_blocks,
            annulled: self.annulled,
            pairs,
            multi_seat_blocks: self.multi_seat_blocks.into_iter().collect(),
            head_to_head,
            sprt_decision: self.sprt_decision,
        })
    }
}

/// Returns the code of a complete block, or `None` if it has none. `index_of` returns the number of a pair of entrants.
fn code_of(block: &OpenBlock, index_of: &mut impl FnMut((usize, usize)) -> u64) -> Option<u64> {
    match block.score {
        BlockScore::Unrated => Some(UNRATED[usize::from(block.has_played)]),
        BlockScore::Pair(entrants, half_points) => {
            let code = index_of(entrants) * CODES_PER_PAIR + u64::from(half_points);
            Some(UNRATED.len() as u64 + code)
        }
        BlockScore::Places(_) => None,
    }
}

/// Returns the results of two entrants that have played just these pairs.
fn results_of(pairs: &Pentanomial) -> HeadToHead {
    let half_points = (0..).zip(pairs.pairs());
    HeadToHead {
        matches: 2 * pairs.total(),
        half_points: half_points.map(|(points, pairs)| points * pairs).sum(),
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

//! Blocks that are not counted yet.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::entrant_pair::entrant_pair;
use crate::match_result::MatchResult;
use crate::statistics::Places;
use crate::tally::distinct_blocks::BlockFingerprint;

/// Maximum number of half points of an entrant in the two matches of a pair.
pub(super) const MAX_HALF_POINTS: u8 = 4;

/// What the rating statistics need of the results of a block until it is counted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct OpenBlock {
    /// Number of matches with a result.
    pub(super) matches: u64,
    /// Number of these results that are voided, and that are annulled otherwise.
    pub(super) voided: u64,
    pub(super) annulled: u64,
    /// What was played.
    pub(super) fingerprint: BlockFingerprint,
    pub(super) score: BlockScore,
}

/// The results of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum BlockScore {
    /// A result is not rated, and so the block is not.
    Unrated,
    /// The entrants of matches with two seats, the smaller number first, and the half points of that one.
    Pair((usize, usize), u8),
    /// The places in each match of another block, by the index of the match in its block.
    Places(BTreeMap<u64, Places>),
}

impl Default for BlockScore {
    fn default() -> Self {
        Self::Places(BTreeMap::new())
    }
}

impl OpenBlock {
    /// Adds the result of a match of the block, given by its index there.
    pub(super) fn add(&mut self, index: u64, result: &MatchResult, is_annulled: bool) {
        self.matches += 1;
        self.voided += u64::from(result.is_voided);
        self.annulled += u64::from(is_annulled && !result.is_voided);
        self.fingerprint.add(result.fingerprint, &result.seats);
        if !result.is_rated || result.is_voided || is_annulled {
            self.score = BlockScore::Unrated;
        }
        if self.score == BlockScore::Unrated {
            // Nothing is compared with it.
            self.fingerprint = BlockFingerprint::UNKNOWN;
        }
        match (&mut self.score, &result.seats[..]) {
            (BlockScore::Unrated, _) => {}
            (BlockScore::Pair((first, _), sum), [a, _]) => {
                *sum = add_half_points(*sum, result, usize::from(a != first));
            }
            (score, [a, b]) => {
                let pair = entrant_pair(*a, *b);
                let half_points = add_half_points(0, result, usize::from(*a != pair.0));
                *score = BlockScore::Pair(pair, half_points);
            }
            (BlockScore::Places(places), seats) => {
                let seats = seats.iter().zip(&result.places);
                let mut own: Places = seats.map(|(entrant, place)| (*entrant, *place)).collect();
                own.sort_unstable();
                places.insert(index, own);
            }
            // No block has matches of different numbers of seats.
            (BlockScore::Pair(..), _) => self.score = BlockScore::Unrated,
        }
    }

    /// Returns `true` if one of the results is not voided.
    pub(super) const fn has_played(&self) -> bool {
        self.matches > self.voided
    }

    /// Returns the number of results that count for points.
    pub(super) const fn scored(&self) -> u64 {
        self.matches - self.voided - self.annulled
    }

    /// Returns `true` if all matches of the block, which are this many, have a result.
    pub(super) const fn is_complete(&self, block_size: u64) -> bool {
        self.matches >= block_size
    }
}

fn add_half_points(sum: u8, result: &MatchResult, seat: usize) -> u8 {
    let half_points = u64::from(sum).saturating_add(result.half_points(seat));
    half_points.min(u64::from(MAX_HALF_POINTS)) as u8
}

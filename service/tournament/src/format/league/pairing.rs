//! The pairing rule of leagues: who is least certain meets who tells most.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use botwerk_engine::{ChanceKey, RootSeed};

use super::uncertainty::Uncertainty;
use crate::entrant_pair::entrant_pair;
use crate::format::batch::{Batch, Matchup};
use crate::statistics::AnchoredRatings;

/// Maximum number of blocks of a round: the next one is paired from their results.
const MAX_BLOCKS: u64 = 256;

/// The maximum share of a round's blocks in which one entrant is the least certain one is one of this number.
const SHARES: u64 = 4;

/// Minimum share by which a block reduces the variance of the least certain entrant, relative to what it reduces that
/// of any other. An entrant that loses to all others remains uncertain whatever it plays, and would take all matches.
const CONSIDERABLE: f64 = 0.25;

/// What a round is paired from, in addition to the ratings.
#[derive(Debug, Clone)]
pub struct RoundPairing {
    /// The number of the round, from 1.
    pub round: u32,
    /// The entrants that can play, at least one for each seat, of which one is no anchor.
    pub available: BTreeSet<usize>,
    /// Whether each entrant is an anchor.
    pub is_anchor: Vec<bool>,
    /// The number of blocks of every two entrants so far; the smaller number first.
    pub meetings: Arc<BTreeMap<(usize, usize), u64>>,
    /// The number of seats of a match.
    pub seats: usize,
    /// The number of matches of a block.
    pub matches_per_block: u64,
    /// Maximum number of blocks.
    pub max_blocks: u64,
    /// Decides between entrants that are equally uncertain.
    pub seed: RootSeed,
}

impl RoundPairing {
    /// Pairs the round, given the ratings of all entrants so far. Takes half a second for many entrants.
    ///
    /// Blocks are chosen one by one, as if those before had been played: the entrant with the widest interval, of those
    /// for which a block reduces the variance by at least a quarter of the share as for any other, meets the opponents
    /// that reduce it most. With *i* and *j* the entrants, *V* the covariances of their ratings
    /// and *w* the information of a block, the matches of a block times *p* (1 - *p*) of the expected score *p*, its
    /// variance falls by
    ///
    /// *w* (*V*ᵢᵢ - *V*ᵢⱼ)² / (1 + *w* (*V*ᵢᵢ + *V*ⱼⱼ - 2 *V*ᵢⱼ)),
    ///
    /// which is divided by the square root of 1 + the number of blocks that both have played: opponents that are
    /// close, certain themselves and seldom met come first. Two anchors do not meet.
    pub fn pair(&self, ratings: &AnchoredRatings) -> Batch {
        let blocks = self.available.len() as u64 / self.seats as u64;
        let blocks = blocks.clamp(1, MAX_BLOCKS).min(self.max_blocks);
        let max_each = blocks.div_ceil(SHARES);
        let mut round = PartialRound::new(self, ratings);
        for _ in 0..blocks {
            let Some(first) = round.least_certain(max_each) else {
                break;
            };
            let block = round.with_opponents(first);
            round.add_block(&block);
        }
        Batch {
            matchups: round.matchups,
            cycles: 1,
            byes: Vec::new(),
        }
    }

    /// Returns the position of each entrant that can play in the order that decides between equal ones.
    fn tie_order(&self) -> Vec<usize> {
        let mut rng = self.seed.rng_for_chance(ChanceKey {
            kind: "league",
            seat: None,
            round: self.round,
            index: 0,
        });
        let mut shuffled: Vec<usize> = (0..self.available.len()).collect();
        rng.shuffle(&mut shuffled);
        let mut order = vec![0; shuffled.len()];
        for (position, index) in shuffled.into_iter().enumerate() {
            order[index] = position;
        }
        order
    }
}

/// A round with the blocks that are paired so far. Its entrants are given by their indexes among all that can play.
struct PartialRound<'a> {
    pairing: &'a RoundPairing,
    /// The number of each entrant in the league.
    numbers: Vec<usize>,
    order: Vec<usize>,
    /// The uncertainty of the ratings, as if the blocks had been played.
    uncertainty: Uncertainty,
    /// The number of blocks in which each entrant was the least certain one.
    led: Vec<u64>,
    /// The number of these blocks of every two entrants of the league; the smaller number first.
    meetings: BTreeMap<(usize, usize), u64>,
    matchups: Vec<Matchup>,
}

impl<'a> PartialRound<'a> {
    fn new(pairing: &'a RoundPairing, ratings: &AnchoredRatings) -> Self {
        let numbers: Vec<usize> = pairing.available.iter().copied().collect();
        let matches = pairing.matches_per_block;
        Self {
            pairing,
            order: pairing.tie_order(),
            uncertainty: Uncertainty::new(ratings, &numbers, matches),
            led: vec![0; numbers.len()],
            meetings: BTreeMap::new(),
            matchups: Vec::new(),
            numbers,
        }
    }

    /// Returns the entrant with the widest interval among those whose variance a block reduces by a considerable share, or
    /// `None` if no entrant may lead a further block. Each may lead the given number of blocks.
    fn least_certain(&self, max_each: u64) -> Option<usize> {
        let gains = self.uncertainty.best_gains().into_iter().enumerate();
        let may_lead = |index: usize| {
            self.led[index] < max_each && !self.pairing.is_anchor[self.numbers[index]]
        };
        let shares: Vec<(f64, usize)> = gains
            .filter(|(index, _)| may_lead(*index))
            .map(|(index, gain)| (gain / self.uncertainty.variance(index), index))
            .collect();
        let best = shares.iter().map(|(share, _)| *share).fold(0.0, f64::max);
        let certainty = |index: usize| (-self.uncertainty.variance(index), self.order[index]);
        let considerable = shares
            .into_iter()
            .filter(|(share, _)| *share >= CONSIDERABLE * best);
        let least =
            considerable.min_by(|(_, one), (_, other)| compare(certainty(*one), certainty(*other)));
        least.map(|(_, index)| index)
    }

    /// Returns an entrant with its opponents in one block.
    fn with_opponents(&self, first: usize) -> Vec<usize> {
        let benefit = |opponent: usize| {
            let pair = self.pair(first, opponent);
            let met = [&*self.pairing.meetings, &self.meetings].map(|it| it.get(&pair).copied());
            let met: u64 = met.into_iter().flatten().sum();
            self.uncertainty.gain(first, opponent) / (1.0 + met as f64).sqrt()
        };
        let opponents = (0..self.numbers.len()).filter(|opponent| *opponent != first);
        let mut opponents: Vec<(f64, usize)> = opponents
            .map(|opponent| (-benefit(opponent), opponent))
            .collect();
        let order = &self.order;
        opponents.sort_by(|(one, a), (other, b)| compare((*one, order[*a]), (*other, order[*b])));
        let best = opponents.into_iter().map(|(_, opponent)| opponent);
        let opponents = best.take(self.pairing.seats - 1);
        [first].into_iter().chain(opponents).collect()
    }

    /// Adds a block, which its first entrant leads, and reckons with its results.
    fn add_block(&mut self, block: &[usize]) {
        self.led[block[0]] += 1;
        for (index, one) in block.iter().enumerate() {
            for other in &block[..index] {
                *self.meetings.entry(self.pair(*one, *other)).or_default() += 1;
                self.uncertainty.add_block(*one, *other);
            }
        }
        self.matchups.push(Matchup {
            round: self.pairing.round,
            entrants: block.iter().map(|index| self.numbers[*index]).collect(),
        });
    }

    fn pair(&self, one: usize, other: usize) -> (usize, usize) {
        entrant_pair(self.numbers[one], self.numbers[other])
    }
}

fn compare(one: (f64, usize), other: (f64, usize)) -> std::cmp::Ordering {
    one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
}

#[cfg(test)]
mod tests;

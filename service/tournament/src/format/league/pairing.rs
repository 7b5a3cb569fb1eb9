//! The pairing rule of leagues: who is least certain meets who tells most.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_engine::{ChanceKey, RootSeed};

use crate::entrant_pair::entrant_pair;
use crate::format::batch::{Batch, Matchup};
use crate::statistics::{AnchoredRatings, SymmetricMatrix};

/// Maximum number of blocks of a round: the next one is paired from their results.
const MAX_BLOCKS: u64 = 256;

/// The maximum share of a round's blocks in which one entrant is the least certain one is one of this number.
const SHARES: u64 = 4;

/// Minimum share by which a block reduces the variance of the least certain entrant, relative to what it reduces that
/// of any other. An entrant that loses to all others remains uncertain whatever it plays, and would take all matches.
const CONSIDERABLE: f64 = 0.25;

/// What a round is paired from.
#[derive(Debug, Clone)]
pub struct RoundPairing {
    /// The number of the round, from 1.
    pub round: u32,
    /// The entrants that can play.
    pub available: BTreeSet<usize>,
    /// Whether each entrant is an anchor.
    pub is_anchor: Vec<bool>,
    /// The ratings of all entrants so far.
    pub ratings: AnchoredRatings,
    /// The number of blocks of every two entrants so far; the smaller number first.
    pub meetings: BTreeMap<(usize, usize), u64>,
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
    /// Returns `true` if a round can be paired: enough entrants can play, and one of them is no anchor.
    pub fn is_possible(&self) -> bool {
        self.available.len() >= self.seats && self.candidates().next().is_some()
    }

    /// Pairs the round, or returns `None` if that is not possible. Takes seconds for many entrants.
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
    pub fn pair(mut self) -> Option<Batch> {
        if !self.is_possible() {
            return None;
        }
        let blocks = self.available.len() as u64 / self.seats as u64;
        let blocks = blocks.clamp(1, MAX_BLOCKS).min(self.max_blocks);
        let max_each = blocks.div_ceil(SHARES);
        let order = self.tie_order();
        let information = self.ratings.information_of_all(self.matches_per_block);
        let mut led: BTreeMap<usize, u64> = BTreeMap::new();
        let mut matchups = Vec::new();
        for _ in 0..blocks {
            let may_lead = |entrant: &usize| led.get(entrant).is_none_or(|led| *led < max_each);
            let Some(first) = self.least_certain(may_lead, &order, &information) else {
                break;
            };
            *led.entry(first).or_default() += 1;
            let entrants = self.with_opponents(first, &order, &information);
            self.expect_block(&entrants, &information);
            matchups.push(Matchup {
                round: self.round,
                entrants,
            });
        }
        Some(Batch {
            matchups,
            cycles: 1,
            byes: Vec::new(),
        })
    }

    /// Returns the entrant with the widest interval among those whose variance a block reduces by a considerable
    /// share, or `None` if no entrant may lead a block.
    fn least_certain(
        &self,
        may_lead: impl Fn(&usize) -> bool,
        order: &BTreeMap<usize, usize>,
        information: &SymmetricMatrix,
    ) -> Option<usize> {
        let candidates = self.candidates().filter(may_lead);
        let shares: Vec<(f64, usize)> = candidates
            .map(|entrant| (self.best_share(entrant, information), entrant))
            .collect();
        let best = shares.iter().map(|(share, _)| *share).fold(0.0, f64::max);
        let certainty = |entrant: usize| (-self.ratings.variance(entrant), order[&entrant]);
        let considerable = shares
            .into_iter()
            .filter(|(share, _)| *share >= CONSIDERABLE * best);
        let least =
            considerable.min_by(|(_, one), (_, other)| compare(certainty(*one), certainty(*other)));
        least.map(|(_, entrant)| entrant)
    }

    /// Returns the maximum share of an entrant's variance by which a block reduces it.
    fn best_share(&self, entrant: usize, information: &SymmetricMatrix) -> f64 {
        let opponents = self.available.iter().filter(|other| **other != entrant);
        let gains = opponents.map(|opponent| self.gain(entrant, *opponent, information));
        gains.fold(0.0, f64::max) / self.ratings.variance(entrant)
    }

    /// Returns the entrants that can play and are no anchors.
    fn candidates(&self) -> impl Iterator<Item = usize> {
        let available = self.available.iter().copied();
        available.filter(|entrant| !self.is_anchor[*entrant])
    }

    /// Returns the position of each entrant in the order that decides between equal ones.
    fn tie_order(&self) -> BTreeMap<usize, usize> {
        let mut rng = self.seed.rng_for_chance(ChanceKey {
            kind: "league",
            seat: None,
            round: self.round,
            index: 0,
        });
        let mut shuffled: Vec<usize> = self.available.iter().copied().collect();
        rng.shuffle(&mut shuffled);
        let positions = shuffled.into_iter().enumerate();
        positions
            .map(|(position, entrant)| (entrant, position))
            .collect()
    }

    /// Returns an entrant with its opponents in one block.
    fn with_opponents(
        &self,
        first: usize,
        order: &BTreeMap<usize, usize>,
        information: &SymmetricMatrix,
    ) -> Vec<usize> {
        let benefit = |opponent: usize| {
            let met = self
                .meetings
                .get(&entrant_pair(first, opponent))
                .copied()
                .unwrap_or(0);
            self.gain(first, opponent, information) / (1.0 + met as f64).sqrt()
        };
        let opponents = self.available.iter().filter(|entrant| **entrant != first);
        let mut opponents: Vec<(f64, usize)> = opponents
            .map(|opponent| (-benefit(*opponent), *opponent))
            .collect();
        opponents.sort_by(|(one, a), (other, b)| compare((*one, order[a]), (*other, order[b])));
        let mut entrants = vec![first];
        let best = opponents.into_iter().map(|(_, opponent)| opponent);
        entrants.extend(best.take(self.seats - 1));
        entrants
    }

    /// Returns by how much a block against an opponent reduces the variance of an entrant's rating.
    fn gain(&self, entrant: usize, opponent: usize, information: &SymmetricMatrix) -> f64 {
        let ratings = &self.ratings;
        let information = information.get(entrant, opponent);
        let own = ratings.variance(entrant);
        let shared = ratings.covariance(entrant, opponent);
        let difference = own + ratings.variance(opponent) - 2.0 * shared;
        information * (own - shared) * (own - shared) / (1.0 + information * difference)
    }

    /// Reckons with the results of a block.
    fn expect_block(&mut self, entrants: &[usize], information: &SymmetricMatrix) {
        for (index, one) in entrants.iter().enumerate() {
            for other in &entrants[..index] {
                let pair = entrant_pair(*one, *other);
                *self.meetings.entry(pair).or_default() += 1;
                let information = information.get(*one, *other);
                self.ratings.add_information(*one, *other, information);
            }
        }
    }
}

fn compare(one: (f64, usize), other: (f64, usize)) -> std::cmp::Ordering {
    one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
}

#[cfg(test)]
mod tests;

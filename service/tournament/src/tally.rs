//! The results of a tournament, added up.

mod open_block;
mod stored;

use std::collections::{BTreeMap, BTreeSet};

use botwerk_engine::Termination;
use serde::{Deserialize, Serialize};

use self::open_block::{BlockScore, OpenBlock};
use crate::entrant_pair::entrant_pair;
use crate::match_result::MatchResult;
use crate::statistics::{AnchoredRatings, Pentanomial, Places, Sprt, SprtVerdict};
use crate::turn_times::TurnTimes;

/// Statistics of one entrant in all its matches.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EntrantStats {
    /// Number of matches with a result.
    pub matches: u64,
    /// Half points: two per opponent beaten and one per draw, without byes.
    pub half_points: u64,
    /// Number of opponents in all matches.
    pub opponents: u64,
    /// Numbers of opponents beaten, drawn with and lost to.
    pub wins_draws_losses: [u64; 3],
    /// Half points and opponents on each seat.
    pub by_seat: Vec<[u64; 2]>,
    /// How often the entrant left a match early, by reason.
    pub termination: BTreeMap<Termination, u64>,
    /// Number of matches that ended by adjudication.
    #[serde(default)]
    pub adjudicated: u64,
    /// Number of submissions rejected as illegal.
    pub illegal_submissions: u64,
    /// Times of its turns.
    #[serde(flatten)]
    pub turn_times: TurnTimes,
}

/// The results of two entrants against each other in all matches that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HeadToHead {
    /// Number of matches.
    pub matches: u64,
    /// Half points of the first entrant: two per win and one per draw.
    pub half_points: u64,
}

/// The results of a tournament so far.
///
/// Rating statistics use complete blocks in their order, up to the first incomplete one. Results of
/// long matches, which lost ones often are, are then as likely to be included as those of short
/// ones, and the statistics do not depend on the number of concurrent matches.
///
/// No sum wraps: workers report what is added.
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentTally {
    /// Number of matches of a block.
    block_size: u64,
    /// Statistics of the entrants, in the order of the configuration.
    pub entrants: Vec<EntrantStats>,
    /// Number of complete blocks before the first incomplete one.
    pub counted_blocks: u64,
    /// The other blocks with a result.
    open_blocks: BTreeMap<u64, OpenBlock>,
    /// Entrants whose matches count for no entrant.
    annulled: BTreeSet<usize>,
    /// Counted pairs by entrants, seen from the first, which has the smaller number. Two-seat matches
    /// only.
    pub pairs: BTreeMap<(usize, usize), Pentanomial>,
    /// Counted blocks of matches with more than two seats, with the number of their repetitions.
    pub multi_seat_blocks: BTreeMap<Vec<Places>, u64>,
    /// Results by entrants, seen from the first, which has the smaller number. Two-seat matches only.
    pub head_to_head: BTreeMap<(usize, usize), HeadToHead>,
    /// The number of counted blocks after which the sequential test was decided, with the verdict.
    pub sprt_decision: Option<(u64, SprtVerdict)>,
}

impl TournamentTally {
    /// Creates the tally before the first match, for the given numbers of entrants and matches of a
    /// block.
    pub fn new(entrants: usize, block_size: u64, annulled: BTreeSet<usize>) -> Self {
        Self {
            block_size,
            entrants: vec![EntrantStats::default(); entrants],
            counted_blocks: 0,
            open_blocks: BTreeMap::new(),
            annulled,
            pairs: BTreeMap::new(),
            multi_seat_blocks: BTreeMap::new(),
            head_to_head: BTreeMap::new(),
            sprt_decision: None,
        }
    }

    /// Adds entrants, up to this number of all.
    pub fn extend(&mut self, entrants: usize) {
        self.entrants.resize(entrants, EntrantStats::default());
    }

    /// Adds the result of the match with this index, which must not be added twice. In an SPRT, the same test must be
    /// passed for every match.
    pub fn add(&mut self, index: u64, result: &MatchResult, sprt: Option<&Sprt>) {
        let counts = self.counts(result);
        if counts {
            self.add_to_entrants(result);
            self.add_to_head_to_head(result);
        }
        let block = self.open_blocks.entry(index / self.block_size).or_default();
        block.add(index % self.block_size, result, counts);
        while let Some(first) = self.open_blocks.first_entry() {
            if *first.key() != self.counted_blocks || !first.get().is_complete(self.block_size) {
                return;
            }
            let block = first.remove();
            self.count_block(block);
            self.counted_blocks += 1;
            if let (Some(sprt), None) = (sprt, self.sprt_decision) {
                let pairs = self.pairs.get(&(0, 1)).copied().unwrap_or_default();
                let verdict = sprt.verdict(&pairs);
                if verdict != SprtVerdict::Undecided {
                    self.sprt_decision = Some((self.counted_blocks, verdict));
                }
            }
        }
    }

    /// Returns the number of matches with a result.
    pub fn result_count(&self) -> u64 {
        self.counted_blocks * self.block_size + self.uncounted_matches()
    }

    /// Returns `true` if a match of a block has a result that is not voided.
    pub fn has_played(&self, block: u64) -> bool {
        let open = self.open_blocks.get(&block);
        block < self.counted_blocks || open.is_some_and(|open| open.has_played)
    }

    /// Returns the number of finished matches whose block is not counted yet.
    pub fn uncounted_matches(&self) -> u64 {
        self.open_blocks.values().map(|block| block.matches).sum()
    }

    /// Returns the ratings by the counted blocks while those of the anchors are fixed. `anchors` contains the rating of
    /// each entrant that is one.
    pub fn anchored_ratings(&self, anchors: &[Option<i32>]) -> AnchoredRatings {
        AnchoredRatings::new(anchors, &self.pairs, &self.multi_seat_blocks)
    }

    /// Returns the entrants of counted blocks.
    pub fn rated_entrants(&self) -> BTreeSet<usize> {
        let pairs = self.pairs.keys().flat_map(|(one, other)| [*one, *other]);
        let matches = self.multi_seat_blocks.keys().flatten();
        let multi_seat = matches.flat_map(|places| places.iter().map(|(entrant, _)| *entrant));
        pairs.chain(multi_seat).collect()
    }

    fn counts(&self, result: &MatchResult) -> bool {
        let is_annulled = |entrant| self.annulled.contains(entrant);
        !result.is_voided && !result.seats.iter().any(is_annulled)
    }

    fn add_to_entrants(&mut self, result: &MatchResult) {
        for (seat, entrant) in result.seats.iter().enumerate() {
            let half_points = result.half_points(seat);
            let opponents = result.seats.len() as u64 - 1;
            let stats = &mut self.entrants[*entrant];
            add(&mut stats.matches, 1);
            add(&mut stats.half_points, half_points);
            add(&mut stats.opponents, opponents);
            let sums = stats.wins_draws_losses.iter_mut();
            for (sum, number) in sums.zip(result.wins_draws_losses(seat)) {
                add(sum, number);
            }
            if stats.by_seat.len() <= seat {
                stats.by_seat.resize(seat + 1, [0, 0]);
            }
            add(&mut stats.by_seat[seat][0], half_points);
            add(&mut stats.by_seat[seat][1], opponents);
            let Some(seat_stats) = result.seat_stats.get(seat) else {
                continue;
            };
            if let Some(termination) = seat_stats.termination {
                add(stats.termination.entry(termination).or_default(), 1);
            }
            add(&mut stats.adjudicated, u64::from(result.is_adjudicated));
            add(
                &mut stats.illegal_submissions,
                u64::from(seat_stats.illegal_submissions),
            );
            stats.turn_times.merge(&seat_stats.turn_times);
        }
    }

    fn add_to_head_to_head(&mut self, result: &MatchResult) {
        let [a, b] = result.seats[..] else { return };
        let pair = entrant_pair(a, b);
        let seat = usize::from(a != pair.0);
        let results = self.head_to_head.entry(pair).or_default();
        add(&mut results.matches, 1);
        add(&mut results.half_points, result.half_points(seat));
    }

    /// Counts a complete block, unless one of its matches is not rated.
    fn count_block(&mut self, block: OpenBlock) {
        // Blocks after the decision of a test are not counted.
        if self.sprt_decision.is_some() {
            return;
        }
        match block.score {
            BlockScore::Unrated => {}
            BlockScore::Pair(entrants, half_points) => {
                let pairs = self.pairs.entry(entrants).or_default();
                pairs.add(usize::from(half_points));
            }
            BlockScore::Places(places) => {
                let places: Vec<Places> = places.into_values().collect();
                add(self.multi_seat_blocks.entry(places).or_default(), 1);
            }
        }
    }
}

fn add(sum: &mut u64, number: u64) {
    *sum = sum.saturating_add(number);
}

#[cfg(test)]
mod tests;

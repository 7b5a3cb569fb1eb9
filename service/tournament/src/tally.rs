//! The results of a tournament, added up.

mod counting;
mod distinct_blocks;
mod open_block;
mod stored;

use std::collections::{BTreeMap, BTreeSet};

use botwerk_engine::Termination;
use serde::{Deserialize, Serialize};

pub use self::counting::{BlockCounting, ResultCounts};
use self::distinct_blocks::DistinctBlocks;
use self::open_block::{BlockScore, OpenBlock};
use crate::entrant_pair::entrant_pair;
use crate::match_result::MatchResult;
use crate::statistics::{AnchoredRatings, Estimate, Pentanomial, Places, Sprt, SprtVerdict};
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
    /// Number of regular matches, which no seat left early for another reason than a resignation, with the half points
    /// and opponents in them.
    pub regular: [u64; 3],
    /// Number of submissions rejected as illegal.
    pub illegal_submissions: u64,
    /// Times of its turns.
    #[serde(flatten)]
    pub turn_times: TurnTimes,
}

impl EntrantStats {
    /// Returns the number of matches that the entrant left early for another reason than a resignation.
    pub fn left_early(&self) -> u64 {
        let terminations = self.termination.iter();
        let faults = terminations.filter(|(reason, _)| **reason != Termination::Resigned);
        faults.fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }
}

/// The results of two entrants against each other in all matches that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HeadToHead {
    /// Number of matches.
    pub matches: u64,
    /// Half points of the first entrant: two per win and one per draw.
    pub half_points: u64,
    /// Number of matches that were not played, since an entrant did not join or has withdrawn.
    pub unplayed: u64,
}

/// The results of a tournament so far.
///
/// Rating statistics use complete blocks in their order, up to the first incomplete one. Results of
/// long matches, which lost ones often are, are then as likely to be included as those of short
/// ones, and the statistics do not depend on the number of concurrent matches. A block that repeats an earlier one of
/// the same entrants action by action says nothing new, and is counted once.
///
/// Once a sequential test is decided, the results of later blocks count for nothing.
///
/// No sum wraps: workers report what is added.
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentTally {
    /// Number of matches of a block.
    block_size: u64,
    /// Statistics of the entrants, in the order of the configuration.
    pub entrants: Vec<EntrantStats>,
    /// Number of complete blocks before the first incomplete one, or before the end of a sequential test.
    pub counted_blocks: u64,
    /// The results of these blocks, and those after a verdict.
    counts: ResultCounts,
    /// The blocks that count for ratings.
    distinct: DistinctBlocks,
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
    /// The verdict of the sequential test, once it is decided.
    pub sprt_verdict: Option<SprtVerdict>,
    /// Whether the sums of entrants contain results of blocks after the verdict, so that all results must be added again
    /// in the order of their blocks.
    pub is_beyond_verdict: bool,
}

impl TournamentTally {
    /// Creates the tally before the first match, for the given numbers of entrants and matches of a
    /// block.
    pub fn new(entrants: usize, block_size: u64, annulled: BTreeSet<usize>) -> Self {
        Self {
            block_size,
            entrants: vec![EntrantStats::default(); entrants],
            counted_blocks: 0,
            counts: ResultCounts::default(),
            distinct: DistinctBlocks::default(),
            open_blocks: BTreeMap::new(),
            annulled,
            pairs: BTreeMap::new(),
            multi_seat_blocks: BTreeMap::new(),
            head_to_head: BTreeMap::new(),
            sprt_verdict: None,
            is_beyond_verdict: false,
        }
    }

    /// Adds entrants, up to this number of all.
    pub fn extend(&mut self, entrants: usize) {
        self.entrants.resize(entrants, EntrantStats::default());
    }

    /// Adds the result of the match with this index, which must not be added twice. In an SPRT, the same test must be
    /// passed for every match. Returns what the matches of the blocks count for that are complete with it, in order from
    /// the former number of counted blocks on.
    pub fn add(
        &mut self,
        index: u64,
        result: &MatchResult,
        sprt: Option<&Sprt>,
    ) -> Vec<BlockCounting> {
        let is_annulled = self.is_annulled(result);
        let mut counted = Vec::new();
        if self.sprt_verdict.is_some() {
            let mut block = OpenBlock::default();
            block.add(index % self.block_size, result, is_annulled);
            self.counts.add(BlockCounting::AfterVerdict, &block);
            return counted;
        }
        if !result.is_voided && !is_annulled {
            self.add_to_entrants(result);
            self.add_to_head_to_head(result);
        }
        let block = self.open_blocks.entry(index / self.block_size).or_default();
        block.add(index % self.block_size, result, is_annulled);
        while let Some(first) = self.open_blocks.first_entry() {
            if *first.key() != self.counted_blocks || !first.get().is_complete(self.block_size) {
                break;
            }
            let block = first.remove();
            counted.push(self.count_block(block));
            if let Some(sprt) = sprt {
                self.decide(sprt);
            }
        }
        counted
    }

    /// Decides the sequential test, if the counted pairs do.
    fn decide(&mut self, sprt: &Sprt) {
        let pairs = self.pairs.get(&(0, 1)).copied().unwrap_or_default();
        let verdict = sprt.verdict(&pairs);
        if verdict == SprtVerdict::Undecided {
            return;
        }
        self.sprt_verdict = Some(verdict);
        for block in std::mem::take(&mut self.open_blocks).into_values() {
            self.is_beyond_verdict |= block.scored() > 0;
            self.counts.add(BlockCounting::AfterVerdict, &block);
        }
    }

    /// Returns how many results count for what.
    pub fn result_counts(&self) -> ResultCounts {
        let mut counts = self.counts;
        for block in self.open_blocks.values() {
            counts.open += block.scored();
            counts.add_uncounted(block);
        }
        counts
    }

    /// Returns the number of matches with a result.
    pub fn result_count(&self) -> u64 {
        self.result_counts().total()
    }

    /// Returns `true` if a match of a block has a result that is not voided.
    pub fn has_played(&self, block: u64) -> bool {
        let open = self.open_blocks.get(&block);
        block < self.counted_blocks || open.is_some_and(OpenBlock::has_played)
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

    /// Returns what the results of an anchor say about its rating, as if it were none. `ratings` are those with all anchors,
    /// of which there is another one.
    pub(crate) fn measured_rating(
        &self,
        anchors: &[Option<i32>],
        ratings: &AnchoredRatings,
        anchor: usize,
    ) -> Estimate {
        ratings.measured(anchors, &self.pairs, &self.multi_seat_blocks, anchor)
    }

    /// Returns the entrants of counted blocks.
    pub fn rated_entrants(&self) -> BTreeSet<usize> {
        let pairs = self.pairs.keys().flat_map(|(one, other)| [*one, *other]);
        let matches = self.multi_seat_blocks.keys().flatten();
        let multi_seat = matches.flat_map(|places| places.iter().map(|(entrant, _)| *entrant));
        pairs.chain(multi_seat).collect()
    }

    /// Returns `true` if the results of an entrant of a match are annulled.
    pub fn is_annulled(&self, result: &MatchResult) -> bool {
        let mut seats = result.seats.iter();
        seats.any(|entrant| self.annulled.contains(entrant))
    }

    fn add_to_entrants(&mut self, result: &MatchResult) {
        for (seat, entrant) in result.seats.iter().enumerate() {
            let half_points = result.half_points(seat);
            let opponents = result.seats.len() as u64 - 1;
            let stats = &mut self.entrants[*entrant];
            add(&mut stats.matches, 1);
            add(&mut stats.half_points, half_points);
            add(&mut stats.opponents, opponents);
            if result.is_regular() {
                let numbers = stats.regular.iter_mut().zip([1, half_points, opponents]);
                numbers.for_each(|(sum, number)| add(sum, number));
            }
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
        add(&mut results.unplayed, u64::from(result.is_unplayed()));
    }

    /// Counts a complete block.
    fn count_block(&mut self, block: OpenBlock) -> BlockCounting {
        let is_rated = block.score != BlockScore::Unrated;
        let counting = match is_rated {
            false => BlockCounting::Unrated,
            true if self.distinct.insert(block.fingerprint) => BlockCounting::Rated,
            true => BlockCounting::Repeated,
        };
        self.counted_blocks += 1;
        self.counts.add(counting, &block);
        if counting != BlockCounting::Rated {
            return counting;
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
        counting
    }
}

fn add(sum: &mut u64, number: u64) {
    *sum = sum.saturating_add(number);
}

#[cfg(test)]
mod tests;

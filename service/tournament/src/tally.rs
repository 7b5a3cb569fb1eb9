//! The results of a tournament, added up.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_agents::strength::Score;
use botwerk_engine::Termination;
use serde::{Deserialize, Serialize};

use crate::entrant_pair::entrant_pair;
use crate::statistics::{AnchoredRatings, Pentanomial, Places, Sprt, SprtVerdict};
use crate::turn_times::TurnTimes;

/// The result of a match, as a tournament scores it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The entrant on each seat.
    pub seats: Vec<usize>,
    /// The place of each seat. 1 is best; equal places are draws.
    pub places: Vec<u8>,
    /// Whether rating statistics may use it. A forfeit is not rated.
    pub is_rated: bool,
    /// Whether it counts for no entrant, because the match could not be played in any attempt.
    #[serde(default)]
    pub is_voided: bool,
    /// Whether the scores of the players ended it before the rules did.
    #[serde(default)]
    pub is_adjudicated: bool,
    /// The statistics of each seat; empty if the match was not played.
    pub seat_stats: Vec<SeatStats>,
}

/// Statistics of one seat in one match.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SeatStats {
    /// Why the seat left before the end; `None` if it did not.
    pub termination: Option<Termination>,
    /// Number of submissions rejected as illegal.
    pub illegal_submissions: u32,
    /// Times of its turns.
    #[serde(flatten)]
    pub turn_times: TurnTimes,
}

impl MatchResult {
    /// Returns the half points of a seat: two per opponent beaten and one per draw.
    pub fn half_points(&self, seat: usize) -> u64 {
        let [wins, draws, _] = self.wins_draws_losses(seat);
        2 * wins + draws
    }

    /// Returns the numbers of opponents that a seat has beaten, drawn with and lost to.
    fn wins_draws_losses(&self, seat: usize) -> [u64; 3] {
        let mut numbers = [0; 3];
        let others = self.places.iter().enumerate();
        for (_, place) in others.filter(|(other, _)| *other != seat) {
            match Score::from_two_places(self.places[seat], *place) {
                Score::Win => numbers[0] += 1,
                Score::Draw(_) => numbers[1] += 1,
                Score::Loss => numbers[2] += 1,
            }
        }
        numbers
    }
}

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentTally {
    /// Number of matches of a block.
    block_size: u64,
    /// Statistics of the entrants, in the order of the configuration.
    pub entrants: Vec<EntrantStats>,
    /// Number of complete blocks before the first incomplete one.
    pub counted_blocks: u64,
    /// Results of the other blocks, by block and match.
    uncounted: BTreeMap<u64, BTreeMap<u64, MatchResult>>,
    /// Entrants whose matches count for no entrant.
    annulled: BTreeSet<usize>,
    /// Counted pairs by entrants, seen from the first, which has the smaller number. Two-seat matches
    /// only.
    #[serde(with = "as_list")]
    pub pairs: BTreeMap<(usize, usize), Pentanomial>,
    /// Counted blocks of matches with more than two seats, with the number of their repetitions.
    #[serde(with = "as_list")]
    pub multi_seat_blocks: BTreeMap<Vec<Places>, u64>,
    /// Results by entrants, seen from the first, which has the smaller number. Two-seat matches only.
    #[serde(with = "as_list", default)]
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
            uncounted: BTreeMap::new(),
            annulled,
            pairs: BTreeMap::new(),
            multi_seat_blocks: BTreeMap::new(),
            head_to_head: BTreeMap::new(),
            sprt_decision: None,
        }
    }

    /// Adds the result of the match with this index. In an SPRT, the same test must be passed for
    /// every match.
    pub fn add(&mut self, index: u64, result: MatchResult, sprt: Option<&Sprt>) {
        if self.counts(&result) {
            self.add_to_entrants(&result);
            self.add_to_head_to_head(&result);
        }
        let block = index / self.block_size;
        let matches = self.uncounted.entry(block).or_default();
        matches.insert(index, result);
        while let Some(first) = self.uncounted.first_entry() {
            if *first.key() != self.counted_blocks || first.get().len() as u64 != self.block_size {
                return;
            }
            let matches = first.remove();
            self.count_block(&matches);
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

    /// Returns `true` if a match of a block has a result that counts.
    pub fn has_played(&self, block: u64) -> bool {
        let open = self.uncounted.get(&block);
        let has_result = || open.is_some_and(|open| open.values().any(|result| !result.is_voided));
        block < self.counted_blocks || has_result()
    }

    /// Returns the number of finished matches whose block is not counted yet.
    pub fn uncounted_matches(&self) -> u64 {
        let blocks = self.uncounted.values();
        blocks.map(|block| block.len() as u64).sum()
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
            stats.matches += 1;
            stats.half_points += half_points;
            stats.opponents += opponents;
            let sums = stats.wins_draws_losses.iter_mut();
            for (sum, number) in sums.zip(result.wins_draws_losses(seat)) {
                *sum += number;
            }
            if stats.by_seat.len() <= seat {
                stats.by_seat.resize(seat + 1, [0, 0]);
            }
            stats.by_seat[seat][0] += half_points;
            stats.by_seat[seat][1] += opponents;
            let Some(seat_stats) = result.seat_stats.get(seat) else {
                continue;
            };
            if let Some(termination) = seat_stats.termination {
                *stats.termination.entry(termination).or_default() += 1;
            }
            stats.adjudicated += u64::from(result.is_adjudicated);
            stats.illegal_submissions += u64::from(seat_stats.illegal_submissions);
            stats.turn_times.merge(&seat_stats.turn_times);
        }
    }

    fn add_to_head_to_head(&mut self, result: &MatchResult) {
        let [a, b] = result.seats[..] else { return };
        let pair = entrant_pair(a, b);
        let seat = usize::from(a != pair.0);
        let results = self.head_to_head.entry(pair).or_default();
        results.matches += 1;
        results.half_points += result.half_points(seat);
    }

    /// Counts a complete block, unless one of its matches is not rated.
    fn count_block(&mut self, matches: &BTreeMap<u64, MatchResult>) {
        let is_rated = |result: &MatchResult| result.is_rated && self.counts(result);
        // Blocks after the decision of a test are not counted.
        if self.sprt_decision.is_some() || !matches.values().all(is_rated) {
            return;
        }
        let Some(first) = matches.values().next() else {
            return;
        };
        if let [a, b] = first.seats[..] {
            let pair = entrant_pair(a, b);
            let half_points = matches.values().map(|result| {
                let seat = usize::from(result.seats[0] != pair.0);
                result.half_points(seat)
            });
            let half_points: u64 = half_points.sum();
            self.pairs
                .entry(pair)
                .or_default()
                .add(half_points as usize);
        } else {
            let places = |result: &MatchResult| {
                let seats = result.seats.iter().zip(&result.places);
                let mut places: Places = seats.map(|(entrant, place)| (*entrant, *place)).collect();
                places.sort_unstable();
                places
            };
            let block = matches.values().map(places).collect();
            *self.multi_seat_blocks.entry(block).or_default() += 1;
        }
    }
}

/// Serializes maps as lists of pairs, as their keys are not strings.
mod as_list {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub(super) fn deserialize<'de, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Vec::<(K, V)>::deserialize(deserializer).map(|pairs| pairs.into_iter().collect())
    }
}

#[cfg(test)]
mod tests;

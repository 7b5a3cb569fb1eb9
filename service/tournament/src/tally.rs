//! What the matches of a tournament have come to so far.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_agents::strength::Score;
use botwerk_engine::Termination;
use serde::{Deserialize, Serialize};

use crate::statistics::{Pentanomial, Places, Sprt, SprtVerdict};

/// What a match has come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The entrant on each seat.
    pub seats: Vec<usize>,
    /// The place of each seat, 1 for the best; equal places are ties.
    pub places: Vec<u8>,
    /// Whether it says something about strength: a forfeit does not.
    pub rated: bool,
    /// Whether it brings nobody anything: it could not be played, whatever was tried.
    #[serde(default)]
    pub void: bool,
    /// How each seat has played.
    pub conduct: Vec<SeatStats>,
}

/// How a seat has played a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SeatStats {
    /// Why it left the match before its end, if it did.
    pub termination: Option<Termination>,
    /// Acts that were refused as illegal.
    pub illegal_acts: u32,
    /// Turns that it has answered.
    pub turns: u64,
    /// Nanoseconds that it took for them.
    pub nanos: u64,
}

impl MatchResult {
    /// Twice the opponents that a seat has beaten, and once those who came out even.
    pub fn half_points(&self, seat: usize) -> u64 {
        let [beaten, even, _] = self.met(seat);
        2 * beaten + even
    }

    /// Opponents that a seat has beaten, who came out even, and who have beaten it.
    fn met(&self, seat: usize) -> [u64; 3] {
        let mut met = [0; 3];
        let others = self.places.iter().enumerate();
        for (_, place) in others.filter(|(other, _)| *other != seat) {
            match Score::from_two_places(self.places[seat], *place) {
                Score::Win => met[0] += 1,
                Score::Draw(_) => met[1] += 1,
                Score::Loss => met[2] += 1,
            }
        }
        met
    }
}

/// One entrant's line in all matches.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EntrantStats {
    /// Matches that have ended.
    pub matches: u64,
    /// Twice the opponents beaten, and once those who came out even; byes are not counted here.
    pub half_points: u64,
    /// Opponents met in all matches together.
    pub opponents: u64,
    /// Opponents beaten, even, and lost to.
    pub met: [u64; 3],
    /// Half points and opponents by seat.
    pub by_seat: Vec<[u64; 2]>,
    /// How often it left a match early, by reason.
    pub termination: BTreeMap<Termination, u64>,
    /// Acts that were refused as illegal.
    pub illegal_acts: u64,
    /// Turns that it has answered.
    pub turns: u64,
    /// Nanoseconds that it took for them.
    pub nanos: u64,
}

/// All results so far.
///
/// What says something about strength is taken from complete blocks in their order, over the longest
/// beginning without a gap: a match that takes long, as lost ones often do, is then as likely to
/// count as a short one, and the figures do not depend on how many are played at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentTally {
    /// Matches of a block.
    block_size: u64,
    /// Entrants in their order.
    pub entrants: Vec<EntrantStats>,
    /// Blocks that count for strength: all before this one.
    pub counted_blocks: u64,
    /// Later blocks, as far as they were played: by their matches.
    waiting: BTreeMap<u64, BTreeMap<u64, MatchResult>>,
    /// Entrants whose matches bring nobody anything.
    annulled: BTreeSet<usize>,
    /// Pairs of two-seat matches by entrants, the first named with the smaller number.
    #[serde(with = "as_list")]
    pub pairs: BTreeMap<(usize, usize), Pentanomial>,
    /// Counted blocks of larger tables, and how often the same came of them.
    #[serde(with = "as_list")]
    pub multi_seat_blocks: BTreeMap<Vec<Places>, u64>,
    /// The first block at which a test was decided.
    pub sprt_decision: Option<(u64, SprtVerdict)>,
}

impl TournamentTally {
    /// Nothing yet, of so many entrants with so many matches a block; the matches of those who are
    /// annulled will bring nobody anything.
    pub fn new(entrants: usize, block: u64, annulled: BTreeSet<usize>) -> Self {
        Self {
            block_size: block,
            entrants: vec![EntrantStats::default(); entrants],
            counted_blocks: 0,
            waiting: BTreeMap::new(),
            annulled,
            pairs: BTreeMap::new(),
            multi_seat_blocks: BTreeMap::new(),
            sprt_decision: None,
        }
    }

    /// Adds a match by its number. One test at most is watched for its end.
    pub fn add(&mut self, index: u64, result: MatchResult, sprt: Option<&Sprt>) {
        if self.counts(&result) {
            self.add_to_lines(&result);
        }
        let block = index / self.block_size;
        let waiting = self.waiting.entry(block).or_default();
        waiting.insert(index % self.block_size, result);
        while let Some(first) = self.waiting.first_entry() {
            if *first.key() != self.counted_blocks || first.get().len() as u64 != self.block_size {
                return;
            }
            let matches = first.remove();
            self.count(&matches);
            self.counted_blocks += 1;
            if let (Some(sprt), None) = (sprt, self.sprt_decision) {
                let pair = self.pairs.get(&(0, 1)).copied().unwrap_or_default();
                let verdict = sprt.verdict(&pair);
                if verdict != SprtVerdict::Undecided {
                    self.sprt_decision = Some((self.counted_blocks, verdict));
                }
            }
        }
    }

    /// Matches that have a result.
    pub fn results(&self) -> u64 {
        self.counted_blocks * self.block_size + self.waiting()
    }

    /// Finished matches of blocks that do not count yet.
    pub fn waiting(&self) -> u64 {
        self.waiting.values().map(|block| block.len() as u64).sum()
    }

    fn counts(&self, result: &MatchResult) -> bool {
        let is_annulled = |entrant| self.annulled.contains(entrant);
        !result.void && !result.seats.iter().any(is_annulled)
    }

    fn add_to_lines(&mut self, result: &MatchResult) {
        for (seat, entrant) in result.seats.iter().enumerate() {
            let half_points = result.half_points(seat);
            let opponents = result.seats.len() as u64 - 1;
            let line = &mut self.entrants[*entrant];
            line.matches += 1;
            line.half_points += half_points;
            line.opponents += opponents;
            for (all, met) in line.met.iter_mut().zip(result.met(seat)) {
                *all += met;
            }
            if line.by_seat.len() <= seat {
                line.by_seat.resize(seat + 1, [0, 0]);
            }
            line.by_seat[seat][0] += half_points;
            line.by_seat[seat][1] += opponents;
            let conduct = result.conduct.get(seat).copied().unwrap_or_default();
            if let Some(left) = conduct.termination {
                *line.termination.entry(left).or_default() += 1;
            }
            line.illegal_acts += u64::from(conduct.illegal_acts);
            line.turns += conduct.turns;
            line.nanos += conduct.nanos;
        }
    }

    /// Counts a complete block, unless one of its matches says nothing about strength.
    fn count(&mut self, matches: &BTreeMap<u64, MatchResult>) {
        // A test that is decided counts no more.
        let is_rated = |result: &MatchResult| result.rated && self.counts(result);
        if self.sprt_decision.is_some() || !matches.values().all(is_rated) {
            return;
        }
        let Some(first) = matches.values().next() else {
            return;
        };
        if let [a, b] = first.seats[..] {
            let pair = (a.min(b), a.max(b));
            let points = matches.values().map(|result| {
                let seat = usize::from(result.seats[0] != pair.0);
                result.half_points(seat)
            });
            let points: u64 = points.sum();
            self.pairs.entry(pair).or_default().add(points as usize);
        } else {
            let places = |result: &MatchResult| {
                let seats = result.seats.iter().zip(&result.places);
                let mut places: Places = seats.map(|(entrant, place)| (*entrant, *place)).collect();
                places.sort_unstable();
                places
            };
            let table = matches.values().map(places).collect();
            *self.multi_seat_blocks.entry(table).or_default() += 1;
        }
    }
}

/// Maps whose keys are no text, as lists of pairs.
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
mod tests {
    use super::*;
    use crate::statistics::{Hypotheses, Scale};

    /// A match of a block of two: the first entrant has the first seat in even ones.
    fn result(index: u64, first_wins: bool) -> MatchResult {
        let mut result = MatchResult {
            seats: vec![0, 1],
            places: if first_wins { vec![1, 2] } else { vec![2, 1] },
            rated: true,
            void: false,
            conduct: vec![
                SeatStats {
                    turns: 3,
                    nanos: 1000,
                    ..SeatStats::default()
                };
                2
            ],
        };
        if index % 2 == 1 {
            result.seats.reverse();
            result.places.reverse();
        }
        result
    }

    fn tally(results: &[(u64, bool)]) -> TournamentTally {
        let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
        for (index, first_wins) in results {
            tally.add(*index, result(*index, *first_wins), None);
        }
        tally
    }

    #[test]
    fn only_blocks_before_the_first_gap_count() {
        let mut tally = tally(&[(4, true), (5, true), (0, true), (3, false), (1, true)]);
        assert_eq!(tally.counted_blocks, 1);
        assert_eq!(tally.waiting(), 3);
        assert_eq!(tally.pairs[&(0, 1)].pairs(), [0, 0, 0, 0, 1]);
        // All are in the table.
        assert_eq!(tally.entrants[0].matches, 5);
        assert_eq!(tally.entrants[0].half_points, 8);
        tally.add(2, result(2, true), None);
        assert_eq!((tally.counted_blocks, tally.waiting()), (3, 0));
        assert_eq!(tally.pairs[&(0, 1)].pairs(), [0, 0, 1, 0, 2]);
    }

    #[test]
    fn the_order_in_which_matches_end_changes_nothing() {
        let results = [
            (0, true),
            (1, false),
            (2, true),
            (3, true),
            (4, false),
            (5, true),
        ];
        let mut reversed = results;
        reversed.reverse();
        let mixed = [3, 0, 5, 1, 4, 2].map(|index: usize| results[index]);
        assert_eq!(tally(&results), tally(&reversed));
        assert_eq!(tally(&results), tally(&mixed));
    }

    #[test]
    fn an_unrated_match_takes_its_block_out_of_strengths_only() {
        let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
        let forfeit = MatchResult {
            rated: false,
            ..result(0, true)
        };
        tally.add(0, forfeit, None);
        tally.add(1, result(1, true), None);
        assert_eq!(tally.counted_blocks, 1);
        assert!(tally.pairs.is_empty());
        assert_eq!(tally.entrants[0].half_points, 4);
    }

    #[test]
    fn what_is_void_or_annulled_fills_its_block_and_brings_nothing() {
        let mut annulled = TournamentTally::new(2, 2, BTreeSet::from([1]));
        let mut void = TournamentTally::new(2, 2, BTreeSet::new());
        for index in 0..2 {
            annulled.add(index, result(index, true), None);
            let nothing = MatchResult {
                void: true,
                ..result(index, true)
            };
            void.add(index, nothing, None);
        }
        for tally in [annulled, void] {
            assert_eq!((tally.counted_blocks, tally.waiting()), (1, 0));
            assert!(tally.pairs.is_empty());
            assert_eq!(
                tally.entrants,
                [EntrantStats::default(), EntrantStats::default()]
            );
        }
    }

    #[test]
    fn a_tally_is_read_as_it_was_written() {
        let mut tally = tally(&[(0, true), (1, false), (4, true)]);
        let table: Places = vec![(0, 2), (1, 1), (2, 3)];
        tally.multi_seat_blocks.insert(vec![table], 3);
        let text = serde_json::to_string(&tally).unwrap();
        assert_eq!(
            serde_json::from_str::<TournamentTally>(&text).unwrap(),
            tally
        );
    }

    #[test]
    fn a_test_is_decided_at_a_block_whatever_comes_later() {
        let sprt = Sprt::new(Hypotheses {
            elo0: 0.0,
            elo1: 100.0,
            scale: Scale::Logistic,
            alpha: 0.05,
            beta: 0.05,
        })
        .unwrap();
        let mut in_order = TournamentTally::new(2, 2, BTreeSet::new());
        let mut reversed = TournamentTally::new(2, 2, BTreeSet::new());
        let all: Vec<u64> = (0..200).collect();
        for index in &all {
            in_order.add(*index, result(*index, true), Some(&sprt));
        }
        for index in all.iter().rev() {
            reversed.add(*index, result(*index, true), Some(&sprt));
        }
        let (block, verdict) = in_order.sprt_decision.unwrap();
        assert_eq!(verdict, SprtVerdict::H1);
        assert_eq!(in_order.pairs[&(0, 1)].total(), block);
        assert_eq!(reversed.sprt_decision, in_order.sprt_decision);
        assert_eq!(reversed.pairs, in_order.pairs);
        assert_eq!(in_order.entrants[0].matches, 200);
    }

    #[test]
    fn conduct_is_added_up() {
        let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
        let mut flagged = result(0, true);
        flagged.conduct[1].termination = Some(Termination::Flagged);
        flagged.conduct[1].illegal_acts = 2;
        tally.add(0, flagged, None);
        tally.add(1, result(1, false), None);
        let line = &tally.entrants[1];
        assert_eq!(
            line.termination,
            BTreeMap::from([(Termination::Flagged, 1)])
        );
        assert_eq!((line.illegal_acts, line.turns, line.nanos), (2, 6, 2000));
        assert_eq!(line.met, [1, 0, 1]);
        assert_eq!(line.by_seat, [[2, 1], [0, 1]]);
    }
}

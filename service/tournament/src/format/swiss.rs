//! Swiss tournaments: entrants with similar points meet, without rematches.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use botwerk_engine::{ChanceKey, RootSeed};

use super::batch::{Batch, Matchup, PlayedBatch};
use super::matching::{Edge, best_matching};
use crate::entrant_pair::entrant_pair;

/// The round that is paired next.
pub(super) struct NextRound {
    /// Its number, from 1.
    pub(super) round: u32,
    /// Number of pairs per matchup.
    pub(super) pairs: u32,
    pub(super) bye_half_points: u64,
}

impl NextRound {
    /// Returns the round, which minimizes the sum of squared differences of points.
    pub(super) fn batch(
        &self,
        entrants: usize,
        played: &[PlayedBatch],
        withdrawn: &BTreeSet<usize>,
        seed: RootSeed,
    ) -> Batch {
        let round = self.round;
        let history = History::new(entrants, played, self.bye_half_points);
        let playing: Vec<usize> = (0..entrants).filter(|e| !withdrawn.contains(e)).collect();
        let matching = match_up(&playing, &history, round, seed);
        let rank = |entrant: usize| (Reverse(history.half_points[entrant]), entrant);
        let mut matchups: Vec<Matchup> = Vec::new();
        for (one, other) in &matching {
            // The entrant with more points comes first; of equals the better seed.
            let mut entrants = vec![*one, *other];
            entrants.sort_unstable_by_key(|entrant| rank(*entrant));
            matchups.push(Matchup { round, entrants });
        }
        matchups.sort_unstable_by_key(|matchup| rank(matchup.entrants[0]));
        let paired: BTreeSet<usize> = matching.iter().flat_map(|(a, b)| [*a, *b]).collect();
        Batch {
            matchups,
            cycles: self.pairs,
            byes: playing
                .into_iter()
                .filter(|entrant| !paired.contains(entrant))
                .collect(),
        }
    }
}

/// Points, opponents and byes of the previous rounds.
struct History {
    /// Half points by entrant.
    half_points: Vec<u64>,
    /// Pairs that have met, the smaller entrant first.
    met: BTreeSet<(usize, usize)>,
    /// Entrants that have had a bye.
    had_bye: BTreeSet<usize>,
}

impl History {
    fn new(entrants: usize, played: &[PlayedBatch], bye_half_points: u64) -> Self {
        let mut history = Self {
            half_points: vec![0; entrants],
            met: BTreeSet::new(),
            had_bye: BTreeSet::new(),
        };
        for PlayedBatch { batch, half_points } in played {
            for (matchup, points) in batch.matchups.iter().zip(half_points) {
                for (entrant, points) in matchup.entrants.iter().zip(points) {
                    history.half_points[*entrant] += points;
                }
                let (a, b) = (matchup.entrants[0], matchup.entrants[1]);
                history.met.insert(entrant_pair(a, b));
            }
            for entrant in &batch.byes {
                history.half_points[*entrant] += bye_half_points;
                history.had_bye.insert(*entrant);
            }
        }
        history
    }
}

/// Returns the pairs of a round. If the number of entrants is odd, an empty place is added that
/// ranks below all entrants and is paired with none that has had a bye; its opponent has the bye.
///
/// Entrants with equal points are ranked by chance, and of pairings with equal differences of points the
/// one with the smallest sum of squared differences of ranks is chosen. The best pairing pairs no two
/// entrants that are far apart, so these are not looked at.
fn match_up(
    playing: &[usize],
    history: &History,
    round: u32,
    seed: RootSeed,
) -> Vec<(usize, usize)> {
    let mut rng = seed.rng_for_chance(ChanceKey {
        kind: "swiss",
        seat: None,
        round,
        index: 0,
    });
    let mut ranked = playing.to_vec();
    rng.shuffle(&mut ranked);
    ranked.sort_by_key(|entrant| Reverse(history.half_points[*entrant]));
    let places = ranked.len() + ranked.len() % 2;
    let points = |place: usize| {
        let entrant = ranked.get(place);
        entrant.map_or(-1, |entrant| history.half_points[*entrant] as i128)
    };
    let can_meet = |a: usize, b: usize| match (ranked.get(a), ranked.get(b)) {
        (Some(a), Some(b)) => !history.met.contains(&entrant_pair(*a, *b)),
        (Some(alone), None) | (None, Some(alone)) => !history.had_bye.contains(alone),
        (None, None) => false,
    };
    let cost = |a: usize, b: usize, noise: u64| {
        let difference = (points(a) - points(b)).min(MAX_DIFFERENCE);
        let ranks = (b - a) as i128;
        ((difference * difference) << POINTS_SHIFT)
            + ((ranks * ranks) << RANKS_SHIFT)
            + i128::from(noise >> (64 - NOISE_BITS))
    };
    let opponents = RankedOpponents::new(places, can_meet);
    let mut pairing = Vec::new();
    // Entrants that have withdrawn may leave the others without a complete pairing so near, or at all.
    for is_near_enough in [true, false] {
        let is_candidate =
            |a, b| can_meet(a, b) && (!is_near_enough || opponents.may_be_paired(a, b));
        pairing = best_pairing(places, is_candidate, |a, b| cost(a, b, rng.next_u64()));
        if pairing.len() * 2 == places {
            break;
        }
    }
    let mut pairs: Vec<(usize, usize)> = pairing
        .into_iter()
        .filter_map(|(a, b)| Some((*ranked.get(a)?, *ranked.get(b)?)))
        .map(|(a, b)| entrant_pair(a, b))
        .collect();
    pairs.sort_unstable();
    pairs
}

/// Returns the pairing of candidates with the most pairs, and of these one with the lowest sum of costs.
/// No two pairings may have equal costs: the result depends on nothing but the costs then.
fn best_pairing(
    places: usize,
    is_candidate: impl Fn(usize, usize) -> bool,
    mut cost: impl FnMut(usize, usize) -> i128,
) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for a in 0..places {
        for b in a + 1..places {
            if is_candidate(a, b) {
                let edge = Edge {
                    vertices: [a, b],
                    cost: cost(a, b),
                };
                edges.push(edge);
            }
        }
    }
    best_matching(places, &edges)
}

/// Earlier opponents by rank.
struct RankedOpponents(Vec<Vec<usize>>);

impl RankedOpponents {
    fn new(places: usize, can_meet: impl Fn(usize, usize) -> bool) -> Self {
        let opponents = |place: usize| {
            let others = (0..places).filter(|other| *other != place);
            others.filter(|other| !can_meet(place, *other)).collect()
        };
        Self((0..places).map(opponents).collect())
    }

    /// Returns `true` if the best pairing of all places may pair `a` with the lower rank `b`.
    ///
    /// Let it do so, and pair *c* with *d*, of which *c* ranks between *a* and *b*.
    /// - If *d* ranks there, too, both *a*-*c*, *d*-*b* and *a*-*d*, *c*-*b* would be better, so at least two of
    ///   these four have met.
    /// - If *d* ranks below *b*, *a*-*c*, *b*-*d* would be better, so one of these has met. Likewise if *d* ranks
    ///   above *a*.
    ///
    /// So at most as many entrants rank between *a* and *b* as is counted here.
    fn may_be_paired(&self, a: usize, b: usize) -> bool {
        let count = |place: usize, is_counted: &dyn Fn(usize) -> bool| {
            self.0[place]
                .iter()
                .filter(|rank| is_counted(**rank))
                .count()
        };
        let is_between = |rank| a < rank && rank < b;
        let between = count(a, &is_between) + count(b, &is_between);
        let outside = count(a, &|rank| rank < a) + count(b, &|rank| rank > b);
        b - a - 1 <= 2 * between + outside
    }
}

/// Bits of a pair's noise, of which 2^11 are added.
const NOISE_BITS: u32 = 36;

/// Where the squared difference of ranks starts, of 24 bits and 11 for the sum.
const RANKS_SHIFT: u32 = 48;

/// Where the squared difference of points starts.
const POINTS_SHIFT: u32 = 83;

/// Maximum difference of half points; larger ones are considered equal.
const MAX_DIFFERENCE: i128 = 1 << 16;

#[cfg(test)]
mod tests {
    use super::super::swiss_rounds::max_rounds;
    use super::*;

    /// Returns a round of one pair per matchup, with byes that are worth all its points.
    fn round_batch(
        round: u32,
        entrants: usize,
        played: &[PlayedBatch],
        withdrawn: &BTreeSet<usize>,
        seed: RootSeed,
    ) -> Batch {
        let next = NextRound {
            round,
            pairs: 1,
            bye_half_points: 4,
        };
        next.batch(entrants, played, withdrawn, seed)
    }

    fn history(entrants: usize, played: &[PlayedBatch]) -> History {
        History::new(entrants, played, 4)
    }

    /// Plays rounds that the better seed wins.
    fn play(entrants: usize, rounds: u32, seed: &str) -> Vec<PlayedBatch> {
        let mut played = Vec::new();
        for round in 1..=rounds {
            let seed = RootSeed::from_text(seed);
            let batch = round_batch(round, entrants, &played, &BTreeSet::new(), seed);
            let result = |matchup: &Matchup| {
                if matchup.entrants[0] < matchup.entrants[1] {
                    vec![4, 0]
                } else {
                    vec![0, 4]
                }
            };
            let half_points = batch.matchups.iter().map(result).collect();
            played.push(PlayedBatch { batch, half_points });
        }
        played
    }

    /// Four rounds among six entrants are too many: after three the remaining pairs may be two triangles.
    #[test]
    fn limit_of_rounds_is_the_largest_possible() {
        let (one, other) = ([0, 1, 2], [3, 4, 5]);
        let mut played = Vec::new();
        for shift in 0..3 {
            let meeting = |i: usize| Matchup {
                round: shift as u32 + 1,
                entrants: vec![one[i], other[(i + shift) % 3]],
            };
            let batch = Batch {
                matchups: (0..3).map(meeting).collect(),
                cycles: 1,
                byes: Vec::new(),
            };
            let half_points = vec![vec![2, 2]; 3];
            played.push(PlayedBatch { batch, half_points });
        }
        let seed = RootSeed::from_text("7");
        let fourth = round_batch(4, 6, &played, &BTreeSet::new(), seed);
        assert_eq!((fourth.matchups.len(), fourth.byes.len()), (2, 2));
    }

    /// Run with `cargo test --release -p botwerk-tournament -- --ignored --nocapture swiss`.
    #[test]
    #[ignore = "a measurement"]
    fn time_of_a_round_of_many_entrants() {
        for entrants in [500, 1000, 2000, 4096] {
            let mut played = Vec::new();
            for round in 1..=11 {
                let started = std::time::Instant::now();
                let seed = RootSeed::from_text("time");
                let batch = round_batch(round, entrants, &played, &BTreeSet::new(), seed);
                println!(
                    "{entrants} entrants, round {round}: {:?}",
                    started.elapsed()
                );
                let result =
                    |matchup: &Matchup| match (matchup.entrants[0] * 7 + round as usize) % 3 {
                        0 => vec![4, 0],
                        1 => vec![0, 4],
                        _ => vec![2, 2],
                    };
                let half_points = batch.matchups.iter().map(result).collect();
                played.push(PlayedBatch { batch, half_points });
            }
        }
    }

    #[test]
    fn best_pairing_of_near_ranks_is_the_best_of_all() {
        for entrants in [8, 13, 30] {
            let rounds = max_rounds(entrants).min(6) as u32;
            let played = play(entrants, rounds, "near");
            for round in 2..=rounds {
                let history = super::tests::history(entrants, &played[..round as usize - 1]);
                let mut ranked: Vec<usize> = (0..entrants - entrants % 2).collect();
                ranked.sort_by_key(|entrant| Reverse(history.half_points[*entrant]));
                let can_meet = |a: usize, b: usize| {
                    let (a, b) = (ranked[a], ranked[b]);
                    !history.met.contains(&entrant_pair(a, b))
                };
                let places = ranked.len();
                let points = |rank: usize| history.half_points[ranked[rank]] as i128;
                let cost = |a: usize, b: usize| {
                    ((points(a) - points(b)).pow(2) << 32) + a.abs_diff(b).pow(2) as i128
                };
                let opponents = RankedOpponents::new(places, can_meet);
                let sum = |is_near_enough: bool| {
                    let is_candidate =
                        |a, b| can_meet(a, b) && (!is_near_enough || opponents.may_be_paired(a, b));
                    let pairing = best_pairing(places, is_candidate, cost);
                    let costs = pairing.iter().map(|(a, b)| cost(*a, *b));
                    (pairing.len(), costs.sum::<i128>())
                };
                assert_eq!(sum(true), sum(false), "{entrants}, {round}");
            }
        }
    }

    #[test]
    fn no_two_entrants_meet_twice_and_none_has_two_byes() {
        for entrants in 2..26_usize {
            let rounds = max_rounds(entrants) as u32;
            let played = play(entrants, rounds, "7");
            let mut met = BTreeSet::new();
            let mut byes = BTreeSet::new();
            for PlayedBatch { batch, .. } in &played {
                let mut playing = BTreeSet::new();
                for matchup in &batch.matchups {
                    let pair: BTreeSet<usize> = matchup.entrants.iter().copied().collect();
                    playing.extend(&pair);
                    assert!(met.insert(pair), "{entrants}: {matchup:?} twice");
                }
                for entrant in &batch.byes {
                    assert!(byes.insert(*entrant), "{entrants}: {entrant} has two byes");
                    playing.insert(*entrant);
                }
                assert_eq!(playing.len(), entrants);
                assert_eq!(batch.byes.len(), entrants % 2);
            }
        }
    }

    #[test]
    fn entrants_with_equal_points_meet() {
        let played = play(16, 4, "7");
        // With 16 entrants and no draws, every group of equal points has an even size.
        for round in 1..4 {
            let history = super::tests::history(16, &played[..round]);
            for matchup in &played[round].batch.matchups {
                let [a, b] = matchup.entrants[..] else {
                    panic!("{matchup:?}")
                };
                let points = &history.half_points;
                assert_eq!(points[a], points[b], "round {}", round + 1);
            }
        }
        assert_eq!(history(16, &played).half_points[0], 16);
    }

    /// Returns a first round of two-seat matchups with their half points.
    fn first_round(matchups: [[usize; 2]; 2], half_points: [[u64; 2]; 2]) -> PlayedBatch {
        let matchup = |entrants: [usize; 2]| Matchup {
            round: 1,
            entrants: entrants.to_vec(),
        };
        PlayedBatch {
            batch: Batch {
                matchups: matchups.map(matchup).to_vec(),
                cycles: 1,
                byes: Vec::new(),
            },
            half_points: half_points.map(Vec::from).to_vec(),
        }
    }

    fn second_round(first: PlayedBatch) -> Batch {
        let seed = RootSeed::from_text("7");
        round_batch(2, 4, &[first], &BTreeSet::new(), seed)
    }

    fn pairs(batch: &Batch) -> Vec<Vec<usize>> {
        let matchups = batch.matchups.iter();
        matchups.map(|matchup| matchup.entrants.clone()).collect()
    }

    #[test]
    fn squared_differences_are_minimized() {
        // 0 to 3 have 6, 4, 2 and 0 half points. 0-2 and 1-3 differ by 16 + 16 = 32, 0-3 and 1-2 by
        // 36 + 4 = 40; the sums of plain differences are equal.
        let next = second_round(first_round([[0, 1], [2, 3]], [[6, 4], [2, 0]]));
        assert_eq!(pairs(&next), [[0, 2], [1, 3]]);
        assert!(next.matchups.iter().all(|matchup| matchup.round == 2));
        assert_eq!((next.cycles, next.byes), (1, vec![]));
    }

    #[test]
    fn more_points_come_first_and_then_the_better_seed() {
        let next = second_round(first_round([[0, 1], [2, 3]], [[0, 4], [0, 4]]));
        assert_eq!(pairs(&next), [[1, 3], [0, 2]]);
        let next = second_round(first_round([[0, 2], [1, 3]], [[1, 4], [0, 3]]));
        assert_eq!(pairs(&next), [[2, 3], [0, 1]]);
        let next = second_round(first_round([[2, 3], [0, 1]], [[4, 0], [3, 1]]));
        assert_eq!(pairs(&next), [[2, 0], [1, 3]]);
    }

    #[test]
    fn bye_goes_to_the_last_entrant_without_one() {
        let played = play(5, 3, "7");
        for round in 1..3 {
            let history = super::tests::history(5, &played[..round]);
            let bye = played[round].batch.byes[0];
            let min = (0..5)
                .filter(|entrant| !history.had_bye.contains(entrant))
                .map(|entrant| history.half_points[entrant])
                .min();
            assert_eq!(Some(history.half_points[bye]), min);
            // A bye is worth a round.
            let total: u64 = history.half_points.iter().sum();
            assert_eq!(total, round as u64 * (2 * 4 + 4));
        }
    }

    #[test]
    fn seed_decides_between_equal_pairings() {
        assert_eq!(play(12, 5, "7"), play(12, 5, "7"));
        assert_ne!(play(12, 5, "7"), play(12, 5, "8"));
    }

    #[test]
    fn withdrawn_entrants_are_not_paired() {
        let withdrawn = BTreeSet::from([2, 5]);
        let batch = round_batch(1, 7, &[], &withdrawn, RootSeed::from_text("7"));
        let playing: BTreeSet<usize> = batch
            .matchups
            .iter()
            .flat_map(|matchup| matchup.entrants.clone())
            .chain(batch.byes)
            .collect();
        assert_eq!(playing, BTreeSet::from([0, 1, 3, 4, 6]));
    }
}

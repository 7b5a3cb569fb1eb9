//! Swiss tournaments: entrants with similar points meet, without rematches.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::convert::Infallible;

use botwerk_engine::{ChanceKey, RootSeed};
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::{EdgeReference, NodeIndex, UnGraph};

use super::batch::{BYE_HALF_POINTS, Batch, Matchup, PlayedBatch};
use super::error::FormatError;

/// Checks that no rematch can become necessary.
///
/// An entrant that has met *r* of *n* - 1 opponents can still meet *n* - 1 - *r*. As long as these
/// are at least *n* / 2, all entrants can be paired (G. A. Dirac, Some theorems on abstract graphs,
/// 1952). A bye counts as an opponent.
pub(super) fn validate(rounds: u32, entrants: usize) -> Result<(), FormatError> {
    let max = entrants.div_ceil(2);
    if rounds as usize > max {
        return Err(FormatError::TooManyRounds {
            rounds,
            entrants,
            max,
        });
    }
    Ok(())
}

/// Returns the next round, which minimizes the sum of squared differences of points.
pub(super) fn round_batch(
    round: u32,
    pairs: u32,
    entrants: usize,
    played: &[PlayedBatch],
    withdrawn: &BTreeSet<usize>,
    seed: RootSeed,
) -> Batch {
    let history = History::new(entrants, played);
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
        cycles: pairs,
        byes: playing
            .into_iter()
            .filter(|entrant| !paired.contains(entrant))
            .collect(),
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
    fn new(entrants: usize, played: &[PlayedBatch]) -> Self {
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
                history.met.insert((a.min(b), a.max(b)));
            }
            for entrant in &batch.byes {
                history.half_points[*entrant] += BYE_HALF_POINTS;
                history.had_bye.insert(*entrant);
            }
        }
        history
    }
}

/// Returns the pairs of a round. If the number of entrants is odd, an empty place is added that
/// ranks below all entrants and is paired with none that has had a bye; its opponent has the bye.
fn match_up(
    playing: &[usize],
    history: &History,
    round: u32,
    seed: RootSeed,
) -> Vec<(usize, usize)> {
    let places = playing.len() + playing.len() % 2;
    let points = |place: usize| {
        let entrant = playing.get(place);
        entrant.map_or(-1, |entrant| history.half_points[*entrant] as i128)
    };
    let can_meet = |a: usize, b: usize| match (playing.get(a), playing.get(b)) {
        (Some(a), Some(b)) => !history.met.contains(&(*a.min(b), *a.max(b))),
        (Some(alone), None) | (None, Some(alone)) => !history.had_bye.contains(alone),
        (None, None) => false,
    };
    let mut rng = seed.rng_for_chance(ChanceKey {
        kind: "swiss",
        seat: None,
        round,
        index: 0,
    });
    let mut graph = UnGraph::<usize, i128>::with_capacity(places, places * places / 2);
    for place in 0..places {
        graph.add_node(place);
    }
    for a in 0..places {
        for b in a + 1..places {
            // Sampled for every pair, so that no two pairings are equally good and the result does
            // not depend on the order in which the algorithm visits them.
            let noise = i128::from(rng.next_u64() >> 16);
            if can_meet(a, b) {
                let difference = (points(a) - points(b)).clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE);
                let weight = -((difference * difference) << NOISE_BITS) - noise;
                graph.add_edge(NodeIndex::new(a), NodeIndex::new(b), weight);
            }
        }
    }
    let weight = |edge: EdgeReference<'_, i128>| Ok::<i128, Infallible>(*edge.weight());
    let Ok(matching) = max_weight_matching(&graph, true, weight, false);
    let mut pairs: Vec<(usize, usize)> = matching
        .into_iter()
        .filter_map(|(a, b)| Some((*playing.get(a)?, *playing.get(b)?)))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    pairs.sort_unstable();
    pairs
}

/// Bits of a pairing's noise: 48 for each of at most 2^16 pairs.
const NOISE_BITS: u32 = 64;

/// Maximum difference of half points; larger ones are considered equal, so that the weights of 2^16
/// pairs can be added without overflow.
const MAX_DIFFERENCE: i128 = 1 << 23;

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays rounds that the better seed wins.
    fn play(entrants: usize, rounds: u32, seed: &str) -> Vec<PlayedBatch> {
        let mut played = Vec::new();
        for round in 1..=rounds {
            let seed = RootSeed::from_text(seed);
            let batch = round_batch(round, 1, entrants, &played, &BTreeSet::new(), seed);
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

    #[test]
    fn rounds_are_limited_to_half_of_the_entrants() {
        assert!(validate(3, 5).is_ok() && validate(3, 6).is_ok());
        let error = FormatError::TooManyRounds {
            rounds: 4,
            entrants: 6,
            max: 3,
        };
        assert_eq!(validate(4, 6), Err(error));
    }

    #[test]
    fn no_two_entrants_meet_twice_and_none_has_two_byes() {
        for entrants in 2..26_usize {
            let rounds = entrants.div_ceil(2) as u32;
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
            let history = History::new(16, &played[..round]);
            for matchup in &played[round].batch.matchups {
                let [a, b] = matchup.entrants[..] else {
                    panic!("{matchup:?}")
                };
                let points = &history.half_points;
                assert_eq!(points[a], points[b], "round {}", round + 1);
            }
        }
        assert_eq!(History::new(16, &played).half_points[0], 16);
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
        round_batch(2, 3, 4, &[first], &BTreeSet::new(), seed)
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
        assert_eq!((next.cycles, next.byes), (3, vec![]));
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
            let history = History::new(5, &played[..round]);
            let bye = played[round].batch.byes[0];
            let min = (0..5)
                .filter(|entrant| !history.had_bye.contains(entrant))
                .map(|entrant| history.half_points[entrant])
                .min();
            assert_eq!(Some(history.half_points[bye]), min);
            // A bye is worth two half points.
            let total: u64 = history.half_points.iter().sum();
            assert_eq!(total, round as u64 * (2 * 4 + 2));
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
        let batch = round_batch(1, 1, 7, &[], &withdrawn, RootSeed::from_text("7"));
        let playing: BTreeSet<usize> = batch
            .matchups
            .iter()
            .flat_map(|matchup| matchup.entrants.clone())
            .chain(batch.byes)
            .collect();
        assert_eq!(playing, BTreeSet::from([0, 1, 3, 4, 6]));
    }
}

//! Those who stand nearly alike meet, nobody twice.

use std::collections::BTreeSet;
use std::convert::Infallible;

use botwerk_engine::{ChanceKey, RootSeed};
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::{NodeIndex, UnGraph};

use super::FormatError;
use super::batch::{BYE_HALF_POINTS, Batch, Matchup, PlayedBatch};

/// Whether nobody will have to meet somebody twice.
///
/// Whoever has played *r* of *n* opponents can still meet *n* - 1 - *r*; as long as these are half
/// of all, there is a way to pair everybody (G. A. Dirac, Some theorems on abstract graphs, 1952).
/// A bye counts as an opponent.
pub(super) fn check(rounds: u32, entrants: usize) -> Result<(), FormatError> {
    let most = entrants.div_ceil(2);
    if rounds as usize > most {
        return Err(FormatError::TooManyRounds {
            rounds,
            entrants,
            max: most,
        });
    }
    Ok(())
}

/// A round: the sum of squared differences of points is the least that there is.
pub(super) fn round(
    round: u32,
    pairs: u32,
    entrants: usize,
    played: &[PlayedBatch],
    out: &BTreeSet<usize>,
    seed: RootSeed,
) -> Batch {
    let history = History::of(entrants, played);
    let playing: Vec<usize> = (0..entrants).filter(|e| !out.contains(e)).collect();
    let matching = match_up(&playing, &history, round, seed);
    let mut meetings: Vec<Matchup> = Vec::new();
    for (one, other) in &matching {
        let mut pair = [*one, *other];
        // The one with more points comes first, the better seed of equals.
        pair.sort_unstable_by_key(|e| (std::cmp::Reverse(history.points[*e]), *e));
        meetings.push(Matchup {
            round,
            entrants: pair.to_vec(),
        });
    }
    meetings.sort_unstable_by_key(|meeting| {
        let first = meeting.entrants[0];
        (std::cmp::Reverse(history.points[first]), first)
    });
    let paired: BTreeSet<usize> = matching.iter().flat_map(|(a, b)| [*a, *b]).collect();
    Batch {
        matchups: meetings,
        cycles: pairs,
        byes: playing
            .into_iter()
            .filter(|e| !paired.contains(e))
            .collect(),
    }
}

/// What has happened so far.
struct History {
    /// Half points by entrant.
    points: Vec<u64>,
    /// Pairs that have met, the smaller first.
    met: BTreeSet<(usize, usize)>,
    /// Who has had a bye.
    had_bye: BTreeSet<usize>,
}

impl History {
    fn of(entrants: usize, played: &[PlayedBatch]) -> Self {
        let mut history = Self {
            points: vec![0; entrants],
            met: BTreeSet::new(),
            had_bye: BTreeSet::new(),
        };
        for PlayedBatch { stage, half_points } in played {
            for (meeting, points) in stage.matchups.iter().zip(half_points) {
                for (entrant, points) in meeting.entrants.iter().zip(points) {
                    history.points[*entrant] += points;
                }
                let (a, b) = (meeting.entrants[0], meeting.entrants[1]);
                history.met.insert((a.min(b), a.max(b)));
            }
            for entrant in &stage.byes {
                history.points[*entrant] += BYE_HALF_POINTS;
                history.had_bye.insert(*entrant);
            }
        }
        history
    }
}

/// Pairs of those who play. Of an odd number one is left: the empty chair stands below everybody
/// else, and who has had a bye does not sit across from it again.
fn match_up(
    playing: &[usize],
    history: &History,
    round: u32,
    seed: RootSeed,
) -> Vec<(usize, usize)> {
    let has_empty_chair = playing.len() % 2 == 1;
    let points = |place: usize| {
        let entrant = playing.get(place);
        entrant.map_or(-1, |entrant| history.points[*entrant] as i128)
    };
    let may_meet = |a: usize, b: usize| match (playing.get(a), playing.get(b)) {
        (Some(a), Some(b)) => !history.met.contains(&(*a.min(b), *a.max(b))),
        (Some(alone), None) | (None, Some(alone)) => !history.had_bye.contains(alone),
        (None, None) => false,
    };
    let places = playing.len() + usize::from(has_empty_chair);
    let mut draw = seed.rng_for_chance(ChanceKey {
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
            // Drawn for every pair, so that no two pairings are equally good and the result does
            // not hang on the order in which they are found.
            let noise = i128::from(draw.next_u64() >> 16);
            if may_meet(a, b) {
                let difference = (points(a) - points(b)).clamp(-FARTHEST, FARTHEST);
                let weight = -((difference * difference) << NOISE_BITS) - noise;
                graph.add_edge(NodeIndex::new(a), NodeIndex::new(b), weight);
            }
        }
    }
    let weight = |edge: rustworkx_core::petgraph::graph::EdgeReference<'_, i128>| {
        Ok::<i128, Infallible>(*edge.weight())
    };
    let Ok(matching) = max_weight_matching(&graph, true, weight, false);
    let mut pairs: Vec<(usize, usize)> = matching
        .into_iter()
        .filter_map(|(a, b)| Some((*playing.get(a)?, *playing.get(b)?)))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    pairs.sort_unstable();
    pairs
}

/// Bits of a pairing's noise: 48 of each of at most 2^16 pairs.
const NOISE_BITS: u32 = 64;

/// Differences of more half points are all alike, so that the weights of 2^16 pairs can be added.
const FARTHEST: i128 = 1 << 23;

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds in which the better seed wins.
    fn play(entrants: usize, rounds: u32, seed: &str) -> Vec<PlayedBatch> {
        let mut played = Vec::new();
        for number in 1..=rounds {
            let seed = RootSeed::from_text(seed);
            let stage = round(number, 1, entrants, &played, &BTreeSet::new(), seed);
            let result = |meeting: &Matchup| {
                if meeting.entrants[0] < meeting.entrants[1] {
                    vec![4, 0]
                } else {
                    vec![0, 4]
                }
            };
            let half_points = stage.matchups.iter().map(result).collect();
            played.push(PlayedBatch { stage, half_points });
        }
        played
    }

    #[test]
    fn nobody_meets_twice_or_has_two_byes_and_everybody_plays() {
        for entrants in 2..26_usize {
            let rounds = entrants.div_ceil(2) as u32;
            let played = play(entrants, rounds, "7");
            let mut met = BTreeSet::new();
            let mut byes = BTreeSet::new();
            for PlayedBatch { stage, .. } in &played {
                let mut playing = BTreeSet::new();
                for meeting in &stage.matchups {
                    let pair: BTreeSet<usize> = meeting.entrants.iter().copied().collect();
                    playing.extend(&pair);
                    assert!(met.insert(pair), "{entrants}: {meeting:?} twice");
                }
                for entrant in &stage.byes {
                    assert!(byes.insert(*entrant), "{entrants}: {entrant} has two byes");
                    playing.insert(*entrant);
                }
                assert_eq!(playing.len(), entrants);
                assert_eq!(stage.byes.len(), entrants % 2);
            }
        }
    }

    #[test]
    fn those_who_stand_alike_meet() {
        let played = play(16, 4, "7");
        // After each round as many stand alike as can: nobody meets anybody with other points.
        for number in 1..4 {
            let history = History::of(16, &played[..number]);
            for meeting in &played[number].stage.matchups {
                let points: Vec<u64> = meeting
                    .entrants
                    .iter()
                    .map(|e| history.points[*e])
                    .collect();
                assert_eq!(points[0], points[1], "round {}", number + 1);
            }
        }
        assert_eq!(History::of(16, &played).points[0], 16);
    }

    #[test]
    fn the_last_ones_have_the_byes() {
        let played = play(5, 3, "7");
        for number in 1..3 {
            let history = History::of(5, &played[..number]);
            let bye = played[number].stage.byes[0];
            let least = (0..5)
                .filter(|entrant| !history.had_bye.contains(entrant))
                .map(|entrant| history.points[entrant])
                .min();
            assert_eq!(Some(history.points[bye]), least);
        }
    }

    #[test]
    fn the_seed_decides_between_equals_and_nothing_else_does() {
        assert_eq!(play(12, 5, "7"), play(12, 5, "7"));
        assert_ne!(play(12, 5, "7"), play(12, 5, "8"));
    }

    #[test]
    fn who_is_out_is_not_paired() {
        let out = BTreeSet::from([2, 5]);
        let stage = round(1, 1, 7, &[], &out, RootSeed::from_text("7"));
        let playing: BTreeSet<usize> = stage
            .matchups
            .iter()
            .flat_map(|meeting| meeting.entrants.clone())
            .chain(stage.byes)
            .collect();
        assert_eq!(playing, BTreeSet::from([0, 1, 3, 4, 6]));
    }
}

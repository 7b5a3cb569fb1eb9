//! Knockouts: the loser of a matchup is eliminated.

use std::cmp::Reverse;

use super::batch::{Batch, Matchup, PlayedBatch};

/// The state of a knockout.
pub(super) struct Bracket {
    /// The next round, or an additional pair of the drawn matchups; `None` after the final.
    pub(super) next: Option<Batch>,
    /// Number of rounds that each entrant has survived.
    pub(super) survived: Vec<u32>,
}

/// Returns the state of a knockout after the given batches.
pub(super) fn bracket_after(
    entrants: usize,
    pairs: u32,
    tiebreak_pairs: u32,
    played: &[PlayedBatch],
) -> Bracket {
    let mut survived = vec![0; entrants];
    let next = next_batch(entrants, pairs, tiebreak_pairs, played, &mut survived);
    Bracket { next, survived }
}

fn next_batch(
    entrants: usize,
    pairs: u32,
    tiebreak_pairs: u32,
    played: &[PlayedBatch],
    survived: &mut [u32],
) -> Option<Batch> {
    let mut places = first_round_places(entrants);
    let mut played = played.iter();
    for round in 1.. {
        if places.len() < 2 {
            return None;
        }
        let Some(main) = played.next() else {
            return Some(round_batch(round, pairs, &places));
        };
        let mut points = points_of(main);
        for _ in 0..tiebreak_pairs {
            let matchups = main.batch.matchups.iter();
            let drawn: Vec<Matchup> = matchups
                .filter(|matchup| is_drawn(matchup, &points))
                .cloned()
                .collect();
            if drawn.is_empty() {
                break;
            }
            let Some(tiebreak) = played.next() else {
                return Some(Batch {
                    matchups: drawn,
                    cycles: 1,
                    byes: Vec::new(),
                });
            };
            points.extend(points_of(tiebreak));
        }
        places = winners(&places, &points);
        for winner in places.iter().copied().flatten() {
            survived[winner] += 1;
        }
    }
    None
}

/// Half points by entrant, with one item per batch of the round.
type Points = Vec<(usize, u64)>;

fn points_of(played: &PlayedBatch) -> Points {
    let matchups = played.batch.matchups.iter().zip(&played.half_points);
    let entrants = matchups.flat_map(|(matchup, points)| matchup.entrants.iter().zip(points));
    entrants
        .map(|(entrant, points)| (*entrant, *points))
        .collect()
}

fn sum(entrant: usize, points: &Points) -> u64 {
    let of_entrant = points.iter().filter(|(other, _)| *other == entrant);
    of_entrant.map(|(_, points)| points).sum()
}

fn is_drawn(matchup: &Matchup, points: &Points) -> bool {
    let [one, other] = matchup.entrants[..] else {
        return false;
    };
    sum(one, points) == sum(other, points)
}

/// Returns the places of the first round, each with a seed or empty. Their number is a power of two,
/// and neighbours meet. If the better seed always wins, the best seeds meet as late as possible.
pub(crate) fn first_round_places(entrants: usize) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < entrants {
        let last = order.len() * 2 - 1;
        order = order.iter().flat_map(|seed| [*seed, last - seed]).collect();
    }
    let seed = |seed: usize| (seed < entrants).then_some(seed);
    order.into_iter().map(seed).collect()
}

fn round_batch(round: u32, pairs: u32, places: &[Option<usize>]) -> Batch {
    let mut matchups = Vec::new();
    let mut byes = Vec::new();
    for places in places.chunks(2) {
        let entrants: Vec<usize> = places.iter().copied().flatten().collect();
        match entrants[..] {
            [alone] => byes.push(alone),
            _ => matchups.push(Matchup { round, entrants }),
        }
    }
    Batch {
        matchups,
        cycles: pairs,
        byes,
    }
}

/// Returns the places of the next round: of two entrants the one with more points, or else the
/// better seed.
fn winners(places: &[Option<usize>], points: &Points) -> Vec<Option<usize>> {
    let winner = |places: &[Option<usize>]| {
        let entrants = places.iter().copied().flatten();
        entrants.max_by_key(|entrant| (sum(*entrant, points), Reverse(*entrant)))
    };
    places.chunks(2).map(winner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a knockout of two pairs per matchup and at most two additional ones. `result` returns
    /// the half points of a matchup in the batch with this index.
    fn play(entrants: usize, result: impl Fn(&Matchup, usize) -> [u64; 2]) -> Vec<PlayedBatch> {
        let mut played = Vec::new();
        while let Some(batch) = bracket_after(entrants, 2, 2, &played).next {
            let index = played.len();
            let half_points = batch
                .matchups
                .iter()
                .map(|matchup| result(matchup, index).to_vec())
                .collect();
            played.push(PlayedBatch { batch, half_points });
        }
        played
    }

    fn better_seed(matchup: &Matchup) -> [u64; 2] {
        if matchup.entrants[0] < matchup.entrants[1] {
            [6, 2]
        } else {
            [2, 6]
        }
    }

    #[test]
    fn best_seeds_meet_last_and_have_the_byes() {
        let played = play(6, |matchup, _| better_seed(matchup));
        let rounds: Vec<Vec<Vec<usize>>> = played
            .iter()
            .map(|played| {
                let matchups = played.batch.matchups.iter();
                matchups.map(|matchup| matchup.entrants.clone()).collect()
            })
            .collect();
        assert_eq!(played[0].batch.byes, [0, 1]);
        assert_eq!(rounds[0], [[3, 4], [2, 5]]);
        assert_eq!(rounds[1], [[0, 3], [1, 2]]);
        assert_eq!(rounds[2], [[0, 1]]);
        assert_eq!(rounds.len(), 3);
        assert_eq!(played[2].batch.matchups[0].round, 3);
        let survived = bracket_after(6, 2, 2, &played).survived;
        assert_eq!(survived, [3, 2, 1, 1, 0, 0]);
    }

    #[test]
    fn drawn_matchups_continue_and_then_the_better_seed_advances() {
        // 1 and 2 draw every pair; 0 and 3 are decided by their second additional one.
        let played = play(4, |matchup, index| match (&matchup.entrants[..], index) {
            ([0, 3], 2) => [1, 3],
            ([1, 2] | [0, 3], _) => [4, 4],
            _ => better_seed(matchup),
        });
        let batches: Vec<(usize, u32)> = played
            .iter()
            .map(|played| (played.batch.matchups.len(), played.batch.cycles))
            .collect();
        assert_eq!(batches, [(2, 2), (2, 1), (2, 1), (1, 2)]);
        assert_eq!(played[3].batch.matchups[0].entrants, [3, 1]);
    }

    #[test]
    fn only_drawn_matchups_have_additional_pairs() {
        // 1 and 2 draw their first pairs, then 2 wins. 0 and 3 need no additional pair.
        let played = play(4, |matchup, index| match (&matchup.entrants[..], index) {
            ([1, 2], 0) => [4, 4],
            ([1, 2], _) => [0, 4],
            _ => better_seed(matchup),
        });
        let additional = &played[1].batch.matchups;
        assert_eq!(additional.len(), 1);
        assert_eq!(additional[0].entrants, [1, 2]);
        assert_eq!(played[2].batch.matchups[0].entrants, [0, 2]);
    }

    #[test]
    fn every_number_of_entrants_has_one_winner() {
        for entrants in 2..40 {
            let played = play(entrants, |matchup, _| better_seed(matchup));
            let matchups: usize = played.iter().map(|p| p.batch.matchups.len()).sum();
            assert_eq!(matchups, entrants - 1);
            let later = &played[1..];
            assert!(later.iter().all(|played| played.batch.byes.is_empty()));
        }
    }
}

//! Who loses is out.

use super::batch::{Batch, Matchup, PlayedBatch};

/// Where a knockout stands.
pub(super) struct Bracket {
    /// The next round, or a pair more of those who are tied; `None` after the final.
    pub(super) next: Option<Batch>,
    /// Rounds that each entrant has survived.
    pub(super) survived: Vec<u32>,
}

/// Where a knockout stands after these stages.
pub(super) fn after(
    entrants: usize,
    pairs: u32,
    tie_pairs: u32,
    played: &[PlayedBatch],
) -> Bracket {
    let mut survived = vec![0; entrants];
    let next = next(entrants, pairs, tie_pairs, played, &mut survived);
    Bracket { next, survived }
}

fn next(
    entrants: usize,
    pairs: u32,
    tie_pairs: u32,
    played: &[PlayedBatch],
    survived: &mut [u32],
) -> Option<Batch> {
    let mut left = bracket(entrants);
    let mut played = played.iter();
    for round in 1.. {
        if left.len() < 2 {
            return None;
        }
        let Some(main) = played.next() else {
            return Some(round_of(round, pairs, &left));
        };
        let mut half_points = points(main);
        for _ in 0..tie_pairs {
            let tied: Vec<Matchup> = main
                .stage
                .matchups
                .iter()
                .filter(|meeting| is_tied(meeting, &half_points))
                .cloned()
                .collect();
            if tied.is_empty() {
                break;
            }
            let Some(more) = played.next() else {
                return Some(Batch {
                    matchups: tied,
                    cycles: 1,
                    byes: Vec::new(),
                });
            };
            half_points.extend(points(more));
        }
        left = winners(&left, &half_points);
        for winner in left.iter().copied().flatten() {
            survived[winner] += 1;
        }
    }
    None
}

/// Points of an entrant in one stage.
type Points = Vec<(usize, u64)>;

fn points(played: &PlayedBatch) -> Points {
    let meetings = played.stage.matchups.iter().zip(&played.half_points);
    let entrants = meetings.flat_map(|(meeting, points)| meeting.entrants.iter().zip(points));
    entrants
        .map(|(entrant, points)| (*entrant, *points))
        .collect()
}

fn sum(entrant: usize, half_points: &Points) -> u64 {
    let own = half_points.iter().filter(|(other, _)| *other == entrant);
    own.map(|(_, points)| points).sum()
}

fn is_tied(meeting: &Matchup, half_points: &Points) -> bool {
    let [one, other] = meeting.entrants[..] else {
        return false;
    };
    sum(one, half_points) == sum(other, half_points)
}

/// Places of the first round in their order, each with a seed or empty, as many as a power of two:
/// whoever wins as he should meets the best seed as late as can be.
fn bracket(entrants: usize) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < entrants {
        let last = order.len() * 2 - 1;
        order = order.iter().flat_map(|seed| [*seed, last - seed]).collect();
    }
    let seed = |seed: usize| (seed < entrants).then_some(seed);
    order.into_iter().map(seed).collect()
}

fn round_of(round: u32, pairs: u32, left: &[Option<usize>]) -> Batch {
    let mut meetings = Vec::new();
    let mut byes = Vec::new();
    for places in left.chunks(2) {
        let entrants: Vec<usize> = places.iter().copied().flatten().collect();
        match entrants[..] {
            [alone] => byes.push(alone),
            _ => meetings.push(Matchup { round, entrants }),
        }
    }
    Batch {
        matchups: meetings,
        cycles: pairs,
        byes,
    }
}

/// Those who go on: more points, else the better seed.
fn winners(left: &[Option<usize>], half_points: &Points) -> Vec<Option<usize>> {
    let winner = |places: &[Option<usize>]| {
        let entrants = places.iter().copied().flatten();
        entrants.max_by_key(|entrant| (sum(*entrant, half_points), std::cmp::Reverse(*entrant)))
    };
    left.chunks(2).map(winner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays on, the better seed winning unless `upset` says otherwise.
    fn play(entrants: usize, result: impl Fn(&Matchup, usize) -> [u64; 2]) -> Vec<PlayedBatch> {
        let mut played = Vec::new();
        while let Some(stage) = after(entrants, 2, 2, &played).next {
            let number = played.len();
            let half_points = stage
                .matchups
                .iter()
                .map(|meeting| result(meeting, number).to_vec())
                .collect();
            played.push(PlayedBatch { stage, half_points });
        }
        played
    }

    fn better_seed(meeting: &Matchup) -> [u64; 2] {
        if meeting.entrants[0] < meeting.entrants[1] {
            [6, 2]
        } else {
            [2, 6]
        }
    }

    #[test]
    fn the_best_seeds_meet_last_and_have_the_byes() {
        let played = play(6, |meeting, _| better_seed(meeting));
        let rounds: Vec<Vec<Vec<usize>>> = played
            .iter()
            .map(|played| {
                let meetings = played.stage.matchups.iter();
                meetings.map(|meeting| meeting.entrants.clone()).collect()
            })
            .collect();
        assert_eq!(played[0].stage.byes, [0, 1]);
        assert_eq!(rounds[0], [[3, 4], [2, 5]]);
        assert_eq!(rounds[1], [[0, 3], [1, 2]]);
        assert_eq!(rounds[2], [[0, 1]]);
        assert_eq!(rounds.len(), 3);
        assert_eq!(played[2].stage.matchups[0].round, 3);
        assert_eq!(after(6, 2, 2, &played).survived, [3, 2, 1, 1, 0, 0]);
    }

    #[test]
    fn the_tied_play_on_and_then_the_better_seed_goes_on() {
        // 1 and 2 never decide it; 0 and 3 do in their second pair more.
        let played = play(4, |meeting, number| match (&meeting.entrants[..], number) {
            ([0, 3], 2) => [1, 3],
            ([1, 2] | [0, 3], _) => [4, 4],
            _ => better_seed(meeting),
        });
        let stages: Vec<(usize, u32)> = played
            .iter()
            .map(|played| (played.stage.matchups.len(), played.stage.cycles))
            .collect();
        assert_eq!(stages, [(2, 2), (2, 1), (2, 1), (1, 2)]);
        assert_eq!(played[3].stage.matchups[0].entrants, [3, 1]);
    }

    #[test]
    fn every_number_of_entrants_comes_to_one_winner() {
        for entrants in 2..40 {
            let played = play(entrants, |meeting, _| better_seed(meeting));
            let meetings: usize = played.iter().map(|p| p.stage.matchups.len()).sum();
            assert_eq!(meetings, entrants - 1);
            assert!(
                played
                    .iter()
                    .skip(1)
                    .all(|played| played.stage.byes.is_empty())
            );
        }
    }
}

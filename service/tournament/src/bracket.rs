//! The bracket of a knockout.

use std::collections::BTreeMap;

use crate::entrant_pair::entrant_pair;
use crate::format::first_round_places;
use crate::tally::HeadToHead;

/// A matchup of the bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketMatchup {
    /// The round, from 1.
    pub round: u32,
    /// The entrants, `None` until the matchup before is decided. One entrant has a bye.
    pub entrants: Vec<Option<usize>>,
    /// The half points of each entrant so far: two per win and one per draw.
    pub half_points: Vec<u64>,
    /// The entrant that advances, or `None` until that is decided.
    pub winner: Option<usize>,
}

/// Returns all matchups of a knockout, round by round, given the number of rounds that each entrant has
/// survived and the results of entrants against each other.
pub fn bracket(
    survived: &[u32],
    head_to_head: &BTreeMap<(usize, usize), HeadToHead>,
) -> Vec<BracketMatchup> {
    let first_round = first_round_places(survived.len()).into_iter();
    // A place is empty, or has an entrant that may not be known yet.
    let mut places: Vec<Option<Option<usize>>> = first_round.map(|seed| seed.map(Some)).collect();
    let mut matchups = Vec::new();
    for round in 1.. {
        if places.len() < 2 {
            break;
        }
        let mut winners = Vec::new();
        for pair in places.chunks(2) {
            let entrants: Vec<Option<usize>> = pair.iter().copied().flatten().collect();
            let has_advanced = |entrant: &usize| survived[*entrant] >= round;
            let winner = match entrants[..] {
                [alone] => alone,
                _ => entrants.iter().copied().flatten().find(has_advanced),
            };
            winners.push(Some(winner));
            matchups.push(BracketMatchup {
                round,
                half_points: half_points(&entrants, head_to_head),
                entrants,
                winner,
            });
        }
        places = winners;
    }
    matchups
}

/// Returns the half points of two entrants against each other, which meet once in a knockout.
fn half_points(
    entrants: &[Option<usize>],
    head_to_head: &BTreeMap<(usize, usize), HeadToHead>,
) -> Vec<u64> {
    let [Some(one), Some(other)] = *entrants else {
        return vec![0; entrants.len()];
    };
    let results = head_to_head.get(&entrant_pair(one, other));
    let results = results.copied().unwrap_or_default();
    let points = [
        results.half_points,
        2 * results.matches - results.half_points,
    ];
    if one < other {
        points.to_vec()
    } else {
        points.into_iter().rev().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bracket_has_byes_results_and_open_matchups() {
        // Five entrants: the three best have byes, 3 has beaten 4.
        let results = HeadToHead {
            matches: 2,
            half_points: 3,
            unplayed: 0,
        };
        let head_to_head = BTreeMap::from([((3, 4), results)]);
        let matchups = bracket(&[1, 1, 1, 1, 0], &head_to_head);
        let rows: Vec<_> = matchups
            .iter()
            .map(|it| {
                (
                    it.round,
                    it.entrants.clone(),
                    it.half_points.clone(),
                    it.winner,
                )
            })
            .collect();
        let expected = [
            (1, vec![Some(0)], vec![0], Some(0)),
            (1, vec![Some(3), Some(4)], vec![3, 1], Some(3)),
            (1, vec![Some(1)], vec![0], Some(1)),
            (1, vec![Some(2)], vec![0], Some(2)),
            (2, vec![Some(0), Some(3)], vec![0, 0], None),
            (2, vec![Some(1), Some(2)], vec![0, 0], None),
            (3, vec![None, None], vec![0, 0], None),
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn points_are_those_of_each_entrant() {
        let results = HeadToHead {
            matches: 4,
            half_points: 2,
            unplayed: 0,
        };
        let head_to_head = BTreeMap::from([((1, 2), results)]);
        assert_eq!(half_points(&[Some(2), Some(1)], &head_to_head), [6, 2]);
        assert_eq!(half_points(&[Some(1), Some(2)], &head_to_head), [2, 6]);
        assert_eq!(half_points(&[Some(1), None], &head_to_head), [0, 0]);
    }
}

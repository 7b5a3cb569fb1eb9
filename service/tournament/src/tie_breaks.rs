//! Tie-breaks between entrants with equal points.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::tally::HeadToHead;

/// The tie-breaks of one entrant, in the order in which they decide between equal points. In a round
/// robin only the last two decide.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TieBreaks {
    /// Buchholz: the points of all opponents. A bye counts as an opponent with the entrant's own points.
    pub buchholz: f64,
    /// Sonneborn-Berger: the points of the opponent in every match won, half of them in every match
    /// drawn.
    pub sonneborn_berger: f64,
    /// Direct encounter: the points in the matches between those that are still equal. `None` if there are
    /// no others, or two of them have not met.
    pub direct_encounter: Option<f64>,
}

/// Computes the tie-breaks of a tournament with two seats.
pub(crate) struct TieBreaker {
    /// The results against every opponent, by entrant and opponent.
    opponents: Vec<BTreeMap<usize, HeadToHead>>,
    /// Half points with byes, by entrant.
    half_points: Vec<u64>,
}

impl TieBreaker {
    /// Prepares the tie-breaks of entrants with these half points, byes included.
    pub(crate) fn new(
        head_to_head: &BTreeMap<(usize, usize), HeadToHead>,
        half_points: Vec<u64>,
    ) -> Self {
        let mut opponents = vec![BTreeMap::new(); half_points.len()];
        for (&(one, other), results) in head_to_head {
            let reversed = HeadToHead {
                half_points: 2 * results.matches - results.half_points,
                ..*results
            };
            opponents[one].insert(other, *results);
            opponents[other].insert(one, reversed);
        }
        Self {
            opponents,
            half_points,
        }
    }

    /// Returns the tie-breaks of an entrant with this number of byes, without a direct encounter.
    pub(crate) fn tie_breaks(&self, entrant: usize, byes: u32) -> TieBreaks {
        TieBreaks {
            buchholz: self.buchholz_half_points(entrant, byes) as f64 / 2.0,
            sonneborn_berger: self.sonneborn_berger_quarters(entrant) as f64 / 4.0,
            direct_encounter: None,
        }
    }

    /// Returns the sum of the half points of all opponents, with this number of byes.
    fn buchholz_half_points(&self, entrant: usize, byes: u32) -> u64 {
        let opponents = self.opponents[entrant].keys();
        let sum: u64 = opponents.map(|opponent| self.half_points[*opponent]).sum();
        sum + u64::from(byes) * self.half_points[entrant]
    }

    /// Returns the Sonneborn-Berger score in quarters of a point.
    fn sonneborn_berger_quarters(&self, entrant: usize) -> u64 {
        let opponents = self.opponents[entrant].iter();
        opponents
            .map(|(opponent, results)| self.half_points[*opponent] * results.half_points)
            .sum()
    }

    /// Returns the half points of an entrant in its matches against the other entrants of a group, or
    /// `None` if it has not met all of them or is alone.
    pub(crate) fn half_points_within(&self, entrant: usize, group: &[usize]) -> Option<u64> {
        let others = group.iter().filter(|other| **other != entrant);
        let results = others.map(|other| self.opponents[entrant].get(other));
        let half_points = results.map(|results| results.map(|results| results.half_points));
        let sum: Option<u64> = half_points.sum();
        sum.filter(|_| group.len() > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three entrants: 0 beats 1 twice, 1 draws and beats 2, 2 has not met 0.
    fn tie_breaker() -> TieBreaker {
        let results = |half_points| HeadToHead {
            matches: 2,
            half_points,
        };
        let all = BTreeMap::from([((0, 1), results(4)), ((1, 2), results(3))]);
        TieBreaker::new(&all, vec![4, 3, 1])
    }

    #[test]
    fn buchholz_adds_the_points_of_opponents_and_own_points_for_byes() {
        let tie_breaker = tie_breaker();
        let sums = [0, 1, 2].map(|entrant| tie_breaker.buchholz_half_points(entrant, 0));
        assert_eq!(sums, [3, 5, 3]);
        assert_eq!(tie_breaker.buchholz_half_points(0, 2), 3 + 2 * 4);
    }

    #[test]
    fn sonneborn_berger_weights_points_by_those_of_the_opponent() {
        let tie_breaker = tie_breaker();
        let sums = [0, 1, 2].map(|entrant| tie_breaker.sonneborn_berger_quarters(entrant));
        assert_eq!(sums, [4 * 3, 3, 3]);
    }

    #[test]
    fn direct_encounter_needs_a_match_against_every_other() {
        let tie_breaker = tie_breaker();
        assert_eq!(tie_breaker.half_points_within(1, &[0, 1]), Some(0));
        assert_eq!(tie_breaker.half_points_within(0, &[0, 1]), Some(4));
        assert_eq!(tie_breaker.half_points_within(1, &[0, 1, 2]), Some(3));
        assert_eq!(tie_breaker.half_points_within(0, &[0, 1, 2]), None);
        assert_eq!(tie_breaker.half_points_within(0, &[0]), None);
    }
}

//! Tie-breaks between entrants with equal points.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::tally::HeadToHead;
use crate::unplayed_rounds::UnplayedRounds;

/// The tie-breaks of one entrant, in the order in which they decide between equal points. In a round
/// robin only the last two decide.
///
/// In a Swiss tournament, rounds without a played match count as by the FIDE Handbook, C.07, article 16 (2024): for the
/// entrant itself as a match against an opponent with its own points, with the points that it got; for its opponents, the
/// rounds since it has withdrawn count as draws.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TieBreaks {
    /// Buchholz: the points of all opponents.
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
    /// The same as they count for opponents.
    adjusted_half_points: Vec<u64>,
    unplayed: UnplayedRounds,
    /// The number of rounds of a Swiss tournament in which no entrant was absent so far.
    rounds: u64,
}

impl TieBreaker {
    /// Prepares the tie-breaks of entrants with these half points, byes included.
    pub(crate) fn new(
        head_to_head: &BTreeMap<(usize, usize), HeadToHead>,
        half_points: Vec<u64>,
        unplayed: UnplayedRounds,
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
        let mut breaker = Self {
            adjusted_half_points: half_points.clone(),
            opponents,
            half_points,
            unplayed,
            rounds: 0,
        };
        let entrants = 0..breaker.half_points.len();
        breaker.rounds = entrants.map(|it| breaker.present(it)).max().unwrap_or(0);
        for entrant in breaker.unplayed.withdrawn.clone() {
            let lost = breaker.unplayed_results(entrant);
            let lost = lost.filter(|results| results.half_points == 0).count() as u64;
            let rounds = breaker.missed(entrant) + lost;
            breaker.adjusted_half_points[entrant] += rounds * breaker.round_half_points() / 2;
        }
        breaker
    }

    /// Returns the tie-breaks of an entrant, without a direct encounter.
    pub(crate) fn tie_breaks(&self, entrant: usize) -> TieBreaks {
        TieBreaks {
            buchholz: self.buchholz_half_points(entrant) as f64 / 2.0,
            sonneborn_berger: self.sonneborn_berger_quarters(entrant) as f64 / 4.0,
            direct_encounter: None,
        }
    }

    fn round_half_points(&self) -> u64 {
        self.unplayed.round_half_points
    }

    /// Returns the number of rounds in which an entrant was paired or had a bye.
    fn present(&self, entrant: usize) -> u64 {
        let byes = u64::from(self.unplayed.byes_of(entrant));
        self.opponents[entrant].len() as u64 + byes
    }

    /// Returns the number of rounds of a Swiss tournament that an entrant has missed.
    fn missed(&self, entrant: usize) -> u64 {
        match self.round_half_points() {
            0 => 0,
            _ => self.rounds - self.present(entrant),
        }
    }

    /// Returns `true` if no match against an opponent was played, and the format tells it from others.
    fn is_unplayed(&self, results: &HeadToHead) -> bool {
        self.round_half_points() > 0 && results.unplayed == results.matches
    }

    /// Returns the results against opponents that an entrant was to meet without a played match.
    fn unplayed_results(&self, entrant: usize) -> impl Iterator<Item = &HeadToHead> {
        let results = self.opponents[entrant].values();
        results.filter(|results| self.is_unplayed(results))
    }

    /// Returns the results against the other opponents.
    fn played_results(&self, entrant: usize) -> impl Iterator<Item = (usize, &HeadToHead)> {
        let results = self.opponents[entrant].iter();
        let played = results.filter(|(_, results)| !self.is_unplayed(results));
        played.map(|(opponent, results)| (*opponent, results))
    }

    /// Returns the sum of the half points of all opponents.
    fn buchholz_half_points(&self, entrant: usize) -> u64 {
        let played = self.played_results(entrant);
        let sum: u64 = played
            .map(|(opponent, _)| self.adjusted_half_points[opponent])
            .sum();
        let unplayed = self.unplayed_results(entrant).count() as u64;
        let byes = u64::from(self.unplayed.byes_of(entrant));
        sum + (unplayed + byes + self.missed(entrant)) * self.half_points[entrant]
    }

    /// Returns the Sonneborn-Berger score in quarters of a point.
    fn sonneborn_berger_quarters(&self, entrant: usize) -> u64 {
        let played = self.played_results(entrant);
        let sum: u64 = played
            .map(|(opponent, results)| self.adjusted_half_points[opponent] * results.half_points)
            .sum();
        let byes = match self.round_half_points() {
            0 => 0,
            _ => u64::from(self.unplayed.byes_of(entrant)) * self.unplayed.bye_half_points,
        };
        let unplayed = self.unplayed_results(entrant).map(|it| it.half_points);
        sum + (byes + unplayed.sum::<u64>()) * self.half_points[entrant]
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

    fn results(half_points: u64) -> HeadToHead {
        HeadToHead {
            matches: 2,
            half_points,
            unplayed: 0,
        }
    }

    /// Three entrants: 0 beats 1 twice, 1 draws and beats 2, 2 has not met 0.
    fn tie_breaker(unplayed: UnplayedRounds) -> TieBreaker {
        let all = BTreeMap::from([((0, 1), results(4)), ((1, 2), results(3))]);
        TieBreaker::new(&all, vec![4, 3, 1], unplayed)
    }

    #[test]
    fn buchholz_adds_the_points_of_opponents_and_own_points_for_byes() {
        let buchholz = |byes: Vec<usize>| {
            let unplayed = UnplayedRounds {
                byes,
                ..UnplayedRounds::default()
            };
            let tie_breaker = tie_breaker(unplayed);
            [0, 1, 2].map(|entrant| tie_breaker.buchholz_half_points(entrant))
        };
        assert_eq!(buchholz(vec![]), [3, 5, 3]);
        assert_eq!(buchholz(vec![0, 0]), [3 + 2 * 4, 5, 3]);
    }

    #[test]
    fn sonneborn_berger_weights_points_by_those_of_the_opponent() {
        let tie_breaker = tie_breaker(UnplayedRounds::default());
        let sums = [0, 1, 2].map(|entrant| tie_breaker.sonneborn_berger_quarters(entrant));
        assert_eq!(sums, [4 * 3, 3, 3]);
    }

    #[test]
    fn direct_encounter_needs_a_match_against_every_other() {
        let tie_breaker = tie_breaker(UnplayedRounds::default());
        assert_eq!(tie_breaker.half_points_within(1, &[0, 1]), Some(0));
        assert_eq!(tie_breaker.half_points_within(0, &[0, 1]), Some(4));
        assert_eq!(tie_breaker.half_points_within(1, &[0, 1, 2]), Some(3));
        assert_eq!(tie_breaker.half_points_within(0, &[0, 1, 2]), None);
        assert_eq!(tie_breaker.half_points_within(0, &[0]), None);
    }

    /// Three rounds of one pair (4 half points) among five entrants.
    ///
    /// 1. 0 beats 1 (4:0), 2 and 3 draw (2:2), 4 has a bye (4).
    /// 2. 4 beats 0 (3:1), 3 beats 1 (4:0), 2 has a bye (4).
    /// 3. 1 withdraws and loses to 2 without a match (0:4). 0 and 3 draw (2:2). 4 has withdrawn before the round.
    ///
    /// Half points: 0 has 4 + 1 + 2 = 7, 1 has 0, 2 has 2 + 4 + 4 = 10, 3 has 2 + 4 + 2 = 8, 4 has 4 + 3 = 7.
    /// For opponents, 1 has its last round as a draw: 0 + 2 = 2, and 4 the round that it missed: 7 + 2 = 9.
    #[test]
    fn unplayed_rounds_of_a_swiss_tournament_count_as_by_fide() {
        let unplayed = UnplayedRounds {
            byes: vec![4, 2],
            bye_half_points: 4,
            round_half_points: 4,
            withdrawn: [1, 4].into(),
        };
        let forfeit = HeadToHead {
            unplayed: 2,
            ..results(0)
        };
        let all = BTreeMap::from([
            ((0, 1), results(4)),
            ((2, 3), results(2)),
            ((0, 4), results(1)),
            ((1, 3), results(0)),
            ((1, 2), forfeit),
            ((0, 3), results(2)),
        ]);
        let tie_breaker = TieBreaker::new(&all, vec![7, 0, 10, 8, 7], unplayed);
        let buchholz = [0, 1, 2, 3, 4].map(|it| tie_breaker.buchholz_half_points(it));
        // 0: 1, 4 and 3. 1: 0, 3 and itself. 2: 3 and twice itself. 3: 2, 1 and 0. 4: 0 and twice itself.
        let expected = [2 + 9 + 8, 7 + 8, 8 + 2 * 10, 10 + 2 + 7, 7 + 2 * 7];
        assert_eq!(buchholz, expected);
        let quarters = [0, 1, 2, 3, 4].map(|it| tie_breaker.sonneborn_berger_quarters(it));
        let expected = [
            4 * 2 + 9 + 2 * 8,
            0,
            2 * 8 + 4 * 10 + 4 * 10,
            2 * 10 + 4 * 2 + 2 * 7,
            3 * 7 + 4 * 7,
        ];
        assert_eq!(quarters, expected);
    }
}

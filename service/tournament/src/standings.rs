//! Standings.

use botwerk_engine::RootSeed;
use serde::Serialize;

use crate::statistics::{
    Estimate, Pentanomial, elo, likelihood_of_superiority, normalised_elo, plackett_luce_elo,
};
use crate::tally::{EntrantStats, TournamentTally};

/// One entrant's row in the standings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// The place. 1 is best; equal entrants share a place.
    pub place: usize,
    /// The number of the entrant in the configuration.
    pub entrant: usize,
    /// The statistics of all its matches.
    pub stats: EntrantStats,
    /// Number of byes.
    pub byes: u32,
    /// Opponents beaten, plus half the draws, plus one per bye.
    pub points: f64,
    /// Points divided by their maximum, without byes; `None` before the first match.
    pub score_rate: Option<f64>,
    /// The counted pairs. Two-seat matches only.
    pub pairs: Pentanomial,
    /// Elo against the opponents met (two seats) or against the mean of all entrants (more seats).
    pub elo: Option<Estimate>,
    /// Normalised Elo. Two-seat matches only.
    pub normalised_elo: Option<Estimate>,
    /// Likelihood of superiority over the opponents met. Two-seat matches only.
    pub los: Option<f64>,
}

/// What places depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RankingCriterion {
    /// The score rate, as entrants may have played different numbers of matches.
    ScoreRate,
    /// Points.
    Points,
    /// In a knockout, the number of rounds that each entrant has survived, then points.
    RoundsSurvived(Vec<u32>),
}

/// Returns the standings, best first. `byes` contains an entrant once per bye; the seed decides the
/// resampling for the intervals of matches with more than two seats.
pub fn standings(
    tally: &TournamentTally,
    byes: &[usize],
    ranking: &RankingCriterion,
    seed: RootSeed,
) -> Vec<Standing> {
    let strengths = multi_seat_elo(tally, seed);
    let byes_of = |entrant| byes.iter().filter(|other| **other == entrant).count() as u32;
    let mut standings: Vec<Standing> = (0..tally.entrants.len())
        .map(|entrant| {
            let strength = strengths.get(entrant).copied();
            standing(tally, entrant, byes_of(entrant), strength)
        })
        .collect();
    let key = |standing: &Standing| match ranking {
        RankingCriterion::ScoreRate => (0, standing.score_rate.unwrap_or(-1.0)),
        RankingCriterion::Points => (0, standing.points),
        RankingCriterion::RoundsSurvived(survived) => (survived[standing.entrant], standing.points),
    };
    standings.sort_by(|a, b| {
        let ((rounds, points), (other_rounds, other_points)) = (key(a), key(b));
        let order = other_rounds.cmp(&rounds);
        order.then(other_points.total_cmp(&points))
    });
    let mut previous = None;
    for (index, standing) in standings.iter_mut().enumerate() {
        let key = key(standing);
        standing.place = match previous {
            Some((equal, place)) if equal == key => place,
            _ => index + 1,
        };
        previous = Some((key, standing.place));
    }
    standings
}

fn standing(
    tally: &TournamentTally,
    entrant: usize,
    byes: u32,
    strength: Option<Estimate>,
) -> Standing {
    let stats = tally.entrants[entrant].clone();
    let pairs = pairs_of(tally, entrant);
    let match_points = stats.half_points as f64 / 2.0;
    Standing {
        place: 0,
        entrant,
        byes,
        points: match_points + f64::from(byes),
        score_rate: (stats.opponents > 0).then(|| match_points / stats.opponents as f64),
        elo: strength.or_else(|| elo(&pairs)),
        normalised_elo: normalised_elo(&pairs),
        los: likelihood_of_superiority(&pairs),
        stats,
        pairs,
    }
}

/// Returns all counted pairs of an entrant from its side.
fn pairs_of(tally: &TournamentTally, entrant: usize) -> Pentanomial {
    let mut sums = [0; 5];
    for ((one, other), pairs) in &tally.pairs {
        let pairs = if *one == entrant {
            *pairs
        } else if *other == entrant {
            pairs.reversed()
        } else {
            continue;
        };
        for (sum, pairs) in sums.iter_mut().zip(pairs.pairs()) {
            *sum += pairs;
        }
    }
    Pentanomial::new(sums)
}

/// Returns the strengths by Plackett and Luce, or an empty list for two-seat matches.
fn multi_seat_elo(tally: &TournamentTally, seed: RootSeed) -> Vec<Estimate> {
    if tally.multi_seat_blocks.is_empty() {
        return Vec::new();
    }
    plackett_luce_elo(tally.entrants.len(), &tally.multi_seat_blocks, seed)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::tally::MatchResult;

    fn seed() -> RootSeed {
        RootSeed::from_text("7")
    }

    fn result(seats: &[usize], places: &[u8]) -> MatchResult {
        MatchResult {
            seats: seats.to_vec(),
            places: places.to_vec(),
            is_rated: true,
            is_voided: false,
            is_adjudicated: false,
            seat_stats: Vec::new(),
        }
    }

    /// Returns the tally of two-seat matches, given by seats and places.
    fn tally(entrants: usize, results: &[([usize; 2], [u8; 2])]) -> TournamentTally {
        let mut tally = TournamentTally::new(entrants, 2, BTreeSet::new());
        for (index, (seats, places)) in results.iter().enumerate() {
            tally.add(index as u64, result(seats, places), None);
        }
        tally
    }

    #[test]
    fn places_follow_the_ranking_and_equal_entrants_share_one() {
        // 0 wins a pair against 1; 1 and 2 win one match each.
        let tally = tally(
            3,
            &[
                ([0, 1], [1, 2]),
                ([1, 0], [2, 1]),
                ([1, 2], [1, 2]),
                ([2, 1], [1, 2]),
            ],
        );
        let by_points = standings(&tally, &[], &RankingCriterion::Points, seed());
        let places: Vec<_> = by_points
            .iter()
            .map(|s| (s.place, s.entrant, s.points))
            .collect();
        assert_eq!(places, [(1, 0, 2.0), (2, 1, 1.0), (2, 2, 1.0)]);
        let by_rate = standings(&tally, &[], &RankingCriterion::ScoreRate, seed());
        let places: Vec<_> = by_rate
            .iter()
            .map(|s| (s.place, s.entrant, s.score_rate))
            .collect();
        let expected = [(1, 0, Some(1.0)), (2, 2, Some(0.5)), (3, 1, Some(0.25))];
        assert_eq!(places, expected);
        assert_eq!(by_rate[0].pairs.pairs(), [0, 0, 0, 0, 1]);
        assert_eq!(by_rate[1].pairs.pairs(), [0, 0, 1, 0, 0]);
        assert_eq!(by_rate[2].pairs.pairs(), [1, 0, 1, 0, 0]);
        assert!(by_rate[0].elo.unwrap().value > by_rate[1].elo.unwrap().value);
        assert!(by_rate[0].los.unwrap() > 0.5);
    }

    #[test]
    fn place_after_equal_entrants_counts_all_of_them() {
        // 0 and 1 draw two matches; 2 loses two against 3.
        let tally = tally(
            4,
            &[
                ([0, 1], [1, 1]),
                ([1, 0], [1, 1]),
                ([2, 3], [2, 1]),
                ([3, 2], [1, 2]),
            ],
        );
        let standings = standings(&tally, &[], &RankingCriterion::Points, seed());
        let places: Vec<_> = standings.iter().map(|s| (s.place, s.entrant)).collect();
        assert_eq!(places, [(1, 3), (2, 0), (2, 1), (4, 2)]);
    }

    #[test]
    fn bye_is_a_point_without_an_opponent() {
        let tally = tally(3, &[([0, 1], [1, 2]), ([1, 0], [1, 2])]);
        let standings = standings(&tally, &[2, 0], &RankingCriterion::Points, seed());
        let rows: Vec<_> = standings
            .iter()
            .map(|s| (s.entrant, s.points, s.byes, s.score_rate))
            .collect();
        let half = Some(0.5);
        assert_eq!(
            rows,
            [(0, 2.0, 1, half), (1, 1.0, 0, half), (2, 1.0, 1, None)]
        );
    }

    #[test]
    fn entrants_without_a_match_are_last_by_score_rate() {
        let tally = tally(3, &[([1, 2], [1, 2]), ([2, 1], [2, 1])]);
        let standings = standings(&tally, &[], &RankingCriterion::ScoreRate, seed());
        let places: Vec<_> = standings.iter().map(|s| (s.place, s.entrant)).collect();
        assert_eq!(places, [(1, 1), (2, 2), (3, 0)]);
        assert_eq!(standings[2].elo, None);
    }

    #[test]
    fn knockout_ranks_by_rounds_survived_and_then_by_points() {
        let tally = tally(3, &[([0, 1], [1, 2])]);
        let ranking = RankingCriterion::RoundsSurvived(vec![0, 0, 1]);
        let standings = standings(&tally, &[], &ranking, seed());
        let places: Vec<_> = standings.iter().map(|s| (s.place, s.entrant)).collect();
        assert_eq!(places, [(1, 2), (2, 0), (3, 1)]);
    }

    #[test]
    fn elo_of_more_seats_comes_from_places() {
        let mut tally = TournamentTally::new(3, 3, BTreeSet::new());
        for index in 0..9 {
            let seats = [[0, 1, 2], [1, 2, 0], [2, 0, 1]][index % 3];
            let places = seats.map(|entrant| entrant as u8 + 1);
            tally.add(index as u64, result(&seats, &places), None);
        }
        let standings = standings(&tally, &[], &RankingCriterion::ScoreRate, seed());
        let order: Vec<_> = standings.iter().map(|s| s.entrant).collect();
        assert_eq!(order, [0, 1, 2]);
        assert_eq!(standings[0].score_rate, Some(1.0));
        let elo: Vec<f64> = standings.iter().map(|s| s.elo.unwrap().value).collect();
        assert!(elo[0] > elo[1] && elo[1] > elo[2], "{elo:?}");
        assert_eq!(
            (standings[0].normalised_elo, standings[0].los),
            (None, None)
        );
    }
}

//! Who stands where.

use botwerk_engine::RootSeed;
use serde::Serialize;

use crate::statistics::{
    Estimate, Pentanomial, elo, likelihood_of_superiority, normalised_elo, plackett_luce_elo,
};
use crate::tally::{EntrantStats, TournamentTally};

/// An entrant's line in the table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// The place, 1 for the best; those who are even share the better one.
    pub place: usize,
    /// The entrant's number.
    pub entrant: usize,
    /// All its matches.
    pub stats: EntrantStats,
    /// Points that it got without an opponent.
    pub byes: u32,
    /// Points: opponents beaten, halves for those who came out even, and byes.
    pub points: f64,
    /// Points of all that there were; `None` before the first match.
    pub score_rate: Option<f64>,
    /// Pairs that count for strength; empty at tables of more than two.
    pub pairs: Pentanomial,
    /// The strength in Elo against those it has met (two seats) or against the mean of all (more).
    pub elo: Option<Estimate>,
    /// Normalised Elo; of two seats only.
    pub normalised_elo: Option<Estimate>,
    /// How likely it is that it is better than those it has met; of two seats only.
    pub los: Option<f64>,
}

/// What decides about places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RankingCriterion {
    /// The share of points: entrants may have played differently often.
    ScoreRate,
    /// Points.
    Points,
    /// In a knockout, rounds that each entrant has survived, then points.
    Rounds(Vec<u32>),
}

/// The table, the best first. `byes` names an entrant as often as it had one.
pub fn standings(
    tally: &TournamentTally,
    byes: &[usize],
    order: &RankingCriterion,
    seed: RootSeed,
) -> Vec<Standing> {
    let by_tables = strengths_by_tables(tally, seed);
    let byes_of = |entrant| byes.iter().filter(|other| **other == entrant).count() as u32;
    let mut standings: Vec<Standing> = (0..tally.entrants.len())
        .map(|entrant| {
            let strength = by_tables.get(entrant).copied();
            standing(tally, entrant, byes_of(entrant), strength)
        })
        .collect();
    let key = |standing: &Standing| match order {
        RankingCriterion::ScoreRate => (0, standing.score_rate.unwrap_or(-1.0)),
        RankingCriterion::Points => (0, standing.points),
        RankingCriterion::Rounds(survived) => (survived[standing.entrant], standing.points),
    };
    standings.sort_by(|a, b| {
        let ((rounds, points), (other_rounds, other_points)) = (key(a), key(b));
        let order = other_rounds.cmp(&rounds);
        order.then(other_points.total_cmp(&points))
    });
    for index in 0..standings.len() {
        let is_even = index > 0 && key(&standings[index]) == key(&standings[index - 1]);
        standings[index].place = if is_even {
            standings[index - 1].place
        } else {
            index + 1
        };
    }
    standings
}

fn standing(
    tally: &TournamentTally,
    entrant: usize,
    byes: u32,
    strength: Option<Estimate>,
) -> Standing {
    let line = tally.entrants[entrant].clone();
    let pairs = pairs_of(tally, entrant);
    Standing {
        place: 0,
        entrant,
        byes,
        points: line.half_points as f64 / 2.0 + f64::from(byes),
        score_rate: (line.opponents > 0)
            .then(|| line.half_points as f64 / 2.0 / line.opponents as f64),
        elo: strength.or_else(|| elo(&pairs)),
        normalised_elo: normalised_elo(&pairs),
        los: likelihood_of_superiority(&pairs),
        stats: line,
        pairs,
    }
}

/// All pairs that an entrant has played, from its side.
fn pairs_of(tally: &TournamentTally, entrant: usize) -> Pentanomial {
    let mut all = [0; 5];
    for ((one, other), pairs) in &tally.pairs {
        let own = if *one == entrant {
            *pairs
        } else if *other == entrant {
            pairs.reversed()
        } else {
            continue;
        };
        for (all, own) in all.iter_mut().zip(own.pairs()) {
            *all += own;
        }
    }
    Pentanomial::new(all)
}

/// Strengths by Plackett and Luce; none where matches are of two.
fn strengths_by_tables(tally: &TournamentTally, seed: RootSeed) -> Vec<Estimate> {
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
            rated: true,
            void: false,
            conduct: Vec::new(),
        }
    }

    #[test]
    fn places_follow_points_and_the_even_share_one() {
        let mut tally = TournamentTally::new(3, 2, BTreeSet::new());
        tally.add(0, result(&[0, 1], &[1, 2]), None);
        tally.add(1, result(&[1, 0], &[2, 1]), None);
        tally.add(2, result(&[1, 2], &[1, 2]), None);
        tally.add(3, result(&[2, 1], &[1, 2]), None);
        let table = standings(&tally, &[], &RankingCriterion::Points, seed());
        let places: Vec<_> = table
            .iter()
            .map(|s| (s.place, s.entrant, s.points))
            .collect();
        assert_eq!(places, [(1, 0, 2.0), (2, 1, 1.0), (2, 2, 1.0)]);
        let table = standings(&tally, &[], &RankingCriterion::ScoreRate, seed());
        let places: Vec<_> = table.iter().map(|s| (s.place, s.entrant)).collect();
        assert_eq!(places, [(1, 0), (2, 2), (3, 1)]);
        assert_eq!(table[0].pairs.pairs(), [0, 0, 0, 0, 1]);
        assert_eq!(table[2].pairs.pairs(), [1, 0, 1, 0, 0]);
        assert!(table[0].elo.unwrap().value > table[1].elo.unwrap().value);
    }

    #[test]
    fn a_bye_is_a_point_and_no_opponent() {
        let mut tally = TournamentTally::new(3, 2, BTreeSet::new());
        tally.add(0, result(&[0, 1], &[1, 2]), None);
        tally.add(1, result(&[1, 0], &[1, 2]), None);
        let table = standings(&tally, &[2, 0], &RankingCriterion::Points, seed());
        let told: Vec<_> = table
            .iter()
            .map(|s| (s.entrant, s.points, s.byes, s.score_rate))
            .collect();
        let even = Some(0.5);
        assert_eq!(
            told,
            [(0, 2.0, 1, even), (1, 1.0, 0, even), (2, 1.0, 1, None)]
        );
    }

    #[test]
    fn in_a_knockout_whoever_survives_longer_stands_higher() {
        let mut tally = TournamentTally::new(2, 2, BTreeSet::new());
        tally.add(0, result(&[0, 1], &[1, 2]), None);
        let table = standings(&tally, &[], &RankingCriterion::Rounds(vec![0, 1]), seed());
        assert_eq!(table[0].entrant, 1);
    }

    #[test]
    fn at_larger_tables_strength_comes_from_places() {
        let mut tally = TournamentTally::new(3, 3, BTreeSet::new());
        for index in 0..9 {
            let turned = [[0, 1, 2], [1, 2, 0], [2, 0, 1]][index % 3];
            let places = turned.map(|entrant| entrant as u8 + 1);
            tally.add(index as u64, result(&turned, &places), None);
        }
        let table = standings(&tally, &[], &RankingCriterion::ScoreRate, seed());
        let order: Vec<_> = table.iter().map(|s| s.entrant).collect();
        assert_eq!(order, [0, 1, 2]);
        assert_eq!(table[0].score_rate, Some(1.0));
        let elo: Vec<f64> = table.iter().map(|s| s.elo.unwrap().value).collect();
        assert!(elo[0] > elo[1] && elo[1] > elo[2], "{elo:?}");
    }
}

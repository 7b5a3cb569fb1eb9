//! Standings.

use std::cmp::Ordering;

use botwerk_engine::RootSeed;
use serde::Serialize;

use crate::statistics::{
    Estimate, Pentanomial, elo, likelihood_of_superiority, normalised_elo, plackett_luce_elo,
};
use crate::tally::{EntrantStats, TournamentTally};
use crate::tie_breaks::{TieBreaker, TieBreaks};
use crate::unplayed_rounds::UnplayedRounds;

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
    /// Opponents beaten, plus half the draws, plus the points of byes.
    pub points: f64,
    /// Points divided by their maximum, without byes; `None` before the first match.
    pub score_rate: Option<f64>,
    /// The same of regular matches, which no seat left early for another reason than a resignation.
    pub regular_score_rate: Option<f64>,
    /// The counted pairs. Two-seat matches only.
    pub pairs: Pentanomial,
    /// Elo against the opponents met (two seats) or against the mean of all entrants (more seats); in a league on the
    /// scale of its anchors, and `None` before the first counted block.
    pub elo: Option<Estimate>,
    /// In a league, what the results of an anchor say about its rating, as if it were none; `None` for other entrants,
    /// and for the only anchor.
    pub measured_elo: Option<Estimate>,
    /// Normalised Elo. Two-seat matches only, and not in a league.
    pub normalised_elo: Option<Estimate>,
    /// Likelihood of superiority over the opponents met. Two-seat matches only, and not in a league.
    pub los: Option<f64>,
    /// Tie-breaks. Two-seat matches only, and not in a knockout or league.
    pub tie_breaks: Option<TieBreaks>,
}

/// What places depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RankingCriterion {
    /// The score rate, as entrants may have played different numbers of matches, then Sonneborn-Berger
    /// and direct encounter.
    ScoreRate,
    /// Points, then Buchholz, Sonneborn-Berger and direct encounter.
    Points,
    /// In a knockout, the number of rounds that each entrant has survived, then points.
    RoundsSurvived(Vec<u32>),
    /// In a league, the rating. Contains the fixed rating of each entrant that is an anchor.
    Rating(Vec<Option<i32>>),
}

/// Returns the standings, best first. The seed decides the resampling for the intervals of matches with more than two seats.
pub fn standings(
    tally: &TournamentTally,
    unplayed: &UnplayedRounds,
    ranking: &RankingCriterion,
    seed: RootSeed,
) -> Vec<Standing> {
    let pairs = pairs_by_entrant(tally);
    let own = pairs.into_iter().enumerate();
    let own = own.map(|(entrant, pairs)| standing(tally, entrant, pairs, unplayed));
    let mut standings: Vec<Standing> = own.collect();
    match ranking {
        RankingCriterion::Rating(anchors) => add_ratings(&mut standings, tally, anchors),
        _ => {
            for (standing, strength) in standings.iter_mut().zip(multi_seat_elo(tally, seed)) {
                standing.elo = Some(strength);
            }
        }
    }
    let has_tie_breaks = matches!(
        ranking,
        RankingCriterion::ScoreRate | RankingCriterion::Points
    );
    if tally.head_to_head.is_empty() || !has_tie_breaks {
        return ranked(standings, ranking, None);
    }
    let half_points = standings
        .iter()
        .map(|standing| (2.0 * standing.points) as u64)
        .collect();
    let tie_breaker = TieBreaker::new(&tally.head_to_head, half_points, unplayed.clone());
    for standing in &mut standings {
        standing.tie_breaks = Some(tie_breaker.tie_breaks(standing.entrant));
    }
    ranked(standings, ranking, Some(&tie_breaker))
}

/// What decides between two entrants; more is better.
#[derive(Debug, Clone, Copy, PartialEq)]
struct RankingKey {
    rounds: u32,
    points: f64,
    /// Buchholz and Sonneborn-Berger; 0 where they do not decide.
    tie_breaks: [f64; 2],
    /// Half points in matches between entrants that are otherwise equal.
    direct_encounter: u64,
}

impl RankingKey {
    fn new(standing: &Standing, ranking: &RankingCriterion) -> Self {
        let (rounds, points) = match ranking {
            RankingCriterion::ScoreRate => (0, standing.score_rate.unwrap_or(-1.0)),
            RankingCriterion::Points => (0, standing.points),
            RankingCriterion::RoundsSurvived(survived) => {
                (survived[standing.entrant], standing.points)
            }
            RankingCriterion::Rating(_) => {
                let rating = standing.elo.map_or(f64::NEG_INFINITY, |elo| elo.value);
                (0, rating)
            }
        };
        let tie_breaks = match (ranking, &standing.tie_breaks) {
            (_, None) => [0.0, 0.0],
            (RankingCriterion::Points, Some(them)) => [them.buchholz, them.sonneborn_berger],
            // All have the same opponents at the end.
            (_, Some(them)) => [0.0, them.sonneborn_berger],
        };
        Self {
            rounds,
            points,
            tie_breaks,
            direct_encounter: 0,
        }
    }

    /// Orders the better one first.
    fn compare(&self, other: &Self) -> Ordering {
        let rounds = other.rounds.cmp(&self.rounds);
        rounds
            .then(other.points.total_cmp(&self.points))
            .then(other.tie_breaks[0].total_cmp(&self.tie_breaks[0]))
            .then(other.tie_breaks[1].total_cmp(&self.tie_breaks[1]))
            .then(other.direct_encounter.cmp(&self.direct_encounter))
    }
}

/// Returns the standings in the order of their places.
fn ranked(
    standings: Vec<Standing>,
    ranking: &RankingCriterion,
    tie_breaker: Option<&TieBreaker>,
) -> Vec<Standing> {
    let keyed = standings.into_iter();
    let mut keyed: Vec<(RankingKey, Standing)> = keyed
        .map(|standing| (RankingKey::new(&standing, ranking), standing))
        .collect();
    keyed.sort_by(|(a, _), (b, _)| a.compare(b));
    if let Some(tie_breaker) = tie_breaker {
        for group in keyed.chunk_by_mut(|(a, _), (b, _)| a == b) {
            break_by_direct_encounter(group, tie_breaker);
        }
    }
    let mut previous = None;
    let places = keyed.into_iter().enumerate();
    let placed = places.map(|(index, (key, mut standing))| {
        standing.place = match previous {
            Some((equal, place)) if equal == key => place,
            _ => index + 1,
        };
        previous = Some((key, standing.place));
        standing
    });
    placed.collect()
}

/// Orders entrants that are equal so far by their matches against each other, if all of them have met.
fn break_by_direct_encounter(group: &mut [(RankingKey, Standing)], tie_breaker: &TieBreaker) {
    let entrants: Vec<usize> = group.iter().map(|(_, standing)| standing.entrant).collect();
    let half_points = entrants.iter();
    let half_points =
        half_points.map(|entrant| tie_breaker.half_points_within(*entrant, &entrants));
    let Some(half_points) = half_points.collect::<Option<Vec<u64>>>() else {
        return;
    };
    for ((key, standing), half_points) in group.iter_mut().zip(half_points) {
        key.direct_encounter = half_points;
        if let Some(tie_breaks) = &mut standing.tie_breaks {
            tie_breaks.direct_encounter = Some(half_points as f64 / 2.0);
        }
    }
    group.sort_by(|(a, _), (b, _)| a.compare(b));
}

fn standing(
    tally: &TournamentTally,
    entrant: usize,
    pairs: Pentanomial,
    unplayed: &UnplayedRounds,
) -> Standing {
    let stats = tally.entrants[entrant].clone();
    let match_points = stats.half_points as f64 / 2.0;
    let [_, half_points, opponents] = stats.regular;
    Standing {
        place: 0,
        entrant,
        byes: unplayed.byes_of(entrant),
        points: match_points + unplayed.bye_points(entrant),
        score_rate: (stats.opponents > 0).then(|| match_points / stats.opponents as f64),
        regular_score_rate: (opponents > 0).then(|| half_points as f64 / 2.0 / opponents as f64),
        elo: elo(&pairs),
        measured_elo: None,
        normalised_elo: normalised_elo(&pairs),
        los: likelihood_of_superiority(&pairs),
        tie_breaks: None,
        stats,
        pairs,
    }
}

/// Returns all counted pairs of every entrant, each from its side.
fn pairs_by_entrant(tally: &TournamentTally) -> Vec<Pentanomial> {
    let mut sums = vec![[0; 5]; tally.entrants.len()];
    for ((one, other), pairs) in &tally.pairs {
        for (entrant, pairs) in [(*one, *pairs), (*other, pairs.reversed())] {
            for (sum, pairs) in sums[entrant].iter_mut().zip(pairs.pairs()) {
                *sum += pairs;
            }
        }
    }
    sums.into_iter().map(Pentanomial::new).collect()
}

/// Adds the ratings of a league: of its anchors, and of the entrants in counted blocks. Its opponents are chosen to be
/// equal, so that success against them says little.
fn add_ratings(standings: &mut [Standing], tally: &TournamentTally, anchors: &[Option<i32>]) {
    let ratings = tally.anchored_ratings(anchors);
    let rated = tally.rated_entrants();
    let is_only_anchor = anchors.iter().flatten().nth(1).is_none();
    for standing in standings {
        let entrant = standing.entrant;
        let (is_anchor, is_rated) = (anchors[entrant].is_some(), rated.contains(&entrant));
        standing.elo = (is_anchor || is_rated).then(|| ratings.estimate(entrant));
        standing.measured_elo = (is_anchor && is_rated && !is_only_anchor)
            .then(|| tally.measured_rating(anchors, &ratings, entrant));
        standing.normalised_elo = None;
        standing.los = None;
    }
}

/// Returns the strengths by Plackett and Luce, or an empty list for two-seat matches.
fn multi_seat_elo(tally: &TournamentTally, seed: RootSeed) -> Vec<Estimate> {
    if tally.multi_seat_blocks.is_empty() {
        return Vec::new();
    }
    plackett_luce_elo(tally.entrants.len(), &tally.multi_seat_blocks, seed)
}

#[cfg(test)]
mod tests;

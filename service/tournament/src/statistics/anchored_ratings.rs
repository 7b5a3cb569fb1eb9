//! Ratings on the scale of anchors: entrants whose ratings are fixed.

mod chances;
mod model;
mod results;

use std::collections::BTreeMap;

use botwerk_agents::strength::Z_95;

use self::model::Model;
use self::results::Results;
use super::elo::{Estimate, expected_score};
use super::pentanomial::Pentanomial;
use super::plackett_luce::{ELO, Places};
use super::symmetric_matrix::SymmetricMatrix;

/// The ratings of all entrants of a league, in Elo, with their uncertainty.
///
/// They are the most likely ones by Plackett and Luce (by Bradley and Terry in matches of two seats) while those of
/// the anchors are fixed. One virtual draw of every other entrant, spread over the opponents that it has met in
/// proportion to their matches, makes them finite. It takes from its opponents what it gives them: an entrant
/// that loses every match changes the rating of none, so entrants that come and go do not shift the scale. A
/// hundredth of a draw against the mean of the anchors makes ratings unique for groups that have met no anchor.
///
/// The covariances are the inverse of the observed information, times the dispersion of both entrants: the
/// variance of the results of their blocks relative to that of independent matches without draws (R. W. M.
/// Wedderburn, Quasi-likelihood functions, generalized linear models, and the Gauss-Newton method, 1974). They can be
/// told from a few results as well, which resampling would often find equal.
#[derive(Debug, Clone, PartialEq)]
pub struct AnchoredRatings {
    /// In Elo.
    ratings: Vec<f64>,
    /// The number of each entrant's row in the covariances; `None` for an anchor.
    rows: Vec<Option<usize>>,
    /// In squared Elo.
    covariances: SymmetricMatrix,
    dispersions: Vec<f64>,
}

impl AnchoredRatings {
    /// Computes the ratings from the counted pairs and the counted blocks of matches with more seats. `anchors`
    /// contains the fixed rating of each entrant, or `None` if it has none.
    pub fn new(
        anchors: &[Option<i32>],
        pairs: &BTreeMap<(usize, usize), Pentanomial>,
        multi_seat_blocks: &BTreeMap<Vec<Places>, u64>,
    ) -> Self {
        let results = Results::new(anchors, pairs, multi_seat_blocks);
        let model = Model::new(anchors, &results);
        let most_likely = model.most_likely(model.start.clone());
        let weights = most_likely.weights;
        let dispersions = results.dispersions(&weights);
        let mut covariances = most_likely.information.inverse_of_square();
        let free = model
            .rows
            .iter()
            .zip(&dispersions)
            .filter(|(row, _)| row.is_some());
        let scales: Vec<f64> = free
            .map(|(_, dispersion)| dispersion.sqrt() * ELO)
            .collect();
        covariances.scale(&scales);
        Self {
            ratings: weights.iter().map(|weight| weight * ELO).collect(),
            rows: model.rows,
            covariances,
            dispersions,
        }
    }

    /// Returns the rating that an anchor would have if it were none, from the results of these ratings. There is another
    /// anchor.
    pub fn measured(
        &self,
        anchors: &[Option<i32>],
        pairs: &BTreeMap<(usize, usize), Pentanomial>,
        multi_seat_blocks: &BTreeMap<Vec<Places>, u64>,
        anchor: usize,
    ) -> Estimate {
        let mut others = anchors.to_vec();
        others[anchor] = None;
        let results = Results::new(&others, pairs, multi_seat_blocks);
        let model = Model::new(&others, &results);
        // It is close to these ratings, whichever anchor is none.
        let weights = self.ratings.iter().map(|elo| elo / ELO).collect();
        let most_likely = model.most_likely(weights);
        let weights = most_likely.weights;
        let mut variances = vec![0.0; model.rows.iter().flatten().count()];
        let variance = model.rows[anchor].map_or(0.0, |row| {
            variances[row] = 1.0;
            most_likely.information.solve(variances)[row]
        });
        let variance = variance * results.dispersions(&weights)[anchor] * ELO * ELO;
        Estimate::with_margin(weights[anchor] * ELO, Z_95 * variance.sqrt())
    }

    /// Returns the rating of an entrant in Elo.
    pub fn rating(&self, entrant: usize) -> f64 {
        self.ratings[entrant]
    }

    /// Returns the rating of an entrant with its 95 % confidence interval, which is a point for an anchor.
    pub fn estimate(&self, entrant: usize) -> Estimate {
        let margin = Z_95 * self.variance(entrant).sqrt();
        Estimate::with_margin(self.ratings[entrant], margin)
    }

    /// Returns the variance of a rating in squared Elo, which is 0 for an anchor.
    pub fn variance(&self, entrant: usize) -> f64 {
        self.covariance(entrant, entrant)
    }

    /// Returns the covariance of two ratings in squared Elo.
    pub fn covariance(&self, one: usize, other: usize) -> f64 {
        match (self.rows[one], self.rows[other]) {
            (Some(one), Some(other)) => self.covariances.get(one, other),
            _ => 0.0,
        }
    }

    /// Returns what a number of matches would tell about the difference of two ratings: the inverse of the variance
    /// with which they would measure it, in squared Elo.
    pub(crate) fn information_of_matches(&self, one: usize, other: usize, matches: u64) -> f64 {
        let score = expected_score(self.ratings[one] - self.ratings[other]);
        // The more cautious one: an entrant may be predictable against some opponents only.
        let dispersion = self.dispersions[one].max(self.dispersions[other]);
        matches as f64 * score * (1.0 - score) / (ELO * ELO * dispersion)
    }
}

#[cfg(test)]
mod tests;

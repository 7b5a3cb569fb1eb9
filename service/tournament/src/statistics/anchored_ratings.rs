//! Ratings on the scale of anchors: entrants whose ratings are fixed.

use std::collections::BTreeMap;

use botwerk_agents::strength::Z_95;

use super::elo::{Estimate, expected_score};
use super::pentanomial::Pentanomial;
use super::plackett_luce::{Choices, ELO, Places};
use super::symmetric_matrix::SymmetricMatrix;
use crate::entrant_pair::entrant_pair;

/// Maximum number of steps of the search for the most likely ratings.
const MAX_STEPS: usize = 100;

/// Change of all ratings, in natural units, at which the search ends.
const PRECISION: f64 = 1e-9;

/// Maximum change of a rating in one step, in natural units.
const MAX_CHANGE: f64 = 2.0;

/// Number of even matches with a dispersion of 1 that are added to the observed ones, so that a few
/// results do not decide how wide intervals are.
const DISPERSION_MATCHES: f64 = 20.0;

/// Number of virtual draws of an entrant that is no anchor against the opponents that it has met.
const VIRTUAL_DRAWS: f64 = 1.0;

/// Number of its virtual draws against a player with the mean rating of the anchors.
const DRAWS_AGAINST_MEAN: f64 = 0.01;

/// Minimum of the dispersion.
const MIN_DISPERSION: f64 = 0.1;

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
        let weights = model.most_likely(model.start.clone());
        let information = model.information(&weights);
        let dispersions = results.dispersions(&weights);
        let mut covariances = information.inverse();
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
        let weights = model.most_likely(weights);
        let mut variances = vec![0.0; model.rows.iter().flatten().count()];
        let variance = model.rows[anchor].map_or(0.0, |row| {
            variances[row] = 1.0;
            model.information(&weights).solve(variances)[row]
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

    /// Returns what a number of matches of every two entrants would tell about the difference of their ratings.
    pub(crate) fn information_of_all(&self, matches: u64) -> SymmetricMatrix {
        let mut information = SymmetricMatrix::zero(self.ratings.len());
        for one in 0..self.ratings.len() {
            for other in 0..one {
                information.add(one, other, self.information_of_matches(one, other, matches));
            }
        }
        information
    }

    /// Returns what a number of matches would tell about the difference of two ratings: the inverse of the variance
    /// with which they would measure it, in squared Elo.
    fn information_of_matches(&self, one: usize, other: usize, matches: u64) -> f64 {
        let score = expected_score(self.ratings[one] - self.ratings[other]);
        // The more cautious one: an entrant may be predictable against some opponents only.
        let dispersion = self.dispersions[one].max(self.dispersions[other]);
        matches as f64 * score * (1.0 - score) / (ELO * ELO * dispersion)
    }

    /// Changes the covariances as if matches had measured the difference of two ratings with this information.
    pub fn add_information(&mut self, one: usize, other: usize, information: f64) {
        let size = self.covariances.size();
        let row = |entrant: usize, column: usize| {
            self.rows[entrant].map_or(0.0, |row| self.covariances.get(row, column))
        };
        let direction: Vec<f64> = (0..size)
            .map(|column| row(one, column) - row(other, column))
            .collect();
        let variance =
            self.variance(one) + self.variance(other) - 2.0 * self.covariance(one, other);
        let factor = -information / (1.0 + information * variance);
        self.covariances.add_square(&direction, factor);
    }
}

/// The results of a league, as the likelihood of ratings depends on them.
struct Results<'a> {
    /// All choices with the virtual draws: how often each entrant was the best of each set of entrants.
    choices: Choices,
    pairs: &'a BTreeMap<(usize, usize), Pentanomial>,
    /// The choices of the blocks of matches with more seats, and their numbers.
    blocks: Vec<(Choices, u64)>,
}

impl<'a> Results<'a> {
    fn new(
        anchors: &[Option<i32>],
        pairs: &'a BTreeMap<(usize, usize), Pentanomial>,
        multi_seat_blocks: &BTreeMap<Vec<Places>, u64>,
    ) -> Self {
        let mut choices = Choices::default();
        let mut meetings: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for ((one, other), pairs) in pairs {
            choices.add_pairs(*one, *other, pairs);
            meetings.insert((*one, *other), 2.0 * pairs.total() as f64);
        }
        let mut blocks = Vec::new();
        for (block, number) in multi_seat_blocks {
            let mut of_block = Choices::default();
            for places in block {
                of_block.add(places);
                for (index, (one, _)) in places.iter().enumerate() {
                    for (other, _) in &places[..index] {
                        let pair = entrant_pair(*one, *other);
                        *meetings.entry(pair).or_default() += *number as f64;
                    }
                }
            }
            choices.add_all(&of_block, *number as f64);
            blocks.push((of_block, *number));
        }
        add_virtual_draws(&mut choices, anchors, &meetings);
        Self {
            choices,
            pairs,
            blocks,
        }
    }

    /// Returns the variance of the results of each entrant's blocks, relative to that of independent matches without
    /// draws. Entrants differ in it: two that choose at random mirror each other in the matches of a block.
    fn dispersions(&self, weights: &[f64]) -> Vec<f64> {
        let mut sums = vec![Residuals::default(); weights.len()];
        for ((one, other), pairs) in self.pairs {
            let score = chance(weights[*one] - weights[*other]);
            for (half_points, number) in pairs.pairs().into_iter().enumerate() {
                let residual = half_points as f64 / 2.0 - 2.0 * score;
                let number = number as f64;
                let block = Residuals {
                    squares: number * residual * residual,
                    variance: number * 2.0 * score * (1.0 - score),
                    blocks: number,
                };
                sums[*one].add(block);
                sums[*other].add(block);
            }
        }
        for (choices, number) in &self.blocks {
            for (entrant, block) in residuals(choices, weights) {
                sums[entrant].add(Residuals {
                    squares: *number as f64 * block.squares,
                    variance: *number as f64 * block.variance,
                    blocks: *number as f64,
                });
            }
        }
        sums.iter().map(Residuals::dispersion).collect()
    }
}

/// How far the results of an entrant's blocks are from the expected ones.
#[derive(Debug, Clone, Copy, Default)]
struct Residuals {
    /// The sum of the squared differences.
    squares: f64,
    /// Its expected value if matches are independent.
    variance: f64,
    /// The number of blocks.
    blocks: f64,
}

impl Residuals {
    fn add(&mut self, other: Self) {
        self.squares += other.squares;
        self.variance += other.variance;
        self.blocks += other.blocks;
    }

    fn dispersion(&self) -> f64 {
        // The rating of the entrant is fitted to the same results.
        let unfitted = (1.0 - 1.0 / self.blocks.max(1.0)).max(0.0);
        let even = DISPERSION_MATCHES / 4.0;
        ((even + self.squares) / (even + self.variance * unfitted)).max(MIN_DISPERSION)
    }
}

/// Spreads the virtual draws of every entrant that is no anchor over its opponents.
fn add_virtual_draws(
    choices: &mut Choices,
    anchors: &[Option<i32>],
    meetings: &BTreeMap<(usize, usize), f64>,
) {
    let mut matches = vec![0.0; anchors.len()];
    for ((one, other), number) in meetings {
        matches[*one] += number;
        matches[*other] += number;
    }
    for ((one, other), number) in meetings {
        let free = [one, other]
            .into_iter()
            .filter(|entrant| anchors[**entrant].is_none());
        let shares: f64 = free.map(|entrant| number / matches[*entrant]).sum();
        if shares > 0.0 {
            choices.add_draw(*one, *other, VIRTUAL_DRAWS * shares);
        }
    }
}

/// Returns the difference between the results of a block and the expected ones, by entrant.
fn residuals(choices: &Choices, weights: &[f64]) -> BTreeMap<usize, Residuals> {
    let mut differences: BTreeMap<usize, f64> = choices.best().clone();
    let mut variances: BTreeMap<usize, f64> = BTreeMap::new();
    for (set, number) in choices.sets() {
        for (entrant, chance) in chances(set, weights) {
            *differences.entry(entrant).or_default() -= number * chance;
            *variances.entry(entrant).or_default() += number * chance * (1.0 - chance);
        }
    }
    let residuals = variances.into_iter().map(|(entrant, variance)| {
        let difference = differences.get(&entrant).copied().unwrap_or(0.0);
        let squares = difference * difference;
        let residuals = Residuals {
            squares,
            variance,
            blocks: 1.0,
        };
        (entrant, residuals)
    });
    residuals.collect()
}

/// Returns the probability of each entrant of a set to be its best.
fn chances(set: &[usize], weights: &[f64]) -> Vec<(usize, f64)> {
    let max = set.iter().map(|entrant| weights[*entrant]);
    let max = max.fold(f64::NEG_INFINITY, f64::max);
    let odds = set.iter().map(|entrant| libm::exp(weights[*entrant] - max));
    let odds: Vec<f64> = odds.collect();
    let sum: f64 = odds.iter().sum();
    let chances = set.iter().zip(odds);
    chances
        .map(|(entrant, odds)| (*entrant, odds / sum))
        .collect()
}

/// Returns the probability to win for a difference in natural units.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

/// The likelihood of ratings in natural units, of which those of the anchors are fixed.
struct Model<'a> {
    choices: &'a Choices,
    /// The ratings of anchors; the mean of the anchors for the others.
    start: Vec<f64>,
    /// The number of each entrant among those without a fixed rating.
    rows: Vec<Option<usize>>,
    /// The mean rating of the anchors.
    mean: f64,
}

impl<'a> Model<'a> {
    fn new(anchors: &[Option<i32>], results: &'a Results<'_>) -> Self {
        let fixed: Vec<f64> = anchors
            .iter()
            .flatten()
            .map(|elo| f64::from(*elo) / ELO)
            .collect();
        let mean = fixed.iter().sum::<f64>() / fixed.len().max(1) as f64;
        let mut free = 0;
        let rows = anchors.iter().map(|anchor| {
            let row = anchor.is_none().then_some(free);
            free += usize::from(anchor.is_none());
            row
        });
        Self {
            choices: &results.choices,
            start: anchors
                .iter()
                .map(|anchor| anchor.map_or(mean, |elo| f64::from(elo) / ELO))
                .collect(),
            rows: rows.collect(),
            mean,
        }
    }

    /// Returns the most likely ratings, by Newton's method: the logarithm of the likelihood is concave, so that it ends there
    /// from all ratings.
    fn most_likely(&self, mut weights: Vec<f64>) -> Vec<f64> {
        let mut likelihood = self.log_likelihood(&weights);
        for _ in 0..MAX_STEPS {
            let step = self.information(&weights).solve(self.gradient(&weights));
            let max = step
                .iter()
                .fold(0.0, |max: f64, change| max.max(change.abs()));
            if max < PRECISION {
                break;
            }
            let mut share = (MAX_CHANGE / max).min(1.0);
            loop {
                let next = self.moved(&weights, &step, share);
                let next_likelihood = self.log_likelihood(&next);
                // A step so short changes nothing but the last digits.
                if next_likelihood >= likelihood || share * max < PRECISION {
                    (weights, likelihood) = (next, next_likelihood);
                    break;
                }
                share /= 2.0;
            }
        }
        weights
    }

    fn moved(&self, weights: &[f64], step: &[f64], share: f64) -> Vec<f64> {
        let moved = weights.iter().zip(&self.rows);
        let moved = moved.map(|(weight, row)| weight + row.map_or(0.0, |row| share * step[row]));
        moved.collect()
    }

    fn log_likelihood(&self, weights: &[f64]) -> f64 {
        let best = self.choices.best().iter();
        let best: f64 = best
            .map(|(entrant, number)| number * weights[*entrant])
            .sum();
        let sets = self.choices.sets().iter().map(|(set, number)| {
            let max = set.iter().map(|entrant| weights[*entrant]);
            let max = max.fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = set
                .iter()
                .map(|entrant| libm::exp(weights[*entrant] - max))
                .sum();
            number * (max + libm::log(sum))
        });
        let draws = weights
            .iter()
            .zip(&self.rows)
            .filter(|(_, row)| row.is_some());
        let draws = draws.map(|(weight, _)| {
            let score = chance(weight - self.mean);
            DRAWS_AGAINST_MEAN * libm::log(score * (1.0 - score)) / 2.0
        });
        best - sets.sum::<f64>() + draws.sum::<f64>()
    }

    /// Returns the derivatives of the logarithm of the likelihood.
    fn gradient(&self, weights: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.rows.iter().flatten().count()];
        let mut add = |entrant: usize, change: f64| {
            if let Some(row) = self.rows[entrant] {
                gradient[row] += change;
            }
        };
        for (entrant, number) in self.choices.best() {
            add(*entrant, *number);
        }
        for (set, number) in self.choices.sets() {
            for (entrant, chance) in chances(set, weights) {
                add(entrant, -number * chance);
            }
        }
        for (entrant, weight) in weights.iter().enumerate() {
            add(
                entrant,
                DRAWS_AGAINST_MEAN * (0.5 - chance(weight - self.mean)),
            );
        }
        gradient
    }

    /// Returns the observed information: minus the second derivatives of the logarithm of the likelihood.
    fn information(&self, weights: &[f64]) -> SymmetricMatrix {
        let mut information = SymmetricMatrix::zero(self.rows.iter().flatten().count());
        for (weight, row) in weights.iter().zip(&self.rows) {
            if let Some(row) = *row {
                let score = chance(weight - self.mean);
                information.add(row, row, DRAWS_AGAINST_MEAN * score * (1.0 - score));
            }
        }
        for (set, number) in self.choices.sets() {
            let chances = chances(set, weights);
            for (index, (one, chance)) in chances.iter().enumerate() {
                let Some(row) = self.rows[*one] else { continue };
                information.add(row, row, number * chance * (1.0 - chance));
                for (other, other_chance) in &chances[..index] {
                    if let Some(column) = self.rows[*other] {
                        information.add(row, column, -number * chance * other_chance);
                    }
                }
            }
        }
        information
    }
}

#[cfg(test)]
mod tests;

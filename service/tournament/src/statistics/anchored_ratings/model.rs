//! The likelihood of ratings, and its maximum.

use super::chances::{chance, chances, log_odds, pair_chances, pair_log_odds};
use super::results::Results;
use crate::statistics::plackett_luce::ELO;
use crate::statistics::symmetric_matrix::{LowerTriangle, SymmetricMatrix};

/// Maximum number of steps of the search for the most likely ratings.
const MAX_STEPS: usize = 100;

/// Change of all ratings, in natural units, at which the search ends.
const PRECISION: f64 = 1e-9;

/// Maximum change of a rating in one step, in natural units.
const MAX_CHANGE: f64 = 2.0;

/// Number of virtual draws of an entrant that is no anchor against a player with the mean rating of the anchors.
const DRAWS_AGAINST_MEAN: f64 = 0.01;

/// The likelihood of ratings in natural units, of which those of the anchors are fixed.
pub(super) struct Model<'a> {
    results: &'a Results<'a>,
    /// The ratings of anchors; the mean of the anchors for the others.
    pub(super) start: Vec<f64>,
    /// The number of each entrant among those without a fixed rating.
    pub(super) rows: Vec<Option<usize>>,
    /// The mean rating of the anchors.
    mean: f64,
}

/// The most likely ratings.
pub(super) struct MostLikely {
    /// In natural units.
    pub(super) weights: Vec<f64>,
    /// The root of the observed information: of minus the second derivatives of the logarithm of the likelihood.
    pub(super) information: LowerTriangle,
}

impl<'a> Model<'a> {
    pub(super) fn new(anchors: &[Option<i32>], results: &'a Results<'_>) -> Self {
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
            results,
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
    pub(super) fn most_likely(&self, mut weights: Vec<f64>) -> MostLikely {
        let mut likelihood = self.log_likelihood(&weights);
        for _ in 0..MAX_STEPS {
            let (gradient, information) = self.derivatives(&weights);
            let information = information.into_lower_root();
            let step = information.solve(gradient);
            let max = step
                .iter()
                .fold(0.0, |max: f64, change| max.max(change.abs()));
            if max < PRECISION {
                return MostLikely {
                    weights,
                    information,
                };
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
        let (_, information) = self.derivatives(&weights);
        MostLikely {
            weights,
            information: information.into_lower_root(),
        }
    }

    fn moved(&self, weights: &[f64], step: &[f64], share: f64) -> Vec<f64> {
        let moved = weights.iter().zip(&self.rows);
        let moved = moved.map(|(weight, row)| weight + row.map_or(0.0, |row| share * step[row]));
        moved.collect()
    }

    pub(super) fn log_likelihood(&self, weights: &[f64]) -> f64 {
        let best = self.results.best.iter().zip(weights);
        let best: f64 = best.map(|(number, weight)| number * weight).sum();
        let pairs = self.results.pair_choices.iter().map(|pair| {
            let weights = pair.entrants().map(|entrant| weights[entrant]);
            pair.number * pair_log_odds(weights)
        });
        let sets = self.results.choices.sets().iter();
        let sets = sets.map(|(set, number)| number * log_odds(set, weights));
        let draws = weights
            .iter()
            .zip(&self.rows)
            .filter(|(_, row)| row.is_some());
        let draws = draws.map(|(weight, _)| {
            let score = chance(weight - self.mean);
            DRAWS_AGAINST_MEAN * libm::log(score * (1.0 - score)) / 2.0
        });
        best - pairs.sum::<f64>() - sets.sum::<f64>() + draws.sum::<f64>()
    }

    /// Returns the first and minus the second derivatives of the logarithm of the likelihood.
    fn derivatives(&self, weights: &[f64]) -> (Vec<f64>, SymmetricMatrix) {
        let size = self.rows.iter().flatten().count();
        let mut derivatives = Derivatives {
            rows: &self.rows,
            gradient: vec![0.0; size],
            information: SymmetricMatrix::zero(size),
        };
        for (entrant, (number, weight)) in self.results.best.iter().zip(weights).enumerate() {
            let score = chance(weight - self.mean);
            let draws = DRAWS_AGAINST_MEAN * (0.5 - score);
            let certainty = DRAWS_AGAINST_MEAN * score * (1.0 - score);
            derivatives.add(entrant, number + draws, certainty);
        }
        for pair in &self.results.pair_choices {
            let entrants = pair.entrants();
            let chances = pair_chances(entrants.map(|entrant| weights[entrant]));
            let chances = [(entrants[0], chances[0]), (entrants[1], chances[1])];
            derivatives.add_choices(&chances, pair.number);
        }
        for (set, number) in self.results.choices.sets() {
            derivatives.add_choices(&chances(set, weights), *number);
        }
        (derivatives.gradient, derivatives.information)
    }
}

/// Sums of the derivatives of the logarithm of the likelihood by the ratings that are not fixed.
struct Derivatives<'a> {
    /// The number of each entrant among those without a fixed rating.
    rows: &'a [Option<usize>],
    gradient: Vec<f64>,
    information: SymmetricMatrix,
}

impl Derivatives<'_> {
    /// Adds to the first and minus the second derivative by the rating of an entrant.
    fn add(&mut self, entrant: usize, first: f64, second: f64) {
        if let Some(row) = self.rows[entrant] {
            self.gradient[row] += first;
            self.information.add(row, row, second);
        }
    }

    /// Adds a number of choices from a set, given the probability of each entrant to be the best.
    fn add_choices(&mut self, chances: &[(usize, f64)], number: f64) {
        for (index, (one, chance)) in chances.iter().enumerate() {
            self.add(*one, -number * chance, number * chance * (1.0 - chance));
            let Some(row) = self.rows[*one] else { continue };
            for (other, other_chance) in &chances[..index] {
                if let Some(column) = self.rows[*other] {
                    let product = -number * chance * other_chance;
                    self.information.add(row, column, product);
                }
            }
        }
    }
}

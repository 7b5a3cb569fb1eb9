//! Results of pairs of matches.

use serde::{Deserialize, Serialize};

/// Numbers of pairs in which an entrant has scored 0, ½, 1, 1½ and 2 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial {
    pairs: [u64; 5],
}

/// Points per match of each class, from 0 to 1.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Pseudo-pairs of each class while a class is empty.
const PSEUDO_PAIRS: f64 = 0.5;

impl Pentanomial {
    /// Creates a value from the number of pairs of each class.
    pub const fn new(pairs: [u64; 5]) -> Self {
        Self { pairs }
    }

    /// Adds a pair by its half points, from 0 to 4.
    ///
    /// # Panics
    /// Panics if there are more than 4 half points.
    pub fn add(&mut self, half_points: usize) {
        self.pairs[half_points] = self.pairs[half_points].saturating_add(1);
    }

    /// Returns the number of pairs of each class: 0, ½, 1, 1½ and 2 points.
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// Returns the number of all pairs.
    pub fn total(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the points in the matches of all pairs.
    pub(super) fn points(&self) -> f64 {
        let points = self.pairs.iter().zip(SCORES);
        points
            .map(|(number, score)| 2.0 * *number as f64 * score)
            .sum()
    }

    /// Returns the same pairs from the opponent's side.
    pub fn reversed(mut self) -> Self {
        self.pairs.reverse();
        self
    }

    /// Returns the observed points per match, from 0 to 1, or `None` before the first pair.
    pub fn score(&self) -> Option<f64> {
        let total = self.total();
        let points = self.pairs.iter().zip(SCORES);
        let points: f64 = points.map(|(pairs, score)| *pairs as f64 * score).sum();
        (total > 0).then(|| points / total as f64)
    }

    /// Returns the estimated distribution of pairs. While a class is empty, each class has half a
    /// pair in addition, so that a few equal results are not taken for certainty.
    pub(super) fn distribution(&self) -> Distribution {
        let has_empty_class = self.pairs.contains(&0);
        let pseudo_pairs = if has_empty_class { PSEUDO_PAIRS } else { 0.0 };
        let pairs = self.pairs.map(|pairs| pairs as f64 + pseudo_pairs);
        let size: f64 = pairs.iter().sum();
        Distribution {
            shares: pairs.map(|pairs| pairs / size),
            size,
        }
    }
}

/// The shares of the classes of pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Distribution {
    pub(super) shares: [f64; 5],
    /// The number of pairs, including pseudo-pairs.
    pub(super) size: f64,
}

impl Distribution {
    /// Returns the mean score of a match.
    pub(super) fn mean(&self) -> f64 {
        let scores = self.shares.iter().zip(SCORES);
        scores.map(|(share, score)| share * score).sum()
    }

    /// Returns the central moment of a pair's score with this order, such as 2 for the variance.
    pub(super) fn moment(&self, order: i32) -> f64 {
        let mean = self.mean();
        let scores = self.shares.iter().zip(SCORES);
        scores
            .map(|(share, score)| share * (score - mean).powi(order))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_points() {
        let mut pentanomial = Pentanomial::default();
        assert_eq!(pentanomial.score(), None);
        pentanomial.add(4);
        pentanomial.add(3);
        pentanomial.add(4);
        assert_eq!(pentanomial.pairs(), [0, 0, 0, 1, 2]);
        assert_eq!(pentanomial.total(), 3);
        assert_eq!(pentanomial.score(), Some(2.75 / 3.0));
        assert_eq!(pentanomial.reversed().pairs(), [2, 1, 0, 0, 0]);
        assert_eq!(pentanomial.reversed().score(), Some(0.25 / 3.0));
    }

    #[test]
    fn pseudo_pairs_are_added_only_if_a_class_is_empty() {
        let sparse = Pentanomial::new([0, 0, 0, 1, 1]).distribution();
        assert!((sparse.size - 4.5).abs() < 1e-12);
        let expected = [0.5, 0.5, 0.5, 1.5, 1.5].map(|pairs| pairs / 4.5);
        for (share, expected) in sparse.shares.iter().zip(expected) {
            assert!((share - expected).abs() < 1e-12, "{sparse:?}");
        }
        let full = Pentanomial::new([1, 2, 3, 2, 2]).distribution();
        assert!((full.size - 10.0).abs() < 1e-12);
        assert!((full.shares[2] - 0.3).abs() < 1e-12);
    }

    #[test]
    fn moments_are_those_computed_by_hand() {
        let distribution = Pentanomial::new([1, 2, 3, 2, 2]).distribution();
        assert!((distribution.mean() - 0.55).abs() < 1e-12);
        for (order, expected) in [(1, 0.0), (2, 0.0975), (3, -0.00225), (4, 0.019_293_75)] {
            let moment = distribution.moment(order);
            assert!((moment - expected).abs() < 1e-12, "{order}: {moment}");
        }
    }
}

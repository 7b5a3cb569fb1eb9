//! Results of pairs of matches.

use serde::{Deserialize, Serialize};

/// How many pairs have brought an entrant 0, ½, 1, 1½ and 2 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial {
    pairs: [u64; 5],
}

/// Points a match of each class, from 0 to 1.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Pseudo-pairs of each class while a class is empty.
const PSEUDO_PAIRS: f64 = 0.5;

impl Pentanomial {
    /// So many pairs of each class.
    pub const fn new(pairs: [u64; 5]) -> Self {
        Self { pairs }
    }

    /// Adds a pair by its points in halves, from 0 to 4.
    ///
    /// # Panics
    ///
    /// If a pair cannot bring so many.
    pub fn add(&mut self, half_points: usize) {
        self.pairs[half_points] += 1;
    }

    /// Pairs of each class: 0, ½, 1, 1½ and 2 points.
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// All pairs.
    pub fn total(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The same pairs from the opponent's side.
    pub fn reversed(mut self) -> Self {
        self.pairs.reverse();
        self
    }

    /// Points a match, from 0 to 1, as they were scored; `None` before the first pair.
    pub fn score(&self) -> Option<f64> {
        let total = self.total();
        let points = self.pairs.iter().zip(SCORES);
        let points: f64 = points.map(|(pairs, score)| *pairs as f64 * score).sum();
        (total > 0).then(|| points / total as f64)
    }

    /// The distribution that the pairs were drawn from, as far as they tell. While a class is
    /// empty, each gets half a pair in addition: nobody is sure of a win because of three.
    pub(super) fn distribution(&self) -> Distribution {
        let lacks_a_class = self.pairs.contains(&0);
        let pseudo = if lacks_a_class { PSEUDO_PAIRS } else { 0.0 };
        let pairs = self.pairs.map(|pairs| pairs as f64 + pseudo);
        let size: f64 = pairs.iter().sum();
        Distribution {
            shares: pairs.map(|pairs| pairs / size),
            size,
        }
    }
}

/// Shares of the classes among pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Distribution {
    pub(super) shares: [f64; 5],
    /// Of how many pairs.
    pub(super) size: f64,
}

impl Distribution {
    /// The mean score of a match.
    pub(super) fn mean(&self) -> f64 {
        let scores = self.shares.iter().zip(SCORES);
        scores.map(|(share, score)| share * score).sum()
    }

    /// A central moment of a pair's score: 2 for the variance.
    pub(super) fn moment(&self, power: i32) -> f64 {
        let mean = self.mean();
        let scores = self.shares.iter().zip(SCORES);
        scores
            .map(|(share, score)| share * (score - mean).powi(power))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_class_brings_pseudo_pairs_and_a_full_table_none() {
        let mut pentanomial = Pentanomial::default();
        assert_eq!(pentanomial.score(), None);
        pentanomial.add(4);
        pentanomial.add(3);
        assert_eq!(pentanomial.pairs(), [0, 0, 0, 1, 1]);
        assert_eq!(pentanomial.score(), Some(0.875));
        assert!((pentanomial.distribution().size - 4.5).abs() < 1e-12);
        assert_eq!(pentanomial.reversed().score(), Some(0.125));
        let full = Pentanomial::new([1, 2, 3, 2, 2]).distribution();
        assert!((full.size - 10.0).abs() < 1e-12);
        assert!((full.mean() - 0.55).abs() < 1e-12);
    }
}

//! How uncertain the ratings of the entrants of a round are, and what blocks tell about them.

use crate::statistics::{AnchoredRatings, SymmetricMatrix};

/// The uncertainty of the ratings of the entrants that can play. They are given by their positions among these.
#[derive(Debug, Clone)]
pub(super) struct Uncertainty {
    /// The covariances of the ratings, in squared Elo; 0 for anchors.
    covariances: SymmetricMatrix,
    /// What a block of every two entrants tells about the difference of their ratings: the inverse of the variance with
    /// which it measures this, in squared Elo.
    information: SymmetricMatrix,
}

impl Uncertainty {
    /// Takes the uncertainty from the ratings of all entrants. A block has the given number of matches.
    pub(super) fn new(ratings: &AnchoredRatings, entrants: &[usize], matches: u64) -> Self {
        let mut covariances = SymmetricMatrix::zero(entrants.len());
        let mut information = SymmetricMatrix::zero(entrants.len());
        for (row, one) in entrants.iter().enumerate() {
            covariances.add(row, row, ratings.variance(*one));
            for (column, other) in entrants[..row].iter().enumerate() {
                covariances.add(row, column, ratings.covariance(*one, *other));
                let of_block = ratings.information_of_matches(*one, *other, matches);
                information.add(row, column, of_block);
            }
        }
        Self {
            covariances,
            information,
        }
    }

    /// Returns the variance of the rating of an entrant in squared Elo.
    pub(super) fn variance(&self, entrant: usize) -> f64 {
        self.covariances.get(entrant, entrant)
    }

    /// Returns by how much a block against an opponent reduces the variance of an entrant's rating.
    pub(super) fn gain(&self, entrant: usize, opponent: usize) -> f64 {
        let own = self.variance(entrant);
        let shared = self.covariances.get(entrant, opponent);
        let difference = own + self.variance(opponent) - 2.0 * shared;
        let information = self.information.get(entrant, opponent);
        information * (own - shared) * (own - shared) / (1.0 + information * difference)
    }

    /// Returns for every entrant the maximum of its gains.
    pub(super) fn best_gains(&self) -> Vec<f64> {
        let size = self.covariances.size();
        let variances: Vec<f64> = (0..size).map(|entrant| self.variance(entrant)).collect();
        let mut best = vec![0.0; size];
        // Both gains of two entrants have the same divisor, and rows are read in the order in which they are stored.
        for entrant in 0..size {
            let own = variances[entrant];
            let row = self.covariances.row(entrant).iter();
            let row = row.zip(self.information.row(entrant));
            let opponents = variances[..entrant].iter().zip(&mut best);
            let mut best_own: f64 = 0.0;
            for ((shared, information), (variance, best)) in row.zip(opponents) {
                let factor = information / (1.0 + information * (own + variance - 2.0 * shared));
                let [ours, theirs] = [own - shared, variance - shared].map(|it| factor * it * it);
                best_own = if ours > best_own { ours } else { best_own };
                *best = if theirs > *best { theirs } else { *best };
            }
            best[entrant] = best_own;
        }
        best
    }

    /// Changes the covariances as if a block had measured the difference of two ratings.
    pub(super) fn add_block(&mut self, one: usize, other: usize) {
        let columns = 0..self.covariances.size();
        let direction: Vec<f64> = columns
            .map(|column| self.covariances.get(one, column) - self.covariances.get(other, column))
            .collect();
        let variance = direction[one] - direction[other];
        let information = self.information.get(one, other);
        let factor = -information / (1.0 + information * variance);
        self.covariances.add_square(&direction, factor);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::statistics::Pentanomial;

    /// The uncertainty of an anchor and two others of which the first has met both, with blocks of the given number of
    /// matches.
    fn uncertainty(matches: u64) -> Uncertainty {
        let pairs = BTreeMap::from([
            ((0, 1), Pentanomial::new([10, 0, 20, 0, 10])),
            ((1, 2), Pentanomial::new([5, 0, 10, 0, 5])),
        ]);
        let ratings = AnchoredRatings::new(&[Some(0), None, None], &pairs, &BTreeMap::new());
        Uncertainty::new(&ratings, &[0, 1, 2], matches)
    }

    #[test]
    fn block_changes_covariances_like_its_matches() {
        let mut after = uncertainty(1000);
        let before = after.clone();
        after.add_block(1, 2);
        // The difference of both is certain then, the rating of the first as uncertain as by its own matches.
        let difference = after.variance(1) + after.variance(2) - 2.0 * after.covariances.get(1, 2);
        assert!(difference < 1.1 / before.information.get(1, 2));
        assert!(after.variance(1) < before.variance(1));
        assert!(after.variance(2) < before.variance(2) * 0.8);
        for (entrant, opponent) in [(1, 2), (2, 1)] {
            let fallen = before.variance(entrant) - after.variance(entrant);
            let gain = before.gain(entrant, opponent);
            assert!((fallen / gain - 1.0).abs() < 1e-9, "{fallen} {gain}");
        }
        let mut certain = uncertainty(1_000_000_000);
        certain.add_block(0, 1);
        assert!(certain.variance(1) < 0.01);
    }

    #[test]
    fn best_gain_is_the_maximum_over_all_opponents() {
        let uncertainty = uncertainty(2);
        for (entrant, best) in uncertainty.best_gains().into_iter().enumerate() {
            let opponents = (0..3).filter(|other| *other != entrant);
            let gains = opponents.map(|opponent| uncertainty.gain(entrant, opponent));
            let expected = gains.fold(0.0, f64::max);
            assert!((best - expected).abs() <= 1e-12 * expected, "{entrant}");
        }
        // The rating of an anchor is certain.
        assert_eq!(uncertainty.variance(0).to_bits(), 0);
    }
}

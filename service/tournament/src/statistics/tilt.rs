//! The likeliest distribution under a condition.

use super::pentanomial::{Distribution, SCORES};

/// The factors by which the shares of an observed distribution change to make it the likeliest one
/// in which `condition` has the mean 0.
///
/// By Lagrange's multipliers the share *p* of a class with the condition *c* becomes
/// *p* / (1 + *x c*), where *x* makes the mean 0 (A. B. Owen, Empirical Likelihood, 2001).
pub(super) fn tilt(distribution: &Distribution, condition: [f64; 5]) -> [f64; 5] {
    let multiplier = root(&distribution.shares, &condition);
    condition.map(|condition| 1.0 / (1.0 + multiplier * condition))
}

/// The observed shares, changed by factors.
pub(super) fn tilted(distribution: &Distribution, factors: [f64; 5]) -> Distribution {
    let mut shares = distribution.shares;
    for (share, factor) in shares.iter_mut().zip(factors) {
        *share *= factor;
    }
    Distribution {
        shares,
        ..*distribution
    }
}

/// The condition that a match scores so much on average.
pub(super) fn scoring(score: f64) -> [f64; 5] {
    SCORES.map(|class| class - score)
}

/// The root of the sum of `share * condition / (1 + x * condition)`, which falls with `x` between
/// its poles; 0 if the condition cannot have the mean 0.
fn root(shares: &[f64; 5], condition: &[f64; 5]) -> f64 {
    let least = condition.iter().copied().fold(f64::INFINITY, f64::min);
    let most = condition.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..100 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (share, condition) in shares.iter().zip(condition) {
            let term = condition / (1.0 + x * condition);
            value += share * term;
            slope -= share * term * term;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        // Newton's step unless it leaves what is known to hold the root.
        let next = if newton > low && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        if (next - x).abs() <= 1e-14 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Pentanomial;

    #[test]
    fn the_likeliest_distribution_keeps_the_condition_and_is_one() {
        let observed = Pentanomial::new([3, 10, 40, 20, 9]).distribution();
        for score in [0.3, 0.5, 0.61, 0.9] {
            let factors = tilt(&observed, scoring(score));
            let tilted = tilted(&observed, factors);
            assert!((tilted.mean() - score).abs() < 1e-12, "{score}");
            let sum: f64 = tilted.shares.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{score}");
        }
    }

    #[test]
    fn no_other_distribution_under_the_condition_is_likelier() {
        let observed = Pentanomial::new([3, 10, 40, 20, 9]).distribution();
        let likelihood = |shares: [f64; 5]| -> f64 {
            let pairs = observed.shares.iter().zip(shares);
            pairs.map(|(observed, share)| observed * share.ln()).sum()
        };
        let best = tilted(&observed, tilt(&observed, scoring(0.5))).shares;
        // Two directions that keep sum and mean.
        for direction in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0]] {
            for step in [1e-3, -1e-3] {
                let mut other = best;
                for (share, change) in other.iter_mut().zip(direction) {
                    *share += step * change;
                }
                assert!(likelihood(other) < likelihood(best));
            }
        }
    }
}

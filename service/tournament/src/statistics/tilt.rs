//! The most likely distribution under a condition.

use super::pentanomial::{Distribution, SCORES};

/// Returns the factors from the shares of an observed distribution to those of the most likely
/// distribution in which `condition` has mean 0.
///
/// By Lagrange's multipliers the share *p* of a class with the condition *c* becomes
/// *p* / (1 + *x c*), where *x* makes the mean 0 (A. B. Owen, Empirical Likelihood, 2001).
pub(super) fn tilt(distribution: &Distribution, condition: [f64; 5]) -> [f64; 5] {
    let multiplier = multiplier(&distribution.shares, &condition);
    condition.map(|condition| 1.0 / (1.0 + multiplier * condition))
}

/// Returns the distribution with its shares multiplied by factors.
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

/// Returns the condition that the mean score of a match is `score`.
pub(super) fn mean_score_condition(score: f64) -> [f64; 5] {
    SCORES.map(|class| class - score)
}

/// Maximum number of steps of the search for a multiplier.
const MAX_STEPS: usize = 100;

/// Relative change of the multiplier at which the search ends.
const PRECISION: f64 = 1e-14;

/// Returns the root of the sum of `share * condition / (1 + x * condition)`, which decreases in `x`
/// between its poles, or 0 if the condition has the same sign for all classes.
fn multiplier(shares: &[f64; 5], condition: &[f64; 5]) -> f64 {
    let min = condition.iter().copied().fold(f64::INFINITY, f64::min);
    let max = condition.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if min >= 0.0 || max <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    let mut x = 0.0;
    for _ in 0..MAX_STEPS {
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
        // Newton's step, unless it leaves the interval that contains the root.
        let next = if newton > low && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        if (next - x).abs() <= PRECISION * (1.0 + x.abs()) {
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

    /// With one class on either side of the condition the root has a closed form: of the shares `p`
    /// of -a and `q` of b it is (q b - p a) / (a b) = q / a - p / b.
    #[test]
    fn multiplier_of_two_classes_has_the_closed_form() {
        for (p, a, b) in [
            (0.25, 0.5, 0.5),
            (0.9, 0.5, 0.5),
            (0.5, 0.1, 0.9),
            (1e-6, 0.9, 0.1),
            (1.0 - 1e-6, 0.3, 0.7),
        ] {
            let q = 1.0 - p;
            let shares = [p, 0.0, 0.0, 0.0, q];
            let found = multiplier(&shares, &[-a, 0.0, 0.0, 0.0, b]);
            let expected = q / a - p / b;
            let error = (found - expected).abs() / (1.0 + expected.abs());
            assert!(error < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn multiplier_is_0_without_a_solution_and_if_the_condition_holds() {
        let shares = [0.2; 5];
        for condition in [
            [0.0, 0.1, 0.2, 0.3, 0.4],
            [0.1, 0.1, 0.2, 0.3, 0.4],
            [-0.4, -0.3, -0.2, -0.1, 0.0],
            [-0.2, -0.1, 0.0, 0.1, 0.2],
        ] {
            let found = multiplier(&shares, &condition);
            assert!(found.abs() < 1e-12, "{condition:?}: {found}");
        }
    }

    #[test]
    fn most_likely_distribution_satisfies_the_condition_and_sums_to_1() {
        // The second one needs steps between the bounds: Newton's leave the interval.
        for pairs in [[3, 10, 40, 20, 9], [1_000_000, 1, 1, 1, 1]] {
            let observed = Pentanomial::new(pairs).distribution();
            for score in [0.01, 0.3, 0.5, 0.61, 0.9, 0.99] {
                let factors = tilt(&observed, mean_score_condition(score));
                let tilted = tilted(&observed, factors);
                let mean = tilted.mean();
                assert!((mean - score).abs() < 1e-6, "{pairs:?}: {mean} {score}");
                let sum: f64 = tilted.shares.iter().sum();
                assert!((sum - 1.0).abs() < 1e-6, "{pairs:?}: {sum} {score}");
            }
        }
    }

    #[test]
    fn no_other_distribution_under_the_condition_is_more_likely() {
        let observed = Pentanomial::new([3, 10, 40, 20, 9]).distribution();
        let log_likelihood = |shares: [f64; 5]| -> f64 {
            let pairs = observed.shares.iter().zip(shares);
            pairs
                .map(|(observed, share)| observed * libm::log(share))
                .sum()
        };
        let best = tilted(&observed, tilt(&observed, mean_score_condition(0.5))).shares;
        // Two directions that preserve the sum and the mean.
        for direction in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0]] {
            for step in [1e-3, -1e-3] {
                let mut other = best;
                for (share, change) in other.iter_mut().zip(direction) {
                    *share += step * change;
                }
                assert!(log_likelihood(other) < log_likelihood(best));
            }
        }
    }
}

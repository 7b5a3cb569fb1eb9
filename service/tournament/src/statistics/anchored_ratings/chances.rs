//! The probability of entrants to be the best of a set, given their ratings in natural units.

/// Returns the probability of each entrant of a set to be its best.
pub(super) fn chances(set: &[usize], weights: &[f64]) -> Vec<(usize, f64)> {
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

/// Returns the logarithm of the sum of the odds of a set.
pub(super) fn log_odds(set: &[usize], weights: &[f64]) -> f64 {
    let max = set.iter().map(|entrant| weights[*entrant]);
    let max = max.fold(f64::NEG_INFINITY, f64::max);
    let odds = set.iter().map(|entrant| libm::exp(weights[*entrant] - max));
    max + libm::log(odds.sum())
}

/// Returns the probability of each of two entrants to be the better one, as [`chances`] does for many.
pub(super) fn pair_chances([one, other]: [f64; 2]) -> [f64; 2] {
    let odds_of_worse = libm::exp(-(one - other).abs());
    let sum = 1.0 + odds_of_worse;
    let [better, worse] = [1.0 / sum, odds_of_worse / sum];
    if one >= other {
        [better, worse]
    } else {
        [worse, better]
    }
}

/// Returns the logarithm of the sum of the odds of two entrants, as [`log_odds`] does for many.
pub(super) fn pair_log_odds([one, other]: [f64; 2]) -> f64 {
    one.max(other) + libm::log(1.0 + libm::exp(-(one - other).abs()))
}

/// Returns the probability to win for a difference in natural units.
pub(super) fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_entrants_are_a_set_of_two() {
        for weights in [[0.0, 0.0], [1.5, -0.25], [-3.0, 700.0], [0.1, 0.3]] {
            let expected: Vec<f64> = chances(&[0, 1], &weights)
                .into_iter()
                .map(|(_, chance)| chance)
                .collect();
            assert_eq!(pair_chances(weights)[..], expected);
            let difference = pair_log_odds(weights) - log_odds(&[0, 1], &weights);
            assert!(difference.abs() < 1e-15, "{weights:?}: {difference}");
        }
    }
}

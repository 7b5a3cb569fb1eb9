//! Elo, normalised Elo and likelihood of superiority.

use std::f64::consts::{LN_10, SQRT_2};

use botwerk_agents::strength::Z_95;
use serde::Serialize;

use super::pentanomial::Pentanomial;

/// An estimate with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower bound of the interval; infinite if it has none.
    pub low: f64,
    /// The upper bound of the interval; infinite if it has none.
    pub high: f64,
}

impl Estimate {
    /// Returns an estimate whose interval has the same margin on both sides.
    pub fn with_margin(value: f64, margin: f64) -> Self {
        Self {
            value,
            low: value - margin,
            high: value + margin,
        }
    }
}

/// Returns the Elo difference for an expected score of a match, from 0 to 1.
///
/// A. Elo, The Rating of Chessplayers, 1978, in the logistic form: 400 points are odds of ten to
/// one.
pub fn elo_from_score(score: f64) -> f64 {
    -400.0 * libm::log10(1.0 / score - 1.0)
}

/// Returns the expected score of a match for an Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// Normalised Elo of one standard deviation of a match. It is the scale on which normalised Elo
/// equals Elo if the entrants are nearly equal and no match is drawn.
const NORMALISED: f64 = 800.0 / LN_10;

/// Returns the Elo difference to the opponent, or `None` before the first pair.
///
/// The interval is that of the score by the variance of pairs, converted to Elo.
pub fn elo(pentanomial: &Pentanomial) -> Option<Estimate> {
    let (mean, error) = mean_and_error(pentanomial)?;
    let elo = |score: f64| elo_from_score(score.clamp(0.0, 1.0));
    Some(Estimate {
        value: elo(mean),
        low: elo(mean - Z_95 * error),
        high: elo(mean + Z_95 * error),
    })
}

/// Returns the normalised Elo difference to the opponent, or `None` before the first pair.
///
/// It is the score above one half in standard deviations of a match, on a scale on which it is close
/// to Elo. The number of matches that a test needs depends on it alone, whatever the share of draws.
///
/// M. Van den Bergh, Normalized Elo, 2021. The standard deviation of a match is that of a pair
/// times the square root of 2.
pub fn normalised_elo(pentanomial: &Pentanomial) -> Option<Estimate> {
    let pairs = (pentanomial.total() > 0).then(|| pentanomial.distribution())?;
    let deviation = pairs.moment(2).sqrt();
    let score = (pairs.mean() - 0.5) / deviation;
    // The delta method: the deviation is an estimate as well.
    let skewness = pairs.moment(3) / deviation.powi(3);
    let kurtosis = pairs.moment(4) / deviation.powi(4);
    let variance = 1.0 - score * skewness + score * score * (kurtosis - 1.0) / 4.0;
    let error = (variance.max(0.0) / pairs.size).sqrt();
    let scale = NORMALISED / SQRT_2;
    Some(Estimate {
        value: scale * score,
        low: scale * (score - Z_95 * error),
        high: scale * (score + Z_95 * error),
    })
}

/// Returns the probability that the entrant is stronger than the opponent, by the normal
/// distribution, or `None` before the first pair.
pub fn likelihood_of_superiority(pentanomial: &Pentanomial) -> Option<f64> {
    let (mean, error) = mean_and_error(pentanomial)?;
    Some(normal_cdf((mean - 0.5) / error))
}

/// Returns the score of a pair above one half, in standard deviations of a pair, for a normalised
/// Elo difference.
pub(super) fn score_from_normalised_elo(elo: f64) -> f64 {
    elo / NORMALISED * SQRT_2
}

/// Returns the share of the standard normal distribution below a value.
fn normal_cdf(value: f64) -> f64 {
    0.5 * libm::erfc(-value / SQRT_2)
}

/// Returns the mean score of a match and its standard error, or `None` before the first pair.
fn mean_and_error(pentanomial: &Pentanomial) -> Option<(f64, f64)> {
    let pairs = (pentanomial.total() > 0).then(|| pentanomial.distribution())?;
    Some((pairs.mean(), (pairs.moment(2) / pairs.size).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published results of two engine versions: pairs, the Elo difference, half its interval, and
    /// the normalised Elo difference.
    ///
    /// Both are reports of the runner fastchess, on versions of Stockfish and of Zeno.
    const PUBLISHED: [([u64; 5], f64, f64, f64); 2] = [
        ([1, 10, 78, 48, 13], 72.85, 22.33, 132.30),
        ([352, 579, 1264, 743, 464], 19.83, 6.77, 24.25),
    ];

    fn assert_near(estimate: Option<Estimate>, low: f64, value: f64, high: f64) {
        let estimate = estimate.unwrap();
        for (found, expected) in [
            (estimate.low, low),
            (estimate.value, value),
            (estimate.high, high),
        ] {
            assert!((found - expected).abs() < 1e-3, "{estimate:?}");
        }
    }

    #[test]
    fn published_pairs_have_the_published_differences() {
        for (pairs, expected, half, normalised) in PUBLISHED {
            let pairs = Pentanomial::new(pairs);
            let elo = elo(&pairs).unwrap();
            assert!((elo.value - expected).abs() < 0.005, "{elo:?}");
            assert!((elo.high - elo.low - 2.0 * half).abs() < 0.02, "{elo:?}");
            let found = normalised_elo(&pairs).unwrap();
            assert!((found.value - normalised).abs() < 0.005, "{found:?}");
        }
    }

    /// Of the pairs 1, 2, 3, 2, 2 the mean is 0.55 and the central moments are 0.0975, -0.00225 and
    /// 0.01929375. The standard error is √0.00975 and the score 0.16013 standard deviations above
    /// one half, with skewness -0.07391, kurtosis 2.02959 and variance 1.01843 / 10.
    #[test]
    fn small_sample_has_the_estimates_computed_by_hand() {
        let pairs = Pentanomial::new([1, 2, 3, 2, 2]);
        assert_near(elo(&pairs), -102.6190, 34.8601, 184.9056);
        assert_near(normalised_elo(&pairs), -114.3253, 39.3393, 193.0040);
        let los = likelihood_of_superiority(&pairs).unwrap();
        assert!((los - 0.693_701).abs() < 1e-5, "{los}");
    }

    /// Of equally many pairs of each class the mean is 0.5 and the variance 0.125, so the score's
    /// standard error is √(0.125 / 35), and in standard deviations 1 / √35.
    #[test]
    fn even_match_has_an_interval_around_zero() {
        let pairs = Pentanomial::new([7; 5]);
        assert_near(elo(&pairs), -82.9303, 0.0, 82.9303);
        assert_near(normalised_elo(&pairs), -81.3904, 0.0, 81.3904);
        let los = likelihood_of_superiority(&pairs).unwrap();
        assert!((los - 0.5).abs() < 1e-12, "{los}");
    }

    #[test]
    fn both_sides_have_opposite_estimates() {
        let pairs = Pentanomial::new([3, 10, 40, 20, 0]);
        for measure in [elo, normalised_elo] {
            let (one, other) = (
                measure(&pairs).unwrap(),
                measure(&pairs.reversed()).unwrap(),
            );
            assert!((one.value + other.value).abs() < 1e-9);
            assert!((one.low + other.high).abs() < 1e-9);
        }
        let one = likelihood_of_superiority(&pairs).unwrap();
        let other = likelihood_of_superiority(&pairs.reversed()).unwrap();
        assert!((one + other - 1.0).abs() < 1e-12);
    }

    #[test]
    fn one_pair_has_an_unbounded_interval_and_no_pair_has_no_estimate() {
        let none = Pentanomial::default();
        assert_eq!((elo(&none), normalised_elo(&none)), (None, None));
        assert_eq!(likelihood_of_superiority(&none), None);
        let one = elo(&Pentanomial::new([0, 0, 0, 0, 1])).unwrap();
        assert!(one.value.is_finite() && one.high == f64::INFINITY);
    }

    #[test]
    fn scores_and_elo_convert_into_each_other() {
        for elo in [-300.0, 0.0, 12.5, 800.0] {
            assert!((elo_from_score(expected_score(elo)) - elo).abs() < 1e-9);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-15);
        // Three to one.
        assert!((elo_from_score(0.75) - 190.848_501_887).abs() < 1e-6);
    }

    #[test]
    fn normal_distribution_has_the_tabulated_values() {
        for (value, share) in [(-1.96, 0.024_998), (0.0, 0.5), (1.0, 0.841_345)] {
            assert!((normal_cdf(value) - share).abs() < 1e-6, "{value}");
        }
    }
}

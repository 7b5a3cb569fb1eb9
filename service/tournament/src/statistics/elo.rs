//! Elo differences.

use botwerk_agents::strength::Z_95;
use serde::Serialize;

use super::pentanomial::Pentanomial;

/// An estimate with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// What is likeliest.
    pub value: f64,
    /// The lower end of the interval; infinite if nothing bounds it.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The Elo difference that makes an expected score, between 0 and 1, of a match.
///
/// A. Elo, The Rating of Chessplayers, 1978, in the logistic form: 400 points are odds of ten to
/// one.
pub fn elo_from_score(score: f64) -> f64 {
    -400.0 * libm::log10(1.0 / score - 1.0)
}

/// The expected score of a match at an Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// Normalised Elo of one standard deviation of a match: it is Elo where all matches are decided
/// and nearly even.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference to the opponent; `None` before the first pair.
///
/// The interval is that of the score, by the variance of pairs, carried over.
pub fn elo(pentanomial: &Pentanomial) -> Option<Estimate> {
    let (mean, error) = mean_and_error(pentanomial)?;
    let elo = |score: f64| elo_from_score(score.clamp(0.0, 1.0));
    Some(Estimate {
        value: elo(mean),
        low: elo(mean - Z_95 * error),
        high: elo(mean + Z_95 * error),
    })
}

/// Normalised Elo: how many standard deviations of a match the score is above one half, on a scale
/// on which it is near to Elo. Of two differences the one with more of it shows in fewer matches,
/// whatever the share of draws.
///
/// M. Van den Bergh, Normalized Elo, 2021. The standard deviation of a match is that of a pair
/// times the root of 2.
pub fn normalised_elo(pentanomial: &Pentanomial) -> Option<Estimate> {
    let pairs = (pentanomial.total() > 0).then(|| pentanomial.distribution())?;
    let deviation = pairs.moment(2).sqrt();
    let strength = (pairs.mean() - 0.5) / deviation;
    // The delta method: the deviation is estimated as well.
    let skewness = pairs.moment(3) / deviation.powi(3);
    let kurtosis = pairs.moment(4) / deviation.powi(4);
    let variance = 1.0 - strength * skewness + strength * strength * (kurtosis - 1.0) / 4.0;
    let error = (variance.max(0.0) / pairs.size).sqrt();
    let scale = NORMALISED / std::f64::consts::SQRT_2;
    Some(Estimate {
        value: scale * strength,
        low: scale * (strength - Z_95 * error),
        high: scale * (strength + Z_95 * error),
    })
}

/// How likely it is that the entrant is the better one, by the normal distribution.
pub fn likelihood_of_superiority(pentanomial: &Pentanomial) -> Option<f64> {
    let (mean, error) = mean_and_error(pentanomial)?;
    Some(normal_cdf((mean - 0.5) / error))
}

/// A pair's score in standard deviations above one half that so much normalised Elo means.
pub(super) fn strength_of_normalised_elo(elo: f64) -> f64 {
    elo / NORMALISED * std::f64::consts::SQRT_2
}

/// Returns the share of the standard normal distribution below a value.
fn normal_cdf(value: f64) -> f64 {
    0.5 * libm::erfc(-value / std::f64::consts::SQRT_2)
}

/// The mean score of a match and its standard error.
fn mean_and_error(pentanomial: &Pentanomial) -> Option<(f64, f64)> {
    let pairs = (pentanomial.total() > 0).then(|| pentanomial.distribution())?;
    Some((pairs.mean(), (pairs.moment(2) / pairs.size).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results that others have published: the match of two versions of an engine, with the Elo
    /// difference, half its interval, and the normalised one.
    ///
    /// Both are reports of the runner fastchess, of versions of Stockfish and of Zeno.
    const PUBLISHED: [([u64; 5], f64, f64, f64); 2] = [
        ([1, 10, 78, 48, 13], 72.85, 22.33, 132.30),
        ([352, 579, 1264, 743, 464], 19.83, 6.77, 24.25),
    ];

    #[test]
    fn published_matches_give_the_published_differences() {
        for (pairs, expected, half, normalised) in PUBLISHED {
            let pairs = Pentanomial::new(pairs);
            let elo = elo(&pairs).unwrap();
            assert!((elo.value - expected).abs() < 0.005, "{elo:?}");
            assert!((elo.high - elo.low - 2.0 * half).abs() < 0.02, "{elo:?}");
            let found = normalised_elo(&pairs).unwrap();
            assert!((found.value - normalised).abs() < 0.005, "{found:?}");
        }
    }

    #[test]
    fn both_sides_of_a_match_see_the_same() {
        let pairs = Pentanomial::new([3, 10, 40, 20, 0]);
        for measure in [elo, normalised_elo] {
            let (own, other) = (
                measure(&pairs).unwrap(),
                measure(&pairs.reversed()).unwrap(),
            );
            assert!((own.value + other.value).abs() < 1e-9);
            assert!((own.low + other.high).abs() < 1e-9);
        }
        let own = likelihood_of_superiority(&pairs).unwrap();
        let other = likelihood_of_superiority(&pairs.reversed()).unwrap();
        assert!((own + other - 1.0).abs() < 1e-12);
    }

    #[test]
    fn few_pairs_bound_nothing_and_none_say_nothing() {
        assert_eq!(elo(&Pentanomial::default()), None);
        let one = elo(&Pentanomial::new([0, 0, 0, 0, 1])).unwrap();
        assert!(one.value.is_finite() && one.high == f64::INFINITY);
    }

    #[test]
    fn scores_and_differences_are_inverse() {
        for elo in [-300.0, 0.0, 12.5, 800.0] {
            assert!((elo_from_score(expected_score(elo)) - elo).abs() < 1e-9);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-15);
    }
}

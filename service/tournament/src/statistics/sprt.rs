//! The sequential probability ratio test.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{expected_score, score_from_normalised_elo};
use super::pentanomial::{Distribution, Pentanomial, SCORES};
use super::tilt::{mean_score_condition, tilt, tilted};

/// The unit of the Elo differences of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Normalised Elo, see [`super::normalised_elo`]: the expected length of a test does not depend
    /// on the share of draws.
    #[default]
    Normalised,
    /// Logistic Elo.
    Logistic,
}

/// The hypotheses of a test and its error rates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// The Elo difference under H0.
    pub elo0: f64,
    /// The Elo difference under H1.
    pub elo1: f64,
    /// The unit of both differences.
    #[serde(default)]
    pub scale: Scale,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// The reason why hypotheses cannot be tested.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum SprtError {
    /// `elo0` is not less than `elo1`.
    #[error("elo1: expected more than elo0, which is {elo0}; found {elo1}")]
    BoundsNotOrdered {
        /// The difference under H0.
        elo0: f64,
        /// The difference under H1.
        elo1: f64,
    },
    /// A difference is not a number or too large.
    #[error("{field}: expected a number between -2000 and 2000, found {found}")]
    BoundOutOfRange {
        /// `elo0` or `elo1`.
        field: &'static str,
        /// The difference.
        found: f64,
    },
    /// An error rate is not between 0 and 0.5.
    #[error("{field}: expected more than 0 and less than 0.5, found {found}")]
    ErrorRateOutOfRange {
        /// `alpha` or `beta`.
        field: &'static str,
        /// The error rate.
        found: f64,
    },
}

impl Hypotheses {
    /// Returns all errors of the hypotheses, or an empty list if they can be tested.
    pub fn errors(&self) -> Vec<SprtError> {
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = *self;
        let mut errors = Vec::new();
        for (field, found) in [("elo0", elo0), ("elo1", elo1)] {
            if found.is_nan() || found.abs() > MAX_ELO {
                errors.push(SprtError::BoundOutOfRange { field, found });
            }
        }
        if errors.is_empty() && elo0 >= elo1 {
            errors.push(SprtError::BoundsNotOrdered { elo0, elo1 });
        }
        for (field, found) in [("alpha", alpha), ("beta", beta)] {
            if found.is_nan() || found <= 0.0 || found >= 0.5 {
                errors.push(SprtError::ErrorRateOutOfRange { field, found });
            }
        }
        errors
    }
}

impl SprtError {
    /// Returns the field with the error.
    pub const fn field(self) -> &'static str {
        match self {
            Self::BoundsNotOrdered { .. } => "elo1",
            Self::BoundOutOfRange { field, .. } | Self::ErrorRateOutOfRange { field, .. } => field,
        }
    }
}

/// The verdict of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtVerdict {
    /// More pairs are needed.
    Undecided,
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}

/// A sequential test of two entrants by pairs of matches, which ends as soon as it is decided.
///
/// A. Wald, Sequential Tests of Statistical Hypotheses, 1945, with the most likely distributions of
/// pairs under either hypothesis in place of known ones (M. Van den Bergh, The generalized
/// sequential probability ratio test for the pentanomial model, 2020).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    hypotheses: Hypotheses,
    /// The log-likelihood ratios for H0 and H1.
    bounds: [f64; 2],
}

/// Maximum absolute Elo difference of a hypothesis.
const MAX_ELO: f64 = 2000.0;

/// Maximum number of linear approximations of a condition on normalised Elo.
const MAX_STEPS: usize = 50;

/// Maximum change of a factor at which these end.
const PRECISION: f64 = 1e-10;

impl Sprt {
    /// Creates the test of two hypotheses.
    ///
    /// # Errors
    /// Returns an error if the Elo differences are not ordered, or if these or the error rates are
    /// out of range.
    pub fn new(hypotheses: Hypotheses) -> Result<Self, SprtError> {
        if let Some(error) = hypotheses.errors().into_iter().next() {
            return Err(error);
        }
        let Hypotheses { alpha, beta, .. } = hypotheses;
        let bounds = [
            libm::log(beta / (1.0 - alpha)),
            libm::log((1.0 - beta) / alpha),
        ];
        Ok(Self { hypotheses, bounds })
    }

    /// Returns the hypotheses.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// Returns the log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// Returns the logarithm of the likelihood of the pairs under H1 divided by that under H0; 0
    /// before the first pair.
    pub fn log_likelihood_ratio(&self, pentanomial: &Pentanomial) -> f64 {
        if pentanomial.total() == 0 {
            return 0.0;
        }
        let pairs = pentanomial.distribution();
        let Hypotheses { elo0, elo1, .. } = self.hypotheses;
        let [under0, under1] = [elo0, elo1].map(|elo| match self.hypotheses.scale {
            Scale::Logistic => tilt(&pairs, mean_score_condition(expected_score(elo))),
            Scale::Normalised => tilt_to_score(&pairs, score_from_normalised_elo(elo)),
        });
        let ratios = under1.iter().zip(under0).zip(pairs.shares);
        let ratio: f64 = ratios
            .map(|((under1, under0), share)| share * libm::log(under1 / under0))
            .sum();
        pairs.size * ratio
    }

    /// Returns the verdict after the given pairs.
    pub fn verdict(&self, pentanomial: &Pentanomial) -> SprtVerdict {
        let ratio = self.log_likelihood_ratio(pentanomial);
        let [low, high] = self.bounds;
        if ratio <= low {
            SprtVerdict::H0
        } else if ratio >= high {
            SprtVerdict::H1
        } else {
            SprtVerdict::Undecided
        }
    }
}

/// Returns the factors to the most likely distribution whose mean is `score` of its own standard
/// deviations above one half.
///
/// The condition is not linear in the shares. Its linear approximation around the last distribution
/// is solved until the factors converge. The first distribution is uniform: around one that is
/// nearly all one class the approximation may have no solution.
fn tilt_to_score(pairs: &Distribution, score: f64) -> [f64; 5] {
    let mut factors = pairs.shares.map(|share| 0.2 / share);
    for _ in 0..MAX_STEPS {
        let last = tilted(pairs, factors);
        let (mean, deviation) = (last.mean(), last.moment(2).sqrt());
        // What a class adds to mean - 1/2 - score * deviation, to first order.
        let condition = SCORES.map(|class| {
            let distance = (class - mean) / deviation;
            class - 0.5 - score * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = tilt(pairs, condition);
        let changes = factors.iter().zip(next).map(|(old, new)| (old - new).abs());
        let max_change = changes.fold(0.0, f64::max);
        factors = next;
        if max_change < PRECISION {
            break;
        }
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(scale: Scale, elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(Hypotheses {
            elo0,
            elo1,
            scale,
            alpha: 0.05,
            beta: 0.05,
        })
        .unwrap()
    }

    /// Published tests with their log-likelihood ratios, rounded to two digits: those of pull
    /// requests 3098, 3209, 4194, 5712 and 6616 of official-stockfish/Stockfish. Their bounds were
    /// logistic Elo in 2020 and are normalised Elo since 2021.
    const PUBLISHED: [(Scale, f64, f64, [u64; 5], f64); 10] = {
        use Scale::{Logistic, Normalised};
        [
            (Logistic, -0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96),
            (Logistic, 0.25, 1.25, [53, 2220, 21459, 2445, 47], 2.97),
            (Logistic, -0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
            (Logistic, 0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
            (Normalised, 0.0, 2.0, [371, 10263, 24989, 10642, 379], 2.95),
            (Normalised, 0.5, 2.5, [47, 8181, 25234, 8575, 47], 2.94),
            (Normalised, 0.0, 2.0, [831, 31795, 68460, 32448, 834], 2.93),
            (
                Normalised,
                0.5,
                2.5,
                [307, 54901, 140_959, 56230, 281],
                2.95,
            ),
            (Normalised, 0.0, 2.0, [2, 1925, 6607, 2176, 2], 2.94),
            (Normalised, 0.5, 2.5, [5, 2968, 10474, 3253, 5], 2.96),
        ]
    };

    #[test]
    fn published_tests_have_the_published_ratios() {
        for (scale, elo0, elo1, pairs, expected) in PUBLISHED {
            let ratio = test(scale, elo0, elo1).log_likelihood_ratio(&Pentanomial::new(pairs));
            assert!((ratio - expected).abs() < 0.0101, "{pairs:?}: {ratio}");
        }
    }

    #[test]
    fn verdict_depends_on_the_bounds() {
        let test = test(Scale::Normalised, 0.0, 20.0);
        let [low, high] = test.bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + high).abs() < 1e-12);
        let verdict = |pairs| test.verdict(&Pentanomial::new(pairs));
        assert_eq!(verdict([0; 5]), SprtVerdict::Undecided);
        assert_eq!(verdict([10, 20, 30, 20, 10]), SprtVerdict::Undecided);
        assert_eq!(verdict([100, 400, 800, 600, 300]), SprtVerdict::H1);
        assert_eq!(verdict([300, 600, 800, 400, 100]), SprtVerdict::H0);
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let sprt = Sprt::new(Hypotheses {
            elo0: -2000.0,
            elo1: 2000.0,
            scale: Scale::Normalised,
            alpha: 0.05,
            beta: 0.1,
        })
        .unwrap();
        // ln(0.1 / 0.95) and ln(0.9 / 0.05).
        let [low, high] = sprt.bounds();
        assert!((low + 2.251_292).abs() < 1e-6, "{low}");
        assert!((high - 2.890_372).abs() < 1e-6, "{high}");
    }

    /// With the same number of pairs in the classes of 0 and 2 points and none in between, and `p`
    /// the expected score of H1, the ratio against even entrants is about n/2 ln(4 p (1 - p)).
    #[test]
    fn even_results_count_against_h1_by_the_entropy() {
        let n = 1_000_000_u64;
        let pairs = Pentanomial::new([n, 1, 1, 1, n]);
        let ratio = test(Scale::Logistic, 0.0, 100.0).log_likelihood_ratio(&pairs);
        let p = 0.640_065;
        let expected = n as f64 * libm::log(4.0 * p * (1.0 - p));
        assert!((ratio / expected - 1.0).abs() < 1e-4, "{ratio} {expected}");
    }

    #[test]
    fn condition_on_the_normalised_score_holds() {
        let pairs = Pentanomial::new([3, 10, 40, 20, 9]).distribution();
        for score in [-0.3, 0.0, 0.1, 0.5] {
            let tilted = tilted(&pairs, tilt_to_score(&pairs, score));
            let deviation = tilted.moment(2).sqrt();
            let found = (tilted.mean() - 0.5) / deviation;
            assert!((found - score).abs() < 1e-9, "{found} {score}");
            let sum: f64 = tilted.shares.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
    }

    #[test]
    fn ratio_is_finite_and_opposite_for_the_opponent() {
        const COUNTS: [u64; 4] = [0, 1, 12, 100_000];
        for number in 1..COUNTS.len().pow(5) {
            let digit = |class: u32| number / COUNTS.len().pow(class) % COUNTS.len();
            let pairs = [0, 1, 2, 3, 4].map(|class| COUNTS[digit(class)]);
            let pairs = Pentanomial::new(pairs);
            for scale in [Scale::Logistic, Scale::Normalised] {
                let one = test(scale, -5.0, 100.0).log_likelihood_ratio(&pairs);
                let other = test(scale, -100.0, 5.0).log_likelihood_ratio(&pairs.reversed());
                assert!(one.is_finite(), "{scale:?} {pairs:?}: {one}");
                let difference = (one + other).abs();
                assert!(
                    difference < 1e-6 * one.abs().max(1.0),
                    "{scale:?} {pairs:?}"
                );
            }
        }
    }

    #[test]
    fn invalid_hypotheses_are_rejected() {
        let errors = |elo0, elo1, alpha, beta| {
            let hypotheses = Hypotheses {
                elo0,
                elo1,
                scale: Scale::Logistic,
                alpha,
                beta,
            };
            assert!(Sprt::new(hypotheses).is_err());
            hypotheses.errors()
        };
        let order = |elo0, elo1| SprtError::BoundsNotOrdered { elo0, elo1 };
        assert_eq!(errors(5.0, 5.0, 0.05, 0.05), [order(5.0, 5.0)]);
        assert_eq!(errors(5.0, 0.0, 0.05, 0.05), [order(5.0, 0.0)]);
        let nan = errors(f64::NAN, 0.0, 0.05, 0.05);
        assert!(matches!(
            nan[..],
            [SprtError::BoundOutOfRange { field: "elo0", .. }]
        ));
        let bound = |field, found| SprtError::BoundOutOfRange { field, found };
        let infinite = f64::INFINITY;
        assert_eq!(errors(0.0, infinite, 0.05, 0.05), [bound("elo1", infinite)]);
        let rate = |field, found| SprtError::ErrorRateOutOfRange { field, found };
        assert_eq!(errors(0.0, 5.0, 0.0, 0.05), [rate("alpha", 0.0)]);
        assert_eq!(errors(0.0, 5.0, 0.05, 0.5), [rate("beta", 0.5)]);
        let all = errors(5.0, 0.0, 2.0, -1.0);
        assert_eq!(
            all,
            [order(5.0, 0.0), rate("alpha", 2.0), rate("beta", -1.0)]
        );
    }
}

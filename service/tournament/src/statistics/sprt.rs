//! The sequential probability ratio test.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{expected_score, strength_of_normalised_elo};
use super::pentanomial::{Distribution, Pentanomial, SCORES};
use super::tilt::{scoring, tilt, tilted};

/// What Elo differences of a test are measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Standard deviations of a match, see [`super::normalised_elo`]: tests take as long whatever
    /// the share of draws.
    #[default]
    Normalised,
    /// The Elo difference itself.
    Logistic,
}

/// Two differences between which a test decides.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// The difference if the entrant is no better (H0).
    pub elo0: f64,
    /// The difference if it is (H1).
    pub elo1: f64,
    /// What both are measured in.
    #[serde(default)]
    pub scale: Scale,
    /// How often H1 may be taken though H0 is true.
    pub alpha: f64,
    /// How often H0 may be taken though H1 is true.
    pub beta: f64,
}

/// Why a test is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The differences are not two.
    #[error("elo0 must be less than elo1")]
    BoundsNotOrdered,
    /// A difference is infinite, or none.
    #[error("elo0 and elo1 must be numbers between -2000 and 2000")]
    BoundOutOfRange,
    /// A rate of errors that no test has.
    #[error("alpha and beta must be more than 0 and less than 0.5")]
    ErrorRateOutOfRange,
}

/// What a test has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtVerdict {
    /// More pairs are needed.
    Undecided,
    /// The entrant is no better by as much as was asked (H0).
    H0,
    /// The entrant is better (H1).
    H1,
}

/// A test of two entrants by pairs of matches, which ends as soon as it can.
///
/// A. Wald, Sequential Tests of Statistical Hypotheses, 1945, with the likeliest distribution of
/// pairs under either hypothesis in the place of a known one (M. Van den Bergh, The generalized
/// sequential probability ratio test for the pentanomial model, 2020).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    hypotheses: Hypotheses,
    /// Below the first H0 is taken, above the second H1.
    bounds: [f64; 2],
}

/// Steps towards the likeliest distribution with so many standard deviations above one half.
const MOST_STEPS: usize = 50;

impl Sprt {
    /// The test between two hypotheses.
    ///
    /// # Errors
    /// If they are no two, or the rates of errors are none.
    pub fn new(hypotheses: Hypotheses) -> Result<Self, SprtError> {
        let Hypotheses {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = hypotheses;
        let is_difference = |elo: f64| elo.abs() <= 2000.0;
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !is_difference(elo0) || !is_difference(elo1) {
            return Err(SprtError::BoundOutOfRange);
        }
        if elo0 >= elo1 {
            return Err(SprtError::BoundsNotOrdered);
        }
        if !is_rate(alpha) || !is_rate(beta) {
            return Err(SprtError::ErrorRateOutOfRange);
        }
        let bounds = [
            libm::log(beta / (1.0 - alpha)),
            libm::log((1.0 - beta) / alpha),
        ];
        Ok(Self { hypotheses, bounds })
    }

    /// The hypotheses.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// The log-likelihood ratios at which the test ends.
    pub fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// The logarithm of how many times likelier the pairs are under H1 than under H0; 0 before the
    /// first pair.
    pub fn log_likelihood_ratio(&self, pentanomial: &Pentanomial) -> f64 {
        if pentanomial.total() == 0 {
            return 0.0;
        }
        let pairs = pentanomial.distribution();
        let Hypotheses { elo0, elo1, .. } = self.hypotheses;
        let [under0, under1] = [elo0, elo1].map(|elo| match self.hypotheses.scale {
            Scale::Logistic => tilt(&pairs, scoring(expected_score(elo))),
            Scale::Normalised => tilt_to_strength(&pairs, strength_of_normalised_elo(elo)),
        });
        let ratios = under1.iter().zip(under0).zip(pairs.shares);
        let ratio: f64 = ratios
            .map(|((under1, under0), share)| share * libm::log(under1 / under0))
            .sum();
        pairs.size * ratio
    }

    /// What the pairs have come to.
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

/// The factors to the likeliest distribution whose mean is so many of its own standard deviations
/// above one half.
///
/// The condition is not linear in the shares; its linear form around the last distribution is
/// solved until nothing changes. The first one is uniform: around a distribution that is nearly all
/// one class the linear form may have no solution.
fn tilt_to_strength(pairs: &Distribution, strength: f64) -> [f64; 5] {
    let mut factors = pairs.shares.map(|share| 0.2 / share);
    for _ in 0..MOST_STEPS {
        let last = tilted(pairs, factors);
        let (mean, deviation) = (last.mean(), last.moment(2).sqrt());
        // What a class adds to mean - 1/2 - strength * deviation, to first order.
        let condition = SCORES.map(|score| {
            let away = (score - mean) / deviation;
            score - 0.5 - strength * deviation * (1.0 + away * away) / 2.0
        });
        let next = tilt(pairs, condition);
        let change = factors.iter().zip(next).map(|(old, new)| (old - new).abs());
        let largest = change.fold(0.0, f64::max);
        factors = next;
        if largest < 1e-10 {
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

    /// Tests that others have published with their log-likelihood ratios, to two digits: those of
    /// pull requests 3098, 3209, 4194, 5712 and 6616 of official-stockfish/Stockfish. Bounds were
    /// Elo in 2020 and are normalised Elo since 2021.
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
    fn published_tests_give_the_published_ratios() {
        for (scale, elo0, elo1, pairs, expected) in PUBLISHED {
            let ratio = test(scale, elo0, elo1).log_likelihood_ratio(&Pentanomial::new(pairs));
            assert!((ratio - expected).abs() < 0.0101, "{pairs:?}: {ratio}");
        }
    }

    #[test]
    fn verdicts_come_at_the_bounds() {
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
    fn every_table_has_a_finite_ratio_and_its_opponent_the_opposite_one() {
        const COUNTS: [u64; 4] = [0, 1, 12, 100_000];
        for number in 1..COUNTS.len().pow(5) {
            let digit = |class: u32| number / COUNTS.len().pow(class) % COUNTS.len();
            let pairs = [0, 1, 2, 3, 4].map(|class| COUNTS[digit(class)]);
            let pairs = Pentanomial::new(pairs);
            for scale in [Scale::Logistic, Scale::Normalised] {
                let own = test(scale, -5.0, 100.0).log_likelihood_ratio(&pairs);
                let other = test(scale, -100.0, 5.0).log_likelihood_ratio(&pairs.reversed());
                assert!(own.is_finite(), "{scale:?} {pairs:?}: {own}");
                let difference = (own + other).abs();
                assert!(
                    difference < 1e-6 * own.abs().max(1.0),
                    "{scale:?} {pairs:?}"
                );
            }
        }
    }

    #[test]
    fn hypotheses_that_are_none_are_refused() {
        let error = |elo0, elo1, alpha, beta| {
            Sprt::new(Hypotheses {
                elo0,
                elo1,
                scale: Scale::Logistic,
                alpha,
                beta,
            })
            .unwrap_err()
        };
        assert_eq!(error(5.0, 5.0, 0.05, 0.05), SprtError::BoundsNotOrdered);
        assert_eq!(error(5.0, 0.0, 0.05, 0.05), SprtError::BoundsNotOrdered);
        assert_eq!(error(f64::NAN, 0.0, 0.05, 0.05), SprtError::BoundOutOfRange);
        assert_eq!(
            error(0.0, f64::INFINITY, 0.05, 0.05),
            SprtError::BoundOutOfRange
        );
        assert_eq!(error(0.0, 5.0, 0.0, 0.05), SprtError::ErrorRateOutOfRange);
        assert_eq!(error(0.0, 5.0, 0.05, 0.5), SprtError::ErrorRateOutOfRange);
    }
}

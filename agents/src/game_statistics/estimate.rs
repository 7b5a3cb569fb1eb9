//! Means and shares with their 95 % intervals.

use serde::Serialize;

use crate::strength::{Interval, Z_95};

/// An estimate of a mean or a share with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its interval; `None` with fewer than two matches.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// Returns the mean of independent values, or `None` without values.
    ///
    /// ```
    /// use botwerk_agents::game_statistics::Estimate;
    ///
    /// let mean = Estimate::mean([2.0, 4.0, 4.0, 6.0]).unwrap();
    /// assert_eq!(mean.value, 4.0);
    /// // The standard error is 0.816, and Student's t with 3 degrees of freedom 3.182.
    /// assert!((mean.interval.unwrap().low - 1.402).abs() < 0.001);
    /// ```
    pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        Self::ratio(values.into_iter().map(|value| (value, 1.0)))
    }

    /// Returns the sum of the first numbers divided by that of the second ones, such as the mean over all actions
    /// of independent matches, whose number of actions varies. Returns `None` if the sum of the second ones is 0.
    pub fn ratio(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<Self> {
        let pairs: Vec<_> = pairs.into_iter().collect();
        let ratio = Ratio::new(&pairs)?;
        let errors = pairs.iter().map(|pair| ratio.influence(*pair));
        Some(Self::around(ratio.value, &errors.collect::<Vec<_>>()))
    }

    /// Returns the ratio of a part to a whole, such as the share of all actions that were forced, with an interval
    /// within 0 and 1.
    pub(super) fn part(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<Self> {
        Self::ratio(pairs).map(|estimate| estimate.map(|share| share.clamp(0.0, 1.0)))
    }

    /// Returns the difference of two ratios over the same matches, the second minus the first.
    pub(super) fn ratio_difference(first: &[(f64, f64)], second: &[(f64, f64)]) -> Option<Self> {
        let (a, b) = (Ratio::new(first)?, Ratio::new(second)?);
        let pairs = first.iter().zip(second);
        let errors = pairs.map(|(x, y)| b.influence(*y) - a.influence(*x));
        let errors: Vec<_> = errors.collect();
        Some(Self::around(b.value - a.value, &errors))
    }

    /// Returns the share of independent matches in which something happened, or `None` without matches.
    pub fn share(part: f64, matches: u64) -> Option<Self> {
        let value = part / matches as f64;
        let interval = Interval::wilson(value, matches)?;
        Some(Self {
            value,
            interval: Some(interval),
        })
    }

    /// Returns the mean difference of two scores from 0 to 1 over the same matches. Its interval is that of Agresti
    /// and Min (2005), who add two matches: without them, it would have no width if all matches agree.
    pub(super) fn share_difference(differences: &[f64]) -> Option<Self> {
        let n = differences.len() as f64;
        let sum: f64 = differences.iter().sum();
        let squares: f64 = differences.iter().map(|value| value * value).sum();
        if differences.is_empty() {
            return None;
        }
        let value = sum / n;
        let centre = sum / (n + 2.0);
        let variance = (squares + 1.0) / (n + 2.0) - centre * centre;
        let half = Z_95 * (variance / (n + 2.0)).sqrt();
        Some(Self {
            value,
            interval: Some(Interval {
                low: (centre - half).clamp(-1.0, value),
                high: (centre + half).clamp(value, 1.0),
            }),
        })
    }

    /// Returns an estimate whose error is the mean of the given ones, which sum up to 0.
    fn around(value: f64, errors: &[f64]) -> Self {
        let n = errors.len() as f64;
        let squares: f64 = errors.iter().map(|error| error * error).sum();
        let interval = (errors.len() > 1).then(|| {
            let deviation = (squares / (n - 1.0) / n).sqrt();
            let half = student_t(errors.len() as u64 - 1) * deviation;
            Interval {
                low: value - half,
                high: value + half,
            }
        });
        Self { value, interval }
    }

    /// Returns the estimate without its interval.
    pub(super) fn without_interval(self) -> Self {
        Self {
            interval: None,
            ..self
        }
    }

    /// Returns the estimate with value and interval changed by an increasing function.
    pub(super) fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let interval = self.interval.map(|interval| Interval {
            low: f(interval.low),
            high: f(interval.high),
        });
        Self {
            value: f(self.value),
            interval,
        }
    }
}

/// A ratio of sums.
struct Ratio {
    value: f64,
    mean_divisor: f64,
}

impl Ratio {
    fn new(pairs: &[(f64, f64)]) -> Option<Self> {
        let sum: f64 = pairs.iter().map(|(part, _)| part).sum();
        let divisor: f64 = pairs.iter().map(|(_, divisor)| divisor).sum();
        (divisor > 0.0).then(|| Self {
            value: sum / divisor,
            mean_divisor: divisor / pairs.len() as f64,
        })
    }

    /// Returns the error that a pair contributes to the ratio, to first order.
    fn influence(&self, (part, divisor): (f64, f64)) -> f64 {
        (part - self.value * divisor) / self.mean_divisor
    }
}

/// The number of standard errors on each side of a mean that contain 95 % of Student's distribution with this many
/// degrees of freedom; from 5 on the expansion of Cornish and Fisher.
fn student_t(degrees: u64) -> f64 {
    const FEW: [f64; 5] = [f64::INFINITY, 12.706_205, 4.302_653, 3.182_446, 2.776_445];
    if let Some(exact) = usize::try_from(degrees).ok().and_then(|n| FEW.get(n)) {
        return *exact;
    }
    let (n, z) = (degrees as f64, Z_95);
    let z2 = z * z;
    let terms = [
        (z2 + 1.0) / 4.0,
        ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0,
        (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0,
        ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0,
    ];
    let rest = terms.iter().rev().fold(0.0, |sum, term| (sum + term) / n);
    z * (1.0 + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(value: f64, expected: f64) -> bool {
        (value - expected).abs() < 0.0005
    }

    #[test]
    fn student_quantiles_match_published_values() {
        for (degrees, expected) in [
            (1, 12.7062),
            (4, 2.7764),
            (5, 2.5706),
            (10, 2.2281),
            (30, 2.0423),
            (199, 1.9720),
        ] {
            assert!(
                is_near(student_t(degrees), expected),
                "{degrees}: {}",
                student_t(degrees)
            );
        }
    }

    #[test]
    fn ratio_with_equal_divisors_is_a_mean() {
        let values = [3.0, 5.0, 10.0];
        let mean = Estimate::mean(values).unwrap();
        let ratio = Estimate::ratio(values.map(|value| (2.0 * value, 2.0))).unwrap();
        assert!(is_near(mean.value, 6.0) && is_near(ratio.value, 6.0));
        let (a, b) = (mean.interval.unwrap(), ratio.interval.unwrap());
        assert!(is_near(a.low, b.low) && is_near(a.high, b.high));
        // Longer matches weigh more.
        assert!(is_near(
            Estimate::ratio([(10.0, 1.0), (20.0, 4.0)]).unwrap().value,
            6.0
        ));
        assert_eq!(Estimate::mean([]), None);
        assert_eq!(Estimate::mean([4.0]).unwrap().interval, None);
    }

    #[test]
    fn interval_of_a_ratio_covers_the_true_ratio_about_as_often_as_stated() {
        // Matches of one to four actions with options from 1 to 6 on average 3.5.
        let mut rng = botwerk_engine::RootSeed::from_text("coverage").rng();
        let mut covered = 0;
        for _ in 0..1000 {
            let pairs = (0..40).map(|_| {
                let actions = 1 + rng.below(4);
                let options = (0..actions).map(|_| 1 + rng.below(6)).sum::<u64>();
                (options as f64, actions as f64)
            });
            let estimate = Estimate::ratio(pairs.collect::<Vec<_>>()).unwrap();
            covered += i32::from(estimate.interval.unwrap().contains(3.5));
        }
        assert!((930..=970).contains(&covered), "{covered}");
    }

    #[test]
    fn paired_differences_have_an_interval_even_if_all_agree() {
        let same = Estimate::share_difference(&[0.0; 50]).unwrap();
        let interval = same.interval.unwrap();
        assert!(is_near(same.value, 0.0) && interval.low < -0.03 && interval.high > 0.03);
        let better = Estimate::share_difference(&[1.0; 50]).unwrap();
        let interval = better.interval.unwrap();
        assert!(is_near(better.value, 1.0) && interval.low > 0.89 && is_near(interval.high, 1.0));
    }

    #[test]
    fn difference_of_the_same_ratios_is_zero() {
        let pairs = [(10.0, 2.0), (3.0, 1.0), (8.0, 4.0)];
        let difference = Estimate::ratio_difference(&pairs, &pairs).unwrap();
        let interval = difference.interval.unwrap();
        assert!(is_near(difference.value, 0.0) && is_near(interval.low, 0.0));
        let doubled = pairs.map(|(part, divisor)| (2.0 * part, divisor));
        assert!(is_near(
            Estimate::ratio_difference(&pairs, &doubled).unwrap().value,
            3.0
        ));
    }
}

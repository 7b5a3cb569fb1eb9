//! The distribution of a figure.

use serde::Serialize;

use super::estimate::Estimate;
use crate::strength::Interval;

/// Mean, quantiles and extremes of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Distribution {
    /// The mean.
    pub mean: f64,
    /// The 95 % interval of the mean; `None` with fewer than two matches.
    pub interval: Option<Interval>,
    /// The smallest value that at least half of all values do not exceed.
    pub median: f64,
    /// The smallest value that at least 90 % of all values do not exceed.
    pub percentile_90: f64,
    /// Minimum.
    pub min: f64,
    /// Maximum.
    pub max: f64,
}

impl Distribution {
    /// Returns the distribution of one value per match, or `None` without matches.
    ///
    /// ```
    /// use botwerk_agents::game_statistics::Distribution;
    ///
    /// let lengths = Distribution::from_values((1..=10).map(f64::from)).unwrap();
    /// assert_eq!((lengths.mean, lengths.median, lengths.percentile_90), (5.5, 5.0, 9.0));
    /// assert_eq!((lengths.min, lengths.max), (1.0, 10.0));
    /// ```
    pub fn from_values(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let values: Vec<_> = values.into_iter().collect();
        let mean = Estimate::mean(values.iter().copied())?;
        Self::from_counts(mean, values.into_iter().map(|value| (value, 1)))
    }

    /// Returns the distribution of values with their numbers, whose mean is known, or `None` without values.
    pub(super) fn from_counts(
        mean: Estimate,
        counts: impl IntoIterator<Item = (f64, u64)>,
    ) -> Option<Self> {
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        let quantile = |share: f64| {
            let rank = ((share * total as f64).ceil() as u64).max(1);
            let mut seen = 0;
            let found = counts.iter().find(|(_, count)| {
                seen += count;
                seen >= rank
            });
            found.map(|(value, _)| *value)
        };
        Some(Self {
            mean: mean.value,
            interval: mean.interval,
            median: quantile(0.5)?,
            percentile_90: quantile(0.9)?,
            min: counts.first()?.0,
            max: counts.last()?.0,
        })
    }

    /// Returns the distribution without the interval of its mean.
    pub(super) fn without_interval(self) -> Self {
        Self {
            interval: None,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_occur() {
        let figures = |figure: Distribution| {
            let Distribution {
                median,
                percentile_90,
                min,
                max,
                ..
            } = figure;
            [median, percentile_90, min, max].map(|value| value as i32)
        };
        let mean = Estimate::mean([1.0]).unwrap();
        let counted = Distribution::from_counts(mean, [(7.0, 1), (2.0, 3), (4.0, 6)]);
        assert_eq!(figures(counted.unwrap()), [4, 4, 2, 7]);
        let one = Distribution::from_values([3.0]).unwrap();
        assert_eq!(figures(one), [3; 4]);
        assert_eq!(Distribution::from_values([]), None);
    }
}

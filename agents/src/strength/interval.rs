//! Confidence intervals.

use serde::Serialize;

/// Half-width of the central 95 % of a normal distribution, in standard deviations.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Maximum rate of repeated matches for which an interval is computed: others are not independent trials.
pub const MAX_REPEAT_RATE: f64 = 0.05;

/// A 95 % confidence interval; both ends of that of a rate are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the score interval of Wilson (1927) for a rate from 0 to 1 in `trials` independent
    /// trials, or `None` without trials.
    ///
    /// A trial may count as a fraction of a success. The formula uses the variance `p (1 - p)` of a
    /// trial that either succeeds or fails; fractions can only reduce it, so the interval is
    /// conservative.
    ///
    /// ```
    /// use botwerk_agents::strength::Interval;
    ///
    /// let interval = Interval::wilson(0.6, 100).unwrap();
    /// assert!(0.50 < interval.low && interval.high < 0.70);
    /// assert!(interval.contains(0.6) && !interval.contains(0.5));
    /// assert_eq!(Interval::wilson(0.6, 0), None);
    /// ```
    pub fn wilson(rate: f64, trials: u64) -> Option<Self> {
        if trials == 0 {
            return None;
        }
        let n = trials as f64;
        let z2_n = Z_95 * Z_95 / n;
        let centre = rate + z2_n / 2.0;
        let half = Z_95 * (rate * (1.0 - rate) / n + z2_n / (4.0 * n)).sqrt();
        let end = |value: f64| value / (1.0 + z2_n);
        // Rates of 0 and 1 have themselves as an end, which rounding may miss.
        Some(Self {
            low: end(centre - half).clamp(0.0, rate),
            high: end(centre + half).clamp(rate, 1.0),
        })
    }

    /// Returns `true` if the interval contains a rate.
    pub fn contains(self, rate: f64) -> bool {
        (self.low..=self.high).contains(&rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks both ends to four decimals.
    fn assert_interval(rate: f64, trials: u64, low: f64, high: f64) {
        let interval = Interval::wilson(rate, trials).unwrap();
        let is_near = |value: f64, expected: f64| (value - expected).abs() < 0.00005;
        assert!(
            is_near(interval.low, low) && is_near(interval.high, high),
            "{rate} of {trials}: {interval:?}"
        );
    }

    #[test]
    fn intervals_match_published_values() {
        // Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
        // Medicine 17 (1998), table I, method 3.
        assert_interval(81.0 / 263.0, 263, 0.2553, 0.3662);
        assert_interval(15.0 / 148.0, 148, 0.0624, 0.1605);
        assert_interval(0.0, 20, 0.0, 0.1611);
        assert_interval(1.0 / 29.0, 29, 0.0061, 0.1718);
    }

    #[test]
    fn interval_is_symmetric_and_shrinks_with_more_trials() {
        for trials in [1, 10, 200, 10_000] {
            for percent in 0..=100_u32 {
                let rate = f64::from(percent) / 100.0;
                let interval = Interval::wilson(rate, trials).unwrap();
                let mirrored = Interval::wilson(1.0 - rate, trials).unwrap();
                assert!((interval.low + mirrored.high - 1.0).abs() < 1e-12);
                assert!(interval.contains(rate) && interval.low >= 0.0 && interval.high <= 1.0);
                let larger = Interval::wilson(rate, 4 * trials).unwrap();
                assert!(larger.high - larger.low < interval.high - interval.low);
            }
        }
        assert_eq!(Interval::wilson(0.5, 0), None);
    }

    #[test]
    fn interval_with_draws_covers_the_true_rate_at_least_as_often_as_stated() {
        // All results of 12 matches with these probabilities of a win and a draw.
        const N: i32 = 12;
        for (win, draw) in [(0.3, 0.4), (0.5, 0.3), (0.15, 0.7), (0.45, 0.1)] {
            let true_rate = win + draw / 2.0;
            let mut coverage = 0.0;
            for wins in 0..=N {
                for draws in 0..=N - wins {
                    let losses = N - wins - draws;
                    let rate = (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(N);
                    if Interval::wilson(rate, N as u64)
                        .unwrap()
                        .contains(true_rate)
                    {
                        let combinations = binomial(N, wins) * binomial(N - wins, draws);
                        let lose: f64 = 1.0 - win - draw;
                        coverage +=
                            combinations * win.powi(wins) * draw.powi(draws) * lose.powi(losses);
                    }
                }
            }
            assert!(coverage > 0.94, "{win} {draw}: {coverage}");
        }
    }

    fn binomial(n: i32, k: i32) -> f64 {
        (0..k).fold(1.0, |combinations, i| {
            combinations * f64::from(n - i) / f64::from(i + 1)
        })
    }
}

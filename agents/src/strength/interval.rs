//! Where the true share of the score lies.

use serde::Serialize;

/// 95 % of a normal distribution lie within so many standard deviations of its mean.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A 95 % interval of a share, both ends from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// The score interval of Wilson (1927) of a share of `trials` independent trials, from 0 to 1;
    /// `None` without trials.
    ///
    /// A trial may count as a part of one. The formula takes the variance of a trial for that of
    /// one which is won or lost, `p (1 - p)`; parts can only make it smaller, so that the interval
    /// is wider than it would have to be.
    pub fn wilson(share: f64, trials: u64) -> Option<Self> {
        if trials == 0 {
            return None;
        }
        let n = trials as f64;
        let z2_n = Z_95 * Z_95 / n;
        let centre = share + z2_n / 2.0;
        let half = Z_95 * (share * (1.0 - share) / n + z2_n / (4.0 * n)).sqrt();
        let end = |value: f64| value / (1.0 + z2_n);
        // The ends of 0 and 1 are 0 and 1, which rounding misses.
        Some(Self {
            low: end(centre - half).clamp(0.0, share),
            high: end(centre + half).clamp(share, 1.0),
        })
    }

    /// Whether a share lies in it.
    pub fn contains(self, share: f64) -> bool {
        (self.low..=self.high).contains(&share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks both ends to four decimals.
    fn is(share: f64, trials: u64, low: f64, high: f64) {
        let interval = Interval::wilson(share, trials).unwrap();
        let near = |value: f64, expected: f64| (value - expected).abs() < 0.00005;
        assert!(
            near(interval.low, low) && near(interval.high, high),
            "{share} of {trials}: {interval:?}"
        );
    }

    #[test]
    fn intervals_are_those_of_the_literature() {
        // Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
        // Medicine 17 (1998), table I, method 3.
        is(81.0 / 263.0, 263, 0.2553, 0.3662);
        is(15.0 / 148.0, 148, 0.0624, 0.1605);
        is(0.0, 20, 0.0, 0.1611);
        is(1.0 / 29.0, 29, 0.0061, 0.1718);
    }

    #[test]
    fn an_interval_is_the_mirror_of_the_others_and_shrinks() {
        for trials in [1, 10, 200, 10_000] {
            for percent in 0..=100_u32 {
                let share = f64::from(percent) / 100.0;
                let one = Interval::wilson(share, trials).unwrap();
                let other = Interval::wilson(1.0 - share, trials).unwrap();
                assert!((one.low + other.high - 1.0).abs() < 1e-12);
                assert!(one.contains(share) && one.low >= 0.0 && one.high <= 1.0);
                let more = Interval::wilson(share, 4 * trials).unwrap();
                assert!(more.high - more.low < one.high - one.low);
            }
        }
        assert_eq!(Interval::wilson(0.5, 0), None);
    }

    #[test]
    fn with_halves_the_interval_holds_the_truth_at_least_as_often_as_it_says() {
        // All results of 12 matches, won, drawn and lost with these probabilities.
        const N: i32 = 12;
        for (win, draw) in [(0.3, 0.4), (0.5, 0.3), (0.15, 0.7), (0.45, 0.1)] {
            let truth = win + draw / 2.0;
            let mut held = 0.0;
            for wins in 0..=N {
                for draws in 0..=N - wins {
                    let losses = N - wins - draws;
                    let share = (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(N);
                    if Interval::wilson(share, N as u64).unwrap().contains(truth) {
                        let ways = choose(N, wins) * choose(N - wins, draws);
                        let lose: f64 = 1.0 - win - draw;
                        held += ways * win.powi(wins) * draw.powi(draws) * lose.powi(losses);
                    }
                }
            }
            assert!(held > 0.94, "{win} {draw}: {held}");
        }
    }

    fn choose(n: i32, k: i32) -> f64 {
        (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
    }
}

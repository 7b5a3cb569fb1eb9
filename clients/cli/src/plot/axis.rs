//! An axis with round tick values.

/// Maximum number of steps.
const MAX_STEPS: f64 = 8.0;

/// Minimum length of an axis: smaller differences are not significant.
const MIN_LENGTH: f64 = 10.0;

/// A range between two tick values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Axis {
    /// The first and last tick, in steps.
    first: i64,
    last: i64,
    step: f64,
}

impl Axis {
    /// Creates the shortest axis that contains both values and zero.
    pub(crate) fn around(low: f64, high: f64) -> Self {
        let (mut low, mut high) = (low.min(0.0), high.max(0.0));
        let missing = MIN_LENGTH - (high - low);
        if missing > 0.0 {
            (low, high) = (low - missing / 2.0, high + missing / 2.0);
        }
        let mut step = 1.0;
        for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
            if (high - low) / step <= MAX_STEPS {
                break;
            }
            step *= factor;
        }
        Self {
            first: (low / step).floor() as i64,
            last: (high / step).ceil() as i64,
            step,
        }
    }

    /// Returns the tick values, including both ends.
    pub(crate) fn ticks(self) -> impl Iterator<Item = f64> {
        (self.first..=self.last).map(move |tick| tick as f64 * self.step)
    }

    /// Returns the position of a value, from 0 at the start to 1 at the end.
    pub(crate) fn position(self, value: f64) -> f64 {
        (value / self.step - self.first as f64) / (self.last - self.first) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(low: f64, high: f64) -> Vec<f64> {
        Axis::around(low, high).ticks().collect()
    }

    #[test]
    fn ticks_are_round_and_contain_all_values() {
        assert_eq!(
            ticks(-254.5, 254.5),
            [-300.0, -200.0, -100.0, 0.0, 100.0, 200.0, 300.0]
        );
        assert_eq!(
            ticks(3.0, 31.0),
            [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]
        );
        let wide = ticks(-1900.0, 900.0);
        assert_eq!((wide[0], wide[wide.len() - 1]), (-2000.0, 1000.0));
    }

    #[test]
    fn axis_of_one_value_has_the_minimum_length() {
        let axis = Axis::around(0.0, 0.0);
        assert_eq!(ticks(0.0, 0.0), [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0]);
        assert!((axis.position(0.0) - 0.5).abs() < 1e-12);
        assert!(axis.position(-6.0).abs() < 1e-12 && (axis.position(6.0) - 1.0).abs() < 1e-12);
    }
}

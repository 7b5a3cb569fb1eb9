//! An axis with round numbers on it.

/// Steps that an axis has at most.
const MOST_STEPS: f64 = 8.0;

/// The shortest axis: what is nearer than this looks alike.
const SHORTEST: f64 = 10.0;

/// A stretch between two round numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    /// The first and the last number, in steps.
    first: i64,
    last: i64,
    step: f64,
}

impl Axis {
    /// The shortest one that holds both values and zero.
    pub(super) fn around(low: f64, high: f64) -> Self {
        let (mut low, mut high) = (low.min(0.0), high.max(0.0));
        let lack = SHORTEST - (high - low);
        if lack > 0.0 {
            (low, high) = (low - lack / 2.0, high + lack / 2.0);
        }
        let mut step = 1.0;
        for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
            if (high - low) / step <= MOST_STEPS {
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

    /// The round numbers, the ends among them.
    pub(super) fn ticks(self) -> impl Iterator<Item = f64> {
        (self.first..=self.last).map(move |tick| tick as f64 * self.step)
    }

    /// Where a value is, from 0 at the beginning to 1 at the end.
    pub(super) fn place(self, value: f64) -> f64 {
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
    fn ticks_are_round_and_hold_all_values() {
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
    fn an_axis_of_one_value_is_one_all_the_same() {
        let axis = Axis::around(0.0, 0.0);
        assert_eq!(ticks(0.0, 0.0), [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0]);
        assert!((axis.place(0.0) - 0.5).abs() < 1e-12);
        assert!(axis.place(-6.0).abs() < 1e-12 && (axis.place(6.0) - 1.0).abs() < 1e-12);
    }
}

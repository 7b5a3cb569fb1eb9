//! How many values were at or below each of a few bounds.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Counts of values by bounds. A value costs two atomic additions.
#[derive(Debug)]
pub(crate) struct Histogram {
    /// In ascending order.
    bounds: &'static [u64],
    /// One for each bound, and one for the values above all of them.
    counts: Box<[AtomicU64]>,
    sum: AtomicU64,
}

impl Histogram {
    /// Returns a histogram without values. The bounds are in ascending order.
    pub(crate) fn new(bounds: &'static [u64]) -> Self {
        Self {
            bounds,
            counts: (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect(),
            sum: AtomicU64::new(0),
        }
    }

    /// Counts a value.
    pub(crate) fn record(&self, value: u64) {
        let index = self.bounds.partition_point(|bound| *bound < value);
        self.counts[index].fetch_add(1, Relaxed);
        self.sum.fetch_add(value, Relaxed);
    }

    /// Counts a duration, in nanoseconds.
    pub(crate) fn record_duration(&self, duration: Duration) {
        self.record(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX));
    }

    /// Returns each bound, without one for the last, and the number of values that do not exceed it.
    pub(crate) fn cumulative_counts(&self) -> Vec<(Option<u64>, u64)> {
        let mut total = 0u64;
        let bounds = self.bounds.iter().copied().map(Some).chain([None]);
        let cumulative = bounds.zip(&self.counts).map(|(bound, count)| {
            total = total.saturating_add(count.load(Relaxed));
            (bound, total)
        });
        cumulative.collect()
    }

    /// Returns the sum of all values.
    pub(crate) fn sum(&self) -> u64 {
        self.sum.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_below_their_bounds() {
        let histogram = Histogram::new(&[20_000, 40_000, 655_360_000]);
        for micros in [1, 20, 21, 40, 2_000_000] {
            histogram.record_duration(Duration::from_micros(micros));
        }
        let counts = histogram.cumulative_counts();
        let expected = [
            (Some(20_000), 2),
            (Some(40_000), 4),
            (Some(655_360_000), 4),
            (None, 5),
        ];
        assert_eq!(counts, expected);
        assert_eq!(histogram.sum(), 2_000_082_000);
    }
}

//! How many durations were below each of a few bounds.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The lowest bound in nanoseconds; each of the others is twice the former.
const LOWEST_BOUND: u64 = 20_000;

/// Number of bounds: the highest one is 0.65 seconds.
const BOUNDS: usize = 16;

/// Counts of durations, by powers of two.
#[derive(Debug, Default)]
pub(super) struct DurationHistogram {
    counts: [AtomicU64; BOUNDS + 1],
    sum_nanos: AtomicU64,
}

impl DurationHistogram {
    /// Counts a duration.
    pub(super) fn record(&self, duration: Duration) {
        let nanos = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        let bound = (0..BOUNDS).find(|bound| nanos <= LOWEST_BOUND << bound);
        self.counts[bound.unwrap_or(BOUNDS)].fetch_add(1, Relaxed);
        self.sum_nanos.fetch_add(nanos, Relaxed);
    }

    /// Returns each bound in seconds, without one for the last, and the number of durations that do not exceed it.
    pub(super) fn cumulative_counts(&self) -> Vec<(Option<f64>, u64)> {
        let mut total = 0;
        let counts = self.counts.iter().enumerate();
        let cumulative = counts.map(|(index, count)| {
            total += count.load(Relaxed);
            let bound = (index < BOUNDS).then(|| (LOWEST_BOUND << index) as f64 / 1e9);
            (bound, total)
        });
        cumulative.collect()
    }

    /// Returns the sum of all durations in seconds.
    pub(super) fn sum_secs(&self) -> f64 {
        self.sum_nanos.load(Relaxed) as f64 / 1e9
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_counted_below_their_bounds() {
        let histogram = DurationHistogram::default();
        for micros in [1, 20, 21, 40, 2_000_000] {
            histogram.record(Duration::from_micros(micros));
        }
        let counts = histogram.cumulative_counts();
        assert_eq!(counts[0], (Some(20e-6), 2));
        assert_eq!(counts[1], (Some(40e-6), 4));
        assert_eq!(counts[15], (Some(0.65536), 4));
        assert_eq!(counts[16], (None, 5));
        assert!((histogram.sum_secs() - 2.000_082).abs() < 1e-9);
    }
}

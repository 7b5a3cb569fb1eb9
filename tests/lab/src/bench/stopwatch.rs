//! Measuring the time of work that is repeated.

use std::time::{Duration, Instant};

/// Minimum number of repetitions for a median.
const MIN_REPETITIONS: usize = 5;

/// Measures repeated work for a fixed time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopwatch {
    limit: Duration,
}

impl Stopwatch {
    /// Creates a stopwatch that measures for the given number of seconds.
    pub(super) fn new(seconds: f64) -> Self {
        Self {
            limit: Duration::from_secs_f64(seconds),
        }
    }

    /// Returns how long to measure.
    pub(super) const fn limit(self) -> Duration {
        self.limit
    }

    /// Returns the median time per item in nanoseconds, where each run of `work` handles `items`.
    ///
    /// The work is repeated until the time is up. Its first run only warms up.
    pub(super) fn nanos_per_item(self, items: usize, mut work: impl FnMut()) -> f64 {
        let started = Instant::now();
        work();
        let mut times = Vec::new();
        while times.len() < MIN_REPETITIONS || started.elapsed() < self.limit {
            let lap = Instant::now();
            work();
            times.push(lap.elapsed());
        }
        times.sort_unstable();
        times[times.len() / 2].as_nanos() as f64 / items as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_repeated_until_the_limit() {
        let mut runs = 0;
        let nanos = Stopwatch::new(0.02).nanos_per_item(2, || {
            runs += 1;
            std::thread::sleep(Duration::from_millis(2));
        });
        assert!(nanos >= 1_000_000.0, "{nanos}");
        assert!(runs > MIN_REPETITIONS);
    }
}

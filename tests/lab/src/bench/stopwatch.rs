//! Measuring the time of work that is repeated.

use std::time::{Duration, Instant};

/// Fewest repetitions that make a median.
const LEAST: usize = 5;

/// Measures for a set time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopwatch {
    limit: Duration,
}

impl Stopwatch {
    /// A measurement of so many seconds.
    pub(super) fn new(seconds: f64) -> Self {
        Self {
            limit: Duration::from_secs_f64(seconds),
        }
    }

    /// How long to measure.
    pub(super) const fn limit(self) -> Duration {
        self.limit
    }

    /// The median time in nanoseconds that one of `pieces` takes, when `work` does all of them.
    ///
    /// The work is repeated until the time is up; its first run only warms up.
    pub(super) fn nanos_per_item(self, pieces: usize, mut work: impl FnMut()) -> f64 {
        let begin = Instant::now();
        work();
        let mut times = Vec::new();
        while times.len() < LEAST || begin.elapsed() < self.limit {
            let lap = Instant::now();
            work();
            times.push(lap.elapsed());
        }
        times.sort_unstable();
        times[times.len() / 2].as_nanos() as f64 / pieces as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_repeated_until_the_time_is_up() {
        let mut runs = 0;
        let nanos = Stopwatch::new(0.02).nanos_per_item(2, || {
            runs += 1;
            std::thread::sleep(Duration::from_millis(2));
        });
        assert!(nanos >= 1_000_000.0, "{nanos}");
        assert!(runs > LEAST);
    }
}

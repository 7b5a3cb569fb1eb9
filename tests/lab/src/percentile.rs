//! Percentiles of times.

use std::time::Duration;

/// Returns a percentile of times, or 0 of none.
pub(crate) fn percentile(times: &[Duration], percent: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let last = times.len().saturating_sub(1);
    times.get(last * percent / 100).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentile_of_no_times_is_zero_and_of_all_the_longest() {
        assert_eq!(percentile(&[], 99), Duration::ZERO);
        let times: Vec<Duration> = (1..=100).rev().map(Duration::from_millis).collect();
        assert_eq!(percentile(&times, 50), Duration::from_millis(50));
        assert_eq!(percentile(&times, 100), Duration::from_millis(100));
    }
}

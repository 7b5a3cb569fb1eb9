//! The rate at which matches are played.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// Number of matches from whose ends the rate is computed.
const WINDOW: usize = 512;

/// The ends of the last matches.
pub(super) struct MatchPace {
    /// Since when the matches are counted.
    since: Instant,
    ends: VecDeque<Instant>,
}

impl MatchPace {
    /// Starts counting.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            since: now,
            ends: VecDeque::new(),
        }
    }

    /// Records that a match was played.
    pub(super) fn record(&mut self, now: Instant) {
        self.ends.push_back(now);
        if self.ends.len() > WINDOW
            && let Some(oldest) = self.ends.pop_front()
        {
            self.since = oldest;
        }
    }

    /// Returns the time for a number of further matches, or `None` before the first match.
    pub(super) fn time_for(&self, matches: u64, now: Instant) -> Option<Duration> {
        if self.ends.is_empty() {
            return None;
        }
        let per_match = (now - self.since).as_secs_f64() / self.ends.len() as f64;
        Some(Duration::from_secs_f64(per_match * matches as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_is_that_of_the_last_matches() {
        let start = Instant::now();
        let mut pace = MatchPace::new(start);
        assert_eq!(pace.time_for(10, start), None);
        let minute = Duration::from_secs(60);
        pace.record(start + minute);
        assert_eq!(pace.time_for(10, start + minute), Some(10 * minute));
        let mut now = start + minute;
        for _ in 0..WINDOW {
            now += Duration::from_secs(1);
            pace.record(now);
        }
        assert_eq!(pace.time_for(10, now), Some(Duration::from_secs(10)));
        // Without further matches it falls.
        let later = now + Duration::from_secs(WINDOW as u64);
        assert_eq!(pace.time_for(10, later), Some(Duration::from_secs(20)));
    }
}

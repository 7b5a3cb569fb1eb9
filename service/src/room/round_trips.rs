//! Round-trip times of one stream, measured by pings and pongs.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::stamp::Stamp;

/// Number of latest round trips of which the smallest counts.
const ROUND_TRIP_CAPACITY: usize = 8;

/// The latest round trips of one stream. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct RoundTrips(Arc<Mutex<RoundTripState>>);

#[derive(Debug, Default)]
struct RoundTripState {
    latest: VecDeque<u64>,
    /// The nonce of the ping that awaits its pong, and when it was sent.
    sent: Option<(u64, Stamp)>,
}

impl RoundTrips {
    /// Records that a ping with this nonce is sent now. An older ping without a pong is forgotten.
    pub(crate) fn ping(&self, nonce: u64) {
        self.lock().sent = Some((nonce, Stamp::now()));
    }

    /// Records a pong. A pong that answers no open ping is ignored.
    pub(crate) fn pong(&self, nonce: u64) {
        let now = Stamp::now();
        let mut state = self.lock();
        let Some((_, at)) = state.sent.take_if(|(sent, _)| *sent == nonce) else {
            return;
        };
        state.latest.push_back(now.nanos_since(at));
        if state.latest.len() > ROUND_TRIP_CAPACITY {
            state.latest.pop_front();
        }
    }

    /// Returns the nanoseconds of the smallest of the latest round trips, or 0 before the first.
    pub(super) fn smallest(&self) -> u64 {
        self.lock().latest.iter().copied().min().unwrap_or(0)
    }

    fn lock(&self) -> MutexGuard<'_, RoundTripState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;

    #[test]
    fn smallest_of_the_latest_eight_round_trips_counts() {
        let trips = RoundTrips::default();
        assert_eq!(trips.smallest(), 0);
        trips.ping(1);
        trips.pong(1);
        let quick = trips.smallest();
        for nonce in 2..=8 {
            trips.ping(nonce);
            sleep(Duration::from_millis(2));
            trips.pong(nonce);
        }
        assert_eq!(trips.smallest(), quick);
        trips.ping(9);
        sleep(Duration::from_millis(2));
        trips.pong(9);
        assert!(trips.smallest() >= 2_000_000);
    }

    #[test]
    fn pong_without_an_open_ping_is_ignored() {
        let trips = RoundTrips::default();
        trips.pong(3);
        trips.ping(4);
        trips.pong(3);
        assert_eq!(trips.smallest(), 0);
        sleep(Duration::from_millis(1));
        trips.pong(4);
        let once = trips.smallest();
        trips.pong(4);
        assert_eq!(trips.smallest(), once);
    }
}

//! How long frames travel: pings and pongs of one stream.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::clock::Stamp;

/// Round trips of which the smallest counts.
const KEPT: usize = 8;

/// The round trips of one stream; clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct RoundTrips(Arc<Mutex<Measured>>);

#[derive(Debug, Default)]
struct Measured {
    latest: VecDeque<u64>,
    /// The ping that was not answered yet.
    sent: Option<(u64, Stamp)>,
}

impl RoundTrips {
    /// Notes that a ping with this nonce is sent now. An older one that was never answered counts
    /// no more.
    pub(crate) fn ping(&self, nonce: u64) {
        self.lock().sent = Some((nonce, Stamp::now()));
    }

    /// Takes an answer; one that nobody has asked for counts nothing.
    pub(crate) fn pong(&self, nonce: u64) {
        let now = Stamp::now();
        let mut measured = self.lock();
        let Some((_, at)) = measured.sent.take_if(|(sent, _)| *sent == nonce) else {
            return;
        };
        measured.latest.push_back(now.nanos_since(at));
        if measured.latest.len() > KEPT {
            measured.latest.pop_front();
        }
    }

    /// Nanoseconds of the smallest of the latest round trips; 0 before the first.
    pub(super) fn smallest(&self) -> u64 {
        self.lock().latest.iter().copied().min().unwrap_or(0)
    }

    fn lock(&self) -> MutexGuard<'_, Measured> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_smallest_of_the_last_eight_counts() {
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
    fn an_answer_that_nobody_asked_for_counts_nothing() {
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

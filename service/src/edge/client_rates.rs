//! The rates at which clients make requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of clients above which those are forgotten that have made no request lately.
const MAX_REMEMBERED_CLIENTS: usize = 10_000;

/// Limits the requests of each client to a rate, above which it may be for a burst.
#[derive(Debug)]
pub(super) struct ClientRates {
    /// Time from one request to the next.
    interval: Duration,
    /// Time that the requests of a burst take at the rate.
    burst: Duration,
    /// For each client the time at which all its requests would have been made at the rate.
    ends: Mutex<HashMap<IpAddr, Instant>>,
}

impl ClientRates {
    /// Creates the limits of this number of requests, and of those of a burst.
    pub(super) fn new(per_second: u32, burst: u32) -> Self {
        let interval = Duration::from_secs(1) / per_second;
        Self {
            interval,
            burst: interval * burst,
            ends: Mutex::default(),
        }
    }

    /// Counts a request at a time if its client may make it; returns `false` if it makes too many.
    pub(super) fn allow(&self, client: IpAddr, now: Instant) -> bool {
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        if ends.len() > MAX_REMEMBERED_CLIENTS {
            ends.retain(|_, end| *end > now);
        }
        let previous = ends.get(&client).copied().unwrap_or(now).max(now);
        let end = previous + self.interval;
        let is_allowed = end - now <= self.burst;
        if is_allowed {
            ends.insert(client, end);
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u32) -> IpAddr {
        IpAddr::from(number.to_be_bytes())
    }

    #[test]
    fn client_may_make_a_burst_and_then_the_rate() {
        let rates = ClientRates::new(10, 3);
        let start = Instant::now();
        let allowed = |millis: u64| {
            let now = start + Duration::from_millis(millis);
            (0..10).filter(|_| rates.allow(client(1), now)).count()
        };
        assert_eq!(allowed(0), 3);
        assert_eq!(allowed(99), 0);
        assert_eq!(allowed(100), 1);
        assert_eq!(allowed(350), 2);
        assert_eq!(allowed(60_000), 3);
        assert!(rates.allow(client(2), start));
    }

    #[test]
    fn clients_without_recent_requests_are_forgotten() {
        let rates = ClientRates::new(10, 3);
        let start = Instant::now();
        for number in 0..=MAX_REMEMBERED_CLIENTS as u32 {
            assert!(rates.allow(client(number), start));
        }
        let later = start + Duration::from_millis(50);
        assert!(rates.allow(client(u32::MAX), later));
        let remembered = || rates.ends.lock().unwrap().len();
        assert_eq!(remembered(), MAX_REMEMBERED_CLIENTS + 2);
        assert!(rates.allow(client(u32::MAX), start + Duration::from_secs(1)));
        assert_eq!(remembered(), 1);
    }
}

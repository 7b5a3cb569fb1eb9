//! The hosts that have called this server, and how their checks have ended.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::store::VersionState;

/// Time without a call after which a host is offline. Each calls more often.
const ONLINE_TIME: Duration = Duration::from_secs(30);

/// Maximum number of hosts that are counted.
const MAX_HOSTS: usize = 10_000;

/// The hosts that have called this server, and how their checks have ended.
#[derive(Debug, Default)]
pub(crate) struct HostActivity {
    /// When each host has called last.
    called: Mutex<BTreeMap<String, Instant>>,
    accepted: AtomicU64,
    rejected: AtomicU64,
}

impl HostActivity {
    /// Records that a host has made a call.
    pub(super) fn record_call(&self, host: &str) {
        let mut called = self.called();
        if let Some(at) = called.get_mut(host) {
            *at = Instant::now();
            return;
        }
        if called.len() >= MAX_HOSTS {
            called.retain(|_, at| at.elapsed() < ONLINE_TIME);
        }
        if called.len() < MAX_HOSTS {
            called.insert(host.to_owned(), Instant::now());
        }
    }

    /// Records how a check has ended.
    pub(super) fn record_check(&self, state: VersionState) {
        let count = match state {
            VersionState::Rejected => &self.rejected,
            _ => &self.accepted,
        };
        count.fetch_add(1, Relaxed);
    }

    /// Returns the number of hosts that have called recently.
    pub(super) fn online(&self) -> usize {
        let mut called = self.called();
        called.retain(|_, at| at.elapsed() < ONLINE_TIME);
        called.len()
    }

    /// Returns the numbers of accepted and of rejected versions.
    pub(super) fn checks(&self) -> (u64, u64) {
        (self.accepted.load(Relaxed), self.rejected.load(Relaxed))
    }

    fn called(&self) -> MutexGuard<'_, BTreeMap<String, Instant>> {
        self.called.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

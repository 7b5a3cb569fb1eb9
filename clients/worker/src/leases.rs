//! The leases of a worker.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use botwerk_client::worker_proto as proto;

/// The tournament, first pairing and epoch of a lease.
type LeaseKey = (String, u64, u64);

/// The leases that a worker holds, with the flag that stops the matches of each.
#[derive(Debug, Default)]
pub(super) struct Leases(Mutex<BTreeMap<LeaseKey, Arc<AtomicBool>>>);

fn key(lease: &proto::ChunkLease) -> LeaseKey {
    (lease.tournament.clone(), lease.first_pairing, lease.epoch)
}

impl Leases {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<LeaseKey, Arc<AtomicBool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a lease; returns the flag that is set when it ends.
    pub(super) fn add(&self, lease: &proto::ChunkLease) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        self.lock().insert(key(lease), Arc::clone(&stop));
        stop
    }

    /// Removes a lease that is no longer needed.
    pub(super) fn remove(&self, lease: &proto::ChunkLease) {
        self.lock().remove(&key(lease));
    }

    /// Stops the matches of a lease that has ended.
    pub(super) fn end(&self, lease: &proto::ChunkLease) {
        if let Some(stop) = self.lock().remove(&key(lease)) {
            stop.store(true, Ordering::Relaxed);
            tracing::warn!(
                pairing = lease.first_pairing,
                "lease ended: the chunk is abandoned"
            );
        }
    }

    /// Stops all matches.
    pub(super) fn stop_all(&self) {
        for stop in self.lock().values() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn list(&self) -> Vec<proto::ChunkLease> {
        let lease = |(tournament, first_pairing, epoch): &LeaseKey| proto::ChunkLease {
            tournament: tournament.clone(),
            first_pairing: *first_pairing,
            epoch: *epoch,
        };
        self.lock().keys().map(lease).collect()
    }
}

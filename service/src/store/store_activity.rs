//! How busy a store is.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::Relaxed;

use crate::histogram::Histogram;

/// Bounds of the number of writes of one transaction.
const BATCH_BOUNDS: [u64; 6] = [1, 4, 16, 64, 256, 1024];

/// How busy a store is. One in memory writes and reads on the thread of the caller, so that nothing waits.
#[derive(Debug, Clone, Default)]
pub(crate) struct StoreActivity {
    pub(crate) writer: Arc<WriterActivity>,
    /// Number of reads in progress.
    pub(crate) running_reads: usize,
    /// Number of reads that wait for a connection.
    pub(crate) waiting_reads: usize,
}

/// What waits for a writer, and what it writes at a time.
#[derive(Debug)]
pub(crate) struct WriterActivity {
    queued: AtomicI64,
    batch_sizes: Histogram,
}

impl Default for WriterActivity {
    fn default() -> Self {
        Self {
            queued: AtomicI64::new(0),
            batch_sizes: Histogram::new(&BATCH_BOUNDS),
        }
    }
}

impl WriterActivity {
    /// Counts a write that is queued, before the writer can take it.
    pub(super) fn queued(&self) {
        self.queued.fetch_add(1, Relaxed);
    }

    /// Counts writes that have left the queue without a transaction.
    pub(super) fn dropped(&self, writes: usize) {
        self.queued.fetch_sub(writes as i64, Relaxed);
    }

    /// Counts the writes of a transaction, which have left the queue.
    pub(super) fn taken(&self, writes: usize) {
        if writes > 0 {
            self.dropped(writes);
            self.batch_sizes.record(writes as u64);
        }
    }

    /// Returns the number of writes that wait.
    pub(crate) fn queue_length(&self) -> i64 {
        self.queued.load(Relaxed)
    }

    /// Returns the numbers of writes of the transactions so far.
    pub(crate) fn batch_sizes(&self) -> &Histogram {
        &self.batch_sizes
    }
}

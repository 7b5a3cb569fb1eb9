//! Work that takes longer than 1 ms: on threads of its own, below the priority of the threads that read
//! submissions and send requests, so that it delays no clock.

use std::sync::Arc;
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Reason};

/// The nice value of background threads: a thread at 0 runs before them when it is woken, and where the
/// agents take all cores the rest still gets on.
#[cfg(target_os = "linux")]
const NICE: i32 = 2;

/// Lowers the priority of the calling thread; without effect where the system has no priorities of
/// threads.
pub(crate) fn lower_priority() {
    // Lowering is always permitted; if it fails, the work is done all the same.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE);
}

/// Computes on a background thread.
///
/// # Errors
/// Returns an error if the computation fails or panics.
pub(crate) async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let computed = tokio::task::spawn_blocking(move || {
        // Threads of tokio's pool do nothing but such work.
        lower_priority();
        work()
    });
    computed
        .await
        .unwrap_or_else(|error| Err(Error::new(Reason::Internal, error.to_string())))
}

/// Limits how many of the longer computations run at a time; the others wait in order.
#[derive(Debug, Clone)]
pub(crate) struct ComputeLimit(Arc<Semaphore>);

impl ComputeLimit {
    /// Leaves one core free if there is more than one.
    pub(crate) fn all_cores_but_one() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new((cores - 1).max(1))))
    }

    /// Waits for a turn, which ends when the result is dropped.
    pub(crate) async fn acquire(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.0).acquire_owned().await.ok()
    }

    /// Computes on a background thread, after waiting for a turn.
    ///
    /// # Errors
    /// Returns an error if the computation fails or panics.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let permit = self.acquire().await;
        // The permit is the computation's: a caller that is gone does not end it.
        compute(move || {
            let _permit = permit;
            work()
        })
        .await
    }
}

//! Work that takes longer than 1 ms: on threads of its own, below the priority of the threads that read
//! submissions and send requests, so that it delays no clock.

use crate::error::{Error, Reason};

/// The nice value of background threads. At 10 a thread has a tenth of the weight of one at 0, which
/// therefore runs as soon as it is woken.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

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

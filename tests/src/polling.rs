//! Waits for conditions that no message reports.

use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

/// Time for what a test waits for, generous enough for a slow machine that does much else.
pub(crate) const LIMIT: Duration = Duration::from_secs(120);
const INTERVAL: Duration = Duration::from_millis(5);

/// Calls `probe` every few milliseconds until it returns a value, and returns that.
///
/// # Panics
/// Panics with `what`, a description of the value, if there is none within two minutes.
pub async fn poll_for<T>(what: &str, mut probe: impl AsyncFnMut() -> Option<T>) -> T {
    let polling = async {
        loop {
            if let Some(found) = probe().await {
                return found;
            }
            sleep(INTERVAL).await;
        }
    };
    let found = timeout(LIMIT, polling).await.ok();
    found.unwrap_or_else(|| panic!("not within {LIMIT:?}: {what}"))
}

/// Waits until a condition holds, as [`poll_for`] does.
///
/// # Panics
/// Panics with `what`, a description of the condition, if it does not hold within two minutes.
pub async fn wait_until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    poll_for(what, async || holds().await.then_some(())).await;
}

/// Waits until a condition holds, as [`wait_until`] does, and blocks the thread.
///
/// # Panics
/// Panics if the condition does not hold within two minutes.
pub fn wait_until_blocking(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < LIMIT, "not within {LIMIT:?}: {what}");
        std::thread::sleep(INTERVAL);
    }
}

//! Waits of tests for conditions that nothing reports.

use std::time::Duration;

use tokio::time::{sleep, timeout};

/// Generous enough for a slow machine that does much else.
const LIMIT: Duration = Duration::from_secs(60);
const INTERVAL: Duration = Duration::from_millis(2);

/// Waits until a condition holds; fails the test with `what`, which describes it, if it does not within a minute.
pub(crate) async fn wait_until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let polling = async {
        while !holds().await {
            sleep(INTERVAL).await;
        }
    };
    let held = timeout(LIMIT, polling).await;
    assert!(held.is_ok(), "not within {LIMIT:?}: {what}");
}

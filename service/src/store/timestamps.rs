//! Times as rows have them.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the present time as rows have it: in microseconds since 1970.
pub(crate) fn now_micros() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_micros() as i64
}

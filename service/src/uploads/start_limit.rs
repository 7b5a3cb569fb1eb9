//! How many uploads an owner may start.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::{Error, Reason};

/// Maximum number of uploads that an owner starts in an hour, also of those that are rejected.
pub(super) const MAX_STARTS_PER_HOUR: u32 = 60;

const HOUR: Duration = Duration::from_secs(3600);

/// When the present hour of an owner began, and how many uploads it has started since, by owner.
#[derive(Debug, Default)]
pub(super) struct StartLimit(Mutex<BTreeMap<String, (Instant, u32)>>);

impl StartLimit {
    /// Counts an upload that an owner starts.
    ///
    /// # Errors
    /// Returns an error if the owner has started as many as it may.
    pub(super) fn count(&self, owner: &str) -> Result<(), Error> {
        let mut starts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        starts.retain(|_, (began, _)| began.elapsed() < HOUR);
        let (began, count) = starts
            .entry(owner.to_owned())
            .or_insert((Instant::now(), 0));
        if *count >= MAX_STARTS_PER_HOUR {
            let wait = HOUR.saturating_sub(began.elapsed()).as_secs() / 60 + 1;
            let message = format!(
                "uploads: {count} of {MAX_STARTS_PER_HOUR} in an hour were started; the next one may be in {wait} min"
            );
            return Err(Error::new(Reason::QuotaExceeded, message));
        }
        *count += 1;
        Ok(())
    }
}

//! Violations: what was lost, duplicated or altered, and where.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tokio::sync::Notify;

/// A difference from what must hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Violation {
    /// Name of the match, or empty if the violation concerns none.
    #[serde(rename = "match")]
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<u32>,
    /// `seq` of the seat's frame or of the record's event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seq: Option<u64>,
    /// The difference, human-readable.
    pub(super) message: String,
}

impl Violation {
    /// Creates a violation of a whole match.
    pub(super) fn of_match(name: &str, message: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            seat: None,
            seq: None,
            message: message.into(),
        }
    }

    /// Creates a violation that concerns no single match.
    pub(super) fn general(message: impl Into<String>) -> Self {
        Self::of_match("", message)
    }

    /// Returns the violation with the `seq` of a frame or event.
    pub(super) fn at(self, seq: u64) -> Self {
        Self {
            seq: Some(seq),
            ..self
        }
    }

    /// Returns the violation with its seat.
    pub(super) fn of_seat(self, seat: u32) -> Self {
        Self {
            seat: Some(seat),
            ..self
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = self.seat.map(|seat| format!("seat {seat}"));
        let seq = self.seq.map(|seq| format!("seq {seq}"));
        let name = (!self.name.is_empty()).then(|| self.name.clone());
        for part in [name, seat, seq].into_iter().flatten() {
            write!(f, "{part}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// The violations found so far.
#[derive(Debug, Default)]
pub(super) struct Violations {
    found: Mutex<Vec<Violation>>,
    reported: Notify,
}

impl Violations {
    /// Records a violation and wakes the task that waits for one.
    pub(super) fn report(&self, violation: Violation) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.push(violation);
        // The permit is kept if no task is waiting yet.
        self.reported.notify_one();
    }

    /// Waits for a violation.
    pub(super) async fn wait_for_one(&self) {
        self.reported.notified().await;
    }

    /// Returns `true` if any violation was found.
    pub(super) fn is_any_found(&self) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        !found.is_empty()
    }

    /// Returns all violations in the order in which they were found.
    pub(super) fn all(&self) -> Vec<Violation> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.clone()
    }
}

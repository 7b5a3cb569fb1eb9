//! What differs from what it must be, and where.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tokio::sync::Notify;

/// A place at which something is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Violation {
    /// The match's name; empty where it is none's.
    #[serde(rename = "match")]
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<u32>,
    /// The number of the seat's report, or of the record's event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seq: Option<u64>,
    /// What differs.
    pub(super) what: String,
}

impl Violation {
    /// A fault of a whole match.
    pub(super) fn of_match(name: &str, what: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            seat: None,
            seq: None,
            what: what.into(),
        }
    }

    /// A fault that no match has.
    pub(super) fn general(what: impl Into<String>) -> Self {
        Self::of_match("", what)
    }

    /// The same fault at one report or event.
    pub(super) fn at(self, seq: u64) -> Self {
        Self {
            seq: Some(seq),
            ..self
        }
    }

    /// The same fault of one seat.
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
        f.write_str(&self.what)
    }
}

/// Everything that was found so far.
#[derive(Debug, Default)]
pub(super) struct Violations {
    found: Mutex<Vec<Violation>>,
    raised: Notify,
}

impl Violations {
    /// Notes a fault; whoever waits for one is told.
    pub(super) fn report(&self, fault: Violation) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.push(fault);
        // The one who waits may not do so yet.
        self.raised.notify_one();
    }

    /// Waits for a fault.
    pub(super) async fn raised(&self) {
        self.raised.notified().await;
    }

    /// Whether anything was found.
    pub(super) fn is_any_found(&self) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        !found.is_empty()
    }

    /// All faults, in the order in which they were found.
    pub(super) fn all(&self) -> Vec<Violation> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.clone()
    }
}

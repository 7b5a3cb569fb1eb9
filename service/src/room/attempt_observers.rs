//! The observers of tournament matches that end.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use botwerk_tournament::MatchResult;
use tokio::sync::mpsc::UnboundedSender;

use crate::ids::TournamentId;
use crate::store::AttemptKey;

/// How far an attempt at playing a pairing has come.
#[derive(Debug, Clone)]
pub(crate) struct AttemptEnded {
    /// The attempt.
    pub(crate) attempt: AttemptKey,
    /// How it ended.
    pub(crate) end: AttemptEnd,
}

/// How an attempt at playing a pairing ended.
#[derive(Debug, Clone)]
pub(crate) enum AttemptEnd {
    /// With a result, which is stored.
    Scored(MatchResult),
    /// It was aborted, so that the pairing is to be played again.
    Aborted,
    /// Its match is suspended after failures of the server, for this human-readable reason.
    Suspended(String),
}

impl AttemptEnd {
    /// Returns the result, or `None` without one.
    pub(crate) fn result(&self) -> Option<&MatchResult> {
        match self {
            Self::Scored(result) => Some(result),
            Self::Aborted | Self::Suspended(_) => None,
        }
    }
}

/// The observers by the id of their tournament, at most one for each.
#[derive(Debug, Default)]
pub(crate) struct AttemptObservers {
    // A mutex of the standard library: every access is one short step.
    observers: Mutex<HashMap<TournamentId, UnboundedSender<AttemptEnded>>>,
}

impl AttemptObservers {
    /// Sends the ends of a tournament's attempts to `observer` from now on, in place of any earlier
    /// observer.
    pub(crate) fn subscribe(
        &self,
        tournament: &TournamentId,
        observer: UnboundedSender<AttemptEnded>,
    ) {
        self.lock().insert(tournament.clone(), observer);
    }

    /// Removes the observer of a tournament.
    pub(crate) fn unsubscribe(&self, tournament: &TournamentId) {
        self.lock().remove(tournament);
    }

    /// Sends the end of an attempt to the observer of its tournament, if there is one.
    pub(crate) fn notify(&self, ended: AttemptEnded) {
        if let Some(observer) = self.lock().get(&ended.attempt.tournament) {
            // An observer that is gone finds the result in the store.
            let _ = observer.send(ended);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TournamentId, UnboundedSender<AttemptEnded>>> {
        self.observers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

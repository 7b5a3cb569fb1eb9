//! Who hears of it when matches of tournaments end.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use botwerk_tournament::MatchResult;
use tokio::sync::mpsc::UnboundedSender;

use crate::ids::TournamentId;
use crate::store::tournaments::AttemptKey;

/// An attempt at a match of a tournament has come to its end, which is stored.
#[derive(Debug, Clone)]
pub(crate) struct Ended {
    pub(crate) attempt: AttemptKey,
    /// `None` if it was called off for no fault of a seat, so that it is to be played again.
    pub(crate) result: Option<MatchResult>,
}

/// Those who listen, by the tournament's id.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    // A mutex of the standard library: every access is one short step.
    listeners: Mutex<HashMap<TournamentId, UnboundedSender<Ended>>>,
}

impl Ends {
    /// Lets somebody hear of one tournament's matches, in the place of whoever has.
    pub(crate) fn listen(&self, tournament: &TournamentId, listener: UnboundedSender<Ended>) {
        self.lock().insert(tournament.clone(), listener);
    }

    /// Lets nobody hear of a tournament's matches any more.
    pub(crate) fn forget(&self, tournament: &TournamentId) {
        self.lock().remove(tournament);
    }

    /// Tells whoever listens.
    pub(super) fn tell(&self, ended: Ended) {
        if let Some(listener) = self.lock().get(&ended.attempt.tournament) {
            // A listener who has gone finds the result in the store.
            let _ = listener.send(ended);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TournamentId, UnboundedSender<Ended>>> {
        self.listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

//! The workers of a store in memory.

use std::collections::BTreeMap;

use crate::ids::TournamentId;
use crate::store::{
    AttemptKey, ExcludedWorker, MAX_WORKER_RESULTS, WorkerPlay, WorkerResultRow, WorkerResults,
};

/// Who is excluded, and who has played which results.
#[derive(Debug, Default)]
pub(super) struct MemoryWorkers {
    pub(super) excluded: BTreeMap<String, ExcludedWorker>,
    results: BTreeMap<(TournamentId, u64), WorkerPlay>,
}

impl MemoryWorkers {
    /// Stores who has played a match.
    pub(super) fn insert_play(&mut self, attempt: &AttemptKey, play: WorkerPlay) {
        let key = (attempt.tournament.clone(), attempt.pairing);
        self.results.insert(key, play);
    }

    /// Records that a server has played a match again.
    pub(super) fn record_check(&mut self, tournament: TournamentId, pairing: u64) {
        if let Some(play) = self.results.get_mut(&(tournament, pairing)) {
            play.is_unchecked = false;
        }
    }

    /// Returns the first results of workers in a tournament.
    pub(super) fn results(
        &self,
        tournament: &TournamentId,
        results: WorkerResults,
    ) -> Vec<WorkerResultRow> {
        let is_read = |pairing: u64, play: &WorkerPlay| match results {
            WorkerResults::Unchecked => play.is_unchecked,
            WorkerResults::OfExcluded => self.excluded.contains_key(&play.worker),
            WorkerResults::Of(one) => pairing == one,
        };
        let own = (tournament.clone(), 0)..=(tournament.clone(), u64::MAX);
        let own = self.results.range(own);
        let read = own.filter(|((_, pairing), play)| is_read(*pairing, play));
        let row = |((_, pairing), play): (&(TournamentId, u64), &WorkerPlay)| WorkerResultRow {
            pairing: *pairing,
            worker: play.worker.clone(),
        };
        read.map(row).take(MAX_WORKER_RESULTS).collect()
    }

    /// Removes who has played a match.
    pub(super) fn remove_play(&mut self, tournament: &TournamentId, pairing: u64) {
        self.results.remove(&(tournament.clone(), pairing));
    }

    /// Returns whether an excluded worker has played a match.
    pub(super) fn is_of_excluded(&self, tournament: &TournamentId, pairing: u64) -> bool {
        let play = self.results.get(&(tournament.clone(), pairing));
        play.is_some_and(|play| self.excluded.contains_key(&play.worker))
    }
}

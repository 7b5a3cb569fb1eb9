//! Handles commands and stores what changes in addition to results.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::pace::MatchPace;
use super::stall::StallWatch;
use super::{Director, RETRY_DELAY};
use crate::store::{StoreError, TournamentAdditions, TournamentChange, WriteCommand, to_json};
use crate::tournament_state::TournamentState;
use crate::tournaments::command::{DirectorCommand, LiveStats, TournamentSnapshot};

/// How long a director that cancels its tournament waits for the results that are being stored.
const LAST_RESULTS_LIMIT: Duration = Duration::from_secs(1);

impl Director {
    pub(super) async fn handle_command(&mut self, command: DirectorCommand) {
        let recounts = self.status.recounts;
        let (reply, outcome) = match command {
            DirectorCommand::Describe { reply } => (reply, Ok(())),
            DirectorCommand::Pause { reply } => {
                self.save(TournamentState::Paused).await;
                (reply, Ok(()))
            }
            DirectorCommand::Resume { reply } => {
                self.status.failure = None;
                self.stall = StallWatch::default();
                self.retry_suspended_matches();
                self.pace = MatchPace::new(Instant::now());
                self.save(TournamentState::Running).await;
                (reply, Ok(()))
            }
            DirectorCommand::Cancel { reply } => {
                self.cancel().await;
                (reply, Ok(()))
            }
            DirectorCommand::Withdraw {
                entrant,
                message,
                reply,
            } => {
                self.withdraw(entrant, message).await;
                (reply, Ok(()))
            }
            DirectorCommand::Extend { extension, reply } => (reply, self.extend(*extension).await),
            DirectorCommand::Readmit { entrant, reply } => (reply, self.readmit(entrant).await),
            DirectorCommand::Tally { reply } => {
                // The caller may be gone.
                let _ = reply.send((self.snapshot(), Arc::clone(&self.results.tally)));
                return;
            }
            DirectorCommand::FindStoredResults => {
                self.offered.has_unread_results = true;
                return;
            }
            DirectorCommand::FindCheckedResults => {
                self.worker_gate.look_again();
                return;
            }
            DirectorCommand::RemoveExcludedResults => {
                self.worker_gate.record_exclusion();
                return;
            }
            DirectorCommand::WorkerResults { results, failures } => {
                self.add_worker_results(results, failures).await;
                return;
            }
            DirectorCommand::Drain => {
                self.is_draining = true;
                return;
            }
        };
        if let Some(recount) = &mut self.recount
            && self.status.recounts > recounts
            && outcome.is_ok()
        {
            return recount.answer_at_end(reply);
        }
        // The caller may be gone.
        let _ = reply.send(outcome.map(|()| self.snapshot()));
    }

    async fn cancel(&mut self) {
        self.progress.stop();
        self.queue.clear();
        self.should_stop.store(true, Ordering::Relaxed);
        for running in self.running.values() {
            let Some(id) = &running.room else { continue };
            let token = self.tournament.secret.owner_token(id);
            // A match that has ended in the meantime needs no abort.
            let _ = self.context.registry.abort(id, token).await;
        }
        self.take_back_chunks(true).await;
        self.receive_last_results().await;
        self.running.clear();
        self.queue.clear();
        self.finish_recount().await;
        self.final_state = TournamentState::Cancelled;
        self.finish().await;
    }

    /// Receives the results of matches that are being stored or ended just now.
    async fn receive_last_results(&mut self) {
        let deadline = Instant::now() + LAST_RESULTS_LIMIT;
        while self.storing > 0 {
            match timeout_at(deadline, self.events_rx.recv()).await {
                Ok(Some(event)) => self.handle_worker_event(event).await,
                // It is counted by those who read the sums.
                Ok(None) | Err(_) => break,
            }
        }
        while let Ok(ended) = self.ends.try_recv() {
            self.handle_attempt_ended(ended).await;
        }
    }

    pub(super) async fn finish(&mut self) {
        // Before the state: only the director of a tournament saves it.
        self.save_last_checkpoint().await;
        self.save(self.final_state).await;
        if self.is_dirty {
            tokio::time::sleep(RETRY_DELAY).await;
        } else {
            let results = self.results.counted.len();
            tracing::info!(results, state = self.state.label(), "tournament ended");
        }
    }

    /// Stores the state and the status, now or later.
    pub(super) async fn save(&mut self, state: TournamentState) {
        let stored = self.store_state(state, TournamentAdditions::default());
        // A failed write is retried.
        if stored.await.is_err() {
            self.is_dirty = true;
            self.back_off();
        }
    }

    /// Stores the state and the status with what is added to the tournament.
    ///
    /// # Errors
    /// Returns an error if the store rejects it.
    pub(super) async fn store_state(
        &mut self,
        state: TournamentState,
        additions: TournamentAdditions,
    ) -> Result<(), StoreError> {
        let round = additions
            .round
            .as_ref()
            .map_or(0, |round| round.blocks.len());
        let per_block = self.tournament.configuration.matches_per_block();
        self.status.matches = self.progress.match_count() + round as u64 * per_block;
        self.status.byes = self.progress.byes();
        self.status.set_ranking(self.progress.ranking());
        let change = TournamentChange {
            id: self.tournament.id.clone(),
            state,
            status: to_json(&self.status),
            additions,
        };
        let stored = self
            .context
            .store
            .write(WriteCommand::ChangeTournament(change))
            .await;
        if let Err(error) = &stored {
            tracing::warn!(%error, "tournament state not stored");
            self.stall.record_store(Some(error.to_string()));
            return stored;
        }
        self.state = state;
        self.is_dirty = false;
        self.stall.record_store(None);
        Ok(())
    }

    /// Returns the estimated time until the last match, with this number of results.
    fn remaining_time(&self, results: u64) -> Option<Duration> {
        let matches = self.tournament.expected_matches(&self.status);
        let time = self
            .pace
            .time_for(matches.saturating_sub(results), Instant::now());
        time.filter(|_| {
            self.state == TournamentState::Running && self.tournament.has_estimated_end()
        })
    }

    pub(super) fn back_off(&mut self) {
        self.retry_at = Some(Instant::now() + RETRY_DELAY);
    }

    pub(super) fn snapshot(&mut self) -> TournamentSnapshot {
        if self.pairings.match_count() != self.progress.match_count() {
            self.progress
                .extend_table(Arc::make_mut(&mut self.pairings));
        }
        let results = self.results.counted.len();
        let entrants = self.results.tally.entrants.iter().enumerate();
        let ratings = &self.results.live;
        let live = |(entrant, stats)| LiveStats::new(stats, ratings.rating_and_deviation(entrant));
        TournamentSnapshot {
            tournament: Arc::clone(&self.tournament),
            taken_at: Instant::now(),
            state: self.state,
            status: self.status.clone(),
            results,
            running: (self.running.len() + self.offered.len()) as u32,
            remaining: self.remaining_time(results),
            obstacles: self.stall.obstacles().to_vec(),
            entrants: entrants.map(live).collect(),
            pairings: Some(Arc::clone(&self.pairings)),
        }
    }
}

//! Orders from outside, and what is stored beside results.

use std::sync::atomic::Ordering;

use crate::tournament_state::TournamentState;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::{Director, QueuedMatch, RETRY_DELAY};
use crate::room::Command;
use crate::store::tournaments::TournamentChange;
use crate::tournaments::command::{DirectorCommand, TournamentSnapshot};
use crate::tournaments::tally_builder::TallyBuilder;

impl Director {
    pub(super) async fn handle_command(&mut self, command: DirectorCommand) {
        match command {
            DirectorCommand::Describe { reply } => {
                // Whoever asked may have gone.
                let _ = reply.send(self.snapshot());
            }
            DirectorCommand::Pause { reply } => {
                self.save(TournamentState::Paused).await;
                let _ = reply.send(self.snapshot());
            }
            DirectorCommand::Resume { reply } => {
                self.save(TournamentState::Running).await;
                let _ = reply.send(self.snapshot());
            }
            DirectorCommand::Cancel { reply } => {
                self.cancel().await;
                let _ = reply.send(self.snapshot());
            }
            DirectorCommand::Withdraw {
                entrant,
                why,
                reply,
            } => {
                if !self.status.has_withdrawn(entrant) {
                    self.withdraw(entrant, why).await;
                }
                let _ = reply.send(self.snapshot());
            }
            DirectorCommand::Drain => self.draining = true,
        }
    }

    async fn cancel(&mut self) {
        self.progress.stop();
        self.queue.clear();
        self.stop.store(true, Ordering::Relaxed);
        for running in self.running.values() {
            let Some(id) = &running.room else { continue };
            let (reply, answer) = oneshot::channel();
            let token = self.tournament.secret.of_owner(id);
            let command = Command::Abort { token, reply };
            // One that has ended meanwhile needs not be called off.
            if self.context.registry.send(id, command).await.is_ok() {
                let _ = answer.await;
            }
        }
        self.running.clear();
        self.final_state = TournamentState::Cancelled;
        self.finish().await;
    }

    pub(super) async fn finish(&mut self) {
        self.save(self.final_state).await;
        if self.is_dirty {
            tokio::time::sleep(RETRY_DELAY).await;
        } else {
            let results = self.results.tally.result_count();
            tracing::info!(results, state = self.state.label(), "tournament ended");
        }
    }

    /// Stores what has changed beside results. If that fails it is tried again.
    pub(super) async fn save(&mut self, state: TournamentState) {
        self.status.matches = self.progress.match_count();
        self.status.byes = self.progress.byes();
        self.status.set_order(self.progress.ranking());
        let change = TournamentChange {
            id: self.tournament.id.clone(),
            state,
            status: crate::store::to_json(&self.status),
            annulled: self.needs_recount.then(|| self.status.annulled()),
        };
        match self.context.store.change_tournament(change).await {
            Ok(()) => {
                self.state = state;
                self.is_dirty = false;
                if std::mem::take(&mut self.needs_recount) {
                    self.read_tally().await;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "the tournament's state is not stored");
                self.is_dirty = true;
                self.back_off();
            }
        }
    }

    async fn read_tally(&mut self) {
        let stored = self.context.store.tournament(&self.tournament.id).await;
        match stored.map(|stored| serde_json::from_str(&stored.tally)) {
            Ok(Ok(tally)) => {
                self.results = TallyBuilder::resume(&self.tournament.configuration, tally);
            }
            // Written again, and then read again.
            Ok(Err(_)) | Err(_) => (self.is_dirty, self.needs_recount) = (true, true),
        }
    }

    pub(super) fn back_off(&mut self) {
        self.retry_at = Some(Instant::now() + RETRY_DELAY);
    }

    pub(super) fn snapshot(&self) -> TournamentSnapshot {
        let waits = |due: &QueuedMatch| {
            let away = |entrant: &&usize| {
                let bot = self.tournament.bot(**entrant);
                bot.is_some_and(|bot| !self.context.online_bots.presence(&bot).has_been_online)
            };
            due.pairing
                .seats
                .iter()
                .filter(away)
                .copied()
                .collect::<Vec<_>>()
        };
        let waiting_for = self.queue.iter().flat_map(waits).collect();
        TournamentSnapshot {
            state: self.state,
            status: self.status.clone(),
            results: self.results.tally.result_count(),
            running: self.running.len() as u32,
            waiting_for,
            lines: self.results.tally.entrants.clone(),
            live: (0..self.failures.len())
                .map(|entrant| self.live.rating_and_deviation(entrant))
                .collect(),
        }
    }
}

//! Orders from outside, and what is stored beside results.

use std::sync::atomic::Ordering;

use crate::tournament_state::TournamentState;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::{Director, Due, RETRY};
use crate::room::Command;
use crate::store::tournaments::{Adder, TournamentChange};
use crate::tournaments::order::{Order, Snapshot};

impl Director {
    pub(super) async fn obey(&mut self, order: Order) {
        match order {
            Order::Describe { reply } => {
                // Whoever asked may have gone.
                let _ = reply.send(self.snapshot());
            }
            Order::Pause { reply } => {
                self.save(TournamentState::Paused).await;
                let _ = reply.send(self.snapshot());
            }
            Order::Resume { reply } => {
                self.save(TournamentState::Running).await;
                let _ = reply.send(self.snapshot());
            }
            Order::Cancel { reply } => {
                self.cancel().await;
                let _ = reply.send(self.snapshot());
            }
            Order::Withdraw {
                entrant,
                why,
                reply,
            } => {
                if !self.status.has_withdrawn(entrant) {
                    self.withdraw(entrant, why).await;
                }
                let _ = reply.send(self.snapshot());
            }
            Order::Drain => self.draining = true,
        }
    }

    async fn cancel(&mut self) {
        self.progress.stop();
        self.due.clear();
        self.stop.store(true, Ordering::Relaxed);
        for running in self.running.values() {
            let Some(id) = &running.room else { continue };
            let (reply, answer) = oneshot::channel();
            let token = self.tournament.secret.of_owner(id);
            let command = Command::Abort { token, reply };
            // One that has ended meanwhile needs not be called off.
            if self.hall.lobby.send(id, command).await.is_ok() {
                let _ = answer.await;
            }
        }
        self.running.clear();
        self.ending = TournamentState::Cancelled;
        self.finish().await;
    }

    pub(super) async fn finish(&mut self) {
        self.save(self.ending).await;
        if self.unsaved {
            tokio::time::sleep(RETRY).await;
        } else {
            let results = self.adder.tally.results();
            tracing::info!(results, state = self.state.label(), "tournament ended");
        }
    }

    /// Stores what has changed beside results. If that fails it is tried again.
    pub(super) async fn save(&mut self, state: TournamentState) {
        self.status.matches = self.progress.matches();
        self.status.byes = self.progress.byes();
        self.status.set_order(self.progress.order());
        let change = TournamentChange {
            id: self.tournament.id.clone(),
            state,
            status: crate::store::to_json(&self.status),
            annulled: self.annuls.then(|| self.status.annulled()),
        };
        match self.hall.store.change_tournament(change).await {
            Ok(()) => {
                self.state = state;
                self.unsaved = false;
                if std::mem::take(&mut self.annuls) {
                    self.read_tally();
                }
            }
            Err(error) => {
                tracing::warn!(%error, "the tournament's state is not stored");
                self.unsaved = true;
                self.pause_a_while();
            }
        }
    }

    fn read_tally(&mut self) {
        match self.hall.store.tournament(&self.tournament.id) {
            Ok(stored) => {
                self.adder = Adder::resume(&self.tournament.configuration, stored.tally);
            }
            // Written again, and then read again.
            Err(_) => (self.unsaved, self.annuls) = (true, true),
        }
    }

    pub(super) fn pause_a_while(&mut self) {
        self.pause = Some(Instant::now() + RETRY);
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        let waits = |due: &Due| {
            let away = |entrant: &&usize| {
                let bot = self.tournament.bot(**entrant);
                bot.is_some_and(|bot| !self.hall.attendance.presence(&bot).was_here)
            };
            due.pairing
                .seats
                .iter()
                .filter(away)
                .copied()
                .collect::<Vec<_>>()
        };
        let waiting_for = self.due.iter().flat_map(waits).collect();
        Snapshot {
            state: self.state,
            status: self.status.clone(),
            results: self.adder.tally.results(),
            running: self.running.len() as u32,
            waiting_for,
            lines: self.adder.tally.lines.clone(),
            live: (0..self.failures.len())
                .map(|entrant| self.live.of(entrant))
                .collect(),
        }
    }
}

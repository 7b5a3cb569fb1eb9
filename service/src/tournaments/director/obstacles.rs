//! Finds what keeps a tournament from progressing: logs it, and pauses the tournament after a limit.

use tokio::time::Instant;

use super::Director;
use super::stall::StallWatch;
use crate::bots::BotId;
use crate::error::{Error, Reason};
use crate::tournament_state::TournamentState;
use crate::tournaments::obstacle::Obstacle;

impl Director {
    /// Observes what keeps the tournament from progressing: logs it after a while, and pauses the
    /// tournament after the limit of the server.
    pub(super) async fn watch_progress(&mut self) {
        if self.state != TournamentState::Running {
            self.stall.observe(Vec::new(), false, Instant::now());
            return;
        }
        let is_idle = self.running.is_empty() && self.storing == 0 && self.offered.is_empty();
        let obstacles = self.find_obstacles(is_idle);
        let now = Instant::now();
        let is_stalled = is_idle && !obstacles.is_empty();
        self.stall.observe(obstacles, is_stalled, now);
        if self.stall.is_log_due(now) {
            let obstacles = self.obstacle_texts();
            tracing::warn!(obstacles, "tournament does not progress");
            self.snapshots.mark_stale();
        }
        let limit = self.context.stall_limit;
        if !self.is_waiting_league() && self.stall.has_reached(limit, now) {
            let secs = limit.as_secs();
            let message = format!(
                "no match was played for {secs} s: {}",
                self.obstacle_texts()
            );
            self.pause_with_failure(message).await;
        }
    }

    /// Returns when [`Self::watch_progress`] must observe again although nothing happens.
    pub(super) fn next_stall_check(&self) -> Option<Instant> {
        let next = self.stall.next_at(self.context.stall_limit);
        // A league that waits for others has nothing to observe after its limit.
        next.filter(|at| !self.is_waiting_league() || *at > Instant::now())
    }

    /// Returns `true` if a league waits for bots or for the next day only, which is no stall.
    fn is_waiting_league(&self) -> bool {
        let mut obstacles = self.stall.obstacles().iter();
        self.is_league() && obstacles.all(Obstacle::is_awaited)
    }

    /// Pauses the tournament because of a failure, which is shown until it is resumed.
    pub(super) async fn pause_with_failure(&mut self, message: String) {
        let error = Error::new(Reason::TournamentStalled, message);
        tracing::error!(%error, "tournament paused");
        self.status.failure = Some(error.message);
        self.stall = StallWatch::default();
        self.save(TournamentState::Paused).await;
    }

    fn find_obstacles(&self, is_idle: bool) -> Vec<Obstacle> {
        let mut obstacles = Vec::new();
        let queued = self.queue.iter();
        for entrant in queued.flat_map(|queued| queued.pairing.seats.iter().copied()) {
            if let Some(bot) = self.tournament.bot(entrant) {
                obstacles.extend(self.bot_obstacle(&bot, entrant, is_idle));
            }
        }
        obstacles.extend(self.league_obstacles());
        obstacles.extend(self.stall.failures());
        obstacles.sort_unstable();
        obstacles.dedup();
        obstacles
    }

    pub(super) fn bot_obstacle(
        &self,
        bot: &BotId,
        entrant: usize,
        is_idle: bool,
    ) -> Option<Obstacle> {
        let status = self.context.online_bots.status(bot);
        if !status.is_online {
            return Some(Obstacle::BotOffline { entrant });
        }
        if !self.plays_game(bot) {
            return Some(Obstacle::GameNotPlayed { entrant });
        }
        let is_busy = !status.has_capacity(1, 1);
        (is_idle && is_busy).then_some(Obstacle::BotBusy { entrant })
    }

    fn obstacle_texts(&self) -> String {
        let name = |obstacle: &Obstacle| {
            let entrant = obstacle.entrant();
            entrant.map_or("", |entrant| self.tournament.entrant_name(entrant))
        };
        let texts = self.stall.obstacles().iter();
        let texts: Vec<_> = texts
            .map(|obstacle| obstacle.text(name(obstacle)))
            .collect();
        texts.join("; ")
    }
}

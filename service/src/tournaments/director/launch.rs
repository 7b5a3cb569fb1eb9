//! Starts matches: which one is next, whether its bots are online, and where it is played.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use botwerk_tournament::NextStep;
use botwerk_tournament::format::Pairing;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;

use super::{
    ActiveMatch, Director, LOOKAHEAD, MAX_ATTEMPTS, MAX_FORFEITS, QueuedMatch, WorkerEvent,
};
use crate::background;
use crate::bots::{BotId, ReservedSeats};
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::requester::Requester;
use crate::store::{AttemptKey, WriteCommand};
use crate::tournament_state::TournamentState;
use crate::tournaments::attempt;
use crate::tournaments::in_process::{FinishedMatchRow, InProcessMatch};
use crate::tournaments::tournament::Tournament;
use crate::work_guard::Work;

impl Director {
    pub(super) async fn start_ready_matches(&mut self) {
        if self.retry_at.is_some_and(|until| Instant::now() < until) {
            return;
        }
        if self.is_dirty || self.status.matches != self.progress.match_count() {
            self.save(self.state).await;
        }
        if self.state != TournamentState::Running || self.worker_gate.is_closed() {
            return;
        }
        // A league asks what was played of a block.
        if self.is_league() && self.recount.is_some() {
            return;
        }
        if self.has_workers() && !self.workers_are_idle() {
            self.offer_chunks().await;
            return self.store_forfeits().await;
        }
        let mut waiting = VecDeque::new();
        while self.running.len() < self.status.concurrency as usize
            && self.forfeits.len() < MAX_FORFEITS
            && self.retry_at.is_none()
        {
            let Some(queued) = self.next_queued(waiting.len()) else {
                break;
            };
            match self.progress.step_for(queued.pairing) {
                NextStep::Forfeit(pairing, result) => {
                    let queued = QueuedMatch { pairing, ..queued };
                    self.forfeits.push((queued, result));
                }
                NextStep::Play(pairing) => {
                    let queued = QueuedMatch { pairing, ..queued };
                    if self.tournament.runs_in_process || queued.attempt > MAX_ATTEMPTS {
                        self.start_attempt(queued).await;
                    } else if let Some(reserved) = self.reserve_seats(&queued.pairing) {
                        if self.is_cancelled(&queued.pairing) {
                            self.cancel_match(queued).await;
                        } else {
                            self.start_match(queued).await;
                        }
                        // The bots are invited now, if the match has started.
                        drop(reserved);
                    } else {
                        waiting.push_back(queued);
                    }
                }
            }
        }
        waiting.append(&mut self.queue);
        self.queue = waiting;
        if self.has_workers() {
            self.offer_chunks().await;
        }
        self.store_forfeits().await;
    }

    /// Starts a match that waits for no bot, or voids it after too many attempts.
    pub(super) async fn start_attempt(&mut self, queued: QueuedMatch) {
        if queued.attempt > MAX_ATTEMPTS {
            self.void_match(queued).await;
        } else {
            self.start_match(queued).await;
        }
    }

    /// Removes and returns the next match to start, or `None` if there is none, if `LOOKAHEAD`
    /// matches wait for their bots, or if it is too far from the first match without a result.
    pub(super) fn next_queued(&mut self, waiting: usize) -> Option<QueuedMatch> {
        if let Some(queued) = self.queue.pop_front() {
            return Some(queued);
        }
        let end = self.results.counted.first_missing(0) + self.context.max_matches_ahead;
        let is_ahead = self.progress.next_index().is_some_and(|next| next >= end);
        if waiting >= LOOKAHEAD || is_ahead {
            return None;
        }
        let (NextStep::Play(pairing) | NextStep::Forfeit(pairing, _)) =
            self.progress.next_step()?;
        Some(QueuedMatch {
            pairing,
            attempt: 1,
        })
    }

    /// Reserves the seats of a match for its bots, or returns `None` if one of them cannot be invited.
    fn reserve_seats(&mut self, pairing: &Pairing) -> Option<ReservedSeats> {
        let mut required: BTreeMap<BotId, u32> = BTreeMap::new();
        for entrant in &pairing.seats {
            if let Some(bot) = self.tournament.bot(*entrant) {
                *required.entry(bot).or_default() += 1;
            }
        }
        let (now, limit) = (Instant::now(), self.context.away_limit);
        let is_league = self.is_league();
        let is_ready = required.keys().all(|bot| {
            let mut status = self.context.online_bots.status(bot);
            // A league waits for no bot without a limit: the bot was online when the round was paired.
            status.has_been_online |= is_league;
            let may_begin = !status.is_ending || self.has_started(pairing.block);
            let is_awaited = self.away.is_awaited(bot, status, limit, now);
            !is_awaited && may_begin && self.plays_game(bot)
        });
        is_ready.then(|| self.context.online_bots.reserve(required))?
    }

    /// Returns `true` if a bot plays the game of the tournament: it is invited to no other.
    pub(super) fn plays_game(&self, bot: &BotId) -> bool {
        let game = self.tournament.configuration.game;
        self.context.online_bots.plays(bot, game)
    }

    async fn start_match(&mut self, queued: QueuedMatch) {
        if self.tournament.runs_in_process {
            self.play_in_process(queued);
            return;
        }
        let QueuedMatch { pairing, attempt } = queued;
        match self.open_room(&pairing, attempt).await {
            Ok(id) => {
                self.invite(&pairing, &id);
                let running = ActiveMatch {
                    room: Some(id),
                    attempt,
                    pairing,
                };
                self.running.insert(running.pairing.index, running);
                self.stall.record_progress();
            }
            Err(error) => {
                tracing::warn!(pairing = pairing.index, %error, "match not started");
                self.stall
                    .record_failed_match(pairing.index, error.to_string());
                // What no retry changes counts as an attempt.
                let attempt = attempt + u32::from(!is_transient(error.reason));
                self.queue.push_back(QueuedMatch { pairing, attempt });
                self.back_off();
            }
        }
    }

    /// Stores a match and opens its room. Returns the match's id.
    async fn open_room(&self, pairing: &Pairing, attempt: u32) -> Result<MatchId, Error> {
        let reservation = self.context.matches.reserve()?;
        let key = self.key(pairing.index, attempt);
        let (tournament, pairing) = (Arc::clone(&self.tournament), pairing.clone());
        let planned = key.clone();
        // Sampling an opening may take a while.
        let guard = Arc::clone(self.context.registry.guard());
        let row = background::compute(move || {
            let work = Work::of_tournament(&tournament.id, "preparing a match");
            let _mark = guard.enter(&work, guard.search_limit(None));
            let game = attempt::game(&tournament.configuration)?;
            let plan = tournament.plan(&game, &pairing, planned)?;
            let (row, _) = plan.build_row(&game, MatchId::new())?;
            Ok(row)
        })
        .await?;
        let id = row.id.clone();
        let start = WriteCommand::StartAttempt(row.clone(), key);
        let stored = self.context.matches.write_to(&*self.context.store, start);
        let stored = stored.await;
        drop(reservation);
        stored?;
        // If the room does not open now, the first command for the match opens it.
        self.context.registry.open_created(row).await?;
        Ok(id)
    }

    pub(super) fn key(&self, pairing: u64, attempt: u32) -> AttemptKey {
        AttemptKey {
            tournament: self.tournament.id.clone(),
            pairing,
            attempt,
        }
    }

    pub(super) fn invite(&self, pairing: &Pairing, id: &MatchId) {
        for (seat, entrant) in pairing.seats.iter().enumerate() {
            if let Some(bot) = self.tournament.bot(*entrant) {
                let invitation = self.tournament.invitation(seat, id);
                self.context.online_bots.invite(&bot, invitation);
            }
        }
    }

    /// Plays a match on a search thread.
    fn play_in_process(&mut self, queued: QueuedMatch) {
        let QueuedMatch { pairing, attempt } = queued;
        let running = ActiveMatch {
            pairing: pairing.clone(),
            attempt,
            room: None,
        };
        self.running.insert(pairing.index, running);
        self.storing += 1;
        let (tournament, stop) = (Arc::clone(&self.tournament), Arc::clone(&self.should_stop));
        let key = self.key(pairing.index, attempt);
        let (store, runtime) = (
            Arc::clone(&self.context.store),
            tokio::runtime::Handle::current(),
        );
        let matches = Arc::clone(&self.context.matches);
        let mut guard = WorkerGuard {
            events_tx: self.events_tx.clone(),
            unreported: Some(QueuedMatch { pairing, attempt }),
        };
        let requester = Requester::Tournament(self.tournament.id.clone());
        let work_guard = Arc::clone(self.context.registry.guard());
        self.context.pool.spawn_agent_job(&requester, move || {
            let Some(QueuedMatch { pairing, .. }) = &guard.unreported else {
                return;
            };
            let step = format!("playing match {}", pairing.index);
            let work = Work::of_tournament(&tournament.id, step);
            let mark = work_guard.enter(&work, work_guard.step_limit());
            let played = play(&tournament, pairing, key, &stop);
            drop(mark);
            let Some(QueuedMatch { pairing, attempt }) = guard.unreported.take() else {
                return;
            };
            match played {
                Ok(Some(FinishedMatchRow {
                    row,
                    commit,
                    result,
                })) => {
                    guard.send(WorkerEvent::Finished {
                        pairing: pairing.index,
                    });
                    let insert = WriteCommand::InsertFinished(row, commit);
                    let write = matches.write_to(&*store, insert);
                    runtime.spawn(async move {
                        let written = write.await;
                        guard.send(WorkerEvent::Committed {
                            pairing,
                            attempt,
                            result,
                            written,
                        });
                    });
                }
                Ok(None) => guard.send(WorkerEvent::Abandoned),
                Err(error) => guard.send(WorkerEvent::Failed {
                    pairing,
                    attempt,
                    message: error.message,
                }),
            }
        });
    }
}

/// Plays a match. Returns `None` if it was abandoned.
fn play(
    tournament: &Tournament,
    pairing: &Pairing,
    key: AttemptKey,
    stop: &AtomicBool,
) -> Result<Option<FinishedMatchRow>, Error> {
    let in_process = InProcessMatch {
        source: tournament.source(),
        block: pairing.block,
        seats: &pairing.seats,
        stop,
    };
    let Some(played) = in_process.play()? else {
        return Ok(None);
    };
    let game = attempt::game(&tournament.configuration)?;
    let (id, block, seats) = (MatchId::new(), pairing.block, &pairing.seats);
    let row = played.into_row(id, tournament, &game, block, seats, key);
    row.map(Some)
}

/// Returns `true` if a match that cannot be started now may be started later.
fn is_transient(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::StoreUnavailable | Reason::LimitExceeded | Reason::Draining
    )
}

/// Reports a match as failed if its thread panics before it reports a result.
struct WorkerGuard {
    events_tx: UnboundedSender<WorkerEvent>,
    unreported: Option<QueuedMatch>,
}

impl WorkerGuard {
    fn send(&self, event: WorkerEvent) {
        // The director may have ended in the meantime.
        let _ = self.events_tx.send(event);
    }
}

impl Drop for WorkerGuard {
    fn drop(&mut self) {
        if let Some(QueuedMatch { pairing, attempt }) = self.unreported.take() {
            let message = "the search thread panicked".to_owned();
            self.send(WorkerEvent::Failed {
                pairing,
                attempt,
                message,
            });
        }
    }
}

//! Beginning matches: which one is next, whether its bots are there, and where it is played.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::tournament_state::TournamentState;
use botwerk_agents::Roster;
use botwerk_engine::with_game;
use botwerk_tournament::NextStep;
use botwerk_tournament::format::Pairing;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;

use super::{ActiveMatch, Director, LOOKAHEAD, MAX_ATTEMPTS, QueuedMatch, WorkerEvent};
use crate::bots::{BotId, BotStatus};
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::store::tournaments::AttemptKey;
use crate::tournaments::attempt;
use crate::tournaments::in_process::{FinishedMatchRow, InProcessMatch};

impl Director {
    pub(super) async fn start_ready_matches(&mut self) {
        if self.retry_at.is_some_and(|until| Instant::now() < until) {
            return;
        }
        if self.is_dirty || self.status.matches != self.progress.match_count() {
            self.save(self.state).await;
        }
        if self.state != TournamentState::Running {
            return;
        }
        let mut waiting = VecDeque::new();
        while self.running.len() < self.status.concurrency as usize && self.retry_at.is_none() {
            let Some(due) = self.next_queued(waiting.len()) else {
                break;
            };
            match self.progress.step_for(due.pairing) {
                NextStep::Forfeit(pairing, result) => {
                    self.forfeit(pairing, due.attempt, result).await;
                }
                NextStep::Play(pairing) => {
                    let due = QueuedMatch { pairing, ..due };
                    if due.attempt > MAX_ATTEMPTS {
                        self.void_match(due).await;
                    } else if self.is_ready(&due.pairing) {
                        self.begin(due).await;
                    } else {
                        waiting.push_back(due);
                    }
                }
            }
        }
        waiting.append(&mut self.queue);
        self.queue = waiting;
    }

    /// The next match to be begun; none if as many wait for their bots as may.
    fn next_queued(&mut self, waiting: usize) -> Option<QueuedMatch> {
        if let Some(due) = self.queue.pop_front() {
            return Some(due);
        }
        if waiting >= LOOKAHEAD {
            return None;
        }
        let (NextStep::Play(pairing) | NextStep::Forfeit(pairing, _)) =
            self.progress.next_step()?;
        Some(QueuedMatch {
            pairing,
            attempt: 1,
        })
    }

    /// Whether all bots of a match wait for it. One that was here before is invited although it is
    /// away: it has to join in time.
    fn is_ready(&self, pairing: &Pairing) -> bool {
        let mut wanted: BTreeMap<BotId, u32> = BTreeMap::new();
        for entrant in &pairing.seats {
            if let Some(bot) = self.tournament.bot(*entrant) {
                *wanted.entry(bot).or_default() += 1;
            }
        }
        wanted.iter().all(|(bot, seats)| {
            let BotStatus {
                has_been_online: was_here,
                playing,
                max_concurrent_matches,
                ..
            } = self.context.online_bots.presence(bot);
            // One that plays less at a time than there are seats for it plays at one table.
            was_here && (playing == 0 || playing + seats <= max_concurrent_matches)
        })
    }

    async fn begin(&mut self, due: QueuedMatch) {
        if self.tournament.is_self_contained {
            self.play_in_process(due);
            return;
        }
        let QueuedMatch { pairing, attempt } = due;
        let game = self.tournament.configuration.game;
        match with_game!(game, G => self.open_room::<G>(&pairing, attempt).await) {
            Ok(id) => {
                self.invite(&pairing, &id);
                let running = ActiveMatch {
                    room: Some(id),
                    attempt,
                    pairing,
                };
                self.running.insert(running.pairing.index, running);
            }
            Err(error) => {
                tracing::warn!(pairing = pairing.index, %error, "a match cannot begin yet");
                self.queue.push_back(QueuedMatch { pairing, attempt });
                self.back_off();
            }
        }
    }

    /// Stores a match and opens its room; the match's id.
    async fn open_room<G: Roster>(
        &self,
        pairing: &Pairing,
        attempt: u32,
    ) -> Result<MatchId, Error> {
        let place = self.context.matches.reserve()?;
        let key = self.key(pairing.index, attempt);
        let (tournament, pairing) = (Arc::clone(&self.tournament), pairing.clone());
        let wanted = key.clone();
        // Drawing an opening takes a while.
        let made = tokio::task::spawn_blocking(move || {
            let game: G = attempt::game(&tournament.configuration)?;
            tournament.plan(&game, &pairing, wanted).build_row(&game)
        });
        let made = made.await;
        let row = made.map_err(|error| Error::new(Reason::Internal, error.to_string()))??;
        let id = row.id.clone();
        let receipt = self.context.store.start_attempt(row.clone(), key);
        let stored = self.context.matches.track_created_match(&id, receipt).await;
        drop(place);
        stored?;
        // Should it not open now, whoever joins opens it.
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
                let invited = self.tournament.invitation(seat, id);
                self.context.online_bots.invite(&bot, invited);
            }
        }
    }

    /// Lets a match be played on a search thread.
    fn play_in_process(&mut self, due: QueuedMatch) {
        let QueuedMatch { pairing, attempt } = due;
        let running = ActiveMatch {
            pairing: pairing.clone(),
            attempt,
            room: None,
        };
        self.running.insert(pairing.index, running);
        self.storing += 1;
        let whole = InProcessMatch {
            tournament: Arc::clone(&self.tournament),
            key: self.key(pairing.index, attempt),
            pairing: pairing.clone(),
            stop: Arc::clone(&self.stop),
        };
        let (store, runtime) = (
            Arc::clone(&self.context.store),
            tokio::runtime::Handle::current(),
        );
        let matches = Arc::clone(&self.context.matches);
        let game = self.tournament.configuration.game;
        let mut player = WorkerGuard {
            tell: self.events_tx.clone(),
            due: Some(QueuedMatch { pairing, attempt }),
        };
        self.context.pool.spawn_agent_job(move || {
            let played = with_game!(game, G => whole.play::<G>());
            let Some(QueuedMatch { pairing, attempt }) = player.due.take() else {
                return;
            };
            match played {
                Ok(Some(FinishedMatchRow {
                    row,
                    commit,
                    result,
                })) => {
                    player.say(WorkerEvent::Finished {
                        pairing: pairing.index,
                    });
                    let events = commit.events.len();
                    let receipt = matches
                        .track_finished_match(events, store.insert_finished_match(row, commit));
                    runtime.spawn(async move {
                        let written = receipt.await;
                        player.say(WorkerEvent::Committed {
                            pairing,
                            attempt,
                            result,
                            written,
                        });
                    });
                }
                // It was given up since nobody waits for it any more.
                Ok(None) => {}
                Err(error) => player.say(WorkerEvent::Failed {
                    pairing,
                    attempt,
                    why: error.message,
                }),
            }
        });
    }
}

/// Says that a match was lost unless it was said what came of it: a panic drops it on its way out.
struct WorkerGuard {
    tell: UnboundedSender<WorkerEvent>,
    due: Option<QueuedMatch>,
}

impl WorkerGuard {
    fn say(&self, news: WorkerEvent) {
        // The director may have gone meanwhile.
        let _ = self.tell.send(news);
    }
}

impl Drop for WorkerGuard {
    fn drop(&mut self) {
        if let Some(QueuedMatch { pairing, attempt }) = self.due.take() {
            let why = "it panicked".to_owned();
            self.say(WorkerEvent::Failed {
                pairing,
                attempt,
                why,
            });
        }
    }
}

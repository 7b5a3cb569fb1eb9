//! The task of one tournament: it starts matches and adds up their results.

mod away;
mod checkpoint_timer;
mod checkpoints;
mod chunks;
mod commands;
mod extension;
mod launch;
mod league;
mod league_wait;
mod obstacles;
mod offered_chunks;
mod pace;
mod pending_round;
mod recount;
mod recount_pages;
mod results;
mod snapshots;
mod stall;
mod suspended_matches;
mod withdrawal;
mod worker_checks;
mod worker_gate;

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botwerk_tournament::format::{Pairing, PairingTable};
use botwerk_tournament::statistics::Sprt;
use botwerk_tournament::{MatchResult, Progress};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::Instrument;

use self::away::AwayBots;
use self::checkpoint_timer::{CheckpointTimer, checkpoint_saved};
use self::league_wait::LeagueWait;
use self::offered_chunks::OfferedChunks;
use self::pace::MatchPace;
use self::pending_round::{PairedRound, round_paired};
use self::recount::{Recount, next_page};
use self::snapshots::SnapshotPublisher;
use self::stall::StallWatch;
use self::worker_gate::WorkerGate;
use super::command::{DirectorCommand, TournamentSnapshot};
use super::directors::DirectorContext;
use super::status::TournamentStatus;
use super::tournament::{StoredState, Tournament};
use crate::background::Computation;
use crate::bots::BotMessage;
use crate::error::Error;
use crate::ids::MatchId;
use crate::room::AttemptEnded;
use crate::store::{AttemptRow, LeasedChunk, StoreError};
use crate::tournament_state::TournamentState;
use crate::tournaments::rating_history::SnapshotTimer;
use crate::tournaments::result_sums::{RESULTS_PER_PAGE, ResultPages, ResultSums, read_sums};
use crate::work_guard::fault_point;

/// How long a director waits before it retries what has failed.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// Maximum number of matches that wait for their bots while later ones are started.
const LOOKAHEAD: usize = 256;

/// Number of forfeits after which the director handles events before it stores more.
const MAX_FORFEITS: usize = 256;

/// Maximum number of attempts at a match before it is voided.
const MAX_ATTEMPTS: u32 = 3;

/// Failures in a row after which an entrant is withdrawn.
const MAX_FAILURES: u32 = 3;

/// An event from a match that is played in-process.
enum WorkerEvent {
    /// The match has been played; its thread is free.
    Finished { pairing: u64 },
    /// The match has been stored, or the write has failed.
    Committed {
        pairing: Pairing,
        attempt: u32,
        result: MatchResult,
        written: Result<(), StoreError>,
    },
    /// The match is not played to its end, since the tournament was cancelled.
    Abandoned,
    /// The match could not be played.
    Failed {
        pairing: Pairing,
        attempt: u32,
        message: String,
    },
}

/// A match that waits to be started.
struct QueuedMatch {
    pairing: Pairing,
    /// The number of the attempt, from 1.
    attempt: u32,
}

/// A match that is being played.
struct ActiveMatch {
    pairing: Pairing,
    attempt: u32,
    /// The match, if it is played in a room.
    room: Option<MatchId>,
}

/// The director of one tournament.
pub(super) struct Director {
    context: Arc<DirectorContext>,
    tournament: Arc<Tournament>,
    state: TournamentState,
    status: TournamentStatus,
    progress: Progress,
    /// The pairings of all batches, as of the latest snapshot.
    pairings: Arc<PairingTable>,
    /// The sums of the results. During a recount its tally is the one before.
    results: ResultSums,
    recount: Option<Recount>,
    checkpoints: CheckpointTimer,
    sprt: Option<Sprt>,
    running: BTreeMap<u64, ActiveMatch>,
    /// The matches that are offered to workers.
    offered: OfferedChunks,
    /// What keeps the tournament waiting for checks of workers.
    worker_gate: WorkerGate,
    /// The number of in-process matches that are played or being stored.
    storing: usize,
    queue: VecDeque<QueuedMatch>,
    /// Matches that are forfeited, with their results, which are stored together.
    forfeits: Vec<(QueuedMatch, MatchResult)>,
    /// Whether forfeits were stored since the director has last handled an event.
    has_forfeited: bool,
    /// Whether the last write of the state has failed.
    is_dirty: bool,
    /// The state after the last match.
    final_state: TournamentState,
    /// No match is started before this moment, since the store or a limit has rejected one.
    retry_at: Option<Instant>,
    /// Set to abandon the matches on search threads.
    should_stop: Arc<AtomicBool>,
    events_tx: UnboundedSender<WorkerEvent>,
    events_rx: UnboundedReceiver<WorkerEvent>,
    ends: UnboundedReceiver<AttemptEnded>,
    commands: UnboundedReceiver<DirectorCommand>,
    snapshots: SnapshotPublisher,
    stall: StallWatch,
    away: AwayBots,
    pace: MatchPace,
    league_wait: LeagueWait,
    /// The next round of a league, while it is being paired.
    pending_round: Option<Computation<PairedRound>>,
    rating_timer: SnapshotTimer,
    is_draining: bool,
}

impl Director {
    /// Continues a stored tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament or its attempts cannot be read.
    pub(super) async fn open(
        context: Arc<DirectorContext>,
        tournament: Arc<Tournament>,
        stored: StoredState,
        commands: UnboundedReceiver<DirectorCommand>,
        snapshots: watch::Sender<Arc<TournamentSnapshot>>,
    ) -> Result<Self, Error> {
        // Subscribed before anything is read, so that no end is missed.
        let (ends_tx, ends) = unbounded_channel();
        context.ends.subscribe(&tournament.id, ends_tx);
        let (events_tx, events_rx) = unbounded_channel();
        let rounds = tournament.read_rounds(&*context.store).await?;
        // Before the results: a chunk that is completed in the meantime has its results there.
        let chunks = context.chunks.chunks(&tournament.id).await?;
        let StoredState { state, status, .. } = stored;
        let mut progress = tournament.progress(&status, rounds)?;
        let results = read_sums(&*context.store, &tournament, &status, Some(&mut progress)).await?;
        let mut director = Self {
            checkpoints: CheckpointTimer::new(results.restored, Instant::now()),
            results,
            pairings: Arc::new(progress.pairing_table()),
            progress,
            recount: None,
            sprt: tournament.configuration.sprt(),
            forfeits: Vec::new(),
            has_forfeited: false,
            running: BTreeMap::new(),
            offered: OfferedChunks::default(),
            worker_gate: WorkerGate::default(),
            storing: 0,
            queue: VecDeque::new(),
            is_dirty: false,
            final_state: TournamentState::Over,
            retry_at: None,
            should_stop: Arc::default(),
            is_draining: false,
            context,
            tournament,
            state,
            status,
            events_tx,
            events_rx,
            ends,
            commands,
            snapshots: SnapshotPublisher::new(snapshots),
            stall: StallWatch::default(),
            away: AwayBots::default(),
            pace: MatchPace::new(Instant::now()),
            league_wait: LeagueWait::None,
            pending_round: None,
            rating_timer: SnapshotTimer::default(),
        };
        director.resume_matches(&chunks).await?;
        let results = &director.results;
        let recounted = results.counted.len().saturating_sub(results.restored);
        if recounted >= RESULTS_PER_PAGE as u64 {
            // If the server ends soon, the next one must not count them again.
            director.checkpoints.hasten();
        }
        if !director.status.readmissions.is_empty() {
            director.start_recount();
        }
        Ok(director)
    }

    /// Finds the matches that were started and have no result.
    async fn resume_matches(&mut self, chunks: &[LeasedChunk]) -> Result<(), Error> {
        let mut open: BTreeMap<u64, AttemptRow> = BTreeMap::new();
        for gap in self.results.counted.gaps(0..u64::MAX, 0) {
            for row in self.read_open_attempts(gap).await? {
                // Only the last attempt can be in progress.
                open.insert(row.pairing, row);
            }
        }
        // Those that have ended since the results were read.
        self.count_stored_results().await?;
        open.retain(|pairing, _| !self.results.counted.contains(*pairing));
        if self.results.tally.sprt_verdict.is_some() {
            self.end_test();
        }
        for row in open.into_values() {
            let Some(pairing) = self.progress.pairing(row.pairing) else {
                continue;
            };
            self.progress.mark_started(row.pairing);
            match row.played {
                Some(played) if !played.state.has_ended() => {
                    let id = played.id;
                    self.invite(&pairing, &id);
                    let running = ActiveMatch {
                        pairing,
                        attempt: row.attempt,
                        room: Some(id),
                    };
                    self.running.insert(row.pairing, running);
                }
                _ => self.queue.push_back(QueuedMatch {
                    pairing,
                    attempt: row.attempt + 1,
                }),
            }
        }
        self.resume_chunks(chunks);
        Ok(())
    }

    /// Reads the attempts at pairings of a range that have no result.
    async fn read_open_attempts(&self, pairings: Range<u64>) -> Result<Vec<AttemptRow>, Error> {
        let (mut attempts, mut from): (Vec<AttemptRow>, _) = (Vec::new(), pairings.start);
        loop {
            let (store, id) = (&self.context.store, &self.tournament.id);
            let page = store.open_attempts(id, from..pairings.end, RESULTS_PER_PAGE);
            let page = page.await?;
            let last = page
                .last()
                .filter(|_| page.len() >= RESULTS_PER_PAGE)
                .map(|row| row.pairing);
            attempts.extend(page);
            match last {
                // The next page may have the rest of the attempts at the last pairing.
                Some(last) => from = last.max(from + 1),
                None => return Ok(attempts),
            }
        }
    }

    /// Counts the stored results that are not counted.
    async fn count_stored_results(&mut self) -> Result<(), Error> {
        let mut pages = ResultPages::uncounted(&self.results.counted, 0..u64::MAX);
        while let Some(pairings) = pages.next() {
            let (store, id) = (&self.context.store, &self.tournament.id);
            let page = store.results(id, pairings, RESULTS_PER_PAGE).await?;
            for row in &page {
                if self.count(row.pairing, &row.result) && !row.is_forfeit {
                    self.results.record_failures(&row.result);
                }
            }
            pages.advance(&page);
        }
        Ok(())
    }

    /// Runs until the tournament is over or the server stops.
    pub(super) async fn run(mut self) {
        let span = tracing::info_span!("tournament", id = %self.tournament.id);
        async {
            self.pause_for_suspended_match().await;
            let mut changes = self.context.online_bots.changes();
            let mut slots = self.context.workers.slot_changes();
            while !self.is_draining && !self.state.has_ended() {
                changes.mark_unchanged();
                slots.mark_unchanged();
                self.continue_recount().await;
                self.advance_league().await;
                // First: what they take back is started below.
                self.check_chunks().await;
                self.check_worker_results().await;
                fault_point("pairing");
                self.start_ready_matches().await;
                if self.can_finish() {
                    self.finish().await;
                    // While the state cannot be stored, the director can still be stopped.
                    while let Ok(command) = self.commands.try_recv() {
                        self.handle_command(command).await;
                    }
                    continue;
                }
                self.save_checkpoint_if_due();
                self.watch_progress().await;
                self.publish_snapshot_if_due();
                let wake = self.next_wake();
                tokio::select! {
                    biased;
                    Some(command) = self.commands.recv() => self.handle_command(command).await,
                    Some(ended) = self.ends.recv() => self.handle_attempt_ended(ended).await,
                    Some(event) = self.events_rx.recv() => self.handle_worker_event(event).await,
                    paired = round_paired(&mut self.pending_round) => self.add_paired_round(paired).await,
                    page = next_page(&mut self.recount) => self.handle_recount_page(page).await,
                    saved = checkpoint_saved(&mut self.checkpoints) => self.handle_saved_checkpoint(saved),
                    Ok(()) = changes.changed() => {}
                    Ok(()) = slots.changed(), if self.tournament.runs_in_process => {}
                    () = sleep_until(wake), if wake.is_some() => {}
                }
                if self.retry_at.is_some_and(|at| at <= Instant::now()) {
                    self.retry_at = None;
                }
                self.snapshots.mark_stale();
            }
            self.save_last_checkpoint().await;
            self.close();
        }
        .instrument(span)
        .await;
    }

    /// Returns when the director must act although no event arrives.
    fn next_wake(&mut self) -> Option<Instant> {
        // Those after the last forfeits are started without an event.
        let has_forfeited = std::mem::take(&mut self.has_forfeited).then(Instant::now);
        let publish_at = Some(self.snapshots.next_at()).filter(|_| self.snapshots.is_awaited());
        let away_until = self.away.next_at(self.context.away_limit, Instant::now());
        let wakes = [
            self.retry_at,
            has_forfeited,
            self.next_checkpoint(),
            publish_at,
            away_until,
            self.next_stall_check(),
            self.next_chunk_check(),
            self.next_gate_check(),
            self.next_league_step(),
        ];
        wakes.into_iter().flatten().min()
    }

    /// Publishes a snapshot if there are watchers and changes, at most once per interval.
    fn publish_snapshot_if_due(&mut self) {
        let is_due = self.snapshots.next_at() <= Instant::now();
        if is_due && self.snapshots.is_awaited() {
            self.publish_snapshot();
        }
    }

    fn publish_snapshot(&mut self) {
        let snapshot = self.snapshot();
        self.snapshots.publish(snapshot);
    }

    /// Returns `true` if all matches have been played and stored.
    fn is_complete(&self) -> bool {
        let is_scheduled =
            self.progress.is_over() && self.queue.is_empty() && self.recount.is_none();
        is_scheduled && self.running.is_empty() && self.storing == 0 && self.offered.is_empty()
    }

    /// Returns `true` if all matches have been played and stored, and those of workers checked as far as they are.
    fn can_finish(&self) -> bool {
        self.is_complete() && (!self.tournament.runs_in_process || self.worker_gate.is_final())
    }

    /// Releases everything that is registered for this tournament.
    fn close(&mut self) {
        self.should_stop.store(true, Ordering::Relaxed);
        self.publish_snapshot();
        self.context.ends.unsubscribe(&self.tournament.id);
        self.context.remove_director(&self.tournament.id);
        if self.state.has_ended() {
            let guard = self.context.registry.guard();
            guard.forget(&self.tournament.id.name());
            let ended = BotMessage::TournamentEnded(self.tournament.id.clone());
            for entrant in 0..self.tournament.configuration.entrants.len() {
                if let Some(bot) = self.tournament.bot(entrant) {
                    self.context.online_bots.send(&bot, ended.clone());
                }
            }
            self.context
                .online_bots
                .remove_launched(&self.tournament.id);
        }
    }
}

/// Waits until a moment, or forever for `None`.
async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake).await,
        None => std::future::pending().await,
    }
}

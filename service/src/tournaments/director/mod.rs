//! The task of one tournament: it begins matches and adds up what comes of them.

mod commands;
mod launch;
mod results;
mod snapshots;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::tournament_state::TournamentState;
use botwerk_proto::v1 as proto;
use botwerk_tournament::format::Pairing;
use botwerk_tournament::statistics::LiveRatings;
use botwerk_tournament::{MatchResult, Progress};
use proto::stream_invitations_response::Kind as BotKind;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::Instrument;

use self::snapshots::SnapshotPublisher;
use super::command::{DirectorCommand, TournamentSnapshot};
use super::directors::DirectorContext;

use super::status::TournamentStatus;
use super::tournament::{Stored, Tournament};
use crate::error::Error;
use crate::ids::MatchId;
use crate::room::AttemptEnded;
use crate::store::StoreError;
use crate::store::tournaments::AttemptRow;
use crate::tournaments::tally_builder::TallyBuilder;

/// How long a director waits before it tries again what has failed.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// Matches that wait for their bots while later ones are begun.
const LOOKAHEAD: usize = 256;

/// Attempts at a match before it is given up.
const MAX_ATTEMPTS: u32 = 3;

/// Failures in a row after which an entrant is withdrawn.
const MAX_FAILURES: u32 = 3;

/// What comes back from a search thread.
enum WorkerEvent {
    /// A thread is free again.
    Finished { pairing: u64 },
    /// A match was played and stored, or could not be stored.
    Committed {
        pairing: Pairing,
        attempt: u32,
        result: MatchResult,
        written: Result<(), StoreError>,
    },
    /// A match could not be played.
    Failed {
        pairing: Pairing,
        attempt: u32,
        why: String,
    },
}

/// A match to be begun.
struct QueuedMatch {
    pairing: Pairing,
    /// From 1.
    attempt: u32,
}

/// A match that is being played.
struct ActiveMatch {
    pairing: Pairing,
    attempt: u32,
    /// The match, if it has a room.
    room: Option<MatchId>,
}

/// The director of one tournament.
pub(super) struct Director {
    context: Arc<DirectorContext>,
    tournament: Arc<Tournament>,
    state: TournamentState,
    status: TournamentStatus,
    progress: Progress,
    results: TallyBuilder,
    live: LiveRatings,
    running: BTreeMap<u64, ActiveMatch>,
    /// Matches that were played and are being stored.
    storing: usize,
    queue: VecDeque<QueuedMatch>,
    /// Failures in a row, by entrant.
    failures: Vec<u32>,
    /// Whether the store lacks what has changed.
    is_dirty: bool,
    /// Whether results are to be added up anew, since somebody's count no more.
    needs_recount: bool,
    /// What it becomes once nothing is left to be played.
    final_state: TournamentState,
    /// Not before then anything is begun: the store or a limit has refused it.
    retry_at: Option<Instant>,
    /// Once set, matches on search threads are given up.
    stop: Arc<AtomicBool>,
    events_tx: UnboundedSender<WorkerEvent>,
    events_rx: UnboundedReceiver<WorkerEvent>,
    ends: UnboundedReceiver<AttemptEnded>,
    commands: UnboundedReceiver<DirectorCommand>,
    snapshots: SnapshotPublisher,
    draining: bool,
}

impl Director {
    /// Takes up a stored tournament where it stands.
    pub(super) async fn open(
        context: Arc<DirectorContext>,
        tournament: Arc<Tournament>,
        stored: Stored,
        commands: UnboundedReceiver<DirectorCommand>,
        snapshots: watch::Sender<Arc<TournamentSnapshot>>,
    ) -> Result<Self, Error> {
        // Before anything is read, so that no end is missed.
        let (listener, ends) = unbounded_channel();
        context.ends.subscribe(&tournament.id, listener);
        let (tell, news) = unbounded_channel();
        let Stored {
            state,
            status,
            tally,
        } = stored;
        let configuration = &tournament.configuration;
        let entrants = configuration.entrants.len();
        let mut director = Self {
            results: TallyBuilder::resume(configuration, tally),
            progress: tournament.progress(&status)?,
            live: LiveRatings::new(entrants),
            failures: vec![0; entrants],
            running: BTreeMap::new(),
            storing: 0,
            queue: VecDeque::new(),
            is_dirty: false,
            needs_recount: false,
            final_state: TournamentState::Over,
            retry_at: None,
            stop: Arc::default(),
            draining: false,
            context,
            tournament,
            state,
            status,
            events_tx: tell,
            events_rx: news,
            ends,
            commands,
            snapshots: SnapshotPublisher::new(snapshots),
        };
        director.replay().await?;
        Ok(director)
    }

    /// Adds what is stored, and finds what was going on.
    async fn replay(&mut self) -> Result<(), Error> {
        let rows = self
            .context
            .store
            .attempts(&self.tournament.id, 0, u64::MAX);
        let rows = rows.await?;
        let mut open: BTreeMap<u64, AttemptRow> = BTreeMap::new();
        for row in rows {
            match &row.result {
                Some(result) => {
                    open.remove(&row.pairing);
                    self.progress.add(row.pairing, result);
                    self.live.add(&result.seats, &result.places);
                }
                // The last attempt is the one that goes on, if any does.
                None => drop(open.insert(row.pairing, row)),
            }
        }
        if self.results.tally.sprt_decision.is_some() {
            self.progress.stop();
        }
        for row in open.into_values() {
            let Some(pairing) = self.progress.pairing(row.pairing) else {
                continue;
            };
            self.progress.mark_started(row.pairing);
            match row.played {
                Some((id, state)) if !state.has_ended() => {
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
        Ok(())
    }

    /// Runs until the tournament is over or the server stops.
    pub(super) async fn run(mut self) {
        let span = tracing::info_span!("tournament", id = %self.tournament.id);
        async {
            let mut changes = self.context.online_bots.changes();
            while !self.draining && self.goes_on() {
                changes.mark_unchanged();
                self.start_ready_matches().await;
                if self.is_complete() {
                    self.finish().await;
                    continue;
                }
                self.publish_snapshot_if_due();
                let wake = self.next_wake();
                tokio::select! {
                    biased;
                    Some(command) = self.commands.recv() => self.handle_command(command).await,
                    Some(ended) = self.ends.recv() => self.handle_attempt_ended(ended).await,
                    Some(news) = self.events_rx.recv() => self.handle_worker_event(news).await,
                    Ok(()) = changes.changed() => {}
                    () = sleep_until(wake), if wake.is_some() => {}
                }
                if self.retry_at.is_some_and(|at| at <= Instant::now()) {
                    self.retry_at = None;
                }
                self.snapshots.mark_stale();
            }
            self.close();
        }
        .instrument(span)
        .await;
    }

    /// Returns when the director must act although no event arrives.
    fn next_wake(&self) -> Option<Instant> {
        let publish_at = Some(self.snapshots.next_at()).filter(|_| self.snapshots.is_awaited());
        self.retry_at.into_iter().chain(publish_at).min()
    }

    /// Publishes a snapshot if there are watchers and changes, not more often than watchers may
    /// poll.
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

    fn goes_on(&self) -> bool {
        !self.state.has_ended()
    }

    fn is_complete(&self) -> bool {
        let nothing_is_left = self.progress.is_over() && self.queue.is_empty();
        nothing_is_left && self.running.is_empty() && self.storing == 0
    }

    /// Lets go of everything that others hold of this tournament.
    fn close(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.publish_snapshot();
        self.context.ends.unsubscribe(&self.tournament.id);
        self.context.remove_director(&self.tournament.id);
        if !self.goes_on() {
            let over = proto::TournamentEnded {
                tournament: self.tournament.name(),
            };
            for entrant in 0..self.tournament.configuration.entrants.len() {
                if let Some(bot) = self.tournament.bot(entrant) {
                    self.context
                        .online_bots
                        .send(&bot, BotKind::TournamentEnded(over.clone()));
                }
            }
            self.context
                .online_bots
                .remove_launched(&self.tournament.id);
        }
    }
}

/// Waits until a moment; for ever if there is none.
async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake).await,
        None => std::future::pending().await,
    }
}

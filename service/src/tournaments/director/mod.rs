//! The task of one tournament: it begins matches and adds up what comes of them.

mod beginning;
mod orders;
mod results;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::tournament_state::TournamentState;
use botwerk_proto::v1 as proto;
use botwerk_tournament::format::Pairing;
use botwerk_tournament::statistics::LiveRatings;
use botwerk_tournament::{MatchResult, Progress};
use proto::attend_response::Kind as BotKind;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;
use tracing::Instrument;

use super::Hall;
use super::order::Order;
use super::status::Status;
use super::tournament::{Stored, Tournament};
use crate::error::Error;
use crate::ids::MatchId;
use crate::lobby::store_error;
use crate::room::AttemptEnded;
use crate::store::StoreError;
use crate::store::tournaments::{Adder, AttemptRow};

/// How long a director waits before it tries again what has failed.
const RETRY: Duration = Duration::from_millis(200);

/// Matches that wait for their bots while later ones are begun.
const LOOKAHEAD: usize = 256;

/// Attempts at a match before it is given up.
const ATTEMPTS: u32 = 3;

/// Failures in a row after which an entrant is withdrawn.
const FAILURES: u32 = 3;

/// What comes back from a search thread.
enum News {
    /// A thread is free again.
    Played { pairing: u64 },
    /// A match was played and stored, or could not be stored.
    Entered {
        pairing: Pairing,
        attempt: u32,
        result: MatchResult,
        written: Result<(), StoreError>,
    },
    /// A match could not be played.
    Lost {
        pairing: Pairing,
        attempt: u32,
        why: String,
    },
}

/// A match to be begun.
struct Due {
    pairing: Pairing,
    /// From 1.
    attempt: u32,
}

/// A match that is being played.
struct Running {
    pairing: Pairing,
    attempt: u32,
    /// The match, if it has a room.
    room: Option<MatchId>,
}

/// The director of one tournament.
pub(super) struct Director {
    hall: Arc<Hall>,
    tournament: Arc<Tournament>,
    state: TournamentState,
    status: Status,
    progress: Progress,
    adder: Adder,
    live: LiveRatings,
    running: BTreeMap<u64, Running>,
    /// Matches that were played and are being stored.
    storing: usize,
    due: VecDeque<Due>,
    /// Failures in a row, by entrant.
    failures: Vec<u32>,
    /// Whether the store lacks what has changed.
    unsaved: bool,
    /// Whether results are to be added up anew, since somebody's count no more.
    annuls: bool,
    /// What it becomes once nothing is left to be played.
    ending: TournamentState,
    /// Not before then anything is begun: the store or a limit has refused it.
    pause: Option<Instant>,
    /// Once set, matches on search threads are given up.
    stop: Arc<AtomicBool>,
    tell: UnboundedSender<News>,
    news: UnboundedReceiver<News>,
    ends: UnboundedReceiver<AttemptEnded>,
    orders: UnboundedReceiver<Order>,
    draining: bool,
}

impl Director {
    /// Takes up a stored tournament where it stands.
    pub(super) fn open(
        hall: Arc<Hall>,
        tournament: Arc<Tournament>,
        stored: Stored,
        orders: UnboundedReceiver<Order>,
    ) -> Result<Self, Error> {
        // Before anything is read, so that no end is missed.
        let (listener, ends) = unbounded_channel();
        hall.ends.subscribe(&tournament.id, listener);
        let (tell, news) = unbounded_channel();
        let Stored {
            state,
            status,
            tally,
        } = stored;
        let configuration = &tournament.configuration;
        let entrants = configuration.entrants.len();
        let mut director = Self {
            adder: Adder::resume(configuration, tally),
            progress: tournament.progress(&status)?,
            live: LiveRatings::new(entrants),
            failures: vec![0; entrants],
            running: BTreeMap::new(),
            storing: 0,
            due: VecDeque::new(),
            unsaved: false,
            annuls: false,
            ending: TournamentState::Over,
            pause: None,
            stop: Arc::default(),
            draining: false,
            hall,
            tournament,
            state,
            status,
            tell,
            news,
            ends,
            orders,
        };
        director.replay()?;
        Ok(director)
    }

    /// Adds what is stored, and finds what was going on.
    fn replay(&mut self) -> Result<(), Error> {
        let rows = self.hall.store.attempts(&self.tournament.id, 0, u64::MAX);
        let rows = rows.map_err(store_error)?;
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
        if self.adder.tally.decided.is_some() {
            self.progress.stop();
        }
        for row in open.into_values() {
            let Some(pairing) = self.progress.pairing(row.pairing) else {
                continue;
            };
            self.progress.note_begun(row.pairing);
            match row.played {
                Some((id, state)) if !state.has_ended() => {
                    self.invite(&pairing, &id);
                    let running = Running {
                        pairing,
                        attempt: row.attempt,
                        room: Some(id),
                    };
                    self.running.insert(row.pairing, running);
                }
                _ => self.due.push_back(Due {
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
            let mut changes = self.hall.attendance.changes();
            while !self.draining && self.goes_on() {
                changes.mark_unchanged();
                self.begin_what_can_be().await;
                if self.is_complete() {
                    self.finish().await;
                    continue;
                }
                let wake = self.pause;
                tokio::select! {
                    biased;
                    Some(order) = self.orders.recv() => self.obey(order).await,
                    Some(ended) = self.ends.recv() => self.hear_end(ended).await,
                    Some(news) = self.news.recv() => self.hear(news).await,
                    Ok(()) = changes.changed() => {}
                    () = sleep_until(wake), if wake.is_some() => self.pause = None,
                }
            }
            self.close();
        }
        .instrument(span)
        .await;
    }

    fn goes_on(&self) -> bool {
        !self.state.has_ended()
    }

    fn is_complete(&self) -> bool {
        let nothing_is_left = self.progress.is_over() && self.due.is_empty();
        nothing_is_left && self.running.is_empty() && self.storing == 0
    }

    /// Lets go of everything that others hold of this tournament.
    fn close(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.hall.ends.unsubscribe(&self.tournament.id);
        self.hall.forget(&self.tournament.id);
        if !self.goes_on() {
            let over = proto::TournamentOver {
                tournament: self.tournament.name(),
            };
            for entrant in 0..self.tournament.configuration.entrants.len() {
                if let Some(bot) = self.tournament.bot(entrant) {
                    self.hall
                        .attendance
                        .tell(&bot, BotKind::TournamentOver(over.clone()));
                }
            }
            self.hall.attendance.dismiss(&self.tournament.id);
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

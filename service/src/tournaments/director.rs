//! The task of one tournament: it begins matches and adds up what comes of them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botwerk_agents::Roster;
use botwerk_engine::with_game;
use botwerk_proto::v1 as proto;
use botwerk_tournament::format::Pairing;
use botwerk_tournament::statistics::LiveRatings;
use botwerk_tournament::{Leaving, MatchResult, Progress, Todo};
use proto::TournamentState;
use proto::attend_response::Kind as BotKind;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::Instrument;

use super::Hall;
use super::attempt;
use super::order::{Order, Snapshot};
use super::status::{Status, Withdrawal};
use super::tournament::{Stored, Tournament};
use super::whole::{Entry, WholeMatch};
use crate::bots::{BotId, Presence};
use crate::error::{Error, Reason};
use crate::lobby::store_error;
use crate::room::{Command, Ended};
use crate::store::StoreError;
use crate::store::tournaments::{Adder, AttemptKey, AttemptRow, Scored, TournamentChange};

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
    /// The match's id, if it has a room.
    room: Option<String>,
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
    ends: UnboundedReceiver<Ended>,
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
        hall.ends.listen(&tournament.id, listener);
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
                Some((id, state)) if !has_ended(state) => {
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
        matches!(
            self.state,
            TournamentState::Running | TournamentState::Paused
        )
    }

    fn is_complete(&self) -> bool {
        let nothing_is_left = self.progress.is_over() && self.due.is_empty();
        nothing_is_left && self.running.is_empty() && self.storing == 0
    }

    /// Lets go of everything that others hold of this tournament.
    fn close(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.hall.ends.forget(&self.tournament.id);
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

    async fn begin_what_can_be(&mut self) {
        if self.pause.is_some_and(|until| Instant::now() < until) {
            return;
        }
        if self.unsaved || self.status.matches != self.progress.matches() {
            self.save(self.state).await;
        }
        if self.state != TournamentState::Running {
            return;
        }
        let mut waiting = VecDeque::new();
        while self.running.len() < self.status.parallel as usize && self.pause.is_none() {
            let Some(due) = self.next_due(waiting.len()) else {
                break;
            };
            match self.progress.todo_of(due.pairing) {
                Todo::Forfeit(pairing, result) => self.forfeit(pairing, due.attempt, result).await,
                Todo::Play(pairing) => {
                    let due = Due { pairing, ..due };
                    if due.attempt > ATTEMPTS {
                        self.give_up(due).await;
                    } else if self.is_ready(&due.pairing) {
                        self.begin(due).await;
                    } else {
                        waiting.push_back(due);
                    }
                }
            }
        }
        waiting.append(&mut self.due);
        self.due = waiting;
    }

    /// The next match to be begun; none if as many wait for their bots as may.
    fn next_due(&mut self, waiting: usize) -> Option<Due> {
        if let Some(due) = self.due.pop_front() {
            return Some(due);
        }
        if waiting >= LOOKAHEAD {
            return None;
        }
        let (Todo::Play(pairing) | Todo::Forfeit(pairing, _)) = self.progress.next_todo()?;
        Some(Due {
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
            let Presence {
                was_here,
                playing,
                max_parallel,
                ..
            } = self.hall.attendance.presence(bot);
            // One that plays less at a time than there are seats for it plays at one table.
            was_here && (playing == 0 || playing + seats <= max_parallel)
        })
    }

    async fn begin(&mut self, due: Due) {
        if self.tournament.is_self_contained {
            self.play_whole(due);
            return;
        }
        let Due { pairing, attempt } = due;
        let game = self.tournament.configuration.game;
        match with_game!(game, G => self.open_room::<G>(&pairing, attempt).await) {
            Ok(id) => {
                self.invite(&pairing, &id);
                let running = Running {
                    room: Some(id),
                    attempt,
                    pairing,
                };
                self.running.insert(running.pairing.index, running);
            }
            Err(error) => {
                tracing::warn!(pairing = pairing.index, %error, "a match cannot begin yet");
                self.due.push_back(Due { pairing, attempt });
                self.pause_a_while();
            }
        }
    }

    /// Stores a match and opens its room; the match's id.
    async fn open_room<G: Roster>(&self, pairing: &Pairing, attempt: u32) -> Result<String, Error> {
        let place = self.hall.ledger.reserve()?;
        let key = self.key(pairing.index, attempt);
        let (tournament, pairing) = (Arc::clone(&self.tournament), pairing.clone());
        let wanted = key.clone();
        // Drawing an opening takes a while.
        let made = tokio::task::spawn_blocking(move || {
            let game: G = attempt::game(&tournament.configuration)?;
            tournament.plan(&game, &pairing, wanted).make(&game)
        });
        let made = made.await;
        let row = made.map_err(|error| Error::new(Reason::Internal, error.to_string()))??;
        let id = row.id.clone();
        let receipt = self.hall.store.begin_attempt(row, key);
        let stored = self.hall.ledger.note_created(&id, receipt).await;
        drop(place);
        stored.map_err(store_error)?;
        // Should it not open now, whoever joins opens it.
        self.hall.lobby.room(&id)?;
        Ok(id)
    }

    fn key(&self, pairing: u64, attempt: u32) -> AttemptKey {
        AttemptKey {
            tournament: self.tournament.id.clone(),
            pairing,
            attempt,
        }
    }

    fn invite(&self, pairing: &Pairing, id: &str) {
        for (seat, entrant) in pairing.seats.iter().enumerate() {
            if let Some(bot) = self.tournament.bot(*entrant) {
                let invited = self.tournament.invitation(seat, id);
                self.hall.attendance.invite(&bot, invited);
            }
        }
    }

    /// Lets a match be played on a search thread.
    fn play_whole(&mut self, due: Due) {
        let Due { pairing, attempt } = due;
        let running = Running {
            pairing: pairing.clone(),
            attempt,
            room: None,
        };
        self.running.insert(pairing.index, running);
        self.storing += 1;
        let whole = WholeMatch {
            tournament: Arc::clone(&self.tournament),
            key: self.key(pairing.index, attempt),
            pairing: pairing.clone(),
            stop: Arc::clone(&self.stop),
        };
        let (store, runtime) = (
            Arc::clone(&self.hall.store),
            tokio::runtime::Handle::current(),
        );
        let ledger = Arc::clone(&self.hall.ledger);
        let game = self.tournament.configuration.game;
        let mut player = WholePlayer {
            tell: self.tell.clone(),
            due: Some(Due { pairing, attempt }),
        };
        self.hall.pool.run(move || {
            let played = with_game!(game, G => whole.play::<G>());
            let Some(Due { pairing, attempt }) = player.due.take() else {
                return;
            };
            match played {
                Ok(Some(Entry {
                    row,
                    commit,
                    result,
                })) => {
                    player.say(News::Played {
                        pairing: pairing.index,
                    });
                    let events = commit.events.len();
                    let receipt = ledger.note_whole(events, store.enter_match(row, commit));
                    runtime.spawn(async move {
                        let written = receipt.await;
                        player.say(News::Entered {
                            pairing,
                            attempt,
                            result,
                            written,
                        });
                    });
                }
                // It was given up since nobody waits for it any more.
                Ok(None) => {}
                Err(error) => player.say(News::Lost {
                    pairing,
                    attempt,
                    why: error.message,
                }),
            }
        });
    }

    async fn hear(&mut self, news: News) {
        match news {
            News::Played { pairing } => drop(self.running.remove(&pairing)),
            News::Entered {
                pairing,
                attempt,
                result,
                written,
            } => {
                self.storing -= 1;
                match written {
                    Ok(()) => self.add(pairing.index, result).await,
                    Err(error) => {
                        tracing::warn!(pairing = pairing.index, %error, "a result is not stored");
                        // The same match is played again, and comes out the same.
                        self.due.push_back(Due { pairing, attempt });
                        self.pause_a_while();
                    }
                }
            }
            News::Lost {
                pairing,
                attempt,
                why,
            } => {
                self.storing -= 1;
                self.running.remove(&pairing.index);
                tracing::error!(pairing = pairing.index, why, "a match could not be played");
                let attempt = attempt + 1;
                self.due.push_back(Due { pairing, attempt });
            }
        }
    }

    async fn hear_end(&mut self, ended: Ended) {
        let index = ended.attempt.pairing;
        let is_it = |running: &Running| running.attempt == ended.attempt.attempt;
        if !self.running.get(&index).is_some_and(is_it) {
            return;
        }
        let Some(Running {
            pairing,
            attempt,
            room,
        }) = self.running.remove(&index)
        else {
            return;
        };
        let name = room.map(|id| format!("matches/{id}")).unwrap_or_default();
        for entrant in &pairing.seats {
            if let Some(bot) = self.tournament.bot(*entrant) {
                self.hall.attendance.forget_match(&bot, &name);
            }
        }
        match ended.result {
            Some(result) => self.add(index, result).await,
            None => {
                let attempt = attempt + 1;
                self.due.push_back(Due { pairing, attempt });
            }
        }
    }

    /// Adds a result that is stored.
    async fn add(&mut self, index: u64, result: MatchResult) {
        self.progress.add(index, &result);
        self.live.add(&result.seats, &result.places);
        let failed = self.failed_too_often(&result);
        self.adder.add(index, result);
        if self.adder.tally.decided.is_some() && !self.progress.is_over() {
            self.progress.stop();
            self.due.clear();
        }
        for (entrant, why) in failed {
            self.withdraw(entrant, why).await;
        }
    }

    /// Entrants who have failed as often in a row as ends their part in the tournament.
    fn failed_too_often(&mut self, result: &MatchResult) -> Vec<(usize, String)> {
        let mut failed = Vec::new();
        for (entrant, conduct) in result.seats.iter().zip(&result.conduct) {
            let failures = &mut self.failures[*entrant];
            let word = match conduct.left {
                Some(Leaving::NoShow) => "did not join",
                Some(Leaving::Disconnected) => "was not connected",
                Some(Leaving::Crashed) => "crashed",
                Some(Leaving::Illegal) => "played illegally",
                Some(Leaving::Flagged) if conduct.turns == 0 => "answered nothing",
                _ => {
                    *failures = 0;
                    continue;
                }
            };
            *failures += 1;
            if *failures >= FAILURES && !self.status.has_withdrawn(*entrant) {
                let why = format!("failed {FAILURES} times in a row; the last time it {word}");
                failed.push((*entrant, why));
            }
        }
        failed
    }

    async fn withdraw(&mut self, entrant: usize, why: String) {
        let from_stage = self.progress.withdraw(entrant);
        let played = self.adder.tally.lines[entrant].matches;
        let planned = self.progress.matches_of(entrant);
        let annulled = planned.is_some_and(|planned| played * 2 < planned);
        tracing::warn!(
            entrant = self.tournament.entrant_name(entrant),
            why,
            "withdrawn"
        );
        self.status.withdrawals.push(Withdrawal {
            entrant,
            from_stage,
            why: why.clone(),
            annulled,
        });
        if self.adder.tally.lines.len() == 2 && self.tournament.configuration.sprt().is_some() {
            // There is nobody left to test against.
            self.progress.stop();
            self.due.clear();
        }
        self.annuls |= annulled;
        self.save(self.state).await;
        if let Some(bot) = self.tournament.bot(entrant) {
            let withdrawn = proto::Withdrawn {
                tournament: self.tournament.name(),
                why,
            };
            self.hall
                .attendance
                .tell(&bot, BotKind::Withdrawn(withdrawn));
        }
    }

    /// Gives a match its result without playing it.
    async fn forfeit(&mut self, pairing: Pairing, attempt: u32, result: MatchResult) {
        let scored = Scored {
            attempt: self.key(pairing.index, attempt),
            result: result.clone(),
        };
        match self.hall.store.forfeit(scored).await {
            Ok(()) => {
                // No failure of anybody's bot.
                self.progress.add(pairing.index, &result);
                self.adder.add(pairing.index, result);
            }
            Err(error) => {
                tracing::warn!(pairing = pairing.index, %error, "a forfeit is not stored");
                self.due.push_back(Due { pairing, attempt });
                self.pause_a_while();
            }
        }
    }

    /// A match that could not be played as often as it is tried brings nobody anything.
    async fn give_up(&mut self, due: Due) {
        tracing::error!(
            pairing = due.pairing.index,
            "given up after {ATTEMPTS} attempts"
        );
        let result = MatchResult {
            places: vec![1; due.pairing.seats.len()],
            seats: due.pairing.seats.clone(),
            rated: false,
            void: true,
            conduct: Vec::new(),
        };
        self.forfeit(due.pairing, due.attempt, result).await;
    }

    async fn obey(&mut self, order: Order) {
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

    async fn finish(&mut self) {
        self.save(self.ending).await;
        if self.unsaved {
            tokio::time::sleep(RETRY).await;
        } else {
            let results = self.adder.tally.results();
            tracing::info!(
                results,
                state = self.state.as_str_name(),
                "tournament ended"
            );
        }
    }

    /// Stores what has changed beside results. If that fails it is tried again.
    async fn save(&mut self, state: TournamentState) {
        self.status.matches = self.progress.matches();
        self.status.byes = self.progress.byes();
        self.status.set_order(self.progress.order());
        let change = TournamentChange {
            id: self.tournament.id.clone(),
            state: state as i32,
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

    fn pause_a_while(&mut self) {
        self.pause = Some(Instant::now() + RETRY);
    }

    fn snapshot(&self) -> Snapshot {
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

/// Says that a match was lost unless it was said what came of it: a panic drops it on its way out.
struct WholePlayer {
    tell: UnboundedSender<News>,
    due: Option<Due>,
}

impl WholePlayer {
    fn say(&self, news: News) {
        // The director may have gone meanwhile.
        let _ = self.tell.send(news);
    }
}

impl Drop for WholePlayer {
    fn drop(&mut self) {
        if let Some(Due { pairing, attempt }) = self.due.take() {
            let why = "it panicked".to_owned();
            self.say(News::Lost {
                pairing,
                attempt,
                why,
            });
        }
    }
}

fn has_ended(state: i32) -> bool {
    state == proto::MatchState::Over as i32 || state == proto::MatchState::Aborted as i32
}

/// Waits until a moment; for ever if there is none.
async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake).await,
        None => std::future::pending().await,
    }
}

//! Tournaments: one task each, the director, begins matches and adds up what comes of them.
//!
//! Everything that a tournament has come to is in the store, so that a server that was killed goes
//! on where it stood: results are stored with the last action of their matches.

mod attempt;
mod database;
mod director;
mod messages;
mod order;
mod secret;
mod standings;
mod starts;
mod status;
mod tournament;
mod whole;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::tournament_state::TournamentState;
use botwerk_engine::RootSeed;
use botwerk_proto::v1 as proto;
use botwerk_tournament::Seeds;
use botwerk_tournament::configuration::Configuration;
use botwerk_tournament_wire::configuration_of;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio_util::task::TaskTracker;

use director::Director;
use order::{Order, Snapshot};
use secret::Secret;
use status::Status;
use tournament::{Stored, Tournament};

use crate::bots::{Attendance, BotId, token_sha256};
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::ledger::Ledger;
use crate::lobby::{Lobby, draining, now_micros, store_error};
use crate::pool::Pool;
use crate::room::AttemptObservers;
use crate::store::tournaments::{AttemptRow, TournamentRow, TournamentStore};
use crate::store::{StoreError, to_json};
use crate::token::random_bytes;

/// The longest `request_id`, in bytes.
const REQUEST_ID_BYTES: usize = 128;

/// Tournaments in one answer to a list, if nothing is said, and at most.
const PAGE: (usize, usize) = (50, 500);

/// The most matches of a tournament at a time.
const MOST_PARALLEL: u32 = 10_000;

/// What directors work with.
pub(crate) struct Hall {
    pub(crate) store: Arc<dyn TournamentStore>,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) pool: Pool,
    pub(crate) attendance: Arc<Attendance>,
    pub(crate) ends: Arc<AttemptObservers>,
    pub(crate) directors: Directors,
}

/// Those who direct tournaments now, by the tournament's id.
#[derive(Default)]
pub(crate) struct Directors {
    // A mutex of the standard library: every access is one short step.
    orders: Mutex<BTreeMap<TournamentId, UnboundedSender<Order>>>,
}

impl Directors {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<TournamentId, UnboundedSender<Order>>> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hall {
    /// A director has ended.
    fn forget(&self, id: &TournamentId) {
        self.directors.lock().remove(id);
    }
}

/// All tournaments.
#[derive(Clone)]
pub(crate) struct Tournaments {
    hall: Arc<Hall>,
}

impl Tournaments {
    pub(crate) fn new(hall: Hall) -> Self {
        Self {
            hall: Arc::new(hall),
        }
    }

    /// Goes on with the tournaments that are not over; gives how many.
    pub(crate) fn take_up(&self) -> Result<usize, Error> {
        let mut count = 0;
        for state in [TournamentState::Running, TournamentState::Paused] {
            let rows = self.hall.store.tournaments(None, Some(state), usize::MAX);
            for row in rows.map_err(store_error)? {
                match self.direct(&row.id) {
                    Ok(()) => count += 1,
                    // One broken tournament keeps no other from going on.
                    Err(error) => {
                        tracing::error!(id = %row.id, %error, "a tournament cannot go on")
                    }
                }
            }
        }
        Ok(count)
    }

    /// Starts the director of a stored tournament.
    fn direct(&self, id: &TournamentId) -> Result<(), Error> {
        let (tournament, stored) = self.read(id)?;
        for entrant in tournament.programs() {
            let hash = token_sha256(&tournament.secret.of_program(entrant));
            let bot = BotId::Program(tournament.id.clone(), entrant);
            let name = tournament.entrant_name(entrant).to_owned();
            self.hall.attendance.admit(hash, bot, name);
        }
        let (sender, orders) = unbounded_channel();
        let director =
            Director::open(Arc::clone(&self.hall), Arc::new(tournament), stored, orders)?;
        self.hall.directors.lock().insert(id.clone(), sender);
        self.hall.lobby.tasks().spawn(director.run());
        Ok(())
    }

    fn read(&self, id: &TournamentId) -> Result<(Tournament, Stored), Error> {
        Tournament::read(self.hall.store.tournament(id).map_err(store_error)?)
    }

    /// Makes a tournament and begins it.
    pub(crate) async fn create(
        &self,
        request: proto::CreateTournamentRequest,
    ) -> Result<proto::Tournament, Error> {
        if self.hall.lobby.is_draining() {
            return Err(draining());
        }
        if request.request_id.len() > REQUEST_ID_BYTES {
            let message = format!("request_id: at most {REQUEST_ID_BYTES} bytes");
            return Err(Error::new(Reason::BadRequest, message));
        }
        if let Some(made) = self.made_before(&request.request_id)? {
            return self.describe(&made).await;
        }
        let row = plan(&request)?;
        let id = row.id.clone();
        let stored = self.hall.store.create_tournament(row).await;
        if let Err(error) = stored {
            // Somebody may have made it with the same request_id at the same time.
            if let Some(made) = self.made_before(&request.request_id)? {
                return self.describe(&made).await;
            }
            return Err(refused(error));
        }
        self.direct(&id)?;
        tracing::info!(%id, "tournament created");
        self.describe(&id).await
    }

    fn made_before(&self, request_id: &str) -> Result<Option<TournamentId>, Error> {
        if request_id.is_empty() {
            return Ok(None);
        }
        let row = self.hall.store.tournament_by_request_id(request_id);
        Ok(row.map_err(store_error)?.map(|row| row.id))
    }

    /// What everybody may know of a tournament.
    pub(crate) async fn describe(&self, id: &TournamentId) -> Result<proto::Tournament, Error> {
        let (tournament, stored) = self.read(id)?;
        let snapshot = self.ask(id, |reply| Order::Describe { reply }).await;
        Ok(match snapshot {
            Some(snapshot) => messages::tournament(&tournament, &snapshot),
            None => messages::tournament(&tournament, &stored.snapshot()),
        })
    }

    /// How a tournament stands, for whoever looks on.
    pub(crate) async fn look(
        &self,
        id: &TournamentId,
    ) -> Result<proto::WatchTournamentResponse, Error> {
        let (tournament, stored) = self.read(id)?;
        let snapshot = self.ask(id, |reply| Order::Describe { reply }).await;
        let snapshot = snapshot.unwrap_or_else(|| stored.snapshot());
        Ok(messages::live(&tournament, &snapshot))
    }

    /// Asks the director of a tournament; `None` if it has none, being over.
    async fn ask(
        &self,
        id: &TournamentId,
        order: impl FnOnce(oneshot::Sender<Snapshot>) -> Order,
    ) -> Option<Snapshot> {
        let (reply, answer) = oneshot::channel();
        let director = self.hall.directors.lock().get(id).cloned()?;
        director.send(order(reply)).ok()?;
        answer.await.ok()
    }

    /// Gives an order to the director of a tournament.
    async fn order(
        &self,
        name: &str,
        order: impl FnOnce(oneshot::Sender<Snapshot>) -> Order,
    ) -> Result<proto::Tournament, Error> {
        let id = TournamentId::from_name(name)?;
        let (tournament, stored) = self.read(&id)?;
        match self.ask(&id, order).await {
            Some(snapshot) => Ok(messages::tournament(&tournament, &snapshot)),
            None if self.hall.lobby.is_draining() => Err(draining()),
            None => {
                let state = stored.state.label();
                let message = format!("{name}: it has ended, its state is {state}");
                Err(Error::new(Reason::TournamentOver, message))
            }
        }
    }

    /// Begins no more matches.
    pub(crate) async fn pause(&self, name: &str) -> Result<proto::Tournament, Error> {
        self.order(name, |reply| Order::Pause { reply }).await
    }

    /// Goes on with one that was paused.
    pub(crate) async fn resume(&self, name: &str) -> Result<proto::Tournament, Error> {
        self.order(name, |reply| Order::Resume { reply }).await
    }

    /// Ends one where it stands.
    pub(crate) async fn cancel(&self, name: &str) -> Result<proto::Tournament, Error> {
        self.order(name, |reply| Order::Cancel { reply }).await
    }

    /// Takes an entrant out.
    pub(crate) async fn withdraw(
        &self,
        request: proto::WithdrawEntrantRequest,
    ) -> Result<proto::Tournament, Error> {
        let id = TournamentId::from_name(&request.tournament)?;
        let (tournament, _) = self.read(&id)?;
        let mut entrants = tournament.configuration.entrants.iter();
        let entrant = entrants.position(|entrant| entrant.name == request.entrant);
        let entrant = entrant.ok_or_else(|| {
            let message = format!("entrant: nobody is called `{}`", request.entrant);
            Error::new(Reason::NotFound, message)
        })?;
        let why = match request.why {
            empty if empty.is_empty() => "withdrawn by whoever runs the tournament".into(),
            why => why,
        };
        let order = |reply| Order::Withdraw {
            entrant,
            why,
            reply,
        };
        self.order(&request.tournament, order).await
    }

    /// The tokens with which the programs of entrants attend.
    pub(crate) fn bot_tokens(&self, name: &str) -> Result<Vec<proto::BotToken>, Error> {
        let (tournament, _) = self.read(&TournamentId::from_name(name)?)?;
        let token = |entrant| proto::BotToken {
            entrant: tournament.entrant_name(entrant).to_owned(),
            bot_token: tournament.secret.of_program(entrant),
        };
        Ok(tournament.programs().map(token).collect())
    }

    /// Tournaments, the newest first, and where to go on.
    pub(crate) fn list(
        &self,
        request: &proto::ListTournamentsRequest,
    ) -> Result<proto::ListTournamentsResponse, Error> {
        let limit = match request.page_size as usize {
            0 => PAGE.0,
            size => size.min(PAGE.1),
        };
        let before = Some(request.page_token.as_str()).filter(|token| !token.is_empty());
        let before = before.map(TournamentId::from);
        let state = crate::wire::tournament_state(request.state)?;
        let rows = self
            .hall
            .store
            .tournaments(before.as_ref(), state, limit + 1);
        let mut rows = rows.map_err(store_error)?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more);
        let next_page_token = next.map_or_else(String::new, |row| row.id.to_string());
        let mut tournaments = Vec::new();
        for row in rows {
            let (tournament, stored) = self.read(&row.id)?;
            tournaments.push(messages::tournament(&tournament, &stored.snapshot()));
        }
        Ok(proto::ListTournamentsResponse {
            tournaments,
            next_page_token,
        })
    }

    /// The table of a tournament, with all figures.
    pub(crate) async fn standings(&self, name: &str) -> Result<proto::GetStandingsResponse, Error> {
        let id = TournamentId::from_name(name)?;
        let message = self.describe(&id).await?;
        let (tournament, stored) = self.read(&id)?;
        // Strengths of larger tables are a thousand small optimisations.
        let standings = move || standings::message(&tournament, &stored, message);
        tokio::task::spawn_blocking(standings)
            .await
            .map_err(|error| Error::new(Reason::Internal, error.to_string()))
    }

    /// The matches of a tournament by number, and where to go on.
    pub(crate) fn pairings(
        &self,
        request: &proto::ListPairingsRequest,
    ) -> Result<proto::ListPairingsResponse, Error> {
        let (tournament, stored) = self.read(&TournamentId::from_name(&request.tournament)?)?;
        let attempts = |from, limit| self.hall.store.attempts(&tournament.id, from, limit);
        page_of_pairings(&tournament, &stored, request, &attempts)
    }

    /// Waits until streams are to end.
    pub(crate) async fn stops(&self) -> Error {
        self.hall.lobby.stops().await
    }

    /// The tasks that keep the store open.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        self.hall.lobby.tasks()
    }

    /// Begins nothing more; the server is about to stop.
    pub(crate) fn begin_drain(&self) {
        for director in self.hall.directors.lock().values() {
            // One that has just ended needs not be told.
            let _ = director.send(Order::Drain);
        }
    }
}

impl Stored {
    /// How a tournament stands that nobody directs.
    fn snapshot(&self) -> Snapshot {
        Snapshot {
            state: self.state,
            status: self.status.clone(),
            results: self.tally.results(),
            running: 0,
            waiting_for: Vec::new(),
            lines: self.tally.lines.clone(),
            live: Vec::new(),
        }
    }
}

/// The page of pairings that a request asks for.
fn page_of_pairings(
    tournament: &Tournament,
    stored: &Stored,
    request: &proto::ListPairingsRequest,
    attempts: &dyn Fn(u64, u64) -> Result<Vec<AttemptRow>, StoreError>,
) -> Result<proto::ListPairingsResponse, Error> {
    let limit = match request.page_size {
        0 => PAGE.0 as u64,
        size => u64::from(size).min(PAGE.1 as u64),
    };
    let from = match request.page_token.as_str() {
        "" => 0,
        text => text.parse().map_err(|_| {
            let message = "page_token: not one of a former answer";
            Error::new(Reason::BadRequest, message)
        })?,
    };
    messages::pairings(tournament, stored, attempts, from, limit)
}

fn refused(error: StoreError) -> Error {
    match error {
        StoreError::AlreadyExists(_) => {
            let message = "seed: a tournament of this server had it before, so its draws may be \
                           known; give another one, or none";
            Error::new(Reason::BadRequest, message)
        }
        other => store_error(other),
    }
}

/// Everything that a new tournament needs to be stored.
fn plan(request: &proto::CreateTournamentRequest) -> Result<TournamentRow, Error> {
    let setup = request.setup.as_ref();
    let setup = setup.ok_or_else(|| Error::new(Reason::BadRequest, "setup: it is missing"))?;
    let configuration = configuration_of(setup).map_err(|faults| {
        let told: Vec<_> = faults
            .iter()
            .map(|fault| format!("{}: {}", fault.field, fault.message))
            .collect();
        Error::new(Reason::BadRequest, told.join("\n"))
    })?;
    let parallel = parallel(request, &configuration)?;
    let configuration = configuration.with_patience();
    let seed = match request.seed.as_str() {
        "" => RootSeed::new(random_bytes()?),
        text => RootSeed::from_text(text),
    };
    let schedule = configuration.schedule(Seeds::new(seed));
    let schedule = schedule.map_err(|error| Error::new(Reason::BadRequest, error.to_string()))?;
    let status = Status {
        parallel,
        matches: schedule.matches(&schedule.first()),
        ..Status::default()
    };
    Ok(TournamentRow {
        id: TournamentId::new(),
        request_id: Some(request.request_id.clone()).filter(|id| !id.is_empty()),
        state: TournamentState::Running,
        created_micros: now_micros(),
        configuration: to_json(&configuration),
        seed: seed.to_hex(),
        secret: Secret::draw()?.text().to_owned(),
        status: to_json(&status),
    })
}

/// Matches that are played at a time. Where time is measured no two of them may wait for the same
/// core, unless that is meant.
fn parallel(
    request: &proto::CreateTournamentRequest,
    configuration: &Configuration,
) -> Result<u32, Error> {
    let cores = thread::available_parallelism().map_or(1, usize::from) as u32;
    let wanted = if request.parallel == 0 {
        cores
    } else {
        request.parallel
    };
    if wanted > MOST_PARALLEL {
        let message = format!("parallel: {wanted}; {MOST_PARALLEL} at most");
        return Err(Error::new(Reason::BadRequest, message));
    }
    if configuration.measures_time() && wanted > cores && !request.oversubscribe {
        let message = format!(
            "parallel: {wanted} matches at a time on {cores} cores, while their time is measured; \
             play {cores}, or allow it with oversubscribe"
        );
        return Err(Error::new(Reason::BadRequest, message));
    }
    Ok(wanted)
}

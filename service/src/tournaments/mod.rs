//! Tournaments: one task each, the director, begins matches and adds up what comes of them.
//!
//! Everything that a tournament has come to is in the store, so that a server that was killed goes
//! on where it stood: results are stored with the last action of their matches.

mod attempt;
mod command;
mod database;
mod director;
mod directors;
mod in_process;
mod messages;
mod openings;
mod secret;
mod standings;
mod status;
mod tally_builder;
mod tournament;

use std::sync::Arc;
use std::thread;

use botwerk_engine::RootSeed;
use botwerk_proto::v1 as proto;
use botwerk_tournament::configuration::Configuration;
use botwerk_tournament::{Progress, TournamentSeed};
use botwerk_tournament_wire::configuration;
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::{oneshot, watch};
use tokio_util::task::TaskTracker;

use command::{DirectorCommand, TournamentSnapshot};
use director::Director;
use directors::DirectorHandle;
pub(crate) use directors::{DirectorContext, DirectorHandles, TournamentWatch};
use secret::Secret;
use status::TournamentStatus;
pub(crate) use tally_builder::TallyFold;
use tournament::{Stored, Tournament};

use crate::bots::{BotId, token_sha256};
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::tournaments::{AttemptRow, StoredTournament, TournamentRow};
use crate::store::{StoreError, now_micros, to_json};
use crate::token::random_bytes;
use crate::tournament_state::TournamentState;

/// The longest `request_id`, in bytes.
const REQUEST_ID_BYTES: usize = 128;

/// The most matches of a tournament at a time.
const MAX_CONCURRENCY: u32 = 10_000;

/// All tournaments.
#[derive(Clone)]
pub(crate) struct Tournaments {
    context: Arc<DirectorContext>,
}

impl Tournaments {
    pub(crate) fn new(context: DirectorContext) -> Self {
        Self {
            context: Arc::new(context),
        }
    }

    /// Resumes the tournaments that have not ended; returns how many.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn resume_unfinished(&self) -> Result<usize, Error> {
        let mut count = 0;
        for state in TournamentState::ALL {
            if state.has_ended() {
                continue;
            }
            let unfinished = self
                .context
                .store
                .tournaments(None, Some(state), usize::MAX);
            for stored in unfinished.await? {
                let id = stored.row.id.clone();
                match self.start_director(stored).await {
                    Ok(_) => count += 1,
                    // One corrupt tournament keeps no other from continuing.
                    Err(error) => tracing::error!(%id, %error, "tournament cannot be continued"),
                }
            }
        }
        Ok(count)
    }

    /// Starts the director of a stored tournament.
    async fn start_director(&self, stored: StoredTournament) -> Result<DirectorHandle, Error> {
        let (tournament, stored) = Tournament::read(stored)?;
        for entrant in tournament.programs() {
            let hash = token_sha256(&tournament.secret.of_program(entrant));
            let bot = BotId::Program(tournament.id.clone(), entrant);
            let name = tournament.entrant_name(entrant).to_owned();
            self.context.online_bots.register_launched(hash, bot, name);
        }
        let tournament = Arc::new(tournament);
        let (commands, receiver) = unbounded_channel();
        let snapshots = watch::Sender::new(Arc::new(stored.snapshot()));
        let director = Director::open(
            Arc::clone(&self.context),
            Arc::clone(&tournament),
            stored,
            receiver,
            snapshots.clone(),
        );
        let director = director.await?;
        let handle = DirectorHandle {
            tournament,
            commands,
            snapshots,
        };
        let id = handle.tournament.id.clone();
        self.context.directors.lock().insert(id, handle.clone());
        self.context.registry.tasks().spawn(director.run());
        Ok(handle)
    }

    async fn read(&self, id: &TournamentId) -> Result<(Tournament, Stored), Error> {
        Tournament::read(self.context.store.tournament(id).await?)
    }

    /// Makes a tournament and begins it.
    pub(crate) async fn create(
        &self,
        request: proto::CreateTournamentRequest,
    ) -> Result<proto::Tournament, Error> {
        if self.context.registry.is_draining() {
            return Err(Error::draining());
        }
        if request.request_id.len() > REQUEST_ID_BYTES {
            let message = format!("request_id: at most {REQUEST_ID_BYTES} bytes");
            return Err(Error::new(Reason::BadRequest, message));
        }
        let request_id = request.request_id.clone();
        if let Some(id) = self.find_by_request_id(&request_id).await? {
            return self.describe(&id).await;
        }
        let row = prepare_tournament(&request)?;
        let id = row.id.clone();
        if let Err(error) = self.context.store.create_tournament(row).await {
            // A request with the same id may have created it at the same time.
            if let Some(id) = self.find_by_request_id(&request_id).await? {
                return self.describe(&id).await;
            }
            return Err(refused(error));
        }
        let stored = self.context.store.tournament(&id).await?;
        let handle = self.start_director(stored).await?;
        tracing::info!(%id, "tournament created");
        match handle
            .send(|reply| DirectorCommand::Describe { reply })
            .await
        {
            Some(snapshot) => Ok(messages::tournament(&handle.tournament, &snapshot)),
            None => self.describe(&id).await,
        }
    }

    async fn find_by_request_id(&self, request_id: &str) -> Result<Option<TournamentId>, Error> {
        if request_id.is_empty() {
            return Ok(None);
        }
        let row = self.context.store.tournament_by_request_id(request_id);
        Ok(row.await?.map(|row| row.id))
    }

    /// Describes a tournament.
    pub(crate) async fn describe(&self, id: &TournamentId) -> Result<proto::Tournament, Error> {
        if let Some(director) = self.context.directors.get(id) {
            let describe = |reply| DirectorCommand::Describe { reply };
            if let Some(snapshot) = director.send(describe).await {
                return Ok(messages::tournament(&director.tournament, &snapshot));
            }
        }
        let (tournament, stored) = self.read(id).await?;
        Ok(messages::tournament(&tournament, &stored.snapshot()))
    }

    /// Watches a tournament.
    pub(crate) async fn watch(&self, id: &TournamentId) -> Result<TournamentWatch, Error> {
        if let Some(director) = self.context.directors.get(id) {
            // Before the first snapshot is asked for, so that no change is missed.
            let snapshots = director.snapshots.subscribe();
            let describe = |reply| DirectorCommand::Describe { reply };
            if let Some(snapshot) = director.send(describe).await {
                return Ok(TournamentWatch {
                    tournament: director.tournament,
                    snapshot: Arc::new(snapshot),
                    snapshots: Some(snapshots),
                });
            }
        }
        let (tournament, stored) = self.read(id).await?;
        Ok(TournamentWatch {
            tournament: Arc::new(tournament),
            snapshot: Arc::new(stored.snapshot()),
            snapshots: None,
        })
    }

    /// Sends a command to the director of a tournament.
    async fn command(
        &self,
        name: &str,
        command: impl FnOnce(oneshot::Sender<TournamentSnapshot>) -> DirectorCommand,
    ) -> Result<proto::Tournament, Error> {
        let id = TournamentId::from_name(name)?;
        if let Some(director) = self.context.directors.get(&id)
            && let Some(snapshot) = director.send(command).await
        {
            return Ok(messages::tournament(&director.tournament, &snapshot));
        }
        let (_, stored) = self.read(&id).await?;
        if self.context.registry.is_draining() {
            return Err(Error::draining());
        }
        let state = stored.state.label();
        let message = format!("{name}: it has ended, its state is {state}");
        Err(Error::new(Reason::TournamentOver, message))
    }

    /// Begins no more matches.
    pub(crate) async fn retry_at(&self, name: &str) -> Result<proto::Tournament, Error> {
        self.command(name, |reply| DirectorCommand::Pause { reply })
            .await
    }

    /// Goes on with one that was paused.
    pub(crate) async fn resume(&self, name: &str) -> Result<proto::Tournament, Error> {
        self.command(name, |reply| DirectorCommand::Resume { reply })
            .await
    }

    /// Ends one where it stands.
    pub(crate) async fn cancel(&self, name: &str) -> Result<proto::Tournament, Error> {
        self.command(name, |reply| DirectorCommand::Cancel { reply })
            .await
    }

    /// Takes an entrant out.
    pub(crate) async fn withdraw(
        &self,
        request: proto::WithdrawEntrantRequest,
    ) -> Result<proto::Tournament, Error> {
        let id = TournamentId::from_name(&request.tournament)?;
        let (tournament, _) = self.read(&id).await?;
        let mut entrants = tournament.configuration.entrants.iter();
        let entrant = entrants.position(|entrant| entrant.name == request.entrant);
        let entrant = entrant.ok_or_else(|| {
            let message = format!("entrant: nobody is called `{}`", request.entrant);
            Error::new(Reason::NotFound, message)
        })?;
        let why = match request.message {
            empty if empty.is_empty() => "withdrawn by whoever runs the tournament".into(),
            why => why,
        };
        let command = |reply| DirectorCommand::Withdraw {
            entrant,
            why,
            reply,
        };
        self.command(&request.tournament, command).await
    }

    /// The tokens with which the programs of entrants attend.
    pub(crate) async fn bot_tokens(&self, name: &str) -> Result<Vec<proto::BotToken>, Error> {
        let (tournament, _) = self.read(&TournamentId::from_name(name)?).await?;
        let token = |entrant| proto::BotToken {
            entrant: tournament.entrant_name(entrant).to_owned(),
            bot_token: tournament.secret.of_program(entrant),
        };
        Ok(tournament.programs().map(token).collect())
    }

    /// Tournaments, the newest first, and where to go on.
    pub(crate) async fn list(
        &self,
        request: &proto::ListTournamentsRequest,
    ) -> Result<proto::ListTournamentsResponse, Error> {
        let limit = crate::wire::page_size(request.page_size);
        let before = Some(request.page_token.as_str()).filter(|token| !token.is_empty());
        let before = before.map(TournamentId::from);
        let state = crate::wire::tournament_state(request.state)?;
        let stored = self
            .context
            .store
            .tournaments(before.as_ref(), state, limit + 1);
        let mut stored = stored.await?;
        let has_more = stored.len() > limit;
        stored.truncate(limit);
        let last = stored.last().filter(|_| has_more);
        let next_page_token = last.map_or_else(String::new, |stored| stored.row.id.to_string());
        let mut tournaments = Vec::new();
        for stored in stored {
            let (tournament, stored) = Tournament::read(stored)?;
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
        let (tournament, stored) = self.read(&id).await?;
        // Strengths of larger tables are a thousand small optimisations.
        let standings = move || standings::message(&tournament, &stored, message);
        tokio::task::spawn_blocking(standings)
            .await
            .map_err(|error| Error::new(Reason::Internal, error.to_string()))
    }

    /// The matches of a tournament by number, and where to go on.
    pub(crate) async fn pairings(
        &self,
        request: &proto::ListPairingsRequest,
    ) -> Result<proto::ListPairingsResponse, Error> {
        let (from, limit) = pairings_range(request)?;
        let id = TournamentId::from_name(&request.tournament)?;
        let (tournament, stored) = self.read(&id).await?;
        let mut progress = tournament.progress(&stored.status)?;
        if stored.status.matches > progress.match_count() {
            // Later rounds depend on the results of earlier ones.
            let all = self.context.store.attempts(&id, 0, u64::MAX).await?;
            add_results(&mut progress, &all);
        }
        let attempts = self.context.store.attempts(&id, from, limit).await?;
        Ok(messages::pairings(
            &tournament,
            &progress,
            attempts,
            from,
            limit,
        ))
    }

    /// Waits until streams are to end.
    pub(crate) async fn wait_for_shutdown(&self) -> Error {
        self.context.registry.wait_for_shutdown().await
    }

    /// The tasks that keep the store open.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        self.context.registry.tasks()
    }

    /// Begins nothing more; the server is about to stop.
    pub(crate) fn begin_drain(&self) {
        for director in self.context.directors.lock().values() {
            // One that has just ended needs no command.
            let _ = director.commands.send(DirectorCommand::Drain);
        }
    }
}

/// Reads the first pairing and the number of pairings that a request asks for.
fn pairings_range(request: &proto::ListPairingsRequest) -> Result<(u64, u64), Error> {
    let from = match request.page_token.as_str() {
        "" => 0,
        text => text.parse().map_err(|_| {
            let message = "page_token: expected one of an earlier response";
            Error::new(Reason::BadRequest, message)
        })?,
    };
    Ok((from, crate::wire::page_size(request.page_size) as u64))
}

/// Adds the results of attempts to the progress of their tournament.
fn add_results(progress: &mut Progress, attempts: &[AttemptRow]) {
    for row in attempts {
        if let Some(result) = &row.result {
            progress.add(row.pairing, result);
        }
    }
}

fn refused(error: StoreError) -> Error {
    match error {
        StoreError::AlreadyExists(_) => {
            let message = "seed: a tournament of this server had it before, so its draws may be \
                           known; give another one, or none";
            Error::new(Reason::BadRequest, message)
        }
        other => other.into(),
    }
}

/// Everything that a new tournament needs to be stored.
fn prepare_tournament(request: &proto::CreateTournamentRequest) -> Result<TournamentRow, Error> {
    let setup = request.setup.as_ref();
    let setup = setup.ok_or_else(|| Error::new(Reason::BadRequest, "setup: it is missing"))?;
    let configuration = configuration(setup).map_err(|faults| {
        let told: Vec<_> = faults
            .iter()
            .map(|fault| format!("{}: {}", fault.field, fault.message))
            .collect();
        Error::new(Reason::BadRequest, told.join("\n"))
    })?;
    let concurrency = concurrency(request, &configuration)?;
    let configuration = configuration.with_default_turn_limit();
    let seed = match request.seed.as_str() {
        "" => RootSeed::new(random_bytes()?),
        text => RootSeed::from_text(text),
    };
    let schedule = configuration.schedule(TournamentSeed::new(seed));
    let schedule = schedule.map_err(|error| Error::new(Reason::BadRequest, error.to_string()))?;
    let status = TournamentStatus {
        concurrency,
        matches: schedule.match_count(&schedule.first_batch()),
        ..TournamentStatus::default()
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
fn concurrency(
    request: &proto::CreateTournamentRequest,
    configuration: &Configuration,
) -> Result<u32, Error> {
    let cores = thread::available_parallelism().map_or(1, usize::from) as u32;
    let wanted = if request.concurrency == 0 {
        cores
    } else {
        request.concurrency
    };
    if wanted > MAX_CONCURRENCY {
        let message = format!("concurrency: {wanted}; {MAX_CONCURRENCY} at most");
        return Err(Error::new(Reason::BadRequest, message));
    }
    if configuration.is_timed() && wanted > cores && !request.oversubscribe {
        let message = format!(
            "concurrency: {wanted} matches at a time on {cores} cores, while their time is measured; \
             play {cores}, or allow it with oversubscribe"
        );
        return Err(Error::new(Reason::BadRequest, message));
    }
    Ok(wanted)
}

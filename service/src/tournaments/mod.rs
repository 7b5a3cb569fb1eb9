//! Tournaments. The director of each is a task that starts its matches and adds up their results.
//!
//! The whole state of a tournament is in the store: a result is stored with the last action of its
//! match. A server killed at any moment resumes after a restart and plays exactly the matches
//! without a result.

mod attempt;
mod bot_redirection;
mod bot_tokens;
mod check_queue;
mod chunk_leases;
mod chunk_player;
mod command;
mod director;
mod directors;
mod extension;
mod in_process;
mod league_injector;
mod match_source;
mod new_tournament;
mod obstacle;
mod opening;
#[cfg(test)]
mod opening_tests;
mod openings;
mod pairings;
mod rating_history;
mod reads;
#[cfg(test)]
mod recording_store;
#[cfg(test)]
mod recount_measurements;
mod reported_play;
mod result_sums;
#[cfg(test)]
mod result_sums_tests;
mod seasons;
mod secret;
mod shared_answers;
mod standings;
mod status;
mod stored_tournaments;
#[cfg(test)]
mod test_context;
mod tournament;
mod worker_checks;
#[cfg(test)]
mod worker_fault_tests;
#[cfg(test)]
mod worker_lie_tests;
mod worker_reports;

use std::sync::Arc;
use std::time::Duration;

use botwerk_engine::plain_line;
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use tokio_util::task::TaskTracker;

pub(crate) use bot_redirection::BotRedirection;
pub(crate) use bot_tokens::LaunchedBotToken;
pub(crate) use check_queue::WorkerChecks;
pub(crate) use chunk_player::ChunkPlayer;
pub(crate) use command::LiveStats;
use command::{CommandReply, DirectorCommand};
use directors::LabelCounts;
pub(crate) use directors::{DirectorContext, DirectorHandles, MAX_MATCHES_AHEAD, TournamentWatch};
pub(crate) use extension::TournamentExtension;
pub(crate) use in_process::PlayedRecord;
pub use league_injector::{InjectedResult, Injection, LeagueInjector};
pub(crate) use new_tournament::NewTournament;
pub(crate) use obstacle::Obstacle;
pub(crate) use pairings::{PairingFilter, PairingsPage};
pub(crate) use rating_history::RatingPoint;
#[cfg(test)]
pub(crate) use recording_store::RecordingStore;
pub(crate) use result_sums::{RESULTS_PER_PAGE, ResultSums, SumsReader};
pub(crate) use seasons::missing_season;
use shared_answers::SharedAnswers;
pub(crate) use standings::{SprtState, TournamentDescription, TournamentStandings};
pub(crate) use status::Withdrawal;
use stored_tournaments::StoredTournaments;
#[cfg(test)]
pub(crate) use test_context::{director_context, round_robin};
pub(crate) use tournament::{StoredState, Tournament};
pub(crate) use worker_reports::{ReportedMatch, WorkerReport};

use crate::background;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::{StoreError, WriteCommand};

/// Interval at which directors that are to end are awaited.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Minimum time between two descriptions of the same tournament by its director, however many ask.
const DESCRIPTION_INTERVAL: Duration = Duration::from_millis(10);

/// Minimum time between two computations of the standings of the same tournament.
const STANDINGS_INTERVAL: Duration = Duration::from_millis(100);

/// All tournaments.
#[derive(Clone)]
pub(crate) struct Tournaments {
    context: Arc<DirectorContext>,
    stored: Arc<StoredTournaments>,
    descriptions: Arc<SharedAnswers<Arc<TournamentDescription>>>,
    standings: Arc<SharedAnswers<Arc<TournamentStandings>>>,
}

impl Tournaments {
    pub(crate) fn new(context: DirectorContext) -> Self {
        Self {
            stored: Arc::new(StoredTournaments::new(
                Arc::clone(&context.store),
                context.directors.changes(),
            )),
            context: Arc::new(context),
            descriptions: Arc::new(SharedAnswers::new(DESCRIPTION_INTERVAL)),
            standings: Arc::new(SharedAnswers::new(STANDINGS_INTERVAL)),
        }
    }

    /// Returns the number of tournaments with a director in each state, and of their obstacles of each kind.
    pub(crate) fn director_counts(&self) -> (LabelCounts, LabelCounts) {
        self.context.directors.counts()
    }

    /// Creates and starts a tournament, or finds the one that an earlier request with the same
    /// `request_id` created.
    ///
    /// # Errors
    /// Returns an error if the tournament cannot be played or stored.
    pub(crate) async fn create(
        &self,
        new: NewTournament,
    ) -> Result<Arc<TournamentDescription>, Error> {
        if let Some(found) = self.find_by_request_id(&new).await? {
            return Ok(found);
        }
        let request = new.clone();
        let row = background::compute(move || new.prepare()).await?;
        let id = row.id.clone();
        // From before it is stored: what looks for tournaments without a director must not find it.
        let Some(reservation) = self.context.directors.reserve(&id) else {
            let message = "the id of the tournament is in use; try again";
            return Err(Error::new(Reason::Internal, message));
        };
        if let Err(error) = self
            .context
            .store
            .write(WriteCommand::CreateTournament(row))
            .await
        {
            // A request with the same id may have created it at the same time.
            if let Some(found) = self.find_by_request_id(&request).await? {
                return Ok(found);
            }
            return Err(rejection(error));
        }
        tracing::info!(%id, "tournament created");
        self.open(&reservation).await?;
        drop(reservation);
        self.describe(&id).await
    }

    /// Returns the tournament that the same request created before, or that was extended to what it would create, or `None`
    /// if the request has no id or has created nothing.
    ///
    /// # Errors
    /// Returns an error if a request with other content has used the id, or the store cannot be read.
    async fn find_by_request_id(
        &self,
        new: &NewTournament,
    ) -> Result<Option<Arc<TournamentDescription>>, Error> {
        let Some(request_id) = &new.request_id else {
            return Ok(None);
        };
        let row = self.context.store.tournament_by_request_id(request_id);
        let Some(row) = row.await? else {
            return Ok(None);
        };
        new.check_repeated(&row)?;
        self.describe(&row.id).await.map(Some)
    }

    /// Sends a command to the director of a tournament.
    async fn command(
        &self,
        id: &TournamentId,
        command: impl FnOnce(CommandReply) -> DirectorCommand,
    ) -> Result<TournamentDescription, Error> {
        if let Some(director) = self.context.directors.get(id)
            && let Some(description) = director.send(command).await
        {
            return description;
        }
        let stored = self.stored.describe(id).await?;
        self.context.registry.check_tournament_owner(id).await?;
        if self.context.registry.is_draining() {
            return Err(Error::draining());
        }
        let guard = self.context.registry.guard();
        if let Some(suspended) = guard.suspension(&id.name()) {
            return Err(suspended.tournament_error());
        }
        let message = format!(
            "{}: the tournament has ended; its state is {}",
            id.name(),
            stored.snapshot.state.label()
        );
        Err(Error::new(Reason::TournamentOver, message))
    }

    /// Pauses a tournament: no further matches are started.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or has ended.
    pub(crate) async fn pause(&self, id: &TournamentId) -> Result<TournamentDescription, Error> {
        self.command(id, |reply| DirectorCommand::Pause { reply })
            .await
    }

    /// Resumes a paused tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or has ended.
    pub(crate) async fn resume(&self, id: &TournamentId) -> Result<TournamentDescription, Error> {
        self.retry_suspended(id).await?;
        self.command(id, |reply| DirectorCommand::Resume { reply })
            .await
    }

    /// Cancels a tournament and aborts its matches.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or has ended.
    pub(crate) async fn cancel(&self, id: &TournamentId) -> Result<TournamentDescription, Error> {
        self.retry_suspended(id).await?;
        self.command(id, |reply| DirectorCommand::Cancel { reply })
            .await
    }

    /// Withdraws an entrant from a tournament, with a human-readable reason.
    ///
    /// # Errors
    /// Returns an error if the tournament or the entrant does not exist, or the tournament has
    /// ended.
    pub(crate) async fn withdraw(
        &self,
        id: &TournamentId,
        name: &str,
        message: String,
    ) -> Result<TournamentDescription, Error> {
        let entrant = self.find_entrant(id, name).await?;
        let command = |reply| DirectorCommand::Withdraw {
            entrant,
            message,
            reply,
        };
        self.command(id, command).await
    }

    /// Readmits a withdrawn entrant to a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament or the entrant does not exist, the tournament has ended or has no
    /// match left for the entrant, or the store cannot be written.
    pub(crate) async fn readmit(
        &self,
        id: &TournamentId,
        name: &str,
    ) -> Result<TournamentDescription, Error> {
        let entrant = self.find_entrant(id, name).await?;
        let command = |reply| DirectorCommand::Readmit { entrant, reply };
        self.command(id, command).await
    }

    /// Returns the running leagues of this server that bots with uploaded programs enter by themselves.
    pub(crate) fn open_leagues(&self) -> Vec<(TournamentId, Configuration)> {
        self.context.directors.open_leagues()
    }

    /// Extends a tournament in progress, unless an earlier request with the same id has done so. The request id, if there
    /// is one, then finds it like the request that creates a tournament of this configuration.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or has ended, the configuration is no extension, a request with
    /// other content has used the id, or the store cannot be written.
    pub(crate) async fn extend(
        &self,
        id: &TournamentId,
        extension: TournamentExtension,
    ) -> Result<Arc<TournamentDescription>, Error> {
        if let Some(found) = self.find_extended(id, &extension).await? {
            return Ok(found);
        }
        let command = |reply| DirectorCommand::Extend {
            extension: Box::new(extension.clone()),
            reply,
        };
        match self.command(id, command).await {
            Ok(extended) => Ok(Arc::new(extended)),
            // The same request may have extended it at the same time.
            Err(error) => self.find_extended(id, &extension).await?.ok_or(error),
        }
    }

    /// Returns the tournament if the same request has extended it before, or `None` if the request has no id or has not.
    ///
    /// # Errors
    /// Returns an error if a request with other content has used the id, or the store cannot be read.
    async fn find_extended(
        &self,
        id: &TournamentId,
        extension: &TournamentExtension,
    ) -> Result<Option<Arc<TournamentDescription>>, Error> {
        let Some(request) = &extension.request else {
            return Ok(None);
        };
        let row = self.context.store.tournament_by_request_id(&request.id);
        let Some(row) = row.await? else {
            return Ok(None);
        };
        extension.check_repeated(id, &row)?;
        self.describe(id).await.map(Some)
    }

    /// Checks that the bot of an entrant is registered: an entrant that is added is to play soon, and a wrong name would
    /// wait in silence.
    ///
    /// # Errors
    /// Returns an error if no bot has the name, or the store cannot be read.
    pub(crate) async fn check_registered(&self, entrant: &Entrant) -> Result<(), Error> {
        let Player::Bot(name) = &entrant.player else {
            return Ok(());
        };
        let found = self.context.accounts.bots_named(vec![name.clone()]).await?;
        if !found.is_empty() {
            return Ok(());
        }
        let name = plain_line(name);
        let message = format!(
            "entrant.player: no bot `{name}` is registered; correct the name, or register it first (`botwerk bot register \
             {name}`)"
        );
        Err(Error::new(Reason::BadRequest, message))
    }

    /// Returns `true` if the server rejects new tournaments because it is shutting down.
    pub(crate) fn is_draining(&self) -> bool {
        self.context.registry.is_draining()
    }

    /// Waits until streams must end; returns the error that ends them.
    pub(crate) async fn wait_for_shutdown(&self) -> Error {
        self.context.registry.wait_for_shutdown().await
    }

    /// Returns the tasks that the server waits for before it closes the store.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        self.context.registry.tasks()
    }

    /// Stops all directors because another server has taken over; returns once they have ended.
    pub(crate) async fn end_directors(&self) {
        while !self.context.directors.is_empty() {
            // Again and again: one may be opened just now.
            self.begin_drain();
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        // No director removes them any more, and a bot with an invitation is not sent to the other server.
        self.context.online_bots.clear_invitations();
    }

    /// Stops all directors because the server is shutting down.
    pub(crate) fn begin_drain(&self) {
        for director in self.context.directors.lock().values() {
            // A director that has just ended needs no command.
            let _ = director.commands.send(DirectorCommand::Drain);
        }
    }
}

fn rejection(error: StoreError) -> Error {
    match error {
        StoreError::AlreadyExists(_) => {
            let message = "seed: already used by a tournament on this server, so its chance \
                           outcomes may be known; choose another or omit it";
            Error::new(Reason::BadRequest, message)
        }
        other => other.into(),
    }
}

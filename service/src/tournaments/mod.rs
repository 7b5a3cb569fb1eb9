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
mod in_process;
mod match_source;
mod new_tournament;
mod obstacle;
mod openings;
mod pairings;
mod reported_play;
mod seasons;
mod secret;
mod shared_standings;
mod standings;
mod status;
mod tally_builder;
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

use botwerk_tournament::configuration::{Configuration, Entrant};
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::watch;
use tokio_util::task::TaskTracker;

pub(crate) use bot_redirection::BotRedirection;
pub(crate) use bot_tokens::LaunchedBotToken;
pub(crate) use check_queue::WorkerChecks;
pub(crate) use chunk_player::ChunkPlayer;
use command::{CommandReply, DirectorCommand, TournamentSnapshot};
use director::Director;
use directors::DirectorHandle;
pub(crate) use directors::{DirectorContext, DirectorHandles, TournamentWatch};
pub(crate) use in_process::PlayedRecord;
pub(crate) use new_tournament::NewTournament;
pub(crate) use obstacle::Obstacle;
pub(crate) use pairings::{PairingsPage, add_results};
pub(crate) use seasons::missing_season;
use shared_standings::SharedStandings;
pub(crate) use standings::{SprtState, TournamentDescription, TournamentStandings};
pub(crate) use status::Withdrawal;
pub(crate) use tally_builder::TallyFold;
#[cfg(test)]
pub(crate) use test_context::{director_context, round_robin};
pub(crate) use tournament::{StoredState, Tournament};
pub(crate) use worker_reports::{ReportedMatch, WorkerReport};

use crate::background;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::{AttemptKey, StoreError, StoredTournament};
use crate::tournament_state::TournamentState;

/// Interval at which directors that are to end are awaited.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// All tournaments.
#[derive(Clone)]
pub(crate) struct Tournaments {
    context: Arc<DirectorContext>,
    standings: Arc<SharedStandings>,
}

impl Tournaments {
    pub(crate) fn new(context: DirectorContext) -> Self {
        Self {
            context: Arc::new(context),
            standings: Arc::default(),
        }
    }

    /// Resumes the tournaments that have not ended and have no director; returns how many.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn resume_unfinished(&self) -> Result<usize, Error> {
        let mut count = 0;
        for stored in self.context.store.unfinished_tournaments().await? {
            let id = stored.row.id.clone();
            if self.context.directors.get(&id).is_some() {
                continue;
            }
            match self.start_director(stored).await {
                Ok(_) => count += 1,
                // One corrupt tournament keeps no other from continuing.
                Err(error) => tracing::error!(%id, %error, "tournament cannot be continued"),
            }
        }
        Ok(count)
    }

    /// Starts the director of a stored tournament.
    async fn start_director(&self, stored: StoredTournament) -> Result<DirectorHandle, Error> {
        let (tournament, stored) = Tournament::read(stored)?;
        self.context.register_launched_bots(&tournament);
        let tournament = Arc::new(tournament);
        let (commands, receiver) = unbounded_channel();
        let snapshot = TournamentSnapshot::from_stored(Arc::clone(&tournament), &stored);
        let snapshots = watch::Sender::new(Arc::new(snapshot));
        let director = Director::open(
            Arc::clone(&self.context),
            Arc::clone(&tournament),
            stored,
            receiver,
            snapshots.clone(),
        );
        let director = director.await?;
        let handle = DirectorHandle {
            commands,
            snapshots,
        };
        let id = tournament.id.clone();
        self.context.directors.lock().insert(id, handle.clone());
        let (tasks, background) = (self.context.registry.tasks(), &self.context.background);
        tasks.spawn_on(director.run(), background);
        Ok(handle)
    }

    async fn read(&self, id: &TournamentId) -> Result<(Tournament, StoredState), Error> {
        Tournament::read(self.context.store.tournament(id).await?)
    }

    /// Creates and starts a tournament, or finds the one that an earlier request with the same
    /// `request_id` created.
    ///
    /// # Errors
    /// Returns an error if the tournament cannot be played or stored.
    pub(crate) async fn create(&self, new: NewTournament) -> Result<TournamentDescription, Error> {
        if let Some(found) = self.find_by_request_id(&new).await? {
            return Ok(found);
        }
        let request = new.clone();
        let row = background::compute(move || new.prepare()).await?;
        let id = row.id.clone();
        if let Err(error) = self.context.store.create_tournament(row).await {
            // A request with the same id may have created it at the same time.
            if let Some(found) = self.find_by_request_id(&request).await? {
                return Ok(found);
            }
            return Err(rejection(error));
        }
        let stored = self.context.store.tournament(&id).await?;
        self.start_director(stored).await?;
        tracing::info!(%id, "tournament created");
        self.describe(&id).await
    }

    /// Returns the tournament that the same request created before, or `None` if the request has no id or
    /// created none.
    ///
    /// # Errors
    /// Returns an error if a request with other content has used the id, or the store cannot be read.
    async fn find_by_request_id(
        &self,
        new: &NewTournament,
    ) -> Result<Option<TournamentDescription>, Error> {
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

    /// Describes a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) async fn describe(&self, id: &TournamentId) -> Result<TournamentDescription, Error> {
        if let Some(director) = self.context.directors.get(id)
            && let Some(description) = director.describe().await
        {
            return Ok(description);
        }
        let (tournament, stored) = self.read(id).await?;
        Ok(TournamentDescription::from_stored(tournament, &stored))
    }

    /// Starts watching a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) async fn watch(&self, id: &TournamentId) -> Result<TournamentWatch, Error> {
        if let Some(director) = self.context.directors.get(id) {
            // Subscribed before the first snapshot is requested, so that no change is missed.
            let snapshots = director.snapshots.subscribe();
            if let Some(description) = director.describe().await {
                return Ok(TournamentWatch {
                    description,
                    snapshots: Some(snapshots),
                });
            }
        }
        let (tournament, stored) = self.read(id).await?;
        self.context.registry.check_tournament_owner(id).await?;
        Ok(TournamentWatch {
            description: TournamentDescription::from_stored(tournament, &stored),
            snapshots: None,
        })
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
        let (_, stored) = self.read(id).await?;
        self.context.registry.check_tournament_owner(id).await?;
        if self.context.registry.is_draining() {
            return Err(Error::draining());
        }
        let message = format!(
            "{}: the tournament has ended; its state is {}",
            id.name(),
            stored.state.label()
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
        self.command(id, |reply| DirectorCommand::Resume { reply })
            .await
    }

    /// Cancels a tournament and aborts its matches.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or has ended.
    pub(crate) async fn cancel(&self, id: &TournamentId) -> Result<TournamentDescription, Error> {
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

    /// Continues a tournament in progress with more blocks, rounds or entrants. The request id, if there is
    /// one, then finds it like the request that creates a tournament of this configuration.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or has ended, the configuration is no extension, or
    /// the store cannot be written.
    pub(crate) async fn extend(
        &self,
        id: &TournamentId,
        configuration: Configuration,
        request_id: Option<String>,
    ) -> Result<TournamentDescription, Error> {
        let command = |reply| DirectorCommand::Extend {
            configuration: Box::new(configuration),
            request_id,
            reply,
        };
        self.command(id, command).await
    }

    /// Adds an entrant to a tournament in progress.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist, has ended or cannot get the entrant, or the store cannot be
    /// written.
    pub(crate) async fn add_entrant(
        &self,
        id: &TournamentId,
        entrant: Entrant,
    ) -> Result<TournamentDescription, Error> {
        let entrant = Box::new(entrant);
        let command = |reply| DirectorCommand::AddEntrant { entrant, reply };
        self.command(id, command).await
    }

    /// Returns the number of the entrant with a name.
    async fn find_entrant(&self, id: &TournamentId, name: &str) -> Result<usize, Error> {
        let (tournament, _) = self.read(id).await?;
        let mut entrants = tournament.configuration.entrants.iter();
        let entrant = entrants.position(|entrant| entrant.name == name);
        entrant.ok_or_else(|| {
            let message = format!("entrant: the tournament has no entrant `{name}`");
            Error::new(Reason::NotFound, message)
        })
    }

    /// Returns at most `limit` tournaments with ids below `before`, the newest first, and whether
    /// there are more. `None` stands for any id or any state.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or a tournament is stored corrupt.
    pub(crate) async fn list(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> Result<(Vec<TournamentDescription>, bool), Error> {
        let stored = self.context.store.tournaments(before, state, limit + 1);
        let mut stored = stored.await?;
        let has_more = stored.len() > limit;
        stored.truncate(limit);
        let describe = |stored| {
            let (tournament, stored) = Tournament::read(stored)?;
            Ok(TournamentDescription::from_stored(tournament, &stored))
        };
        let describe_all = move || stored.into_iter().map(describe).collect();
        Ok((background::compute(describe_all).await?, has_more))
    }

    /// Computes the standings of a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) async fn standings(
        &self,
        id: &TournamentId,
    ) -> Result<Arc<TournamentStandings>, Error> {
        let (tournaments, requested) = (self.clone(), id.clone());
        let compute = || async move { tournaments.compute_standings(&requested).await };
        self.standings.get(id, self.tasks(), compute).await
    }

    async fn compute_standings(&self, id: &TournamentId) -> Result<TournamentStandings, Error> {
        // An extension between both adds entrants to the description only.
        let (_, stored) = self.read(id).await?;
        let description = self.describe(id).await?;
        // Strengths of many entrants are a thousand small optimisations.
        background::compute(move || Ok(TournamentStandings::compute(description, stored))).await
    }

    /// Returns at most `limit` pairings of a tournament, starting with index `from`.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) async fn pairings(
        &self,
        id: &TournamentId,
        from: u64,
        limit: u64,
    ) -> Result<PairingsPage, Error> {
        let (tournament, stored) = self.read(id).await?;
        let rounds = tournament.read_rounds(&*self.context.store).await?;
        let mut progress = tournament.progress(&stored.status, rounds)?;
        let earlier = if stored.status.matches > progress.match_count() {
            // Later rounds depend on the results of earlier ones.
            self.context.store.attempts(id, 0, u64::MAX).await?
        } else {
            Vec::new()
        };
        let attempts = self.context.store.attempts(id, from, limit).await?;
        let tournament = Arc::new(tournament);
        background::compute(move || {
            add_results(&mut progress, &earlier);
            Ok(PairingsPage::new(
                tournament, &progress, attempts, from, limit,
            ))
        })
        .await
    }

    /// Checks that the seed of a match may be known: all matches of its block share it.
    ///
    /// # Errors
    /// Returns an error until all matches of the block have a result, or the tournament has ended.
    pub(crate) async fn check_block_over(&self, attempt: &AttemptKey) -> Result<(), Error> {
        let (tournament, stored) = self.read(&attempt.tournament).await?;
        if stored.state.has_ended() {
            return Ok(());
        }
        let per_block = tournament.configuration.matches_per_block();
        let first = attempt.pairing / per_block * per_block;
        let store = &self.context.store;
        let attempts = store.attempts(&tournament.id, first, per_block).await?;
        let results = attempts.iter().filter(|row| row.result.is_some()).count();
        if results as u64 == per_block {
            return Ok(());
        }
        let message = format!(
            "the record reveals the seed of {per_block} matches, of which {} have no result yet; read it \
             when they have ended",
            per_block - results as u64
        );
        Err(Error::new(Reason::BlockNotOver, message))
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
        self.begin_drain();
        while !self.context.directors.lock().is_empty() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
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

//! Opening tournaments: each gets one director, and none that has failed twice.

use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::watch;

use super::Tournaments;
use super::command::TournamentSnapshot;
use super::director::Director;
use super::directors::{DirectorHandle, DirectorReservation};
use super::status::TournamentStatus;
use super::tournament::Tournament;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::{
    StoredTournament, TournamentAdditions, TournamentChange, WriteCommand, to_json,
};
use crate::tournament_state::TournamentState;
use crate::work_guard::{Suspended, Work, fault_point};

/// Number of times that a tournament is opened which fails while it is opened.
const MAX_OPENINGS: u32 = 2;

impl Tournaments {
    /// Resumes the tournaments that have not ended and have no director; returns how many.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn resume_unfinished(&self) -> Result<usize, Error> {
        let mut count = 0;
        let unfinished = self.context.store.unfinished_tournaments().await?;
        let unfinished: Vec<_> = unfinished.into_iter().map(|stored| stored.row.id).collect();
        for id in unfinished {
            match self.open_unless_directed(&id).await {
                Ok(is_opened) => count += usize::from(is_opened),
                // One corrupt tournament keeps no other from continuing.
                Err(error) => tracing::error!(%id, %error, "tournament cannot be continued"),
            }
        }
        Ok(count)
    }

    /// Has a tournament tried again that is suspended after failures; does nothing for another one.
    ///
    /// # Errors
    /// Returns an error if another server directs it or it cannot be opened.
    pub(super) async fn retry_suspended(&self, id: &TournamentId) -> Result<(), Error> {
        let guard = self.context.registry.guard();
        if guard.suspension(&id.name()).is_none() {
            return Ok(());
        }
        self.context.registry.check_tournament_owner(id).await?;
        guard.forget(&id.name());
        self.open_unless_directed(id).await.map(drop)
    }

    /// Opens a tournament unless it has a director or gets one. Returns `true` if it was opened.
    async fn open_unless_directed(&self, id: &TournamentId) -> Result<bool, Error> {
        match self.context.directors.reserve(id) {
            Some(reservation) => self.open(&reservation).await,
            None => Ok(false),
        }
    }

    /// Starts the director of a tournament, unless it has ended or is suspended after failures. Returns `true` if it was
    /// started.
    ///
    /// # Errors
    /// Returns an error if the tournament cannot be read or opened, or another server directs it.
    pub(super) async fn open(&self, reservation: &DirectorReservation) -> Result<bool, Error> {
        let (id, guard) = (reservation.id(), self.context.registry.guard());
        let mut openings = 0;
        loop {
            // After the reservation: its director may have ended since a list with it was read.
            let stored = self.context.store.tournament(id).await?;
            if stored.row.state.has_ended() {
                return Ok(false);
            }
            self.context.registry.check_tournament_owner(id).await?;
            if let Some(suspended) = guard.suspension(&id.name()) {
                self.pause_suspended(stored, &suspended).await?;
                return Ok(false);
            }
            openings += 1;
            match self.start_director(stored).await {
                Ok(()) => return Ok(true),
                Err(error) if error.reason == Reason::Internal && openings < MAX_OPENINGS => {
                    tracing::error!(%id, %error, "tournament not opened; tried again");
                }
                Err(error) if guard.suspension(&id.name()).is_none() => return Err(error),
                // It is paused.
                Err(_) => {}
            }
        }
    }

    /// Starts the director of a stored tournament.
    async fn start_director(&self, stored: StoredTournament) -> Result<(), Error> {
        let (tournament, stored) = Tournament::read(stored)?;
        self.context.register_launched_bots(&tournament);
        let tournament = Arc::new(tournament);
        let id = tournament.id.clone();
        let (commands, receiver) = unbounded_channel();
        let snapshot = TournamentSnapshot::from_stored(Arc::clone(&tournament), &stored);
        let snapshots = watch::Sender::new(Arc::new(snapshot));
        let (context, watched) = (Arc::clone(&self.context), snapshots.clone());
        let opening = async move {
            fault_point("opening");
            Director::open(context, tournament, stored, receiver, watched).await
        };
        let guard = self.context.registry.guard();
        let work = Work::of_tournament(&id, "opening it");
        let director = guard.watch(work, Box::pin(opening)).await??;
        let handle = DirectorHandle {
            commands,
            snapshots,
        };
        let work = Work::of_tournament(&id, "directing it");
        let directing = guard.watch(work, Box::pin(director.run()));
        let tournaments = self.clone();
        let (tasks, background) = (self.context.registry.tasks(), &self.context.background);
        self.context.directors.insert(id.clone(), handle);
        tasks.spawn_on(
            async move {
                if directing.await.is_err() {
                    tournaments.replace_failed_director(id).await;
                }
            },
            background,
        );
        Ok(())
    }

    /// Opens a tournament again whose director has failed. Not an `async fn`, since a director starts it.
    fn replace_failed_director(self, id: TournamentId) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move {
            self.context.ends.unsubscribe(&id);
            self.context.remove_director(&id);
            if self.is_draining() {
                return;
            }
            if let Err(error) = self.open_unless_directed(&id).await {
                tracing::error!(%id, %error, "tournament cannot be continued");
            }
        })
    }

    /// Pauses a tournament that is suspended after failures, without opening it.
    async fn pause_suspended(
        &self,
        stored: StoredTournament,
        suspended: &Suspended,
    ) -> Result<(), Error> {
        let row = stored.row;
        let status: Result<TournamentStatus, _> = serde_json::from_str(&row.status);
        let mut status = status.map_err(|error| {
            let message = format!(
                "tournament {}: the stored status is corrupt: {error}",
                row.id
            );
            Error::new(Reason::StoreUnavailable, message)
        })?;
        let failure = suspended.text();
        tracing::error!(id = %row.id, failure, "tournament paused");
        status.failure = Some(failure);
        let change = TournamentChange {
            id: row.id,
            state: TournamentState::Paused,
            status: to_json(&status),
            additions: TournamentAdditions::default(),
        };
        Ok(self
            .context
            .store
            .write(WriteCommand::ChangeTournament(change))
            .await?)
    }
}

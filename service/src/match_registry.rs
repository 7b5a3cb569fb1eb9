//! All matches of a server: creating them, finding them, opening their rooms.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use std::time::Duration;

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::background::TaskLimit;
use crate::ended_match::EndedMatch;
use crate::error::Error;
use crate::ids::{MatchId, TournamentId};
use crate::lasting_task::await_step;
use crate::match_description::MatchDescription;
use crate::match_state::MatchState;
use crate::new_match::{MatchTokens, PreparedMatch};
use crate::request_origin::RequestOrigin;
use crate::room::{self, Command, MatchSetup, QueueError, RoomContext, RoomHandle, SubmitCommand};
use crate::server_secret::ServerSecret;
use crate::store::{MatchFilter, MatchPage, MatchRow, SharedStore, WriteCommand};
use crate::work_guard::WorkGuard;

mod opening;
mod room_entry;
mod suspended_match;

use room_entry::RoomEntry;

/// Time between two checks of the store's files.
const FILE_CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Interval at which rooms that are to close are awaited.
const CLOSE_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// All matches of a server.
pub(crate) struct MatchRegistry {
    // A mutex of the standard library: every access is one short step, never across an await.
    rooms: Mutex<HashMap<MatchId, RoomEntry>>,
    context: Arc<RoomContext>,
    /// Limits how many matches are replayed at a time.
    replays: TaskLimit,
    draining: AtomicBool,
    /// Whether the rooms were closed for good.
    is_closed: AtomicBool,
    /// Ends the streams and keeps rooms from opening. Replaced when another server has taken over.
    shutdown: Mutex<CancellationToken>,
    /// The store, if other servers share it.
    shared: Option<Arc<dyn SharedStore>>,
}

/// A match that a request has created, now or before.
pub(crate) struct CreatedMatch {
    pub(crate) row: MatchRow,
    /// `None` if another caller created the match.
    pub(crate) tokens: Option<MatchTokens>,
}

impl MatchRegistry {
    pub(crate) fn new(context: RoomContext, shared: Option<Arc<dyn SharedStore>>) -> Arc<Self> {
        Arc::new(Self {
            rooms: Mutex::default(),
            context: Arc::new(context),
            replays: TaskLimit::all_cores_but_one(),
            draining: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            shutdown: Mutex::default(),
            shared,
        })
    }

    /// Opens the rooms of unfinished matches; returns how many can be continued.
    pub(crate) async fn resume_unfinished(self: &Arc<Self>, unfinished: &[MatchId]) -> usize {
        // All at once: each task waits for the store and for its turn to replay.
        let opening: Vec<_> = unfinished
            .iter()
            .map(|id| (id, self.opening(id, None)))
            .collect();
        let mut count = 0;
        for (id, entry) in opening {
            match entry.opened().await {
                Ok(_) => count += 1,
                // One corrupt match keeps no other from continuing.
                Err(error) => tracing::error!(%id, %error, "match cannot be continued"),
            }
        }
        count
    }

    /// Creates a match. The caller has looked for an earlier one with
    /// [`Self::find_by_request_id`]; one that is created at the same time is found here.
    ///
    /// # Errors
    /// Returns an error if the server drains, the match is not possible, or the store fails.
    pub(crate) async fn create(
        self: &Arc<Self>,
        prepared: PreparedMatch,
    ) -> Result<CreatedMatch, Error> {
        if self.is_draining() {
            return Err(Error::draining());
        }
        let PreparedMatch {
            row,
            tokens,
            origin,
        } = prepared;
        let request_id = row.request_id.clone();
        if let Err(error) = self
            .context
            .store
            .write(WriteCommand::Create(row.clone()))
            .await
        {
            // A request with the same id may have created it at the same time.
            let found = self.find_by_request_id(request_id.as_deref(), &origin);
            if let Some(found) = found.await? {
                return Ok(found);
            }
            return Err(error.into());
        }
        self.open_created(row.clone()).await?;
        tracing::info!(id = %row.id, "match created");
        let tokens = Some(tokens);
        Ok(CreatedMatch { row, tokens })
    }

    /// Finds the match that a request created before. Its tokens are sent again, but to the same caller
    /// only.
    ///
    /// # Errors
    /// Returns an error if the request had other content or the store fails.
    pub(crate) async fn find_by_request_id(
        &self,
        request_id: Option<&str>,
        origin: &RequestOrigin,
    ) -> Result<Option<CreatedMatch>, Error> {
        let Some(request_id) = request_id else {
            return Ok(None);
        };
        let store = &self.context.store;
        let Some(row) = store.match_by_request_id(request_id).await? else {
            return Ok(None);
        };
        let setup = MatchSetup::read(&row)?;
        if let Some(first) = &setup.request {
            first.check_repeated(request_id, origin)?;
        }
        let is_same_caller = setup.request.as_ref() == Some(origin);
        let tokens = || MatchTokens::new(&setup, &row.id, store.secret());
        let tokens = is_same_caller.then(tokens);
        Ok(Some(CreatedMatch { row, tokens }))
    }

    /// Returns what watches the work on matches and tournaments.
    pub(crate) fn guard(&self) -> &Arc<WorkGuard> {
        &self.context.guard
    }

    /// Returns the secret from which tokens are derived.
    pub(crate) fn secret(&self) -> ServerSecret {
        self.context.store.secret().clone()
    }

    /// Returns the room of a match; opens it if it is not open. However many callers ask at a
    /// time, a match has one room.
    ///
    /// # Errors
    /// Returns an error if there is no such match, it is stored corrupt, the store fails, or the
    /// server is shutting down.
    pub(crate) async fn room(self: &Arc<Self>, id: &MatchId) -> Result<RoomHandle, Error> {
        self.opening(id, None).opened().await
    }

    /// Opens the room of a match that was created just now, which needs no replay.
    ///
    /// # Errors
    /// Returns an error as [`Self::room`] does.
    pub(crate) async fn open_created(self: &Arc<Self>, row: MatchRow) -> Result<RoomHandle, Error> {
        let id = row.id.clone();
        self.opening(&id, Some(row)).opened().await
    }

    /// Sends a command to the room of a match. A room that closes at that moment is opened again.
    ///
    /// # Errors
    /// Returns an error as [`Self::room`] does.
    pub(crate) async fn send(
        self: &Arc<Self>,
        id: &MatchId,
        mut command: Command,
    ) -> Result<RoomHandle, Error> {
        loop {
            let room = self.room(id).await?;
            match room.send(command).await {
                Ok(()) => return Ok(room),
                Err(returned) => command = returned,
            }
        }
    }

    /// Queues a submission that comes as a unary call. A room that closes at that moment is opened again.
    ///
    /// # Errors
    /// Returns an error as [`Self::room`] does, or if no seat has the token or its queue is full.
    pub(crate) async fn submit(
        self: &Arc<Self>,
        id: &MatchId,
        mut command: SubmitCommand,
    ) -> Result<(), Error> {
        loop {
            let room = self.room(id).await?;
            match room.send_submission(command).await {
                Ok(()) => return Ok(()),
                Err(QueueError::Rejected(error)) => return Err(error),
                Err(QueueError::Closed(returned)) => command = *returned,
            }
        }
    }

    /// Returns `true` if the room of a match is open: its match has not ended, or did so a while ago.
    pub(crate) fn is_open(&self, id: &MatchId) -> bool {
        self.open_room(id).is_some()
    }

    fn open_room(&self, id: &MatchId) -> Option<RoomHandle> {
        match self.rooms().get(id) {
            Some(RoomEntry::Open(room)) if !room.is_closed() => Some(room.clone()),
            _ => None,
        }
    }

    /// Describes a match.
    ///
    /// # Errors
    /// Returns an error if there is no such match, it is stored corrupt, or the store fails.
    pub(crate) async fn describe(&self, id: &MatchId) -> Result<MatchDescription, Error> {
        if let Some(room) = self.open_room(id)
            && let Some(description) = describe(&room).await
        {
            return Ok(description);
        }
        let store = &self.context.store;
        let mut description = room::describe_stored(&store.row(id).await?, store.secret())?;
        if !description.state.has_ended() && self.guard().suspension(&id.name()).is_some() {
            description.state = MatchState::Suspended;
        }
        Ok(description)
    }

    /// Returns a page of at most `limit` matches, the newest first.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub(crate) async fn list(
        &self,
        filter: &MatchFilter,
        limit: usize,
    ) -> Result<MatchPage, Error> {
        let mut page = self.context.store.list(filter, limit).await?;
        for row in &mut page.rows {
            if !row.state.has_ended() && self.guard().suspension(&row.id.name()).is_some() {
                row.state = MatchState::Suspended;
            }
        }
        Ok(page)
    }

    /// Returns a match that has ended, to read its record.
    ///
    /// # Errors
    /// Returns an error if the match has not ended, there is none, or the store fails.
    pub(crate) async fn ended(&self, id: &MatchId) -> Result<EndedMatch, Error> {
        EndedMatch::new(self.context.store.row(id).await?)
    }

    /// Rejects new matches from now on.
    pub(crate) fn start_draining(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if new matches are rejected.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Returns `true` if a match is in progress.
    pub(crate) async fn has_running_match(&self) -> bool {
        let rooms: Vec<_> = self.rooms().values().filter_map(RoomEntry::room).collect();
        for room in rooms {
            let description = describe(&room).await;
            if description.is_some_and(|it| it.state == MatchState::Running) {
                return true;
            }
        }
        false
    }

    /// Suspends all running matches as soon as the store's files are gone, whether or not a seat acts, until `stop` is
    /// cancelled.
    pub(crate) async fn watch_files(self: Arc<Self>, stop: CancellationToken) {
        let watch = async {
            loop {
                await_step("file watch", self.await_lost_files()).await;
            }
        };
        stop.run_until_cancelled(watch).await;
    }

    async fn await_lost_files(&self) {
        let mut is_gone = false;
        loop {
            tokio::time::sleep(FILE_CHECK_INTERVAL).await;
            let was_gone =
                std::mem::replace(&mut is_gone, self.context.store.check_files().is_err());
            if is_gone && !was_gone {
                let rooms: Vec<_> = self.rooms().values().filter_map(RoomEntry::room).collect();
                for room in rooms {
                    // A room that has closed has nothing to lose.
                    let _ = room.send_unbounded(Command::ProbeStore);
                }
            }
        }
    }

    /// Ends all streams and closes all rooms; none opens any more.
    pub(crate) fn close_rooms(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        let rooms: Vec<_> = {
            let rooms = self.rooms();
            // Under the lock with which a task enters its room.
            self.shutdown_token().cancel();
            rooms.values().filter_map(RoomEntry::room).collect()
        };
        Self::drain_rooms(rooms);
    }

    /// Ends all streams and closes all rooms because another server has taken over; returns once they are closed. Clients
    /// that reconnect find the other server.
    pub(crate) async fn end_rooms(&self) {
        let rooms: Vec<_> = {
            let rooms = self.rooms();
            let token = &mut *self.shutdown.lock().unwrap_or_else(PoisonError::into_inner);
            token.cancel();
            if !self.is_closed.load(Ordering::Relaxed) {
                *token = CancellationToken::new();
            }
            rooms.values().filter_map(RoomEntry::room).collect()
        };
        Self::drain_rooms(rooms);
        while !self.rooms().is_empty() {
            tokio::time::sleep(CLOSE_POLL_INTERVAL).await;
        }
    }

    fn drain_rooms(rooms: Vec<RoomHandle>) {
        for room in rooms {
            // A room that has closed has no streams.
            let _ = room.send_unbounded(Command::Drain);
        }
    }

    /// Waits until streams are to end; returns the error with which they do.
    pub(crate) async fn wait_for_shutdown(&self) -> Error {
        self.shutdown_token().cancelled().await;
        Error::draining()
    }

    fn shutdown_token(&self) -> CancellationToken {
        let token = self.shutdown.lock().unwrap_or_else(PoisonError::into_inner);
        token.clone()
    }

    /// Checks that this server plays a match that has not ended.
    ///
    /// # Errors
    /// Returns an error with the address of the server that plays it, or if the store fails.
    async fn check_match_owner(&self, id: &MatchId) -> Result<(), Error> {
        match &self.shared {
            Some(shared) => shared.match_owner(id).await?.check(),
            None => Ok(()),
        }
    }

    /// Checks that this server directs a tournament that has not ended.
    ///
    /// # Errors
    /// Returns an error with the address of the server that directs it, or if the store fails.
    pub(crate) async fn check_tournament_owner(&self, id: &TournamentId) -> Result<(), Error> {
        match &self.shared {
            Some(shared) => shared.tournament_owner(id).await?.check(),
            None => Ok(()),
        }
    }

    /// Returns the tasks that keep the store open.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.context.tasks
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<MatchId, RoomEntry>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn describe(room: &RoomHandle) -> Option<MatchDescription> {
    let (reply, answer) = oneshot::channel();
    room.send(Command::Describe { reply }).await.ok()?;
    answer.await.ok()
}

#[cfg(test)]
pub(crate) mod tests;

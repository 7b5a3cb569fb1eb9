//! Streams of `WatchTournament`: what they send is encoded once for all streams of a tournament.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tonic::Status;

use super::tournament_visibility::visible_update;
use crate::encoded_message::EncodedMessage;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::lasting_task::await_step;
use crate::tournaments::{Tournament, TournamentDescription, TournamentWatch, Tournaments};
use crate::wire;

/// Time after which a stream looks for the director of a tournament that has none.
const DIRECTOR_INTERVAL: Duration = Duration::from_millis(500);

/// Where a stream finds what it sends next.
pub(super) type UpdateSender = mpsc::Sender<Result<EncodedMessage, Status>>;

/// The tournaments that are watched.
#[derive(Default)]
pub(super) struct TournamentBroadcasts {
    by_id: Mutex<HashMap<TournamentId, Arc<UpdatePublisher>>>,
}

/// Publishes the newest update of a tournament; the first one has no change.
type UpdatePublisher = watch::Sender<Arc<TournamentUpdate>>;

/// A state of a tournament, as its streams send it.
struct TournamentUpdate {
    /// The number of the update within its broadcast.
    number: u64,
    description: Arc<TournamentDescription>,
    /// For streams that have the update before; `None` if the setup has changed.
    change: Option<EncodedMessage>,
    /// For streams that lack updates, but not the setup.
    state: OnceLock<EncodedMessage>,
}

impl TournamentUpdate {
    /// Returns the first update of a broadcast.
    fn first(description: Arc<TournamentDescription>) -> Self {
        Self {
            number: 0,
            description,
            change: None,
            state: OnceLock::new(),
        }
    }

    /// Returns the update after this one, or `None` if nothing has changed.
    fn next(&self, description: Arc<TournamentDescription>) -> Option<Self> {
        let has_setup = Arc::ptr_eq(&description.tournament, &self.description.tournament);
        let change = if has_setup {
            let change = wire::change_update(&self.description, &description)?;
            Some(EncodedMessage::new(&change))
        } else {
            None
        };
        Some(Self {
            number: self.number + 1,
            description,
            change,
            state: OnceLock::new(),
        })
    }

    /// Returns the message for a stream: `has` is what it has, if any of this broadcast, and `setup` is the tournament
    /// whose setup it has.
    fn message(
        &self,
        has: Option<u64>,
        setup: &Arc<Tournament>,
        is_organizer: bool,
    ) -> EncodedMessage {
        if !Arc::ptr_eq(&self.description.tournament, setup) {
            return first_message(&self.description, is_organizer);
        }
        match &self.change {
            Some(change) if has == Some(self.number - 1) => change.clone(),
            _ => {
                let encode = || EncodedMessage::new(&wire::state_update(&self.description));
                self.state.get_or_init(encode).clone()
            }
        }
    }
}

/// Returns the first message of a stream.
fn first_message(description: &TournamentDescription, is_organizer: bool) -> EncodedMessage {
    let message = || visible_update(wire::first_update(description), is_organizer);
    description
        .first_updates
        .get_or_encode(is_organizer, message)
}

impl TournamentBroadcasts {
    /// Starts sending the states of a tournament to a stream, until the tournament has ended. At any time a stream has at
    /// most one message that it was not sent, whose bytes others share.
    pub(super) fn send(
        self: &Arc<Self>,
        tournaments: &Tournaments,
        watch: TournamentWatch,
        stream: WatchStream,
    ) {
        let sending = stream.send(Arc::clone(self), tournaments.clone(), watch);
        tournaments.tasks().spawn(sending);
    }

    /// Returns the state of a tournament and its updates from now on, if it has a director.
    fn follow(
        self: &Arc<Self>,
        tournaments: &Tournaments,
        mut watch: TournamentWatch,
    ) -> (
        Arc<TournamentDescription>,
        Option<watch::Receiver<Arc<TournamentUpdate>>>,
    ) {
        let first = Arc::clone(&watch.description);
        let updates = watch
            .take_snapshots()
            .map(|snapshots| self.subscribe(tournaments, &first, snapshots));
        (first, updates)
    }

    /// Returns the updates of a tournament from now on.
    fn subscribe(
        self: &Arc<Self>,
        tournaments: &Tournaments,
        description: &Arc<TournamentDescription>,
        snapshots: TournamentWatch,
    ) -> watch::Receiver<Arc<TournamentUpdate>> {
        let id = &description.tournament.id;
        let mut broadcasts = self.lock();
        if let Some(publisher) = broadcasts.get(id) {
            let mut updates = publisher.subscribe();
            // The present one may be newer than the first message, and the last.
            updates.mark_changed();
            return updates;
        }
        let first = TournamentUpdate::first(Arc::clone(description));
        let (publisher, updates) = watch::channel(Arc::new(first));
        let publisher = Arc::new(publisher);
        broadcasts.insert(id.clone(), Arc::clone(&publisher));
        drop(broadcasts);
        let broadcast = Broadcast {
            broadcasts: Arc::clone(self),
            tournaments: tournaments.clone(),
            snapshots,
            publisher,
        };
        tournaments.tasks().spawn(broadcast.run());
        updates
    }

    /// Removes a broadcast without streams; returns `false` if it has one again.
    fn remove_unwatched(&self, id: &TournamentId, publisher: &UpdatePublisher) -> bool {
        // Streams are added under the same lock.
        let mut broadcasts = self.lock();
        let is_unwatched = publisher.receiver_count() == 0;
        if is_unwatched {
            broadcasts.remove(id);
        }
        is_unwatched
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TournamentId, Arc<UpdatePublisher>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task that encodes the updates of one tournament.
struct Broadcast {
    broadcasts: Arc<TournamentBroadcasts>,
    tournaments: Tournaments,
    snapshots: TournamentWatch,
    publisher: Arc<UpdatePublisher>,
}

impl Broadcast {
    /// Publishes updates until the director has ended or no stream is left.
    async fn run(mut self) {
        while await_step("tournament broadcast", self.publish_updates())
            .await
            .is_none()
        {}
    }

    async fn publish_updates(&mut self) {
        let id = self.snapshots.description.tournament.id.clone();
        while !self.snapshots.has_ended() {
            tokio::select! {
                () = self.publisher.closed() => {
                    if self.broadcasts.remove_unwatched(&id, &self.publisher) {
                        return;
                    }
                }
                // Every stream tells its client.
                _ = self.tournaments.wait_for_shutdown() => break,
                changed = self.snapshots.changed() => match changed {
                    Some(()) => self.publish(),
                    // Its streams find the director that takes over.
                    None => break,
                },
            }
        }
        self.broadcasts.lock().remove(&id);
    }

    fn publish(&self) {
        let description = Arc::clone(&self.snapshots.description);
        let next = self.publisher.borrow().next(description);
        if let Some(next) = next {
            self.publisher.send_replace(Arc::new(next));
        }
    }
}

/// One stream of `WatchTournament`.
pub(super) struct WatchStream {
    pub(super) is_organizer: bool,
    /// Minimum time between two messages, in addition to the one between two updates.
    pub(super) interval: Duration,
    pub(super) sender: UpdateSender,
}

/// Why a stream gets no more updates.
#[derive(Debug, PartialEq, Eq)]
enum StreamEnd {
    /// The tournament has ended, or the client is gone.
    Final,
    /// The tournament has no director, until one takes over.
    NoDirector,
}

impl WatchStream {
    async fn send(
        self,
        broadcasts: Arc<TournamentBroadcasts>,
        tournaments: Tournaments,
        watch: TournamentWatch,
    ) {
        let error = tokio::select! {
            () = self.sender.closed() => return,
            error = tournaments.wait_for_shutdown() => error,
            sent = self.send_until_end(&broadcasts, &tournaments, watch) => match sent {
                Ok(()) => return,
                Err(error) => error,
            },
        };
        // The client may be gone.
        let _ = self.sender.send(Err(error.into())).await;
    }

    /// Sends what happens until the tournament has ended or the client is gone, whichever directors the tournament has.
    async fn send_until_end(
        &self,
        broadcasts: &Arc<TournamentBroadcasts>,
        tournaments: &Tournaments,
        mut watch: TournamentWatch,
    ) -> Result<(), Error> {
        let id = watch.description.tournament.id.clone();
        loop {
            let (first, updates) = broadcasts.follow(tournaments, watch);
            if self.send_updates(first, updates).await == StreamEnd::Final {
                return Ok(());
            }
            watch = loop {
                tokio::time::sleep(DIRECTOR_INTERVAL).await;
                let next = tournaments.watch(&id).await?;
                if next.is_current() {
                    break next;
                }
            };
        }
    }

    /// Sends the first message, and then the newest update whenever the one before was taken.
    async fn send_updates(
        &self,
        first: Arc<TournamentDescription>,
        updates: Option<watch::Receiver<Arc<TournamentUpdate>>>,
    ) -> StreamEnd {
        let message = first_message(&first, self.is_organizer);
        let has_ended = |it: &TournamentDescription| it.snapshot.state.has_ended();
        if self.sender.send(Ok(message)).await.is_err() || has_ended(&first) {
            return StreamEnd::Final;
        }
        let Some(mut updates) = updates else {
            return StreamEnd::NoDirector;
        };
        let (mut has, mut setup) = (None, Arc::clone(&first.tournament));
        loop {
            let sent_at = Instant::now();
            let Ok(permit) = self.sender.reserve().await else {
                return StreamEnd::Final;
            };
            tokio::time::sleep_until(sent_at + self.interval).await;
            if updates.changed().await.is_err() {
                return StreamEnd::NoDirector;
            }
            let update = Arc::clone(&updates.borrow_and_update());
            let description = &update.description;
            if description.snapshot.taken_at <= first.snapshot.taken_at {
                continue;
            }
            permit.send(Ok(update.message(has, &setup, self.is_organizer)));
            if has_ended(description) {
                return StreamEnd::Final;
            }
            (has, setup) = (Some(update.number), Arc::clone(&description.tournament));
        }
    }
}

#[cfg(test)]
mod tests;

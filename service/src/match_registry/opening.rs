//! Opening the rooms of matches, each by a task of its own.

use std::sync::Arc;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::MatchRegistry;
use super::room_entry::RoomEntry;
use crate::background;
use crate::error::Error;
use crate::ids::MatchId;
use crate::requester::Requester;
use crate::room::{self, AttemptEnd, AttemptEnded, ReplayedRoom, RoomHandle};
use crate::store::{AttemptKey, MatchRow, StoredMatch};
use crate::work_guard::Work;

impl MatchRegistry {
    /// Returns the open room, or the result of the task that opens it, which is started here
    /// unless another caller has started it.
    pub(super) fn opening(self: &Arc<Self>, id: &MatchId, created: Option<MatchRow>) -> RoomEntry {
        let mut rooms = self.rooms();
        match rooms.get(id) {
            Some(RoomEntry::Open(room)) if !room.is_closed() => {
                return RoomEntry::Open(room.clone());
            }
            Some(RoomEntry::Opening(result)) => return RoomEntry::Opening(result.clone()),
            Some(RoomEntry::Open(_)) | None => {}
        }
        if let Some(suspended) = self.guard().suspension(&id.name()) {
            return RoomEntry::rejected(suspended.match_error());
        }
        let (result, opening) = watch::channel(None);
        rooms.insert(id.clone(), RoomEntry::Opening(opening.clone()));
        drop(rooms);
        // A task of its own: a caller that disconnects must not leave a room half opened.
        let task = OpenTask {
            registry: Arc::clone(self),
            id: id.clone(),
            shutdown: self.shutdown_token(),
            result,
        };
        let run = Requester::current().scope(task.run(created));
        self.context.tasks.spawn(run);
        RoomEntry::Opening(opening)
    }

    /// Reads a match and replays it, outside the lock and off the async threads.
    async fn replay(&self, id: &MatchId) -> Result<ReplayedRoom, Error> {
        self.check_match_owner(id).await?;
        // Before the match is read, so that few are in memory at a time.
        let _permit = self.replays.acquire().await?;
        let stored = self.context.store.load(id).await?;
        stored.row.check_record()?;
        let (context, work) = (Arc::clone(&self.context), opening_work(id));
        background::compute(move || {
            let guard = Arc::clone(&context.guard);
            guard.run(&work, || {
                #[cfg(test)]
                super::tests::hold_replay(&stored.row.id);
                room::replay(stored, context)
            })
        })
        .await
    }

    /// Opens the room of a match again that has failed, unless the match is suspended: then its tournament learns so.
    fn handle_failed_room(self: &Arc<Self>, id: &MatchId, attempt: Option<AttemptKey>) {
        let Some(suspended) = self.guard().suspension(&id.name()) else {
            if !self.shutdown_token().is_cancelled() {
                drop(self.opening(id, None));
            }
            return;
        };
        if let Some(attempt) = attempt {
            let end = AttemptEnd::Suspended(suspended.text());
            self.context
                .attempt_observers
                .notify(AttemptEnded { attempt, end });
        }
    }

    fn remove_closed(&self, id: &MatchId) {
        let mut rooms = self.rooms();
        if let Some(RoomEntry::Open(room)) = rooms.get(id)
            && room.is_closed()
        {
            rooms.remove(id);
        }
    }
}

/// The task that opens a room. If it panics, its entry is removed and callers get an error.
struct OpenTask {
    registry: Arc<MatchRegistry>,
    id: MatchId,
    /// Cancelled if the room must not open any more.
    shutdown: CancellationToken,
    result: watch::Sender<Option<Result<RoomHandle, Error>>>,
}

impl OpenTask {
    async fn run(self, created: Option<MatchRow>) {
        let replayed = match created {
            Some(row) => {
                let stored = StoredMatch {
                    row,
                    events: Vec::new(),
                    submissions: Vec::new(),
                };
                let context = Arc::clone(&self.registry.context);
                let opening = || room::replay(stored, context);
                self.registry.guard().run(&opening_work(&self.id), opening)
            }
            None => self.registry.replay(&self.id).await,
        };
        let result = match replayed {
            Ok(replayed) => self.enter(replayed),
            Err(error) => Err(error),
        };
        if result.is_err() {
            self.registry.rooms().remove(&self.id);
        }
        self.result.send_replace(Some(result));
    }

    /// Starts the room and enters it in the registry.
    fn enter(&self, replayed: ReplayedRoom) -> Result<RoomHandle, Error> {
        let mut rooms = self.registry.rooms();
        if self.shutdown.is_cancelled() {
            return Err(Error::draining());
        }
        let registry = Arc::downgrade(&self.registry);
        let (id, attempt) = (self.id.clone(), replayed.attempt().cloned());
        let room = replayed.start(move |ended| {
            if let Some(registry) = registry.upgrade() {
                registry.remove_closed(&id);
                if ended.is_err() {
                    registry.handle_failed_room(&id, attempt);
                }
            }
        });
        rooms.insert(self.id.clone(), RoomEntry::Open(room.clone()));
        Ok(room)
    }
}

fn opening_work(id: &MatchId) -> Work {
    Work::of_match(id, "opening it")
}

impl Drop for OpenTask {
    fn drop(&mut self) {
        if self.result.borrow().is_none() {
            self.registry.rooms().remove(&self.id);
        }
    }
}

//! Who waits, and which invitations stand.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use botwerk_proto::v1 as proto;
use proto::stream_invitations_response::Kind;
use tokio::sync::watch;

use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::room::StreamSender;

/// Whom an invitation is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum BotId {
    /// A registered bot, by its name.
    Registered(String),
    /// The program of an entrant, by tournament and number.
    Program(TournamentId, usize),
}

/// What is known of a bot at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct BotStatus {
    /// Whether it waits on a stream.
    pub(crate) attending: bool,
    /// Whether it has since the server was started.
    pub(crate) has_been_online: bool,
    /// Matches that it is invited to.
    pub(crate) playing: u32,
    /// Matches that it plays at a time.
    pub(crate) max_concurrent_matches: u32,
}

/// Everybody who waits or was invited.
#[derive(Debug)]
pub(crate) struct OnlineBots {
    // A mutex of the standard library: every access is one short step.
    inner: Mutex<Inner>,
    /// Changes whenever somebody comes or goes.
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Inner {
    waiting: BTreeMap<BotId, BotEntry>,
    /// Programs of entrants by the hashes of their tokens, with their names.
    programs: BTreeMap<String, (BotId, String)>,
    streams: u64,
}

#[derive(Debug, Default)]
struct BotEntry {
    /// The newest stream and its number.
    stream: Option<(u64, StreamSender<proto::StreamInvitationsResponse>)>,
    has_been_online: bool,
    max_concurrent_matches: u32,
    /// Invitations by match and seat.
    invited: BTreeMap<(String, u32), proto::Invitation>,
}

impl Default for OnlineBots {
    fn default() -> Self {
        Self {
            inner: Mutex::default(),
            changes: watch::Sender::new(0),
        }
    }
}

impl OnlineBots {
    /// Lets the bearer of a token with this hash attend as the program of an entrant.
    pub(crate) fn register_launched(&self, token_sha256: String, id: BotId, name: String) {
        self.lock().programs.insert(token_sha256, (id, name));
    }

    /// The program with a token of this hash.
    pub(super) fn program(&self, token_sha256: &str) -> Option<(BotId, String)> {
        self.lock().programs.get(token_sha256).cloned()
    }

    /// Lets a bot wait on a stream, in the place of an older one; what it is invited to is told
    /// again.
    pub(super) fn connect(
        &self,
        id: BotId,
        sender: StreamSender<proto::StreamInvitationsResponse>,
        max_concurrent_matches: u32,
        bot: proto::Bot,
    ) {
        let mut inner = self.lock();
        inner.streams += 1;
        let number = inner.streams;
        let waiting = inner.waiting.entry(id).or_default();
        waiting.has_been_online = true;
        waiting.max_concurrent_matches = max_concurrent_matches;
        let bot = proto::Bot {
            is_online: true,
            active_matches: waiting.invited.len() as u32,
            max_concurrent_matches,
            ..bot
        };
        sender.set_capacity(max_concurrent_matches as usize);
        sender.send(response(Kind::Online(proto::Online { bot: Some(bot) })));
        for invited in waiting.invited.values() {
            sender.send(response(Kind::Invitation(invited.clone())));
        }
        let older = waiting.stream.replace((number, sender));
        drop(inner);
        if let Some((_, older)) = older {
            let message = "a newer stream of this bot attends";
            older.end(Error::new(Reason::Replaced, message));
        }
        self.note_change();
    }

    /// Invites a bot to a seat.
    pub(crate) fn invite(&self, id: &BotId, invited: proto::Invitation) {
        let mut inner = self.lock();
        let waiting = inner.waiting.entry(id.clone()).or_default();
        waiting.send(Kind::Invitation(invited.clone()));
        let place = (invited.r#match.clone(), invited.seat);
        waiting.invited.insert(place, invited);
    }

    /// Forgets all invitations to a match that has ended.
    pub(crate) fn forget_match(&self, id: &BotId, name: &str) {
        if let Some(waiting) = self.lock().waiting.get_mut(id) {
            waiting.invited.retain(|(other, _), _| other != name);
        }
    }

    /// Tells a bot something if it waits.
    pub(crate) fn send(&self, id: &BotId, kind: Kind) {
        if let Some(waiting) = self.lock().waiting.get_mut(id) {
            waiting.send(kind);
        }
    }

    /// Lets the programs of a tournament attend no more.
    pub(crate) fn remove_launched(&self, tournament: &TournamentId) {
        let is_of = |id: &BotId| matches!(id, BotId::Program(of, _) if of == tournament);
        let mut inner = self.lock();
        inner.programs.retain(|_, (id, _)| !is_of(id));
        // Their streams end with what was told last.
        inner.waiting.retain(|id, _| !is_of(id));
    }

    /// What is known of a bot.
    pub(crate) fn presence(&self, id: &BotId) -> BotStatus {
        let inner = self.lock();
        let Some(waiting) = inner.waiting.get(id) else {
            return BotStatus::default();
        };
        let stream = waiting.stream.as_ref();
        BotStatus {
            attending: stream.is_some_and(|(_, sender)| !sender.is_closed()),
            has_been_online: waiting.has_been_online,
            playing: waiting.invited.len() as u32,
            max_concurrent_matches: waiting.max_concurrent_matches,
        }
    }

    /// Sees when somebody comes or goes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Notes that somebody has come or gone.
    pub(crate) fn note_change(&self) {
        self.changes.send_modify(|number| *number += 1);
    }

    /// Ends all streams.
    pub(crate) fn close_rooms(&self, error: &Error) {
        for waiting in self.lock().waiting.values_mut() {
            if let Some((_, sender)) = waiting.stream.take() {
                sender.end(error.clone());
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BotEntry {
    fn send(&mut self, kind: Kind) {
        if let Some((_, sender)) = &self.stream
            && !sender.send(response(kind))
        {
            self.stream = None;
        }
    }
}

fn response(kind: Kind) -> proto::StreamInvitationsResponse {
    proto::StreamInvitationsResponse { kind: Some(kind) }
}

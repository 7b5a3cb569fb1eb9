//! The bots that are online, and their open invitations.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use botwerk_engine::GameId;
use tokio::sync::watch;

use super::message::{BotDescription, BotMessage, Invitation};
use crate::error::{Error, Reason};
use crate::ids::{MatchId, TournamentId};
use crate::room::StreamSender;

/// The identity of a bot.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum BotId {
    /// A registered bot, by its name.
    Registered(String),
    /// A launched bot, by its tournament and the number of its entrant.
    Launched(TournamentId, usize),
}

/// The current status of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct BotStatus {
    /// Whether its invitation stream is open.
    pub(crate) is_online: bool,
    /// Whether it has been online since the server was started.
    pub(crate) has_been_online: bool,
    /// The number of seats that it is invited to, or that are reserved for it.
    pub(crate) active_matches: u32,
    /// Maximum number of matches that it plays at a time.
    pub(crate) max_concurrent_matches: u32,
    /// The matches of all bots of its owner, and their maximum number; `None` for a bot of the operator.
    pub(crate) owner_matches: Option<OwnerMatches>,
    /// Whether its program ends with its matches: it is invited to no new block.
    pub(crate) is_ending: bool,
}

/// The matches that the bots of an owner play on this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OwnerMatches {
    pub(crate) active: u32,
    pub(crate) max: u32,
}

impl BotStatus {
    /// Returns `true` if the bot can be invited to this number of further seats of a match, in which all bots of its owner
    /// have a number of seats. A bot that occupies more seats than a limit plays one match at a time.
    pub(crate) fn has_capacity(&self, seats: u32, seats_of_owner: u32) -> bool {
        let is_within = |active: u32, seats: u32, max: u32| active == 0 || active + seats <= max;
        let owner = self.owner_matches;
        is_within(self.active_matches, seats, self.max_concurrent_matches)
            && owner.is_none_or(|owner| is_within(owner.active, seats_of_owner, owner.max))
    }
}

/// Maximum numbers of matches at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BotLimits {
    pub(super) of_bot: u32,
    /// Of all bots of its owner; `None` for a bot of the operator.
    pub(super) of_owner: Option<u32>,
}

/// The bots that are online, and the open invitations of all bots.
#[derive(Debug)]
pub(crate) struct OnlineBots {
    // A mutex of the standard library: every access is one short step.
    inner: Mutex<Inner>,
    /// Changes whenever a bot connects, or its games or the quota of its owner change.
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Inner {
    bots: BTreeMap<BotId, BotEntry>,
    /// Launched bots by the hashes of their tokens, with their names.
    launched: BTreeMap<String, (BotId, String)>,
}

/// The invitation stream of a bot.
#[derive(Debug)]
pub(super) struct BotStream {
    pub(super) sender: StreamSender<BotMessage>,
    /// What has opened it.
    pub(super) token: StreamToken,
}

/// The token that has opened a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StreamToken {
    pub(super) sha256: String,
    /// Whether it is one of a host, which ends with the lease and not with the token of the bot.
    pub(super) is_hosted: bool,
}

#[derive(Debug, Default)]
struct BotEntry {
    /// The newest stream.
    stream: Option<BotStream>,
    has_been_online: bool,
    limits: BotLimits,
    /// Whether its program ends with its matches, so that it begins no others.
    is_ending: bool,
    /// Names of the games that it plays; empty for all.
    games: Vec<String>,
    /// Open invitations by match and seat.
    invitations: BTreeMap<(MatchId, usize), Invitation>,
    /// Number of seats of matches that are being started.
    reserved: u32,
}

/// Seats of a match that is being started. They count as invitations until this is dropped, so that no other tournament
/// takes the place of the match in the meantime.
#[derive(Debug)]
pub(crate) struct ReservedSeats {
    online: Arc<OnlineBots>,
    /// The number of seats of each bot.
    seats: BTreeMap<BotId, u32>,
}

impl Drop for ReservedSeats {
    fn drop(&mut self) {
        let mut inner = self.online.lock();
        for (id, seats) in &self.seats {
            if let Some(entry) = inner.bots.get_mut(id) {
                entry.reserved = entry.reserved.saturating_sub(*seats);
            }
        }
    }
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
    /// Registers the token of a launched bot by its hash.
    pub(crate) fn register_launched(&self, token_sha256: String, id: BotId, name: String) {
        self.lock().launched.insert(token_sha256, (id, name));
    }

    /// Returns the launched bot whose token has this hash, with its name, or `None` if no launched
    /// bot has it.
    pub(super) fn launched_bot(&self, token_sha256: &str) -> Option<(BotId, String)> {
        self.lock().launched.get(token_sha256).cloned()
    }

    /// Connects a bot to a stream, which replaces an older one and receives its open invitations.
    pub(super) fn connect(
        &self,
        id: BotId,
        stream: BotStream,
        limits: BotLimits,
        bot: BotDescription,
    ) {
        let mut inner = self.lock();
        let entry = inner.bots.entry(id).or_default();
        entry.has_been_online = true;
        entry.is_ending = false;
        entry.limits = limits;
        entry.games.clone_from(&bot.games);
        let bot = BotDescription {
            is_online: true,
            active_matches: entry.active_matches(),
            max_concurrent_matches: limits.of_bot,
            ..bot
        };
        let sender = &stream.sender;
        sender.set_capacity(limits.of_bot as usize);
        sender.send(BotMessage::Online(bot));
        for invitation in entry.invitations.values() {
            sender.send(BotMessage::Invitation(invitation.clone()));
        }
        let replaced = entry.stream.replace(stream);
        drop(inner);
        if let Some(replaced) = replaced {
            let message = "a newer stream of this bot is open";
            replaced.sender.end(Error::new(Reason::Replaced, message));
        }
        self.changes.send_modify(|number| *number += 1);
    }

    /// Sets the games of a registered bot and the quota of its owner, which may have changed.
    pub(super) fn update(&self, name: &str, games: &[String], of_owner: Option<u32>) {
        let id = BotId::Registered(name.to_owned());
        let mut inner = self.lock();
        let Some(entry) = inner.bots.get_mut(&id) else {
            return;
        };
        if entry.games == games && entry.limits.of_owner == of_owner {
            return;
        }
        games.clone_into(&mut entry.games);
        entry.limits.of_owner = of_owner;
        drop(inner);
        // Directors may wait for it.
        self.changes.send_modify(|number| *number += 1);
    }

    /// Sets whether the program of a registered bot ends with its matches, as for a newer version.
    pub(crate) fn set_ending(&self, name: &str, is_waiting: bool) {
        let id = BotId::Registered(name.to_owned());
        if let Some(entry) = self.lock().bots.get_mut(&id) {
            entry.is_ending = is_waiting;
        }
    }

    /// Ends the stream of a registered bot with an error if a token, which is revoked, has opened it.
    pub(super) fn revoke(&self, name: &str, token: &StreamToken, error: &Error) {
        let mut inner = self.lock();
        let id = BotId::Registered(name.to_owned());
        if let Some(entry) = inner.bots.get_mut(&id)
            && let Some(stream) = entry.stream.take_if(|stream| stream.token == *token)
        {
            tracing::info!(bot = name, "stream of a revoked token ended");
            stream.sender.end(error.clone());
        }
    }

    /// Returns the names of the registered bots that are online, with the tokens that have opened their streams.
    pub(super) fn registered_tokens(&self) -> BTreeMap<String, StreamToken> {
        let inner = self.lock();
        let online = inner.bots.iter().filter_map(|(id, entry)| match id {
            BotId::Registered(name) => {
                let stream = entry.stream.as_ref()?;
                Some((name.clone(), stream.token.clone()))
            }
            BotId::Launched(..) => None,
        });
        online.collect()
    }

    /// Reserves a number of seats for each bot, or returns `None` if one of them or its owner has too few left.
    pub(crate) fn reserve(self: &Arc<Self>, seats: BTreeMap<BotId, u32>) -> Option<ReservedSeats> {
        let mut of_owners: BTreeMap<Option<&str>, u32> = BTreeMap::new();
        for (id, seats) in &seats {
            *of_owners.entry(owner_of(id)).or_default() += seats;
        }
        let mut inner = self.lock();
        let has_capacity = |id: &BotId, seats: u32| {
            let status = inner.status(id);
            status.has_capacity(seats, of_owners[&owner_of(id)])
        };
        if !seats.iter().all(|(id, seats)| has_capacity(id, *seats)) {
            return None;
        }
        for (id, seats) in &seats {
            inner.bots.entry(id.clone()).or_default().reserved += seats;
        }
        drop(inner);
        let online = Arc::clone(self);
        Some(ReservedSeats { online, seats })
    }

    /// Invites a bot to a seat. A bot that is offline receives the invitation when it connects.
    pub(crate) fn invite(&self, id: &BotId, invitation: Invitation) {
        let mut inner = self.lock();
        let entry = inner.bots.entry(id.clone()).or_default();
        entry.send(BotMessage::Invitation(invitation.clone()));
        let seat = (invitation.match_id.clone(), invitation.seat);
        entry.invitations.insert(seat, invitation);
    }

    /// Removes the invitations of a bot to a match that has ended.
    pub(crate) fn remove_invitations(&self, id: &BotId, ended: &MatchId) {
        if let Some(entry) = self.lock().bots.get_mut(id) {
            entry.invitations.retain(|(other, _), _| other != ended);
        }
    }

    /// Removes the invitations of all bots, whose matches another server plays from now on.
    pub(crate) fn clear_invitations(&self) {
        for entry in self.lock().bots.values_mut() {
            entry.invitations.clear();
        }
    }

    /// Returns the matches and seats to which a bot has an open invitation.
    pub(super) fn invited_seats(&self, id: &BotId) -> Vec<(MatchId, usize)> {
        let inner = self.lock();
        let entry = inner.bots.get(id);
        entry.map_or_else(Vec::new, |entry| {
            entry.invitations.keys().cloned().collect()
        })
    }

    /// Returns the registered bots that are online and play no match.
    pub(crate) fn idle_registered(&self) -> BTreeSet<BotId> {
        let inner = self.lock();
        let idle = inner.bots.iter().filter(|(id, entry)| {
            matches!(id, BotId::Registered(_)) && entry.is_online() && entry.active_matches() == 0
        });
        idle.map(|(id, _)| id.clone()).collect()
    }

    /// Ends the stream of a bot with the address of another server, unless the bot plays a match.
    pub(crate) fn redirect(&self, id: &BotId, address: &str) {
        let mut inner = self.lock();
        if let Some(entry) = inner.bots.get_mut(id)
            && entry.active_matches() == 0
            && let Some(stream) = entry.stream.take()
        {
            stream.sender.end(Error::wrong_server(address.to_owned()));
        }
    }

    /// Sends a message to a bot if it is online.
    pub(crate) fn send(&self, id: &BotId, message: BotMessage) {
        if let Some(entry) = self.lock().bots.get_mut(id) {
            entry.send(message);
        }
    }

    /// Removes the launched bots of a tournament. Their streams end after the queued messages.
    pub(crate) fn remove_launched(&self, tournament: &TournamentId) {
        let is_removed =
            |id: &BotId| matches!(id, BotId::Launched(other, _) if other == tournament);
        let mut inner = self.lock();
        inner.launched.retain(|_, (id, _)| !is_removed(id));
        inner.bots.retain(|id, _| !is_removed(id));
    }

    /// Returns the status of a bot.
    pub(crate) fn status(&self, id: &BotId) -> BotStatus {
        self.lock().status(id)
    }

    /// Returns the number of matches to which the bots of an owner are invited.
    pub(super) fn active_matches_of_owner(&self, owner: &str) -> u32 {
        self.lock().active_matches_of_owner(owner)
    }

    /// Returns `true` if a bot plays a game, or has not been online yet.
    pub(crate) fn plays(&self, id: &BotId, game: GameId) -> bool {
        let inner = self.lock();
        let games = inner.bots.get(id).map_or(&[][..], |entry| &entry.games);
        games.is_empty() || games.iter().any(|name| name == game.name())
    }

    /// Subscribes to bots that connect.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Closes all streams with an error.
    pub(crate) fn close_streams(&self, error: &Error) {
        for entry in self.lock().bots.values_mut() {
            if let Some(stream) = entry.stream.take() {
                stream.sender.end(error.clone());
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the owner in the name of a bot.
fn owner_of(id: &BotId) -> Option<&str> {
    match id {
        BotId::Registered(name) => Some(name.split_once('/')?.0),
        BotId::Launched(..) => None,
    }
}

impl Inner {
    fn status(&self, id: &BotId) -> BotStatus {
        let Some(entry) = self.bots.get(id) else {
            return BotStatus::default();
        };
        BotStatus {
            is_online: entry.is_online(),
            has_been_online: entry.has_been_online,
            active_matches: entry.active_matches(),
            max_concurrent_matches: entry.limits.of_bot,
            owner_matches: entry.limits.of_owner.and_then(|max| {
                let active = self.active_matches_of_owner(owner_of(id)?);
                Some(OwnerMatches { active, max })
            }),
            is_ending: entry.is_ending,
        }
    }

    fn active_matches_of_owner(&self, owner: &str) -> u32 {
        // Their names follow one another.
        let from = BotId::Registered(format!("{owner}/"));
        let bots = self.bots.range(from..);
        let own = bots.take_while(|(id, _)| owner_of(id) == Some(owner));
        own.map(|(_, entry)| entry.active_matches()).sum()
    }
}

impl BotEntry {
    fn active_matches(&self) -> u32 {
        self.invitations.len() as u32 + self.reserved
    }

    fn is_online(&self) -> bool {
        let stream = self.stream.as_ref();
        stream.is_some_and(|stream| !stream.sender.is_closed())
    }

    fn send(&mut self, message: BotMessage) {
        if let Some(stream) = &self.stream
            && !stream.sender.send(message)
        {
            self.stream = None;
        }
    }
}

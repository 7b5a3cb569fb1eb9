//! What directors share, and the handles of the directors of the tournaments in progress.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use botwerk_tournament::TournamentTally;
use botwerk_tournament::configuration::Configuration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{oneshot, watch};

use super::check_queue::WorkerChecks;
use super::command::{CommandReply, DirectorCommand, TournamentSnapshot};
use super::standings::{TournamentDescription, TournamentStandings};
use super::tournament::Tournament;
use crate::bots::{BotId, OnlineBots};
use crate::error::Error;
use crate::ids::TournamentId;
use crate::match_registry::MatchRegistry;
use crate::pool::SearchPool;
use crate::room::AttemptObservers;
use crate::store::{AccountStore, ChunkStore, TournamentStore, WorkerStore};
use crate::token::token_sha256;
use crate::tournament_state::TournamentState;
use crate::tracked_store::TrackedStore;
use crate::workers::WorkerRegistry;

/// [`DirectorContext::max_matches_ahead`] of a server: reached by 4,000 matches a second while one lasts for a minute.
pub(crate) const MAX_MATCHES_AHEAD: u64 = 1 << 18;

/// What all directors share.
pub(crate) struct DirectorContext {
    pub(crate) store: Arc<dyn TournamentStore>,
    pub(crate) accounts: Arc<dyn AccountStore>,
    pub(crate) matches: Arc<TrackedStore>,
    pub(crate) registry: Arc<MatchRegistry>,
    pub(crate) pool: SearchPool,
    pub(crate) online_bots: Arc<OnlineBots>,
    pub(crate) ends: Arc<AttemptObservers>,
    pub(crate) directors: DirectorHandles,
    /// The runtime on which directors run: they compute pairings and standings.
    pub(crate) background: Handle,
    /// Time for which a bot that was online may be away before its matches start without it.
    pub(crate) away_limit: Duration,
    /// Time for which a tournament may not progress before it is paused.
    pub(crate) stall_limit: Duration,
    pub(crate) chunks: Arc<dyn ChunkStore>,
    pub(crate) workers: Arc<WorkerRegistry>,
    pub(crate) worker_store: Arc<dyn WorkerStore>,
    /// The matches of workers that are played again.
    pub(crate) checks: WorkerChecks,
    /// Number of matches after the first one without a result that may be started or offered to workers, so that what is
    /// kept of them is bounded.
    pub(crate) max_matches_ahead: u64,
    /// Time after which the lease of a chunk ends.
    pub(crate) chunk_lease: Duration,
    /// The percentage of the matches of workers that the server plays again.
    pub(crate) check_percent: u32,
    /// Encodes the final table of a season, given by its number, as it is sent.
    pub(crate) encode_final_table: fn(&TournamentStandings, u32) -> Vec<u8>,
}

/// The directors of the tournaments in progress, by the tournament's id.
#[derive(Default)]
pub(crate) struct DirectorHandles {
    // A mutex of the standard library: every access is one short step.
    by_id: Mutex<BTreeMap<TournamentId, DirectorHandle>>,
    /// The tournaments that are being stored or opened, so that no other task opens them. Locked before `by_id`.
    reserved: Arc<Mutex<BTreeSet<TournamentId>>>,
    changes: DirectorChanges,
}

/// Number of directors that have started or ended so far: what was read from the store before one did is not read again as
/// the present state.
#[derive(Debug, Clone, Default)]
pub(super) struct DirectorChanges(Arc<AtomicU64>);

impl DirectorChanges {
    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    fn increment(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

/// The right to store or open one tournament, until it is dropped.
pub(super) struct DirectorReservation {
    id: TournamentId,
    reserved: Arc<Mutex<BTreeSet<TournamentId>>>,
}

impl DirectorReservation {
    /// Returns the tournament.
    pub(super) fn id(&self) -> &TournamentId {
        &self.id
    }
}

impl Drop for DirectorReservation {
    fn drop(&mut self) {
        let mut reserved = self.reserved.lock().unwrap_or_else(PoisonError::into_inner);
        reserved.remove(&self.id);
    }
}

/// A number for each label.
pub(super) type LabelCounts = Vec<(&'static str, i64)>;

/// The handle of a director.
#[derive(Clone)]
pub(super) struct DirectorHandle {
    pub(super) commands: UnboundedSender<DirectorCommand>,
    /// The newest snapshot, shared by all watchers.
    pub(super) snapshots: watch::Sender<Arc<TournamentSnapshot>>,
}

/// A tournament as a watcher sees it. While the tournament has a director, nothing is read from the
/// store.
pub(crate) struct TournamentWatch {
    pub(crate) description: Arc<TournamentDescription>,
    /// `None` if the tournament has no director, so that it does not change.
    pub(super) snapshots: Option<watch::Receiver<Arc<TournamentSnapshot>>>,
}

impl TournamentWatch {
    /// Returns `true` if the tournament has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.description.snapshot.state.has_ended()
    }

    /// Returns the changes of a tournament that has a director; `self` has none any more.
    pub(crate) fn take_snapshots(&mut self) -> Option<Self> {
        let snapshots = self.snapshots.take()?;
        Some(Self {
            description: Arc::clone(&self.description),
            snapshots: Some(snapshots),
        })
    }

    /// Waits for the next snapshot. Returns `None` if the tournament has no director any more, whose last snapshot was
    /// received.
    pub(crate) async fn changed(&mut self) -> Option<()> {
        let snapshots = self.snapshots.as_mut()?;
        snapshots.changed().await.ok()?;
        let snapshot = Arc::clone(&snapshots.borrow_and_update());
        self.description = Arc::new(TournamentDescription::new(snapshot));
        Some(())
    }

    /// Returns `true` if the tournament has a director, or ended, when the watch began.
    pub(crate) fn is_current(&self) -> bool {
        self.snapshots.is_some() || self.has_ended()
    }
}

impl DirectorHandles {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<TournamentId, DirectorHandle>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the registered bots that take part in running tournaments.
    pub(super) fn running_bots(&self) -> BTreeSet<BotId> {
        let snapshots: Vec<_> = self
            .lock()
            .values()
            .map(|director| Arc::clone(&director.snapshots.borrow()))
            .collect();
        let running = snapshots
            .iter()
            .filter(|snapshot| snapshot.state == TournamentState::Running);
        running
            .flat_map(|snapshot| snapshot.tournament.registered_bots(&snapshot.status))
            .collect()
    }

    /// Returns the running leagues that bots with uploaded programs enter by themselves.
    pub(super) fn open_leagues(&self) -> Vec<(TournamentId, Configuration)> {
        let directors = self.lock();
        let snapshots = directors
            .values()
            .map(|director| director.snapshots.borrow());
        let open = snapshots.filter(|snapshot| {
            let league = snapshot.tournament.configuration.league();
            snapshot.state == TournamentState::Running && league.is_some_and(|it| it.is_open)
        });
        open.map(|snapshot| {
            let tournament = &snapshot.tournament;
            (tournament.id.clone(), tournament.configuration.clone())
        })
        .collect()
    }

    /// Returns the number of tournaments in each state, and of their obstacles of each kind.
    pub(super) fn counts(&self) -> (LabelCounts, LabelCounts) {
        let directors = self.lock();
        let labels =
            [TournamentState::Running, TournamentState::Paused].map(TournamentState::label);
        let mut states: BTreeMap<_, i64> = labels.map(|label| (label, 0)).into();
        let mut obstacles = BTreeMap::new();
        for director in directors.values() {
            let snapshot = director.snapshots.borrow();
            *states.entry(snapshot.state.label()).or_default() += 1;
            for obstacle in &snapshot.obstacles {
                *obstacles.entry(obstacle.label()).or_default() += 1;
            }
        }
        drop(directors);
        (
            states.into_iter().collect(),
            obstacles.into_iter().collect(),
        )
    }

    pub(super) fn get(&self, id: &TournamentId) -> Option<DirectorHandle> {
        self.lock().get(id).cloned()
    }

    /// Reserves a tournament that is to be stored or opened. Returns `None` if it has a director or another task has
    /// reserved it.
    pub(super) fn reserve(&self, id: &TournamentId) -> Option<DirectorReservation> {
        let mut reserved = self.reserved();
        if self.lock().contains_key(id) || !reserved.insert(id.clone()) {
            return None;
        }
        drop(reserved);
        Some(DirectorReservation {
            id: id.clone(),
            reserved: Arc::clone(&self.reserved),
        })
    }

    /// Adds the director of a tournament.
    pub(super) fn insert(&self, id: TournamentId, director: DirectorHandle) {
        self.lock().insert(id, director);
        self.changes.increment();
    }

    /// Returns the changes of all directors.
    pub(super) fn changes(&self) -> DirectorChanges {
        self.changes.clone()
    }

    /// Returns `true` if no tournament has a director or gets one.
    pub(super) fn is_empty(&self) -> bool {
        self.reserved().is_empty() && self.lock().is_empty()
    }

    fn reserved(&self) -> MutexGuard<'_, BTreeSet<TournamentId>> {
        self.reserved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DirectorHandle {
    /// Describes the tournament; returns `None` if the director has ended.
    pub(super) async fn describe(&self) -> Option<TournamentDescription> {
        let description = self.send(|reply| DirectorCommand::Describe { reply }).await;
        description?.ok()
    }

    /// Describes the tournament, with the sums of its results; returns `None` if the director has ended.
    pub(super) async fn tally(&self) -> Option<(TournamentDescription, Arc<TournamentTally>)> {
        let (reply, answer) = oneshot::channel();
        self.commands.send(DirectorCommand::Tally { reply }).ok()?;
        let (snapshot, tally) = answer.await.ok()?;
        Some((TournamentDescription::new(Arc::new(snapshot)), tally))
    }

    /// Sends a command. Returns the tournament after it, an error if it was rejected, or `None` if the
    /// director has ended.
    pub(super) async fn send(
        &self,
        command: impl FnOnce(CommandReply) -> DirectorCommand,
    ) -> Option<Result<TournamentDescription, Error>> {
        let (reply, answer) = oneshot::channel();
        self.commands.send(command(reply)).ok()?;
        let snapshot = answer.await.ok()?;
        Some(snapshot.map(|snapshot| TournamentDescription::new(Arc::new(snapshot))))
    }
}

impl DirectorContext {
    /// Registers the launched bots of a tournament, so that they can connect with their tokens.
    pub(super) fn register_launched_bots(&self, tournament: &Tournament) {
        for entrant in tournament.launched_entrants() {
            let hash = token_sha256(&tournament.secret.bot_token(entrant));
            let bot = BotId::Launched(tournament.id.clone(), entrant);
            let name = tournament.entrant_name(entrant).to_owned();
            self.online_bots.register_launched(hash, bot, name);
        }
    }

    /// Removes the handle of a director that ends.
    pub(super) fn remove_director(&self, id: &TournamentId) {
        self.directors.lock().remove(id);
        self.directors.changes.increment();
    }
}

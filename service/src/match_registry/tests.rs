//! Opening rooms while other matches are in progress.

use std::any::TypeId;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use botwerk_engine::GameId;
use botwerk_engine::clock::TimeControl;
use tokio_util::task::TaskTracker;

use super::*;
use crate::error::Reason;
use crate::new_match::NewMatch;
use crate::new_match::NewSeat;
use crate::pool::SearchPool;
use crate::request_origin::{Caller, RequestOrigin};
use crate::room::{MatchLimits, RoomRuntimes};
use crate::server_secret::ServerSecret;
use crate::store::sql::{SqlRead, SqlReader, SqlStore};
use crate::store::{
    MemoryStore, PendingRead, PendingWrite, Store, StoredMatch, WriteCommand, WriteStore,
};
use crate::test_polling::wait_until;
use crate::work_guard::{Work, WorkGuard};

/// The match whose replay is held, and what releases it.
static HELD_REPLAY: Mutex<Option<(MatchId, Receiver<()>)>> = Mutex::new(None);

/// Holds the replay of that match until it is released, or for ten seconds, on the thread that replays it.
pub(super) fn hold_replay(id: &MatchId) {
    let held = HELD_REPLAY.lock().unwrap().take_if(|(held, _)| held == id);
    if let Some((_, released)) = held {
        // The test fails if nothing has released it.
        let _ = released.recv_timeout(Duration::from_secs(10));
    }
}

/// A store that counts how often a match is read.
#[derive(Default)]
struct CountingStore {
    store: MemoryStore,
    loads: AtomicUsize,
}

impl WriteStore for CountingStore {
    fn write(&self, command: WriteCommand) -> PendingWrite {
        self.store.write(command)
    }
}

impl SqlStore for CountingStore {
    fn server_secret(&self) -> &ServerSecret {
        self.store.server_secret()
    }

    fn read<T, F>(&self, read: F) -> PendingRead<T>
    where
        T: Send + 'static,
        F: for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T> + Send + 'static,
    {
        let is_load = TypeId::of::<T>() == TypeId::of::<StoredMatch>();
        self.loads.fetch_add(usize::from(is_load), Ordering::SeqCst);
        self.store.read(read)
    }
}

fn registry(store: &Arc<CountingStore>) -> Arc<MatchRegistry> {
    registry_on(store, RoomRuntimes::current())
}

fn registry_on(store: &Arc<CountingStore>, runtimes: RoomRuntimes) -> Arc<MatchRegistry> {
    let limit = Duration::from_secs(600);
    let context = RoomContext {
        store: Arc::clone(store) as Arc<dyn Store>,
        pool: SearchPool::new(1, 100).unwrap(),
        limits: MatchLimits {
            join: limit,
            offline: limit,
            rejoin: limit,
            illegal: 3,
            lag_cap_millis: 100,
        },
        attempt_observers: Arc::default(),
        guard: WorkGuard::of_test(),
        tasks: TaskTracker::new(),
        runtimes,
    };
    MatchRegistry::new(context, None)
}

/// Returns a registry with matches that wait for their seats, and the names of these.
pub(crate) async fn waiting_matches(count: usize) -> (Arc<MatchRegistry>, Vec<String>) {
    let registry = registry(&Arc::default());
    let mut names = Vec::new();
    for _ in 0..count {
        let created = registry.create(new_match()).await.unwrap();
        names.push(created.row.id.name());
    }
    (registry, names)
}

fn new_match() -> PreparedMatch {
    let secret = ServerSecret::random().unwrap();
    open_match()
        .prepare(RequestOrigin::of_test(), &secret)
        .unwrap()
}

/// A match of two seats that clients join.
fn open_match() -> NewMatch {
    let seat = NewSeat {
        name: None,
        agent: None,
    };
    NewMatch {
        request_id: None,
        game: GameId::BUILT_IN[0],
        options: Vec::new(),
        seats: vec![seat; 2],
        seed: None,
        time_control: TimeControl::default(),
        is_virtual: false,
        allow_hints: false,
        public_comments: false,
    }
}

#[tokio::test]
async fn tokens_are_sent_again_to_the_same_caller_only() {
    let store = Arc::new(CountingStore::default());
    let registry = registry(&store);
    let mut new = open_match();
    new.request_id = Some("once".into());
    let origin = RequestOrigin::of_test();
    let prepared = new.prepare(origin.clone(), &registry.secret()).unwrap();
    let created = registry.create(prepared).await.unwrap();
    let found = |origin: RequestOrigin| {
        let registry = Arc::clone(&registry);
        async move { registry.find_by_request_id(Some("once"), &origin).await }
    };
    let again = found(origin.clone()).await.unwrap().unwrap();
    let (tokens, again) = (created.tokens.unwrap(), again.tokens.unwrap());
    assert_eq!((&tokens.seats, &tokens.owner), (&again.seats, &again.owner));
    assert_eq!(again.seats.len(), 2);

    let stranger = RequestOrigin {
        caller: Caller::Address([192, 0, 2, 1].into()),
        ..origin.clone()
    };
    let found_by_stranger = found(stranger).await.unwrap().unwrap();
    assert_eq!(found_by_stranger.row.id, created.row.id);
    assert!(found_by_stranger.tokens.is_none());
    let other = RequestOrigin {
        content: "other".into(),
        ..origin
    };
    let error = found(other).await.err().unwrap();
    assert_eq!(error.reason, Reason::RequestIdReused);
}

/// A registry with one stored match, as a server finds it after a restart.
async fn restarted() -> (Arc<CountingStore>, Arc<MatchRegistry>, MatchId) {
    let store = Arc::new(CountingStore::default());
    let created = registry(&store).create(new_match()).await.unwrap();
    assert_eq!(store.loads.load(Ordering::SeqCst), 0);
    let registry = registry(&store);
    (store, registry, created.row.id)
}

#[tokio::test]
async fn two_opens_at_once_give_one_room() {
    let (store, registry, id) = restarted().await;
    let (first, second) = tokio::join!(registry.room(&id), registry.room(&id));
    assert!(!first.unwrap().is_closed() && !second.unwrap().is_closed());
    registry.room(&id).await.unwrap();
    assert_eq!(store.loads.load(Ordering::SeqCst), 1);
    assert_eq!(registry.rooms().len(), 1);
}

#[tokio::test]
async fn caller_that_gives_up_leaves_the_room_to_others() {
    let (store, registry, id) = restarted().await;
    drop(registry.opening(&id, None));
    registry.room(&id).await.unwrap();
    assert_eq!(store.loads.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn room_that_cannot_be_opened_is_forgotten() {
    let (_, registry, _) = restarted().await;
    let error = registry.room(&"none".into()).await.err().unwrap();
    assert_eq!(error.reason, Reason::NotFound);
    assert!(registry.rooms().is_empty());
}

#[tokio::test]
async fn slow_replay_does_not_delay_a_command_to_another_match() {
    let (_, registry, slow) = restarted().await;
    let (release, released) = channel();
    *HELD_REPLAY.lock().unwrap() = Some((slow.clone(), released));
    let other = registry.create(new_match()).await.unwrap().row.id;
    let opening = registry.opening(&slow, None);
    wait_until("the replay is held", async || {
        HELD_REPLAY.lock().unwrap().is_none()
    })
    .await;
    registry.describe(&other).await.unwrap();
    release.send(()).expect("the replay is still held");
    opening.opened().await.unwrap();
}

#[tokio::test]
async fn match_is_described_without_its_events() {
    let (store, registry, id) = restarted().await;
    let description = registry.describe(&id).await.unwrap();
    assert_eq!(description.state, MatchState::Waiting);
    assert_eq!(store.loads.load(Ordering::SeqCst), 0);
}

/// A runtime that runs nothing, as if all its threads were busy.
fn stuck_runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.build().unwrap()
}

#[tokio::test]
async fn matches_of_clients_do_not_wait_for_background_threads() {
    let stuck = stuck_runtime();
    let runtimes = RoomRuntimes {
        background: stuck.handle().clone(),
        ..RoomRuntimes::current()
    };
    let registry = registry_on(&Arc::default(), runtimes);
    let id = registry.create(new_match()).await.unwrap().row.id;
    let description = registry.describe(&id).await.unwrap();
    assert_eq!(description.state, MatchState::Waiting);
    stuck.shutdown_background();
}

#[tokio::test]
async fn matches_between_agents_do_not_use_the_io_threads() {
    let stuck = stuck_runtime();
    let runtimes = RoomRuntimes {
        io: stuck.handle().clone(),
        ..RoomRuntimes::current()
    };
    let registry = registry_on(&Arc::default(), runtimes);
    let mut new = open_match();
    for seat in &mut new.seats {
        seat.agent = Some("random:think=0s".parse().unwrap());
    }
    let prepared = new.prepare(RequestOrigin::of_test(), &registry.secret());
    let id = registry.create(prepared.unwrap()).await.unwrap().row.id;
    wait_until("the match is over", async || {
        registry.describe(&id).await.unwrap().state == MatchState::Over
    })
    .await;
    stuck.shutdown_background();
}

#[tokio::test]
async fn room_is_not_opened_after_shutdown() {
    let (_, registry, id) = restarted().await;
    registry.close_rooms();
    let error = registry.room(&id).await.err().unwrap();
    assert_eq!(error.reason, Reason::Draining);
}

#[tokio::test]
async fn match_that_failed_twice_is_suspended_until_its_owner_aborts_it() {
    let store = Arc::new(CountingStore::default());
    let created = registry(&store).create(new_match()).await.unwrap();
    let (id, owner) = (created.row.id, created.tokens.unwrap().owner);
    let registry = registry(&store);
    let work = Work::of_match(&id, "playing");
    for _ in 0..2 {
        registry.room(&id).await.unwrap();
        let failed = registry
            .guard()
            .run(&work, || -> Result<(), Error> { panic!("planted") });
        assert_eq!(failed.unwrap_err().reason, Reason::Internal);
        registry.end_rooms().await;
    }
    let error = registry.room(&id).await.err().unwrap();
    assert_eq!(error.reason, Reason::FailedRepeatedly, "{error}");
    let page = registry.list(&MatchFilter::default(), 1).await.unwrap();
    assert_eq!(page.rows[0].state, MatchState::Suspended);
    let description = registry.describe(&id).await.unwrap();
    assert_eq!(description.state, MatchState::Suspended);
    let error = registry.abort(&id, "no".into()).await.unwrap_err();
    assert_eq!(error.reason, Reason::BadToken);
    registry.abort(&id, owner).await.unwrap();
    let description = registry.describe(&id).await.unwrap();
    assert_eq!(description.state, MatchState::Aborted);
    assert!(registry.ended(&id).await.is_ok());
}

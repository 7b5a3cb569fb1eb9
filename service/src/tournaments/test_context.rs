//! Tournaments, and what their directors share, for tests.

use std::sync::Arc;
use std::time::Duration;

use botwerk_engine::GameId;
use botwerk_engine::clock::TimeControl;
use botwerk_tournament::OpeningOrder;
use botwerk_tournament::configuration::{Configuration, Entrant};
use botwerk_tournament::format::{Format, Rotation};
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;

use super::{DirectorContext, DirectorHandles, MAX_MATCHES_AHEAD, NewTournament, WorkerChecks};
use crate::match_registry::MatchRegistry;
use crate::pool::SearchPool;
use crate::room::{MatchLimits, RoomContext, RoomRuntimes};
use crate::store::{ChunkStore, MemoryStore, Store, TournamentStore, WorkerStore};
use crate::tracked_store::TrackedStore;
use crate::wire;
use crate::work_guard::WorkGuard;
use crate::workers::WorkerRegistry;

/// Returns what the directors of a server share. Everything runs on the runtime of the caller.
pub(crate) async fn director_context(
    matches: Arc<dyn Store>,
    store: Arc<dyn TournamentStore>,
    worker_store: Arc<dyn WorkerStore>,
    chunks: Arc<dyn ChunkStore>,
) -> DirectorContext {
    let matches = TrackedStore::open(matches, Arc::default(), 10).await;
    let matches = Arc::new(matches.unwrap());
    let pool = SearchPool::new(1, 100).unwrap();
    let minute = Duration::from_secs(60);
    let context = RoomContext {
        store: Arc::clone(&matches) as _,
        pool: pool.clone(),
        limits: MatchLimits {
            join: minute,
            offline: minute,
            rejoin: minute,
            illegal: 3,
            lag_cap_millis: 0,
        },
        attempt_observers: Arc::default(),
        guard: WorkGuard::of_test(),
        tasks: TaskTracker::new(),
        runtimes: RoomRuntimes::current(),
    };
    DirectorContext {
        store,
        accounts: Arc::<MemoryStore>::default(),
        matches,
        registry: MatchRegistry::new(context, None),
        pool,
        online_bots: Arc::default(),
        ends: Arc::default(),
        directors: DirectorHandles::default(),
        background: Handle::current(),
        away_limit: Duration::ZERO,
        stall_limit: Duration::from_secs(1),
        chunks,
        workers: Arc::new(WorkerRegistry::new(minute)),
        worker_store,
        checks: WorkerChecks::default(),
        chunk_lease: minute,
        max_matches_ahead: MAX_MATCHES_AHEAD,
        check_percent: 0,
        encode_final_table: wire::encode_final_table,
    }
}

/// Returns a tournament of a game for two seats.
pub(crate) fn round_robin(game: GameId, entrants: Vec<Entrant>, cycles: u32) -> NewTournament {
    NewTournament {
        request_id: None,
        request_sha256: None,
        setup_sha256: None,
        configuration: Configuration {
            name: "a cup".into(),
            game,
            options: Vec::new(),
            seats: 2,
            format: Format::RoundRobin { cycles },
            rotation: Rotation::Cyclic,
            opening_turns: None,
            openings: Vec::new(),
            opening_order: OpeningOrder::Shuffled,
            adjudication: None,
            entrants,
            time_control: TimeControl::default(),
            virtual_time: false,
            sandbox: None,
            record_days: None,
            public_comments: false,
        },
        seed: None,
        concurrency: Some(1),
        allow_oversubscription: true,
    }
}

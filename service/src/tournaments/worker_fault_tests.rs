//! Tournaments end although workers leave, other servers store their results, and answers of the store are lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botwerk_engine::GameId;
use botwerk_tournament::configuration::{Entrant, Player};
use tokio::runtime::Handle;

use super::DirectorContext;
use super::test_context::{director_context, round_robin};
use super::{ChunkPlayer, NewTournament, ReportedMatch, Tournament, Tournaments, WorkerReport};
use crate::ids::TournamentId;
use crate::store::{
    ChunkLease, ChunkReport, ChunkRow, ChunkStore, LeaseRenewal, LeasedChunk, LocalChunks,
    MemoryStore, PendingRead, PendingWrite, ReportOutcome, StoreError,
};
use crate::test_polling::wait_until;
use crate::tournament_state::TournamentState;
use crate::workers::WorkerInfo;

/// Number of cycles of the tournament, each of two matches.
const CYCLES: u32 = 10;

/// Time for a tournament to end: several times the interval at which a director looks for results.
const LIMIT: Duration = Duration::from_secs(30);

/// Chunks, of which the answers to removals can be lost.
struct LossyChunks {
    chunks: LocalChunks,
    loses_removals: AtomicBool,
}

impl ChunkStore for LossyChunks {
    fn add_chunk(&self, chunk: ChunkRow) -> PendingWrite {
        self.chunks.add_chunk(chunk)
    }

    fn chunks(&self, tournament: &TournamentId) -> PendingRead<Vec<LeasedChunk>> {
        self.chunks.chunks(tournament)
    }

    fn chunk(&self, lease: &ChunkLease) -> PendingRead<Option<LeasedChunk>> {
        self.chunks.chunk(lease)
    }

    fn lease_chunk(&self, worker: &str, duration: Duration) -> PendingRead<Option<LeasedChunk>> {
        self.chunks.lease_chunk(worker, duration)
    }

    fn renew_leases(
        &self,
        leases: Vec<(ChunkLease, Duration)>,
        duration: Duration,
    ) -> PendingRead<Vec<LeaseRenewal>> {
        self.chunks.renew_leases(leases, duration)
    }

    fn release_lease(&self, lease: ChunkLease) -> PendingWrite {
        self.chunks.release_lease(lease)
    }

    fn report(&self, report: ChunkReport) -> PendingRead<ReportOutcome> {
        self.chunks.report(report)
    }

    fn remove_chunks(&self, tournament: &TournamentId, all: bool) -> PendingRead<Vec<LeasedChunk>> {
        let removed = self.chunks.remove_chunks(tournament, all);
        if self.loses_removals.load(Ordering::SeqCst) {
            let lost = StoreError::Unavailable("the answer was lost".into());
            return PendingRead::ready(Err(lost));
        }
        removed
    }
}

/// A server that directs a tournament, and another server of the same store.
struct TwoServers {
    director: Tournaments,
    other: Tournaments,
    chunks: Arc<LossyChunks>,
    tournament: Arc<Tournament>,
}

impl TwoServers {
    /// Starts a tournament while a worker is online at its server.
    async fn start() -> Self {
        Self::start_with(worker(), |context| context).await
    }

    /// Starts a tournament at servers with other settings while this worker is online.
    async fn start_with(
        online: WorkerInfo,
        settings: impl Fn(DirectorContext) -> DirectorContext,
    ) -> Self {
        let store = Arc::new(MemoryStore::default());
        let chunks = Arc::new(LossyChunks {
            chunks: LocalChunks::new(Arc::clone(&store) as _, Handle::current()),
            loses_removals: AtomicBool::new(false),
        });
        let server = async || {
            let (matches, tournaments) = (Arc::clone(&store), Arc::clone(&store));
            let (workers, chunks) = (Arc::clone(&store), Arc::clone(&chunks) as _);
            let context = director_context(matches, tournaments, workers, chunks).await;
            Tournaments::new(settings(context))
        };
        let (director, other) = (server().await, server().await);
        director.workers().record_call(&online);
        let created = director.create(tournament()).await.unwrap();
        Self {
            director,
            other,
            chunks,
            tournament: Arc::clone(&created.snapshot.tournament),
        }
    }

    /// Leases the next chunk at a server, as a worker does.
    async fn lease(&self, server: &Tournaments) -> LeasedChunk {
        let leased = server.lease_chunk(&worker(), LIMIT).await.unwrap();
        leased.expect("a chunk is offered")
    }

    /// Plays a chunk and reports it at a server.
    async fn play(&self, server: &Tournaments, chunk: LeasedChunk) {
        let Tournament {
            configuration,
            seeds,
            ..
        } = &*self.tournament;
        let player = ChunkPlayer::new(configuration.clone(), seeds.root()).unwrap();
        let results = chunk.open_matches().map(|one| {
            let played = player.play(one.block, &one.seats, &AtomicBool::new(false));
            ReportedMatch {
                pairing: one.pairing,
                record: played.unwrap().unwrap(),
                nanos: 1_000_000,
            }
        });
        let report = WorkerReport {
            worker: worker(),
            results: results.collect(),
            lease: chunk.lease,
            failures: Vec::new(),
            malformed: None,
        };
        let outcome = server.report(report).await.unwrap();
        assert!(
            matches!(outcome, ReportOutcome::Stored { .. }),
            "{outcome:?}"
        );
    }

    /// Returns the number of results that the director has counted.
    async fn counted(&self) -> u64 {
        let current = self.director.describe(&self.tournament.id).await;
        current.unwrap().snapshot.results
    }

    /// Waits for the end of the tournament and returns the number of its results.
    async fn results(&self) -> u64 {
        wait_until("the tournament is over", async || {
            let current = self.director.describe(&self.tournament.id).await;
            current.unwrap().snapshot.state == TournamentState::Over
        })
        .await;
        self.counted().await
    }
}

fn worker() -> WorkerInfo {
    WorkerInfo {
        id: "worker".into(),
        host: "host".into(),
        slots: 1,
        cores: 1,
        version: String::new(),
        load_percent: 0,
    }
}

fn tournament() -> NewTournament {
    let entrant = |name: &str| Entrant::new(name.into(), Player::Agent(name.parse().unwrap()));
    round_robin(
        GameId::NETZWERK,
        ["greedy", "random"].map(entrant).to_vec(),
        CYCLES,
    )
}

#[tokio::test]
async fn results_that_another_server_has_stored_complete_a_tournament() {
    let servers = TwoServers::start().await;
    let play = async {
        loop {
            let chunk = servers.lease(&servers.other).await;
            servers.play(&servers.other, chunk).await;
        }
    };
    let results = tokio::select! {
        results = servers.results() => results,
        () = play => unreachable!(),
    };
    assert_eq!(results, u64::from(2 * CYCLES));
}

#[tokio::test]
async fn results_of_another_server_are_found_at_once_after_a_notification() {
    let servers = TwoServers::start().await;
    let chunk = servers.lease(&servers.other).await;
    servers.play(&servers.other, chunk).await;
    servers.director.find_stored_results(&servers.tournament.id);
    let found = wait_until("the results are found", async || {
        servers.counted().await > 0
    });
    // Without the notification the director polls once a second, counted from the first offer.
    let found = tokio::time::timeout(Duration::from_millis(600), found).await;
    found.expect("the results are found");
}

#[tokio::test]
async fn matches_that_a_worker_has_left_are_played_by_the_server() {
    let servers = TwoServers::start().await;
    let chunk = servers.lease(&servers.director).await;
    servers.play(&servers.director, chunk).await;
    servers.director.workers().record_end("worker");
    assert_eq!(servers.results().await, u64::from(2 * CYCLES));
}

#[tokio::test]
async fn matches_of_chunks_whose_removal_was_not_answered_are_played() {
    let servers = TwoServers::start().await;
    let chunk = servers.lease(&servers.director).await;
    servers.play(&servers.director, chunk).await;
    servers.chunks.loses_removals.store(true, Ordering::SeqCst);
    servers.director.workers().record_end("worker");
    assert_eq!(servers.results().await, u64::from(2 * CYCLES));
}

#[tokio::test]
async fn leased_chunk_of_a_worker_that_left_is_reported_late_or_played_once() {
    let servers = TwoServers::start().await;
    let kept = servers.lease(&servers.director).await;
    servers.director.workers().record_end("worker");
    // The chunk of the worker is leased until it reports.
    let rest = u64::from(2 * CYCLES) - kept.open_matches().count() as u64;
    wait_until("the server has played the rest", async || {
        servers.counted().await == rest
    })
    .await;
    servers.play(&servers.other, kept).await;
    assert_eq!(servers.results().await, u64::from(2 * CYCLES));
}

#[tokio::test]
async fn matches_are_offered_up_to_a_distance_from_a_chunk_that_is_held() {
    const AHEAD: u64 = 6;
    let settings = |context| DirectorContext {
        max_matches_ahead: AHEAD,
        ..context
    };
    let servers = TwoServers::start_with(worker(), settings).await;
    let held = servers.lease(&servers.director).await;
    let mut reported = 0;
    let soon = Duration::from_millis(1500);
    while let Some(chunk) = servers.director.lease_chunk(&worker(), soon).await.unwrap() {
        reported += chunk.matches.len() as u64;
        servers.play(&servers.director, chunk).await;
    }
    let expected = AHEAD - held.matches.len() as u64;
    assert_eq!(reported, expected);
    servers.play(&servers.director, held).await;
    let play = async {
        loop {
            let chunk = servers.lease(&servers.director).await;
            servers.play(&servers.director, chunk).await;
        }
    };
    let results = tokio::select! {
        results = servers.results() => results,
        () = play => unreachable!(),
    };
    assert_eq!(results, u64::from(2 * CYCLES));
}

#[tokio::test]
async fn worker_that_leases_nothing_stops_no_tournament() {
    let idle = WorkerInfo {
        slots: 4096,
        ..worker()
    };
    let settings = |context| DirectorContext {
        chunk_lease: Duration::from_millis(100),
        ..context
    };
    let servers = TwoServers::start_with(idle, settings).await;
    assert_eq!(servers.results().await, u64::from(2 * CYCLES));
}

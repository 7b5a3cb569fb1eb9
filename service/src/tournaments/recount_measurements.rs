//! How long others wait while results are counted again, and what opening a tournament costs. Measurements, not tests:
//! `cargo test --release -p botwerk-service --lib -- --ignored --nocapture recount_measurements`.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use botwerk_engine::GameId;
use botwerk_test_postgres::{PostgresCluster, Sync};
use botwerk_tournament::MatchResult;
use botwerk_tournament::configuration::{Entrant, LaunchCommand, Player};
use tokio::runtime::Handle;

use super::test_context::{director_context, round_robin};
use super::{Tournament, TournamentExtension, Tournaments};
use crate::ids::TournamentId;
use crate::match_state::MatchState;
use crate::store::test_stores::{empty_match, open_postgres_with_lease};
use crate::store::{
    AttemptKey, Durability, LocalChunks, MemoryStore, ScoredAttempt, SqliteStore, Store,
    TournamentStore, WriteCommand,
};

/// Results of the tournament that is changed.
const RESULTS: u64 = 400_000;

/// Results of the tournament that is opened.
const MANY_RESULTS: u64 = 1_000_000;

/// Cycles of the tournament, each of six matches.
const CYCLES: u32 = 200_000;

/// Results that are stored at the same time.
const IN_FLIGHT: usize = 1024;

async fn server(store: Arc<dyn TournamentStore>) -> Tournaments {
    let chunks = LocalChunks::new(Arc::clone(&store), Handle::current());
    let matches = Arc::new(MemoryStore::default());
    let workers = Arc::new(MemoryStore::default());
    Tournaments::new(director_context(matches, store, workers, Arc::new(chunks)).await)
}

fn bot(name: &str) -> Entrant {
    Entrant::new(
        name.into(),
        Player::Command(LaunchCommand::new(vec!["bot".into()])),
    )
}

/// Creates a tournament of three bots that are never online, with this number of results.
async fn tournament(store: &Arc<dyn TournamentStore>, results: u64) -> Arc<Tournament> {
    let creator = server(Arc::clone(store)).await;
    let entrants = ["a", "b", "c"].map(bot).to_vec();
    let new = round_robin(GameId::BUILT_IN[0], entrants, CYCLES);
    let tournament = Arc::clone(&creator.create(new).await.unwrap().tournament);
    creator.end_directors().await;
    let stored = Tournament::read(store.tournament(&tournament.id).await.unwrap()).unwrap();
    let progress = tournament.progress(&stored.1.status, Vec::new()).unwrap();
    let indexes: Vec<u64> = (0..results).collect();
    for batch in indexes.chunks(IN_FLIGHT) {
        let store_one = |index: &u64| {
            let attempt = AttemptKey {
                tournament: tournament.id.clone(),
                pairing: *index,
                attempt: 1,
            };
            let result = MatchResult {
                seats: progress.pairing(*index).unwrap().seats,
                places: if index.is_multiple_of(3) {
                    vec![1, 2]
                } else {
                    vec![2, 1]
                },
                is_rated: true,
                is_voided: false,
                is_adjudicated: false,
                fingerprint: None,
                seat_stats: Vec::new(),
            };
            store.write(WriteCommand::Forfeit(ScoredAttempt { attempt, result }))
        };
        for written in batch.iter().map(store_one).collect::<Vec<_>>() {
            written.await.unwrap();
        }
    }
    tournament
}

/// Returns the longest time of a write of others while something happens, and the time that this takes.
async fn longest_wait<T>(
    store: &Arc<dyn Store>,
    happens: impl Future<Output = T>,
) -> [Duration; 2] {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let ended = Arc::new(AtomicBool::new(false));
    let others = {
        let (store, ended) = (Arc::clone(store), Arc::clone(&ended));
        tokio::spawn(async move {
            let mut longest = Duration::ZERO;
            while !ended.load(Ordering::Relaxed) {
                let id = format!("other-{}", NEXT.fetch_add(1, Ordering::Relaxed));
                let started = Instant::now();
                let written = store
                    .write(WriteCommand::Create(empty_match(&id, MatchState::Waiting)))
                    .await;
                written.unwrap();
                longest = longest.max(started.elapsed());
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            longest
        })
    };
    let started = Instant::now();
    happens.await;
    let took = started.elapsed();
    ended.store(true, Ordering::Relaxed);
    [others.await.unwrap(), took]
}

async fn measure_changes(name: &str, matches: Arc<dyn Store>, store: Arc<dyn TournamentStore>) {
    let tournament = tournament(&store, RESULTS).await;
    let (server, id) = (server(store).await, &tournament.id);
    let opened = Instant::now();
    assert_eq!(server.resume_unfinished().await.unwrap(), 1);
    println!(
        "{name}: opened without a checkpoint in {:?}",
        opened.elapsed()
    );
    let pause = tokio::time::sleep(Duration::from_secs(2));
    print(name, "nothing", longest_wait(&matches, pause).await);
    // Nothing else is stored: those who are not withdrawn wait for their bots.
    server.pause(id).await.unwrap();
    let withdrawn = server.withdraw(id, "a", "late".into());
    print(name, "withdraw", longest_wait(&matches, withdrawn).await);
    let readmitted = server.readmit(id, "a");
    print(name, "readmit", longest_wait(&matches, readmitted).await);
    let extension = TournamentExtension {
        entrants: vec![bot("d")],
        ..TournamentExtension::default()
    };
    let added = server.extend(id, extension);
    print(name, "add entrant", longest_wait(&matches, added).await);
    let extension = TournamentExtension {
        cycles: Some(CYCLES + 1),
        ..TournamentExtension::default()
    };
    let extended = server.extend(id, extension);
    print(name, "extend", longest_wait(&matches, extended).await);
    server.end_directors().await;
}

fn print(name: &str, what: &str, [longest, took]: [Duration; 2]) {
    println!("{name}: {what}: took {took:?}, others waited {longest:?} at most");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn changes_of_a_tournament_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = Arc::new(SqliteStore::open(&path, Durability::Results).unwrap());
    measure_changes("SQLite", Arc::clone(&store) as _, store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn changes_of_a_tournament_in_postgresql() {
    let cluster = PostgresCluster::start(Sync::On).expect("PostgreSQL is installed");
    let url = cluster.create_database();
    let store = Arc::new(open_postgres_with_lease(&url, "bench", Duration::from_secs(5)).await);
    measure_changes("PostgreSQL", Arc::clone(&store) as _, store).await;
}

/// Returns the memory of the process, in bytes.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib: u64 = line
        .and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap();
    kib * 1024
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn opening_a_tournament_of_a_million_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let open = || Arc::new(SqliteStore::open(&path, Durability::Results).unwrap());
    let id: TournamentId = {
        let store: Arc<dyn TournamentStore> = open();
        tournament(&store, MANY_RESULTS).await.id.clone()
    };
    for what in ["without a checkpoint", "with a checkpoint"] {
        let store: Arc<dyn TournamentStore> = open();
        let (before, started) = (memory(), Instant::now());
        let server = server(Arc::clone(&store)).await;
        assert_eq!(server.resume_unfinished().await.unwrap(), 1);
        let (took, added) = (started.elapsed(), memory().saturating_sub(before));
        let results = server.describe(&id).await.unwrap().snapshot.results;
        println!(
            "{what}: {results} results opened in {took:?}, {} KB added",
            added / 1000
        );
        server.end_directors().await;
        let bytes = store.checkpoint(&id).await.unwrap().map(|it| it.len());
        println!("checkpoint of {bytes:?} bytes");
    }
}

//! How many commits and whole matches a second the store takes. Measurements, not tests:
//! `cargo test --release -p botwerk-service --lib -- --ignored --nocapture store::throughput`.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use botwerk_engine::GameId;
use botwerk_engine::clock::TimeControl;
use botwerk_engine::record::OutcomeLine;
use botwerk_test_postgres::{PostgresCluster, Sync};
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use botwerk_tournament::format::{Format, Rotation};
use botwerk_tournament::statistics::{Hypotheses, Scale};
use botwerk_tournament::{MatchResult, OpeningOrder, SeatStats};

use super::test_stores::open_postgres_with_lease;
use super::{AttemptKey, ScoredAttempt, TournamentRow, WriteCommand, WriteStore};
use super::{
    ChunkMatch, ChunkReport, ChunkRow, ChunkStore, LeaseRenewal, LeasedChunk, PendingRead,
    PostgresStore,
};
use super::{
    Commit, Durability, MatchRow, PendingWrite, SqliteStore, SubmissionRow, TournamentStore,
};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::tournament_state::TournamentState;

/// Matches that go on at the same time.
const MATCHES: usize = 512;

/// Commits of a match, the last of which ends it.
const LENGTH: u64 = 64;

/// Commits that are measured.
const COMMITS: usize = 200_000;

/// A match under way.
struct Table {
    id: MatchId,
    events: u64,
    commits: u64,
}

impl Table {
    fn new(store: &SqliteStore, number: usize) -> (Self, PendingWrite) {
        let id = MatchId::from(format!("{number:032x}"));
        let row = MatchRow {
            id: id.clone(),
            request_id: None,
            state: MatchState::Waiting,
            created_micros: 1_795_000_000_000_000,
            setup: "x".repeat(2000),
            events: 0,
            outcome: None,
            head: None,
            ended_micros: None,
            record_deleted_micros: None,
        };
        let table = Self {
            id,
            events: 0,
            commits: 0,
        };
        (table, store.write(WriteCommand::Create(row)))
    }

    /// The next commit: one act, and one to three events.
    fn next(&mut self) -> Commit {
        let count = 1 + self.commits % 3;
        let line = |seq: u64| {
            format!(
                "{{\"seq\":{seq},\"actor\":\"1\",\"action\":\"show 1P-6P-6W-6R-2R-2W\",\"turn\":{},\
                 \"part\":0,\"elapsed_nanos\":1834023,\"effort\":24}}",
                self.commits
            )
        };
        let events = (1..=count).map(|i| line(self.events + i)).collect();
        let act = SubmissionRow {
            seat: 1,
            turn: self.commits as u32,
            part: 0,
            content: "show 1P-6P-6W-6R-2R-2W".into(),
            nanos: Some(1_834_023),
            charged: 1_834_023,
            stalled: 0,
            effort: 24,
            score: None,
            seq: self.events,
            view_hash: 0x9E37_79B9_7F4A_7C15,
        };
        let expected_events = self.events;
        self.events += count;
        self.commits += 1;
        let ends = self.commits == LENGTH;
        let state = if ends {
            MatchState::Over
        } else {
            MatchState::Running
        };
        Commit {
            events,
            submissions: vec![act],
            outcome: ends.then(outcome),
            ..Commit::new(self.id.clone(), expected_events, state)
        }
    }
}

fn outcome() -> OutcomeLine {
    OutcomeLine {
        outcome: "MR-26".into(),
        places: vec![1, 2],
        points: Vec::new(),
        terminations: Vec::new(),
    }
}

/// The processor time of the writer so far.
fn writer_time() -> Duration {
    let tasks = fs::read_dir("/proc/self/task").unwrap();
    let mut folders = tasks.map(|task| task.unwrap().path());
    let is_writer = |path: &Path| fs::read_to_string(path.join("comm")).unwrap().trim() == "store";
    let writer = folders.find(|path| is_writer(path)).unwrap();
    let times = fs::read_to_string(writer.join("schedstat")).unwrap();
    Duration::from_nanos(times.split(' ').next().unwrap().parse().unwrap())
}

#[tokio::test]
#[ignore = "a measurement"]
async fn commits_a_second() {
    for in_flight in [1, 16, 64, 256, 512] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let store = SqliteStore::open(&path, Durability::Results).unwrap();
        let mut made = 0;
        let mut make = || {
            made += 1;
            Table::new(&store, made)
        };
        let mut tables = VecDeque::new();
        for _ in 0..MATCHES {
            let (table, receipt) = make();
            receipt.await.unwrap();
            tables.push_back(table);
        }
        let commits = if in_flight == 1 {
            COMMITS / 10
        } else {
            COMMITS
        };
        let (begun, spent) = (Instant::now(), writer_time());
        let mut receipts = VecDeque::new();
        for _ in 0..commits {
            if receipts.len() == in_flight {
                let receipt: PendingWrite = receipts.pop_front().unwrap();
                receipt.await.unwrap();
            }
            let mut table = tables.pop_front().unwrap();
            receipts.push_back(store.write(WriteCommand::Commit(table.next())));
            if table.commits == LENGTH {
                let (next, receipt) = make();
                receipt.await.unwrap();
                table = next;
            }
            tables.push_back(table);
        }
        for receipt in receipts {
            receipt.await.unwrap();
        }
        let (wall, spent) = (begun.elapsed(), writer_time().saturating_sub(spent));
        println!(
            "{in_flight:4} in flight: {:8.0} a second, {:.2} µs of the writer each",
            commits as f64 / wall.as_secs_f64(),
            spent.as_secs_f64() * 1e6 / commits as f64,
        );
    }
}

/// Matches that are entered.
const ENTERED: u64 = 100_000;

/// Bytes of a match's record: its first line and its events.
const RECORD: usize = 1000;

/// A test that no result decides: its hypotheses lie on both sides of even.
fn sprt() -> TournamentRow {
    let entrant = |name: &str| Entrant::new(name.into(), Player::Agent("random".into()));
    let configuration = Configuration {
        name: "accounting".into(),
        game: GameId::BUILT_IN[0],
        options: Vec::new(),
        seats: 2,
        format: Format::Sprt {
            hypotheses: Hypotheses {
                elo0: -5.0,
                elo1: 5.0,
                scale: Scale::Normalised,
                alpha: 0.05,
                beta: 0.05,
            },
            max_pairs: 1_000_000,
        },
        rotation: Rotation::Cyclic,
        opening_turns: None,
        openings: Vec::new(),
        opening_order: OpeningOrder::Shuffled,
        adjudication: None,
        entrants: ["a", "b"].map(entrant).to_vec(),
        time_control: TimeControl::default(),
        virtual_time: true,
        sandbox: None,
        record_days: None,
        public_comments: false,
    };
    TournamentRow {
        id: "t".into(),
        request: None,
        state: TournamentState::Running,
        created_micros: 0,
        configuration: serde_json::to_string(&configuration).unwrap(),
        seed: "0".repeat(64),
        secret: "0".repeat(64),
        status: "{}".into(),
        record_days: None,
    }
}

/// A whole match with its result.
fn entry(pairing: u64) -> (MatchRow, Commit) {
    let id = MatchId::from(format!("{pairing:032x}"));
    let line = "{\"seq\":1,\"actor\":\"1\",\"action\":\"show 1P-6P-6W-6R-2R-2W\",\"turn\":1}";
    let events: Vec<String> = std::iter::repeat_n(line.to_owned(), 6).collect();
    let setup = "x".repeat(RECORD - events.len() * line.len());
    let row = MatchRow {
        id: id.clone(),
        request_id: None,
        state: MatchState::Waiting,
        created_micros: 1_795_000_000_000_000,
        setup,
        events: 0,
        outcome: None,
        head: None,
        ended_micros: None,
        record_deleted_micros: None,
    };
    let conduct = SeatStats {
        turn_times: (0..30).map(|turn| 50_000 + turn * 700).collect(),
        ..SeatStats::default()
    };
    let swapped = pairing % 2 == 1;
    let result = MatchResult {
        seats: if swapped { vec![1, 0] } else { vec![0, 1] },
        places: if pairing.is_multiple_of(3) {
            vec![1, 2]
        } else {
            vec![2, 1]
        },
        is_rated: true,
        is_voided: false,
        is_adjudicated: false,
        fingerprint: None,
        seat_stats: vec![conduct; 2],
    };
    let attempt = AttemptKey {
        tournament: "t".into(),
        pairing,
        attempt: 1,
    };
    let commit = Commit {
        events,
        outcome: Some(outcome()),
        scored: Some(ScoredAttempt { attempt, result }),
        ..Commit::new(id, 0, MatchState::Over)
    };
    (row, commit)
}

#[tokio::test]
#[ignore = "a measurement"]
async fn matches_accounted_a_second() {
    for in_flight in [1, 64, 1024] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let store = SqliteStore::open(&path, Durability::Full).unwrap();
        store
            .write(WriteCommand::CreateTournament(sprt()))
            .await
            .unwrap();
        let matches = if in_flight == 1 {
            ENTERED / 50
        } else {
            ENTERED
        };
        let (begun, spent) = (Instant::now(), writer_time());
        let mut receipts = VecDeque::new();
        for pairing in 0..matches {
            if receipts.len() == in_flight {
                let receipt: PendingWrite = receipts.pop_front().unwrap();
                receipt.await.unwrap();
            }
            let (row, commit) = entry(pairing);
            receipts.push_back(store.write(WriteCommand::InsertFinished(row, commit)));
        }
        for receipt in receipts {
            receipt.await.unwrap();
        }
        let (wall, spent) = (begun.elapsed(), writer_time().saturating_sub(spent));
        assert_eq!(count_results(&store).await, matches);
        println!(
            "{in_flight:4} in flight: {:8.0} matches a second, {:.2} µs of the writer each",
            matches as f64 / wall.as_secs_f64(),
            spent.as_secs_f64() * 1e6 / matches as f64,
        );
    }
}

async fn count_results(store: &dyn TournamentStore) -> u64 {
    let results = store.results(&"t".into(), 0..u64::MAX, usize::MAX).await;
    results.unwrap().len() as u64
}

/// Matches of a chunk.
const CHUNK: u64 = 32;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn matches_of_workers_accounted_a_second_by_postgresql() {
    for in_flight in [1, 4, 16, 64] {
        let cluster = PostgresCluster::start(Sync::On).expect("PostgreSQL is installed");
        let url = cluster.create_database();
        let store = Arc::new(open_postgres_with_lease(&url, "bench", Duration::from_secs(5)).await);
        store
            .write(WriteCommand::CreateTournament(sprt()))
            .await
            .unwrap();
        let chunks = if in_flight == 1 { 300 } else { ENTERED / CHUNK };
        for chunk in 0..chunks {
            store.add_chunk(chunk_row(chunk)).await.unwrap();
        }
        let begun = Instant::now();
        let mut workers = tokio::task::JoinSet::new();
        for _ in 0..in_flight {
            let store = Arc::clone(&store);
            workers.spawn(async move { report_chunks(&store).await });
        }
        workers.join_all().await;
        let wall = begun.elapsed();
        let matches = chunks * CHUNK;
        assert_eq!(count_results(&*store).await, matches);
        println!(
            "{in_flight:4} workers: {:8.0} matches a second in chunks of {CHUNK}",
            matches as f64 / wall.as_secs_f64(),
        );
    }
}

fn chunk_row(chunk: u64) -> ChunkRow {
    let one = |pairing: u64| ChunkMatch {
        pairing,
        block: pairing / 2,
        seats: vec![(pairing % 2) as usize, 1 - (pairing % 2) as usize],
    };
    ChunkRow {
        tournament: "t".into(),
        matches: (chunk * CHUNK..(chunk + 1) * CHUNK).map(one).collect(),
    }
}

/// Leases and reports chunks until there are none.
async fn report_chunks(store: &PostgresStore) {
    while let Some(leased) = store
        .lease_chunk("w", Duration::from_secs(60))
        .await
        .unwrap()
    {
        let report = ChunkReport {
            finished: leased
                .open_matches()
                .map(|one| entry(one.pairing))
                .collect(),
            failed: Vec::new(),
            lease: leased.lease,
        };
        store.report(report).await.unwrap();
    }
}

/// Chunks that are added, leased and renewed.
const CHUNKS: u64 = 4000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn chunks_a_second_by_postgresql() {
    for in_flight in [1, 16, 64] {
        let cluster = PostgresCluster::start(Sync::On).expect("PostgreSQL is installed");
        let url = cluster.create_database();
        let store = open_postgres_with_lease(&url, "bench", Duration::from_secs(5)).await;
        store
            .write(WriteCommand::CreateTournament(sprt()))
            .await
            .unwrap();
        let added = Instant::now();
        let mut receipts = VecDeque::new();
        for chunk in 0..CHUNKS {
            if receipts.len() == in_flight {
                let receipt: PendingWrite = receipts.pop_front().unwrap();
                receipt.await.unwrap();
            }
            receipts.push_back(store.add_chunk(chunk_row(chunk)));
        }
        for receipt in receipts {
            receipt.await.unwrap();
        }
        let (added, leased) = (added.elapsed(), Instant::now());
        let mut leases = Vec::new();
        let mut pending = VecDeque::new();
        for _ in 0..CHUNKS {
            if pending.len() == in_flight {
                let lease: PendingRead<Option<LeasedChunk>> = pending.pop_front().unwrap();
                leases.push(lease.await.unwrap().unwrap().lease);
            }
            pending.push_back(store.lease_chunk("w", Duration::from_secs(60)));
        }
        for lease in pending {
            leases.push(lease.await.unwrap().unwrap().lease);
        }
        let (leased, renewed) = (leased.elapsed(), Instant::now());
        let mut pending = VecDeque::new();
        // Each worker renews the chunk that it plays and the next one.
        for pair in leases.chunks(2) {
            if pending.len() == in_flight {
                let renewal: PendingRead<Vec<LeaseRenewal>> = pending.pop_front().unwrap();
                assert!(
                    renewal
                        .await
                        .unwrap()
                        .iter()
                        .all(|one| *one == LeaseRenewal::Held)
                );
            }
            let minute = Duration::from_secs(60);
            let pair = pair.iter().map(|lease| (lease.clone(), minute)).collect();
            pending.push_back(store.renew_leases(pair, minute));
        }
        for renewal in pending {
            assert!(
                renewal
                    .await
                    .unwrap()
                    .iter()
                    .all(|one| *one == LeaseRenewal::Held)
            );
        }
        let per_second = |count: u64, time: Duration| count as f64 / time.as_secs_f64();
        println!(
            "{in_flight:4} in flight: {:6.0} chunks added a second, {:6.0} leased, {:6.0} renewals of two",
            per_second(CHUNKS, added),
            per_second(CHUNKS, leased),
            per_second(CHUNKS / 2, renewed.elapsed()),
        );
    }
}

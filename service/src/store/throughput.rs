//! How many commits a second the store takes. A measurement, not a test:
//! `cargo test --release -p botwerk-service --lib -- --ignored --nocapture store::throughput`.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::{ActRow, Commit, Durability, MatchRow, Receipt, SqliteStore, Store};

/// Matches that go on at the same time.
const MATCHES: usize = 512;

/// Commits of a match, the last of which ends it.
const LENGTH: u64 = 64;

/// Commits that are measured.
const COMMITS: usize = 200_000;

/// A match under way.
struct Table {
    id: String,
    events: u64,
    commits: u64,
}

impl Table {
    fn new(store: &SqliteStore, number: usize) -> (Self, Receipt) {
        let id = format!("{number:032x}");
        let row = MatchRow {
            id: id.clone(),
            request_id: None,
            state: 1,
            created_micros: 1_795_000_000_000_000,
            setup: "x".repeat(2000),
            events: 0,
            outcome: None,
        };
        let table = Self {
            id,
            events: 0,
            commits: 0,
        };
        (table, store.create(row))
    }

    /// The next commit: one act, and one to three events.
    fn next(&mut self) -> Commit {
        let count = 1 + self.commits % 3;
        let line = |seq: u64| {
            format!(
                "{{\"seq\":{seq},\"by\":\"1\",\"action\":\"show 1P-6P-6W-6R-2R-2W\",\"turn\":{},\
                 \"act\":0,\"nanos\":1834023,\"effort\":24}}",
                self.commits
            )
        };
        let events = (1..=count).map(|i| line(self.events + i)).collect();
        let act = ActRow {
            seat: 1,
            turn: self.commits as u32,
            act: 0,
            content: "show 1P-6P-6W-6R-2R-2W".into(),
            nanos: 1_834_023,
            charged: 1_834_023,
            effort: 24,
            seq: self.events,
            view_hash: 0x9E37_79B9_7F4A_7C15,
        };
        let after = self.events;
        self.events += count;
        self.commits += 1;
        let ends = self.commits == LENGTH;
        Commit {
            id: self.id.clone(),
            after,
            events,
            acts: vec![act],
            state: if ends { 3 } else { 2 },
            outcome: ends.then(|| "{\"outcome\":\"MR-26\",\"places\":[1,2]}".into()),
            scored: None,
        }
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
                let receipt: Receipt = receipts.pop_front().unwrap();
                receipt.await.unwrap();
            }
            let mut table = tables.pop_front().unwrap();
            receipts.push_back(store.commit(table.next()));
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

//! How long commits take while a backup is written. A measurement, not a test:
//! `cargo test --release -p botwerk-service --lib -- --ignored --nocapture backup_measurements`.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::backup::backup;
use crate::match_state::MatchState;
use crate::store::test_stores::empty_match;
use crate::store::{Durability, SqliteStore, WriteCommand, WriteStore};

/// Matches in the file.
const MATCHES: usize = 400_000;

/// Bytes of the set-up of a match.
const SETUP_BYTES: usize = 1_000;

/// Commits that are measured at least.
const COMMITS: usize = 20_000;

fn create(number: usize) -> WriteCommand {
    let mut row = empty_match(&format!("{number:09}"), MatchState::Over);
    row.setup = "x".repeat(SETUP_BYTES);
    WriteCommand::Create(row)
}

/// Commits one match after the other until there are enough and `is_done` is set; returns the times.
async fn commit(store: &SqliteStore, from: usize, is_done: &AtomicBool) -> Vec<Duration> {
    let mut times = Vec::new();
    while times.len() < COMMITS || !is_done.load(Ordering::Relaxed) {
        let started = Instant::now();
        store.write(create(from + times.len())).await.unwrap();
        times.push(started.elapsed());
    }
    times
}

fn print(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |per_mille: usize| times[(times.len() - 1) * per_mille / 1000].as_secs_f64() * 1e6;
    println!(
        "{what}: {} commits, median {:.0} µs, p99 {:.0} µs, p99.9 {:.0} µs",
        times.len(),
        at(500),
        at(990),
        at(999)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement of a minute"]
async fn commits_while_a_backup_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.db");
    let store = SqliteStore::open(&file, Durability::Results).unwrap();
    let mut pending = Vec::new();
    for number in 0..MATCHES {
        pending.push(store.write(create(number)));
        if pending.len() == 1_000 {
            for write in pending.drain(..) {
                write.await.unwrap();
            }
        }
    }
    let mut from = MATCHES;
    for round in 0..3 {
        let mut times = commit(&store, from, &AtomicBool::new(true)).await;
        from += times.len();
        print("without a backup", &mut times);
        let is_done = AtomicBool::new(false);
        let copy = folder.path().join(format!("copy-{round}.db"));
        let (report, mut times) = std::thread::scope(|scope| {
            let (file, copy): (&Path, &Path) = (&file, &copy);
            let done = &is_done;
            let writing = scope.spawn(move || {
                let report = backup(file, copy).unwrap();
                done.store(true, Ordering::Relaxed);
                report
            });
            let times = tokio::task::block_in_place(|| {
                tokio::runtime::Handle::current().block_on(commit(&store, from, done))
            });
            (writing.join().unwrap(), times)
        });
        from += times.len();
        print("with a backup", &mut times);
        println!(
            "backup: {} MB in {:.1} s",
            report.bytes >> 20,
            report.duration.as_secs_f64()
        );
    }
}

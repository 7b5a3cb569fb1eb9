//! The contract that every store keeps about the chunks that workers lease.

use std::time::Duration;

use botwerk_engine::record::OutcomeLine;
use botwerk_tournament::MatchResult;

use super::test_stores::{StoreWithChunks, TestStores};
use super::tournament_contract_tests::tournament_row;
use super::{
    AttemptKey, ChunkLease, ChunkMatch, ChunkReport, ChunkRow, ChunkStore, Commit, DifferingRecord,
    ExcludedWorker, LeaseRenewal, LeasedChunk, MatchRow, RemovedResults, ReportOutcome,
    ScoredAttempt, StoreError, WorkerChange, WorkerPlay, WorkerResultRow, WorkerResults,
    WriteCommand,
};
use crate::match_state::MatchState;

const LONG: Duration = Duration::from_secs(60);

/// Longer than any call takes.
const PAUSE: Duration = Duration::from_millis(300);

/// A chunk of the given number of matches.
fn chunk(first: u64, count: u64) -> ChunkRow {
    let one = |pairing: u64| ChunkMatch {
        pairing,
        block: pairing / 2,
        seats: vec![(pairing % 2) as usize, 1 - (pairing % 2) as usize],
    };
    ChunkRow {
        tournament: "t".into(),
        matches: (first..first + count).map(one).collect(),
    }
}

/// A finished match of a pairing; `id` distinguishes plays.
fn finished(pairing: u64, id: &str) -> (MatchRow, Commit) {
    let id = format!("{pairing}-{id}");
    let row = MatchRow {
        id: id.as_str().into(),
        request_id: None,
        state: MatchState::Waiting,
        created_micros: 7,
        setup: "{}".into(),
        events: 0,
        outcome: None,
        head: None,
        ended_micros: None,
        record_deleted_micros: None,
    };
    let result = MatchResult {
        seats: vec![(pairing % 2) as usize, 1 - (pairing % 2) as usize],
        places: vec![1, 2],
        is_rated: true,
        is_voided: false,
        is_adjudicated: false,
        fingerprint: None,
        seat_stats: Vec::new(),
    };
    let attempt = AttemptKey {
        tournament: "t".into(),
        pairing,
        attempt: 1,
    };
    let commit = Commit {
        events: vec!["an event".into()],
        outcome: Some(OutcomeLine {
            outcome: "over".into(),
            places: vec![1, 2],
            points: Vec::new(),
            terminations: Vec::new(),
        }),
        scored: Some(ScoredAttempt { attempt, result }),
        ..Commit::new(id.as_str().into(), 0, MatchState::Over)
    };
    (row, commit)
}

fn report(lease: &ChunkLease, pairings: &[u64], id: &str) -> ChunkReport {
    ChunkReport {
        lease: lease.clone(),
        finished: pairings
            .iter()
            .map(|pairing| finished(*pairing, id))
            .collect(),
        failed: Vec::new(),
    }
}

fn stored(repeated: &[u64], is_complete: bool) -> ReportOutcome {
    ReportOutcome::Stored {
        repeated: repeated.to_vec(),
        is_complete,
    }
}

fn open(chunk: &LeasedChunk) -> Vec<u64> {
    chunk.open_matches().map(|one| one.pairing).collect()
}

/// The stores with a tournament in each.
async fn stores() -> (TestStores, Vec<StoreWithChunks>) {
    let stores = TestStores::open().await;
    for store in &stores {
        store
            .write(WriteCommand::CreateTournament(tournament_row("t", "5eed")))
            .await
            .unwrap();
    }
    let with_chunks = stores.with_chunks();
    (stores, with_chunks)
}

/// Ends the time of a lease, as if its worker had not renewed it.
async fn expire(chunks: &dyn ChunkStore, lease: &ChunkLease) {
    let leases = vec![(lease.clone(), LONG)];
    let renewed = chunks.renew_leases(leases, Duration::ZERO).await;
    assert_eq!(renewed.unwrap(), [LeaseRenewal::Held]);
}

async fn result_count((store, _): &StoreWithChunks) -> u64 {
    let attempts = store.attempts(&"t".into(), 0, 1000).await.unwrap();
    let results = attempts.iter().filter(|row| row.result.is_some()).count() as u64;
    let listed = store.results(&"t".into(), 0..u64::MAX, 1000).await;
    assert_eq!(listed.unwrap().len() as u64, results);
    results
}

#[tokio::test]
async fn every_chunk_is_leased_once_until_its_lease_ends() {
    let (_stores, stores) = stores().await;
    for (_, chunks) in &stores {
        assert_eq!(chunks.lease_chunk("w", LONG).await.unwrap(), None);
        chunks.add_chunk(chunk(0, 4)).await.unwrap();
        chunks.add_chunk(chunk(4, 2)).await.unwrap();
        let again = chunks.add_chunk(chunk(4, 2)).await;
        assert!(matches!(again, Err(StoreError::AlreadyExists(_))));
        let first = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        assert_eq!((first.lease.first_pairing, first.lease.epoch), (0, 1));
        assert_eq!(open(&first), [0, 1, 2, 3]);
        assert!(!first.has_expired_before);
        let second = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        assert_eq!(second.lease.first_pairing, 4);
        assert_eq!(chunks.lease_chunk("w", LONG).await.unwrap(), None);
        expire(&**chunks, &second.lease).await;
        let again = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        assert_eq!((again.lease.first_pairing, again.lease.epoch), (4, 2));
        assert!(again.has_expired_before);
        // Only the newest lease is renewed.
        let leases = [first.lease.clone(), second.lease, again.lease];
        let leases = leases.map(|lease| (lease, LONG)).to_vec();
        let renewed = chunks.renew_leases(leases, LONG).await.unwrap();
        let (held, ended) = (LeaseRenewal::Held, LeaseRenewal::Ended);
        assert_eq!(renewed, [held, ended, held]);
        chunks.release_lease(first.lease.clone()).await.unwrap();
        let released = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        assert_eq!((released.lease.first_pairing, released.lease.epoch), (0, 2));
        assert!(!released.has_expired_before);
    }
}

#[tokio::test]
async fn result_is_counted_once_however_often_it_is_reported() {
    let (_stores, stores) = stores().await;
    for store in &stores {
        let (_, chunks) = store;
        chunks.add_chunk(chunk(0, 4)).await.unwrap();
        let leased = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        let outcome = chunks
            .report(report(&leased.lease, &[0, 1], "a"))
            .await
            .unwrap();
        assert_eq!(outcome, stored(&[], false));
        // The answer was lost.
        let outcome = chunks
            .report(report(&leased.lease, &[0, 1, 2], "b"))
            .await
            .unwrap();
        assert_eq!(outcome, stored(&[0, 1], false));
        assert_eq!(result_count(store).await, 3);
        expire(&**chunks, &leased.lease).await;
        // Another worker plays what is missing; the first one comes too late.
        let other = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        assert_eq!(open(&other), [3]);
        let late = chunks
            .report(report(&leased.lease, &[3], "c"))
            .await
            .unwrap();
        assert_eq!(late, ReportOutcome::Superseded);
        assert_eq!(result_count(store).await, 3);
        let outcome = chunks
            .report(report(&other.lease, &[3], "d"))
            .await
            .unwrap();
        assert_eq!(outcome, stored(&[], true));
        let again = chunks
            .report(report(&other.lease, &[3], "d"))
            .await
            .unwrap();
        assert_eq!(again, ReportOutcome::Superseded);
        assert_eq!(result_count(store).await, 4);
        assert!(chunks.chunks(&"t".into()).await.unwrap().is_empty());
        // What is not part of the chunk is not counted.
        chunks.add_chunk(chunk(4, 2)).await.unwrap();
        let leased = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        chunks
            .report(report(&leased.lease, &[9], "e"))
            .await
            .unwrap();
        assert_eq!(result_count(store).await, 4);
    }
}

#[tokio::test]
async fn lease_that_has_ended_can_report_until_the_chunk_is_leased_again() {
    let (_stores, stores) = stores().await;
    for store in &stores {
        let (_, chunks) = store;
        chunks.add_chunk(chunk(0, 2)).await.unwrap();
        let leased = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        expire(&**chunks, &leased.lease).await;
        let failed = ChunkReport {
            failed: vec![1],
            ..report(&leased.lease, &[0], "a")
        };
        assert_eq!(chunks.report(failed).await.unwrap(), stored(&[], true));
        assert_eq!(result_count(store).await, 1);
    }
}

#[tokio::test]
async fn chunks_that_no_worker_plays_are_taken_back() {
    let (_stores, stores) = stores().await;
    for store in &stores {
        let (_, chunks) = store;
        let id = "t".into();
        for first in [0, 4, 8] {
            chunks.add_chunk(chunk(first, 4)).await.unwrap();
        }
        let leased = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        let expired = chunks.lease_chunk("w", LONG).await.unwrap().unwrap();
        chunks
            .report(report(&expired.lease, &[5], "a"))
            .await
            .unwrap();
        expire(&**chunks, &expired.lease).await;
        let mut removed = chunks.remove_chunks(&id, false).await.unwrap();
        removed.sort_by_key(|chunk| chunk.lease.first_pairing);
        let removed: Vec<_> = removed.iter().map(open).collect();
        assert_eq!(removed, [vec![4, 6, 7], vec![8, 9, 10, 11]]);
        assert_eq!(chunks.chunk(&expired.lease).await.unwrap(), None);
        let unchanged = chunks.chunk(&leased.lease).await.unwrap();
        assert_eq!(unchanged.as_ref(), Some(&leased));
        let left = chunks.chunks(&id).await.unwrap();
        assert_eq!(
            left.iter().map(open).collect::<Vec<_>>(),
            [vec![0, 1, 2, 3]]
        );
        assert_eq!(chunks.remove_chunks(&id, true).await.unwrap().len(), 1);
        let late = chunks
            .report(report(&leased.lease, &[0], "b"))
            .await
            .unwrap();
        assert_eq!(late, ReportOutcome::Superseded);
        assert_eq!(result_count(store).await, 1);
    }
}

#[tokio::test]
async fn concurrent_leases_and_reports_count_every_match_once() {
    let (_stores, stores) = stores().await;
    for store in &stores {
        for first in 0..20 {
            store.1.add_chunk(chunk(first * 10, 10)).await.unwrap();
        }
        let mut workers = tokio::task::JoinSet::new();
        for worker in 0..8 {
            let chunks = std::sync::Arc::clone(&store.1);
            workers.spawn(async move { play_all(&*chunks, worker).await });
        }
        let leased: Vec<u64> = workers.join_all().await.concat();
        assert_eq!(leased.len(), 20);
        assert_eq!(result_count(store).await, 200);
    }
}

/// Leases and reports chunks until all are complete; every report is sent twice. Returns their first pairings.
async fn play_all(chunks: &dyn ChunkStore, worker: u32) -> Vec<u64> {
    let mut leased = Vec::new();
    while let Some(chunk) = chunks.lease_chunk("w", LONG).await.unwrap() {
        let pairings = open(&chunk);
        let report = || report(&chunk.lease, &pairings, &worker.to_string());
        let (first, second) = tokio::join!(chunks.report(report()), chunks.report(report()));
        let counted = [first.unwrap(), second.unwrap()]
            .into_iter()
            .filter(|outcome| *outcome == stored(&[], true));
        assert!(counted.count() >= 1);
        leased.push(chunk.lease.first_pairing);
    }
    leased
}

#[tokio::test]
async fn lease_belongs_to_its_worker() {
    let (_stores, stores) = stores().await;
    for store in &stores {
        let (_, chunks) = store;
        chunks.add_chunk(chunk(0, 2)).await.unwrap();
        let leased = chunks.lease_chunk("a", LONG).await.unwrap().unwrap();
        assert_eq!(leased.lease.worker, "a");
        let stolen = ChunkLease {
            worker: "b".into(),
            ..leased.lease.clone()
        };
        let renewed = chunks.renew_leases(vec![(stolen.clone(), LONG)], LONG);
        assert_eq!(renewed.await.unwrap(), [LeaseRenewal::Ended]);
        chunks.release_lease(stolen.clone()).await.unwrap();
        assert_eq!(chunks.lease_chunk("b", LONG).await.unwrap(), None);
        let reported = chunks.report(report(&stolen, &[0], "b")).await.unwrap();
        assert_eq!(reported, ReportOutcome::Superseded);
        assert_eq!(result_count(store).await, 0);
        let reported = chunks.report(report(&leased.lease, &[0, 1], "a")).await;
        assert_eq!(reported.unwrap(), stored(&[], true));
    }
}

#[tokio::test]
async fn lease_without_a_new_result_ends_although_it_is_renewed() {
    let (_stores, stores) = stores().await;
    for (_, chunks) in &stores {
        chunks.add_chunk(chunk(0, 4)).await.unwrap();
        let first = chunks.lease_chunk("a", LONG).await.unwrap().unwrap();
        let renew = async |lease: &ChunkLease, limit: Duration| {
            let renewed = chunks.renew_leases(vec![(lease.clone(), limit)], LONG);
            renewed.await.unwrap()[0]
        };
        // A test of time: without progress every limit up to the pause has passed after it.
        tokio::time::sleep(PAUSE).await;
        chunks
            .report(report(&first.lease, &[0], "a"))
            .await
            .unwrap();
        assert_eq!(renew(&first.lease, PAUSE).await, LeaseRenewal::Held);
        tokio::time::sleep(PAUSE).await;
        // What was reported before is no progress.
        chunks
            .report(report(&first.lease, &[0], "a"))
            .await
            .unwrap();
        assert_eq!(renew(&first.lease, PAUSE).await, LeaseRenewal::Stalled);
        assert_eq!(renew(&first.lease, PAUSE).await, LeaseRenewal::Ended);
        let late = chunks.report(report(&first.lease, &[1], "a")).await;
        assert_eq!(late.unwrap(), ReportOutcome::Superseded);
        // The next lease has twice the time.
        let second = chunks.lease_chunk("b", LONG).await.unwrap().unwrap();
        assert!(!second.has_expired_before);
        assert_eq!(open(&second), [1, 2, 3]);
        tokio::time::sleep(PAUSE).await;
        assert_eq!(renew(&second.lease, PAUSE).await, LeaseRenewal::Held);
        let half = PAUSE / 2;
        assert_eq!(renew(&second.lease, half).await, LeaseRenewal::Stalled);
    }
}

/// Returns the pairings and workers of results.
async fn worker_results(store: &StoreWithChunks, results: WorkerResults) -> Vec<(u64, String)> {
    let rows = store.0.worker_results(&"t".into(), results).await.unwrap();
    let row = |row: WorkerResultRow| (row.pairing, row.worker);
    rows.into_iter().map(row).collect()
}

#[tokio::test]
async fn results_of_an_excluded_worker_are_removed_and_played_again() {
    let (_stores, stores) = stores().await;
    for store in &stores {
        let (tournaments, chunks) = store;
        for (first, worker) in [(0, "liar"), (4, "honest")] {
            chunks.add_chunk(chunk(first, 4)).await.unwrap();
            let leased = chunks.lease_chunk(worker, LONG).await.unwrap().unwrap();
            let mut played = report(
                &leased.lease,
                &[first, first + 1, first + 2, first + 3],
                "a",
            );
            for (_, commit) in &mut played.finished {
                let pairing = commit.scored.as_ref().map(|scored| scored.attempt.pairing);
                commit.played_by = Some(WorkerPlay {
                    worker: worker.into(),
                    is_unchecked: pairing.is_some_and(|pairing| pairing % 2 == 1),
                });
            }
            assert_eq!(chunks.report(played).await.unwrap(), stored(&[], true));
        }
        let of = |pairings: &[u64], worker: &str| -> Vec<(u64, String)> {
            pairings.iter().map(|one| (*one, worker.into())).collect()
        };
        let unchecked = worker_results(store, WorkerResults::Unchecked).await;
        assert_eq!(
            unchecked,
            [of(&[1, 3], "liar"), of(&[5, 7], "honest")].concat()
        );
        let change = |change| tournaments.write(WriteCommand::ChangeWorkers(change));
        let checked = WorkerChange::Check {
            tournament: "t".into(),
            pairing: 1,
        };
        change(checked).await.unwrap();
        let unchecked = worker_results(store, WorkerResults::Unchecked).await;
        assert_eq!(
            unchecked,
            [of(&[3], "liar"), of(&[5, 7], "honest")].concat()
        );
        assert_eq!(
            worker_results(store, WorkerResults::Of(4)).await,
            of(&[4], "honest")
        );
        assert_eq!(worker_results(store, WorkerResults::OfExcluded).await, []);
        let excluded = |reason: &str, micros| ExcludedWorker {
            id: "liar".into(),
            excluded_micros: micros,
            reason: reason.into(),
        };
        for (reason, micros) in [("first", 7), ("second", 8)] {
            change(WorkerChange::Exclude(excluded(reason, micros)))
                .await
                .unwrap();
        }
        let found = tournaments.excluded_worker("liar").await.unwrap();
        assert_eq!(found, Some(excluded("first", 7)));
        assert_eq!(tournaments.excluded_worker("honest").await.unwrap(), None);
        assert_eq!(tournaments.excluded_workers(9).await.unwrap().len(), 1);
        let left = worker_results(store, WorkerResults::OfExcluded).await;
        assert_eq!(left, of(&[0, 1, 2, 3], "liar"));
        let remove = |pairings, are_all| {
            change(WorkerChange::Remove(RemovedResults {
                tournament: "t".into(),
                pairings,
                are_all,
            }))
        };
        remove(1..6, false).await.unwrap();
        let results = async || {
            let attempts = tournaments.attempts(&"t".into(), 0, 1000).await.unwrap();
            attempts.iter().map(|row| row.pairing).collect::<Vec<_>>()
        };
        assert_eq!(results().await, [0, 4, 5, 6, 7]);
        remove(5..7, true).await.unwrap();
        assert_eq!(results().await, [0, 4, 7]);
        // The removed matches can be leased and reported again.
        chunks.add_chunk(chunk(1, 2)).await.unwrap();
        let leased = chunks.lease_chunk("honest", LONG).await.unwrap().unwrap();
        let again = chunks.report(report(&leased.lease, &[1, 2], "b")).await;
        assert_eq!(again.unwrap(), stored(&[], true));
        assert_eq!(results().await, [0, 1, 2, 4, 7]);
        change(WorkerChange::Readmit("liar".into())).await.unwrap();
        assert_eq!(tournaments.excluded_worker("liar").await.unwrap(), None);
        assert_eq!(worker_results(store, WorkerResults::OfExcluded).await, []);
    }
}

#[tokio::test]
async fn first_differing_play_of_a_worker_is_kept() {
    let (stores, _) = stores().await;
    for store in &stores {
        let record = |pairing, worker: &str, record: &str| DifferingRecord {
            tournament: "t".into(),
            pairing,
            worker: worker.into(),
            found_micros: 7,
            record: record.into(),
        };
        let (a, b) = (record(3, "w", "[1]"), record(1, "v", "[2]"));
        for added in [&a, &b, &record(3, "w", "[3]")] {
            store
                .write(WriteCommand::AddDifferingRecord(added.clone()))
                .await
                .unwrap();
        }
        let listed = store.differing_records(&"t".into(), None, 9).await.unwrap();
        assert_eq!(listed, [b, a]);
        assert_eq!(
            store.differing_records(&"u".into(), None, 9).await.unwrap(),
            []
        );
    }
}

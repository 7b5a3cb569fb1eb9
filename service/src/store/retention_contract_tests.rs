//! The contract that every store keeps about records that are deleted.

use std::sync::Arc;

use super::WriteCommand::{self, AppendSeatLog, CreateTournament, InsertFinished};
use super::test_stores::{AnyStore, TestStores};
use super::tournament_contract_tests::{finished_match, tournament_row};
use super::{RecordDeletion, SeatLogAppend, StoreError, TournamentRow};
use crate::ids::MatchId;
use crate::record_deletions::RecordDeletions;

const DAY: i64 = 86_400_000_000;

/// Stores a tournament with a match of each of the given times of creation.
async fn store_matches(store: &dyn AnyStore, record_days: Option<u32>, created: &[i64]) {
    let row = TournamentRow {
        record_days,
        ..tournament_row("t", "5eed")
    };
    store.write(CreateTournament(row)).await.unwrap();
    for (pairing, created_micros) in (0..).zip(created) {
        let (mut row, commit) = finished_match(pairing);
        row.created_micros = *created_micros;
        let id = row.id.clone();
        store.write(InsertFinished(row, commit)).await.unwrap();
        let append = SeatLogAppend {
            id,
            seat: 0,
            bot: None,
            text: "thinking\n".into(),
        };
        store.write(AppendSeatLog(append)).await.unwrap();
    }
}

/// Returns which of the first records are stored, with the logs of their seats.
async fn kept(store: &dyn AnyStore, count: u64) -> Vec<bool> {
    let mut kept = Vec::new();
    for pairing in 0..count {
        let id = MatchId::from(format!("finished-{pairing}"));
        let stored = store.load(&id).await.unwrap();
        assert!(stored.row.outcome.is_some(), "results remain");
        let is_kept = stored.row.check_record().is_ok();
        assert_eq!(!stored.events.is_empty(), is_kept);
        assert_eq!(store.row(&id).await.unwrap(), stored.row);
        let log = store.seat_log(&id, 0).await.unwrap();
        assert_eq!(!log.text.is_empty(), is_kept);
        kept.push(is_kept);
    }
    let results = store.results(&"t".into(), 0..u64::MAX, 99).await.unwrap();
    assert_eq!(results.len() as u64, count, "results remain");
    kept
}

#[tokio::test]
async fn records_are_deleted_after_their_days_and_results_remain() {
    let stores = TestStores::open().await;
    for store in &stores {
        store_matches(&**store, Some(2), &[0, 1, DAY, 3 * DAY]).await;
        let mut deletions = RecordDeletions::new(Arc::clone(store) as _);
        deletions.delete_due(2 * DAY).await.unwrap();
        assert_eq!(kept(&**store, 4).await, [true; 4], "none is older");
        deletions.delete_due(2 * DAY + 2).await.unwrap();
        assert_eq!(kept(&**store, 4).await, [false, false, true, true]);
        deletions.delete_due(9 * DAY).await.unwrap();
        assert_eq!(kept(&**store, 4).await, [false; 4]);
        assert_eq!(
            store.retentions("", 9).await.unwrap().len(),
            1,
            "it goes on"
        );
    }
}

#[tokio::test]
async fn records_are_kept_for_ever_without_a_rule_and_for_an_hour_with_zero_days() {
    const HOUR: i64 = 3_600_000_000;
    let stores = TestStores::open().await;
    for store in &stores {
        store_matches(&**store, None, &[0]).await;
        assert_eq!(store.retentions("", 9).await.unwrap(), []);
    }
    let stores = TestStores::open().await;
    for store in &stores {
        store_matches(&**store, Some(0), &[0]).await;
        let mut deletions = RecordDeletions::new(Arc::clone(store) as _);
        deletions.delete_due(HOUR).await.unwrap();
        assert_eq!(kept(&**store, 1).await, [true]);
        deletions.delete_due(HOUR + 1).await.unwrap();
        assert_eq!(kept(&**store, 1).await, [false]);
    }
}

#[tokio::test]
async fn deletion_of_another_server_is_not_repeated_and_the_last_one_ends_the_rule() {
    let stores = TestStores::open().await;
    for store in &stores {
        store_matches(&**store, Some(2), &[0, 0]).await;
        let deletion = |pairings, is_last| {
            WriteCommand::DeleteRecords(RecordDeletion {
                tournament: "t".into(),
                pairings,
                at_micros: 7,
                is_last,
            })
        };
        store.write(deletion(0..1, false)).await.unwrap();
        let repeated = store.write(deletion(0..2, false)).await;
        assert!(
            matches!(repeated, Err(StoreError::Rejected(_))),
            "{repeated:?}"
        );
        assert_eq!(kept(&**store, 2).await, [false, true]);
        store.write(deletion(1..2, true)).await.unwrap();
        assert_eq!(kept(&**store, 2).await, [false, false]);
        assert_eq!(store.retentions("", 9).await.unwrap(), []);
    }
}

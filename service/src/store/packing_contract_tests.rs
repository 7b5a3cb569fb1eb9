//! The contract that every store keeps about records that are packed.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use botwerk_engine::record::RecordComment;

use super::WriteCommand::{self, Create, CreateTournament, PackRecords};
use super::test_stores::{AnyStore, TestStores, empty_match};
use super::tournament_contract_tests::tournament_row;
use super::{
    Commit, Durability, EventPage, MatchRow, RecordPack, SqliteStore, StoreError, StoredMatch,
    TournamentRow, now_micros,
};
use crate::database::{Database, vacuum};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::record_packing::RecordPacking;

const DAY: i64 = 86_400_000_000;

fn row(id: &str, created_micros: i64, setup: &str) -> MatchRow {
    MatchRow {
        created_micros,
        setup: setup.into(),
        ..empty_match(id, MatchState::Waiting)
    }
}

/// Stores a match of two commits, of which the second one ends it.
async fn play(store: &dyn AnyStore, row: MatchRow) {
    let id = row.id.clone();
    store.write(Create(row)).await.unwrap();
    for (first, state) in [(0, MatchState::Running), (2, MatchState::Over)] {
        let events = (first..first + 2).map(|seq| format!("{{\"seq\":{seq},\"of\":\"{id}\"}}"));
        let commit = Commit {
            events: events.collect(),
            comment: (first > 0).then(|| RecordComment::new(0, 2, 0, "a plan")),
            ..Commit::new(id.clone(), first, state)
        };
        store.write(WriteCommand::Commit(commit)).await.unwrap();
    }
}

/// Returns a match with its events as they are followed, page by page, and its comments.
async fn read(store: &dyn AnyStore, id: &str) -> (StoredMatch, String) {
    let id = MatchId::from(id);
    let comments = store.comments(&id, EventPage::START).await.unwrap();
    let (mut lines, mut after) = (comments.lines, Some(EventPage::START));
    while let Some(from) = after {
        let page = store.events(&id, from).await.unwrap();
        lines.push_str(&page.lines);
        after = page.next;
    }
    let stored = store.load(&id).await.unwrap();
    assert_eq!(store.row(&id).await.unwrap(), stored.row);
    (stored, lines)
}

#[tokio::test]
async fn old_records_are_packed_and_read_as_before() {
    let stores = TestStores::open().await;
    for store in &stores {
        for (id, created) in [("a", 0), ("b", 1), ("c", DAY), ("e", 9 * DAY)] {
            play(&**store, row(id, created, "{}")).await;
        }
        store.write(Create(row("d", 2, "{}"))).await.unwrap();
        let mut before = Vec::new();
        for id in ["a", "b", "c", "d", "e"] {
            before.push(read(&**store, id).await);
        }
        assert_eq!(before[0].0.events.len(), 4);
        assert!(before[0].1.contains("a plan"));
        let packing = RecordPacking::new(Arc::clone(store) as _);
        let records = store.unpacked_records(2).await.unwrap().unwrap();
        assert_eq!((records.last.as_str(), records.commits.len()), ("b", 4));
        packing.pack_old(8 * DAY + 1).await.unwrap();
        assert_eq!(store.unpacked_records(DAY + 1).await.unwrap(), None);
        let left = store.unpacked_records(i64::MAX).await.unwrap().unwrap();
        assert_eq!((left.last.as_str(), left.commits.len()), ("e", 2));
        for (id, before) in ["a", "b", "c", "d", "e"].iter().zip(&before) {
            assert_eq!(read(&**store, id).await, *before, "{id}");
        }
        let late = store.events(&"a".into(), 9_999).await.unwrap();
        assert_eq!(late.lines, "", "after its last commit");
    }
}

#[tokio::test]
async fn records_are_packed_once() {
    let stores = TestStores::open().await;
    for store in &stores {
        play(&**store, row("a", 0, "{}")).await;
        let records = store.unpacked_records(1).await.unwrap().unwrap();
        let pack = || PackRecords(RecordPack::new(&records).unwrap());
        store.write(pack()).await.unwrap();
        let before = read(&**store, "a").await;
        let again = store.write(pack()).await;
        assert!(matches!(again, Err(StoreError::Rejected(_))), "{again:?}");
        assert_eq!(read(&**store, "a").await, before);
    }
}

#[tokio::test]
async fn records_that_are_kept_for_a_time_are_not_packed() {
    let stores = TestStores::open().await;
    for store in &stores {
        let tournament = TournamentRow {
            record_days: Some(30),
            ..tournament_row("t", "5eed")
        };
        store.write(CreateTournament(tournament)).await.unwrap();
        let setup = r#"{"tournament":{"tournament":"t","pairing":0}}"#;
        play(&**store, row("a", 0, setup)).await;
        play(&**store, row("b", 0, "damaged")).await;
        let records = store.unpacked_records(1).await.unwrap().unwrap();
        assert_eq!((records.last.as_str(), records.commits.len()), ("b", 0));
        let packing = RecordPacking::new(Arc::clone(store) as _);
        packing.pack_old(9 * DAY).await.unwrap();
        assert_eq!(read(&**store, "a").await.0.events.len(), 4);
        assert_eq!(store.unpacked_records(i64::MAX).await.unwrap(), None);
    }
}

#[tokio::test]
#[ignore = "prints the bytes of a file before and after its records are packed; BOTWERK_DATABASE names a copy"]
async fn space_of_packed_records() {
    let path = PathBuf::from(std::env::var("BOTWERK_DATABASE").unwrap());
    let matches = Database::open(path.clone()).unwrap().count().unwrap();
    let before = vacuum(&path).unwrap().after;
    let store = Arc::new(SqliteStore::open(&path, Durability::Results).unwrap());
    let start = Instant::now();
    let packing = RecordPacking::new(Arc::clone(&store) as _);
    packing.pack_old(now_micros() + 8 * DAY).await.unwrap();
    let seconds = start.elapsed().as_secs_f64();
    drop((packing, store));
    let after = vacuum(&path).unwrap().after;
    let each = |bytes: u64| bytes / matches.max(1);
    println!(
        "{matches} matches: {} bytes each, packed {} in {seconds:.1} s",
        each(before),
        each(after)
    );
}

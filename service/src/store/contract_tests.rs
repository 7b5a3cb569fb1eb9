//! The contract that every store keeps.

use std::time::{Duration, Instant};

use botwerk_engine::record::{OutcomeLine, RecordComment};
use rusqlite::Connection;

use super::WriteCommand::{self, Create, Probe};
use super::test_stores::{AnyStore, TestStores, empty_match};
use super::{
    Commit, Durability, EventPage, MatchFilter, MatchRow, PLANTED_PANIC, PlayerFilter, SqliteStore,
    Store, StoreError, StoredMatch, SubmissionRow, WriteStore, to_json,
};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::seat_result::SeatResult;

fn row(id: &str, request_id: Option<&str>) -> MatchRow {
    MatchRow {
        request_id: request_id.map(Into::into),
        ..empty_match(id, MatchState::Waiting)
    }
}

fn act(turn: u32) -> SubmissionRow {
    SubmissionRow {
        seat: 0,
        turn,
        part: 0,
        content: "say \"5\"\n".into(),
        nanos: Some(9),
        charged: 8,
        stalled: 0,
        effort: 3,
        score: turn.is_multiple_of(2).then_some(-7),
        seq: 4,
        view_hash: u64::MAX - 1,
    }
}

fn commit(id: &str, after: u64, lines: &[&str]) -> Commit {
    Commit {
        events: lines.iter().map(|line| (*line).to_owned()).collect(),
        submissions: vec![act(after as u32)],
        ..Commit::new(id.into(), after, MatchState::Running)
    }
}

async fn ids(store: &dyn AnyStore, before: Option<&str>, state: Option<MatchState>) -> Vec<String> {
    let filter = MatchFilter {
        before: before.map(MatchId::from),
        state,
        ..MatchFilter::default()
    };
    let page = store.list(&filter, usize::MAX >> 1).await;
    let rows = page.unwrap().rows;
    rows.iter().map(|row| row.id.to_string()).collect()
}

fn outcome(rule: &str) -> OutcomeLine {
    OutcomeLine {
        outcome: rule.into(),
        places: Vec::new(),
        points: Vec::new(),
        terminations: Vec::new(),
    }
}

fn stale(id: &str, expected: u64, found: u64) -> Result<(), StoreError> {
    Err(StoreError::Stale {
        id: id.into(),
        expected,
        found,
    })
}

#[tokio::test]
async fn stored_match_is_loaded_unchanged() {
    let mut stores = TestStores::open().await;
    for store in &stores {
        store.write(Create(row("a", Some("first")))).await.unwrap();
        store.write(Create(row("b", None))).await.unwrap();
        store
            .write(WriteCommand::Commit(commit("a", 0, &["one", "two"])))
            .await
            .unwrap();
        let comment = RecordComment::new(0, 2, 0, "a plan:\ntwo jumps");
        let last = Commit {
            state: MatchState::Over,
            outcome: Some(outcome("over")),
            comment: Some(comment.clone()),
            ..commit("a", 2, &["three"])
        };
        store.write(WriteCommand::Commit(last)).await.unwrap();
        let stored = store.load(&"a".into()).await.unwrap();
        assert_eq!(stored.events, ["one", "two", "three"]);
        assert_eq!(stored.submissions, [act(0), act(2)]);
        let comments = store.comments(&"a".into(), EventPage::START).await;
        let comments = comments.unwrap();
        assert_eq!((comments.lines, comments.next), (comment.to_line(), None));
        let none = store.comments(&"b".into(), EventPage::START).await.unwrap();
        assert_eq!(none, EventPage::default());
        assert_eq!((stored.row.state, stored.row.events), (MatchState::Over, 3));
        assert_eq!(stored.row.outcome, Some(to_json(&outcome("over"))));
        assert_eq!(
            store.load(&"c".into()).await,
            Err(StoreError::NotFound("c".into()))
        );
        let found = store.match_by_request_id("first").await.unwrap();
        assert_eq!(found.as_ref(), Some(&stored.row));
        assert_eq!(store.match_by_request_id("second").await.unwrap(), None);
        let page = store.list(&MatchFilter::default(), 1).await.unwrap();
        assert_eq!(
            (page.rows, page.next),
            (vec![row("b", None)], Some("b".into()))
        );
        assert_eq!(ids(&**store, None, None).await, ["b", "a"]);
        assert_eq!(ids(&**store, Some("b"), None).await, ["a"]);
        assert_eq!(ids(&**store, None, Some(MatchState::Over)).await, ["a"]);
        assert_eq!(
            ids(&**store, Some("a"), Some(MatchState::Over)).await,
            [""; 0]
        );
    }
    // And everything is still there after closing.
    let mut before = Vec::new();
    for store in stores.lasting() {
        before.push(store.load(&"a".into()).await.unwrap());
    }
    stores.reopen().await;
    for (store, before) in stores.lasting().iter().zip(before) {
        assert_eq!(store.load(&"a".into()).await.unwrap(), before);
    }
}

#[tokio::test]
async fn rejected_command_changes_nothing_and_fails_no_other() {
    let mut stores = TestStores::open().await;
    for store in &stores {
        store.write(Create(row("a", Some("first")))).await.unwrap();
        // All in one batch, as far as the store makes batches.
        let receipts = [
            store.write(WriteCommand::Commit(commit("a", 0, &["one"]))),
            store.write(WriteCommand::Commit(commit("a", 0, &["two"]))),
            store.write(WriteCommand::Commit(commit("nobody", 0, &["one"]))),
            store.write(Create(row("a", None))),
            store.write(Create(row("b", Some("first")))),
            store.write(Create(row("c", None))),
            store.write(WriteCommand::Commit(commit("c", 0, &["one"]))),
            store.write(WriteCommand::Commit(commit("a", 1, &["two"]))),
            store.write(WriteCommand::Commit(commit("c", 2, &["late"]))),
        ];
        let mut results = Vec::new();
        for receipt in receipts {
            results.push(receipt.await);
        }
        let taken = |result: &Result<(), StoreError>| {
            let error = result.clone().unwrap_err().to_string();
            assert!(error.contains("stored already"), "{error}");
        };
        taken(&results[3]);
        taken(&results[4]);
        assert_eq!(results[..2], [Ok(()), stale("a", 0, 1)]);
        assert_eq!(results[2], Err(StoreError::NotFound("nobody".into())));
        assert_eq!(results[5..8], [Ok(()), Ok(()), Ok(())]);
        assert_eq!(results[8], stale("c", 2, 1));
        assert_eq!(
            store.load(&"a".into()).await.unwrap().events,
            ["one", "two"]
        );
        assert_eq!(
            store.load(&"a".into()).await.unwrap().submissions,
            [act(0), act(1)]
        );
        assert_eq!(store.load(&"c".into()).await.unwrap().events, ["one"]);
        assert!(matches!(
            store.load(&"b".into()).await,
            Err(StoreError::NotFound(_))
        ));
    }
    // A writer that has not seen the match refuses what is stale as well.
    stores.reopen().await;
    for store in stores.lasting() {
        assert_eq!(
            store
                .write(WriteCommand::Commit(commit("a", 1, &["x"])))
                .await,
            stale("a", 1, 2)
        );
        store
            .write(WriteCommand::Commit(commit("a", 2, &["three"])))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn state_and_submissions_are_stored_without_events() {
    let stores = TestStores::open().await;
    for store in &stores {
        store.write(Create(row("a", None))).await.unwrap();
        store
            .write(WriteCommand::Commit(commit("a", 0, &[])))
            .await
            .unwrap();
        let suspended = Commit {
            submissions: Vec::new(),
            state: MatchState::Suspended,
            ..commit("a", 0, &[])
        };
        store
            .write(WriteCommand::Commit(suspended.clone()))
            .await
            .unwrap();
        let called_off = Commit {
            state: MatchState::Aborted,
            outcome: Some(outcome("off")),
            ..suspended
        };
        store.write(WriteCommand::Commit(called_off)).await.unwrap();
        let expected = StoredMatch {
            row: MatchRow {
                state: MatchState::Aborted,
                outcome: Some(to_json(&outcome("off"))),
                ..row("a", None)
            },
            events: Vec::new(),
            submissions: vec![act(0)],
        };
        assert_eq!(store.load(&"a".into()).await.unwrap(), expected);
    }
}

#[tokio::test]
async fn list_may_be_longer_than_one_read() {
    let stores = TestStores::open().await;
    for store in &stores {
        let ids: Vec<_> = (0..1200).map(|i| format!("{i:04}")).collect();
        let receipts: Vec<_> = ids
            .iter()
            .map(|id| store.write(Create(row(id, None))))
            .collect();
        for receipt in receipts {
            receipt.await.unwrap();
        }
        let waiting = MatchFilter {
            state: Some(MatchState::Waiting),
            ..MatchFilter::default()
        };
        let page = store.list(&waiting, usize::MAX >> 1).await.unwrap();
        let found = page.rows.iter().map(|row| row.id.as_str());
        assert!(found.eq(ids.iter().rev()) && page.next.is_none());
        for (from, before, expected) in [
            (None, "1100", (700, true)),
            (None, "0700", (700, false)),
            (Some("0650"), "0700", (50, false)),
        ] {
            let filter = MatchFilter {
                from: from.map(MatchId::from),
                before: Some(before.into()),
                ..MatchFilter::default()
            };
            let page = store.list(&filter, 700).await.unwrap();
            assert_eq!((page.rows.len(), page.next.is_some()), expected);
        }
    }
}

#[tokio::test]
async fn page_of_a_list_ends_when_its_rows_are_large() {
    let stores = TestStores::open().await;
    for store in &stores {
        for id in ["a", "b", "c", "d", "e"] {
            let large = MatchRow {
                setup: "x".repeat(100 << 10),
                ..row(id, None)
            };
            store.write(Create(large)).await.unwrap();
        }
        let mut filter = MatchFilter::default();
        let mut pages = Vec::new();
        loop {
            let page = store.list(&filter, 500).await.unwrap();
            filter.before = page.next;
            let ids: String = page.rows.iter().map(|row| row.id.as_str()).collect();
            pages.push(ids);
            if filter.before.is_none() {
                break;
            }
        }
        assert_eq!(pages, ["ed", "cb", "a"]);
    }
}

/// Returns a match of these players.
fn row_of(id: &str, players: [&str; 2]) -> MatchRow {
    let players = players.map(|name| format!(r#"{{"name":"{name}"}}"#));
    MatchRow {
        setup: format!(r#"{{"header":{{"seats":[{}]}}}}"#, players.join(",")),
        ..row(id, None)
    }
}

/// Returns the commit that ends a match at a time.
fn end(id: &str, places: &[u8], ended_micros: i64) -> WriteCommand {
    WriteCommand::Commit(Commit {
        outcome: Some(OutcomeLine {
            places: places.to_vec(),
            ..outcome("over")
        }),
        ended_micros: Some(ended_micros),
        ..Commit::new(id.into(), 0, MatchState::Over)
    })
}

#[tokio::test]
async fn matches_of_a_player_are_found_by_opponent_result_state_and_time() {
    let mut stores = TestStores::open().await;
    let admitted = async |store: &dyn AnyStore, filter: &MatchFilter| -> String {
        let page = store.list(filter, 9).await.unwrap();
        assert_eq!(page.next, None);
        page.rows.iter().map(|row| row.id.as_str()).collect()
    };
    for store in &stores {
        let rows = [
            ("a", ["x", "y"]),
            ("b", ["y", "x"]),
            ("c", ["x", "z"]),
            ("d", ["x", "x"]),
            ("e", ["y", "z"]),
            ("f", ["x", "y"]),
        ];
        for (id, players) in rows {
            store.write(Create(row_of(id, players))).await.unwrap();
        }
        for (id, places) in [("a", [1, 2]), ("b", [1, 2]), ("c", [1, 1]), ("d", [2, 1])] {
            store
                .write(end(id, &places, i64::from(id.as_bytes()[0])))
                .await
                .unwrap();
        }
        // What is rejected is not found.
        let taken = MatchRow {
            request_id: Some("first".into()),
            ..row_of("g", ["x", "y"])
        };
        store.write(Create(taken.clone())).await.unwrap();
        let repeated = MatchRow {
            id: "h".into(),
            ..taken
        };
        assert!(store.write(Create(repeated)).await.is_err());
    }
    // And is found after a restart.
    stores.reopen().await;
    for store in stores.lasting() {
        let player = |filter| MatchFilter {
            player: Some(PlayerFilter {
                name: "x".into(),
                ..filter
            }),
            ..MatchFilter::default()
        };
        let opponent = |name: &str| PlayerFilter {
            opponent: Some(name.into()),
            ..PlayerFilter::default()
        };
        let result = |result| PlayerFilter {
            result: Some(result),
            ..PlayerFilter::default()
        };
        let ended = |from: u8, before: u8| PlayerFilter {
            ended_from: Some(from.into()),
            ended_before: Some(before.into()),
            ..PlayerFilter::default()
        };
        for (filter, expected) in [
            (PlayerFilter::default(), "gfdcba"),
            (opponent("y"), "gfba"),
            (opponent("absent"), ""),
            (result(SeatResult::Won), "a"),
            (result(SeatResult::Lost), "db"),
            (result(SeatResult::Drawn), "c"),
            (ended(b'b', b'd'), "cb"),
        ] {
            let filter = player(filter);
            assert_eq!(admitted(&**store, &filter).await, expected, "{filter:?}");
        }
        let filter = MatchFilter {
            from: Some("b".into()),
            before: Some("g".into()),
            state: Some(MatchState::Waiting),
            ..player(opponent("y"))
        };
        assert_eq!(admitted(&**store, &filter).await, "f");
        let ended = store.row(&"a".into()).await.unwrap().ended_micros;
        assert_eq!(ended, Some(i64::from(b'a')));
    }
}

#[tokio::test]
async fn page_of_a_player_ends_when_enough_matches_were_looked_at() {
    let stores = TestStores::open().await;
    for store in &stores {
        let ids: Vec<_> = (0..1100).map(|i| format!("{i:04}")).collect();
        let row = |id: &String| row_of(id, ["x", if id == "0000" { "z" } else { "y" }]);
        let receipts = ids.iter().map(|id| store.write(Create(row(id))));
        for receipt in receipts.collect::<Vec<_>>() {
            receipt.await.unwrap();
        }
        let mut filter = MatchFilter {
            player: Some(PlayerFilter {
                name: "x".into(),
                opponent: Some("z".into()),
                ..PlayerFilter::default()
            }),
            ..MatchFilter::default()
        };
        let page = store.list(&filter, 500).await.unwrap();
        assert_eq!((page.rows.len(), &page.next), (0, &Some("0076".into())));
        filter.before = page.next;
        let page = store.list(&filter, 500).await.unwrap();
        assert_eq!((page.rows.len(), page.next), (1, None));
    }
}

#[tokio::test]
async fn events_are_read_page_by_page() {
    let stores = TestStores::open().await;
    let line = |number: u64| format!("{number}{}", "x".repeat(30 << 10));
    for store in &stores {
        store.write(Create(row("a", None))).await.unwrap();
        for number in 0..7 {
            let lines = [line(number)];
            let lines = lines.each_ref().map(String::as_str);
            store
                .write(WriteCommand::Commit(commit("a", number, &lines)))
                .await
                .unwrap();
        }
        let mut after = Some(EventPage::START);
        let (mut pages, mut text) = (0, String::new());
        while let Some(start) = after {
            let page = store.events(&"a".into(), start).await.unwrap();
            assert!(page.lines.len() <= 100 << 10, "{}", page.lines.len());
            text += &page.lines;
            (pages, after) = (pages + 1, page.next);
        }
        assert!(text.lines().eq((0..7).map(line)));
        assert_eq!(pages, 3);
    }
}

#[tokio::test]
async fn row_of_a_match_is_read_without_its_events() {
    let stores = TestStores::open().await;
    for store in &stores {
        store.write(Create(row("a", None))).await.unwrap();
        store
            .write(WriteCommand::Commit(commit("a", 0, &["one", "two"])))
            .await
            .unwrap();
        let stored = store.row(&"a".into()).await.unwrap();
        assert_eq!(stored, store.load(&"a".into()).await.unwrap().row);
        let missing = store.row(&"no".into()).await;
        assert_eq!(missing, Err(StoreError::NotFound("no".into())));
    }
}

#[tokio::test]
async fn locked_database_is_unavailable_until_it_is_released() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = SqliteStore::open(&path, Durability::Results).unwrap();
    store.write(Create(row("a", None))).await.unwrap();
    store
        .write(WriteCommand::Commit(commit("a", 0, &["one"])))
        .await
        .unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let begun = Instant::now();
    let receipts = [
        store.write(WriteCommand::Commit(commit("a", 1, &["two"]))),
        store.write(Create(row("b", None))),
    ];
    // Reads are answered in the meantime.
    assert_eq!(store.load(&"a".into()).await.unwrap().events, ["one"]);
    for receipt in receipts {
        let error = receipt.await.unwrap_err().to_string();
        assert!(error.contains("another process has locked"), "{error}");
    }
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(3), "{took:?}");
    other.execute_batch("COMMIT").unwrap();
    store
        .write(WriteCommand::Commit(commit("a", 1, &["two"])))
        .await
        .unwrap();
    assert_eq!(
        store.load(&"a".into()).await.unwrap().events,
        ["one", "two"]
    );
    assert!(matches!(
        store.load(&"b".into()).await,
        Err(StoreError::NotFound(_))
    ));
}

#[tokio::test]
async fn probe_fails_while_nothing_can_be_written() {
    let stores = TestStores::open().await;
    for store in &stores {
        store.write(Probe).await.unwrap();
    }
    let other = Connection::open(stores.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let file = &stores.lasting()[0];
    assert!(file.write(Probe).await.is_err());
    other.execute_batch("COMMIT").unwrap();
    file.write(Probe).await.unwrap();
}

#[tokio::test]
async fn writer_outlives_a_panic_whose_transaction_is_undone() {
    let stores = TestStores::open().await;
    for store in stores.lasting() {
        store.write(Create(row("a", None))).await.unwrap();
        for _ in 0..2 {
            let rejected = store.write(Create(row(PLANTED_PANIC, None))).await;
            let Err(StoreError::Unavailable(message)) = rejected else {
                panic!("{rejected:?}");
            };
            assert!(message.contains("fault in the server"), "{message}");
        }
        store.write(Create(row("b", None))).await.unwrap();
        store
            .write(WriteCommand::Commit(Commit {
                events: vec!["an event".into()],
                ..Commit::new("a".into(), 0, MatchState::Running)
            }))
            .await
            .unwrap();
        assert_eq!(store.load(&"a".into()).await.unwrap().events.len(), 1);
        let planted = store.load(&PLANTED_PANIC.into()).await;
        assert!(matches!(planted, Err(StoreError::NotFound(_))));
        assert_eq!(store.unfinished().await.unwrap().len(), 2);
    }
}

//! The contract that every store keeps about the logs of seats.

use super::WriteCommand::{AppendSeatLog, Create};
use super::seat_log::{MAX_LOG_BYTES, MAX_PARTS_OF_BOT};
use super::test_stores::{TestStores, empty_match};
use super::{MatchRow, SeatLog, SeatLogAppend, StoreError};
use crate::match_state::MatchState;

fn row(id: &str) -> MatchRow {
    empty_match(id, MatchState::Running)
}

fn append(id: &str, seat: usize, text: impl Into<String>) -> SeatLogAppend {
    SeatLogAppend {
        id: id.into(),
        seat,
        bot: None,
        text: text.into(),
    }
}

#[tokio::test]
async fn seats_have_logs_of_their_own() {
    let stores = TestStores::open().await;
    for store in &stores {
        store.write(Create(row("a"))).await.unwrap();
        store.write(Create(row("b"))).await.unwrap();
        for (id, seat, text) in [("a", 0, "one\n"), ("a", 1, "other\n"), ("a", 0, "two\0ä")] {
            store
                .write(AppendSeatLog(append(id, seat, text)))
                .await
                .unwrap();
        }
        let log = |id: &str, seat| store.seat_log(&id.into(), seat);
        assert_eq!(log("a", 0).await.unwrap().text, "one\ntwo\0ä");
        assert_eq!(log("a", 1).await.unwrap().text, "other\n");
        assert_eq!(log("b", 0).await.unwrap(), SeatLog::default());
        assert_eq!(log("no", 0).await.unwrap(), SeatLog::default());
        let missing = store.write(AppendSeatLog(append("no", 0, "text"))).await;
        assert_eq!(missing, Err(StoreError::NotFound("no".into())));
        assert_eq!(store.row(&"a".into()).await.unwrap(), row("a"));
        let missing = store.row(&"no".into()).await;
        assert_eq!(missing, Err(StoreError::NotFound("no".into())));
    }
}

#[tokio::test]
async fn end_of_a_log_is_kept() {
    let stores = TestStores::open().await;
    for store in &stores {
        store.write(Create(row("a"))).await.unwrap();
        let mut expected = String::new();
        for number in 0..3_000 {
            let text = format!("line {number} ä\n").repeat(number % 9);
            expected.push_str(&text);
            store
                .write(AppendSeatLog(append("a", 0, text)))
                .await
                .unwrap();
        }
        let log = store.seat_log(&"a".into(), 0).await.unwrap();
        assert!(log.text.len() > MAX_LOG_BYTES - 2, "{}", log.text.len());
        assert!(log.text.len() <= MAX_LOG_BYTES);
        assert!(expected.ends_with(&log.text));
        assert_eq!(log.omitted_bytes, (expected.len() - log.text.len()) as u64);
        // A part that is longer than what is kept.
        store
            .write(AppendSeatLog(append("a", 0, "x".repeat(2 * MAX_LOG_BYTES))))
            .await
            .unwrap();
        let log = store.seat_log(&"a".into(), 0).await.unwrap();
        assert_eq!(log.text, "x".repeat(MAX_LOG_BYTES));
        assert_eq!(log.omitted_bytes, (expected.len() + MAX_LOG_BYTES) as u64);
    }
}

#[tokio::test]
async fn log_is_kept_when_the_store_is_opened_again() {
    let mut stores = TestStores::open().await;
    for store in stores.lasting() {
        store.write(Create(row("a"))).await.unwrap();
        store
            .write(AppendSeatLog(append("a", 1, "one ")))
            .await
            .unwrap();
    }
    stores.reopen().await;
    for store in stores.lasting() {
        store
            .write(AppendSeatLog(append("a", 1, "two")))
            .await
            .unwrap();
        let log = store.seat_log(&"a".into(), 1).await.unwrap();
        assert_eq!(log.text, "one two");
    }
}

#[tokio::test]
async fn logs_of_old_matches_of_an_owners_bot_are_deleted() {
    let stores = TestStores::open().await;
    for store in &stores {
        for bot in ["alice/a", "operator"] {
            for number in 0..4 {
                let id = format!("{bot}-{number}");
                store.write(Create(row(&id))).await.unwrap();
                // Three quarters of what is kept.
                for part in 0..MAX_PARTS_OF_BOT * 3 / 4 {
                    let text = if part == 0 { "start\n" } else { "x" };
                    let append = SeatLogAppend {
                        bot: Some(bot.into()),
                        ..append(&id, 0, text)
                    };
                    store.write(AppendSeatLog(append)).await.unwrap();
                }
            }
            let mut kept = Vec::new();
            for number in 0..4 {
                let id = format!("{bot}-{number}");
                let log = store.seat_log(&id.as_str().into(), 0).await.unwrap();
                kept.push(!log.text.is_empty());
            }
            let has_owner = bot.contains('/');
            assert_eq!(kept, [!has_owner, true, true, true], "{bot}");
        }
    }
}

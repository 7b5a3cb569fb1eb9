//! Clocks while the room waits for its store.

use std::sync::atomic::Ordering;
use std::time::Duration;

use botwerk_proto::v1 as proto;
use tokio::sync::oneshot;

use super::table::{Table, request, state};
use crate::error::Reason;
use crate::room::{Command, Outgoing};

#[tokio::test]
async fn a_turn_cannot_be_answered_before_it_is_asked() {
    let table = Table::new(2, None, &[]).await;
    let mut first = table.join(0).await;
    let _second = table.join(1).await;
    let turn = request(&mut first).await.turn;
    table.act(0, turn, "pass").await.unwrap();
    // The last pass opens the next race; while that is stored, a blind announcement arrives.
    table.store.slow.store(true, Ordering::SeqCst);
    let passed = table.send(1, turn, "pass").await;
    let blind = table.send(0, turn + 1, "say 50").await;
    while table.store.held.lock().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    table.store.slow.store(false, Ordering::SeqCst);
    for release in table.store.held.lock().unwrap().drain(..) {
        release.send(Ok(())).unwrap();
    }
    passed.await.unwrap().unwrap();
    let refused = blind.await.unwrap().unwrap_err();
    assert_eq!(refused.reason, Reason::WrongTurn);
    assert_eq!(request(&mut first).await.turn, turn + 1);
    table.act(0, turn + 1, "pass").await.unwrap();
}

/// Seat 0 is to show under a turn clock of 150 ms; the other two look on.
async fn showing() -> (Table, Outgoing<proto::PlayResponse>, u32) {
    let table = Table::made(3, None, &[], |request| {
        request.time_control = Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnMillis(150)),
            ..Default::default()
        });
    });
    let table = table.await;
    let mut first = table.join(0).await;
    for seat in 1..3 {
        drop(table.join(seat).await);
    }
    let race = request(&mut first).await.turn;
    table.act(0, race, "say 5").await.unwrap();
    let show = request(&mut first).await;
    assert_eq!(show.stage, "show");
    (table, first, show.turn)
}

#[tokio::test]
async fn a_busy_room_flags_nobody_whose_act_arrived_in_time() {
    let (table, mut first, turn) = showing().await;
    // The room waits for the store while the act arrives, until long after its deadline.
    table.store.slow.store(true, Ordering::SeqCst);
    let (reply, resigned) = oneshot::channel();
    let token = table.tokens[2].clone();
    let resign = Command::Resign { token, reply };
    table.room.send(resign).await.unwrap();
    let shown = table.send(0, turn, "end").await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    table.store.slow.store(false, Ordering::SeqCst);
    for release in table.store.held.lock().unwrap().drain(..) {
        release.send(Ok(())).unwrap();
    }
    resigned.await.unwrap().unwrap();
    let accepted = shown.await.unwrap().unwrap();
    assert!(accepted.elapsed_nanos < 150_000_000, "{accepted:?}");
    assert_eq!(request(&mut first).await.stage, "race");
}

#[tokio::test]
async fn clocks_stand_while_nothing_can_be_stored() {
    let (table, mut first, turn) = showing().await;
    table.store.fail_after(0);
    assert_eq!(
        table.act(0, turn, "end").await,
        Err(Reason::StoreUnavailable)
    );
    // Far longer than the turn has.
    tokio::time::sleep(Duration::from_millis(400)).await;
    table.store.work();
    state(&mut first, proto::MatchState::Running).await;
    let again = request(&mut first).await;
    assert_eq!(again.turn, turn);
    let left = again.clocks.unwrap().remaining_nanos.unwrap();
    assert!((1..=150_000_000).contains(&left), "{left}");
    table.act(0, turn, "end").await.unwrap();
}

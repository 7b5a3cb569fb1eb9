//! A store that fails.

use std::time::Duration;

use botwerk_proto::v1 as proto;

use super::table::{Table, over, refused, request, state, update};
use crate::error::Reason;

#[tokio::test]
async fn acts_are_refused_while_nothing_can_be_stored_and_nothing_is_lost() {
    let table = Table::new(2, None, &[("round_cap", "1")]).await;
    let mut first = table.join(0).await;
    let mut second = table.join(1).await;
    let turn = request(&mut first).await.turn;
    request(&mut second).await;
    table.store.fail_after(0);
    for _ in 0..3 {
        assert_eq!(
            table.act(0, turn, "pass").await,
            Err(Reason::StoreUnavailable)
        );
        assert_eq!(
            table.act(1, turn, "say 5").await,
            Err(Reason::StoreUnavailable)
        );
        assert_eq!(table.resign(0).await, Err(Reason::StoreUnavailable));
    }
    state(&mut first, proto::MatchState::Suspended).await;
    table.store.work();
    state(&mut first, proto::MatchState::Running).await;
    // What is open is asked again, and no second time.
    assert_eq!(request(&mut first).await.turn, turn);
    // What was refused was not done: the seat may say something else.
    table.act(1, turn, "pass").await.unwrap();
    table.act(0, turn, "pass").await.unwrap();
    let end = over(&mut first).await;
    assert_eq!(end.outcome.unwrap().rule, "MR-28");
    assert_eq!(over(&mut second).await.terminations, [0, 0]);
}

#[tokio::test]
async fn a_match_begins_as_soon_as_that_can_be_stored() {
    let table = Table::new(2, None, &[]).await;
    let mut first = table.join(0).await;
    table.store.fail_after(0);
    let _second = table.join(1).await;
    refused(&table.store, 2).await;
    assert_eq!(table.act(0, 1, "pass").await, Err(Reason::NotYourTurn));
    table.store.work();
    // Long before the limit for joining.
    let turn = request(&mut first).await.turn;
    table.act(0, turn, "pass").await.unwrap();
}

#[tokio::test]
async fn a_bundled_player_is_asked_again_and_not_at_once() {
    let table = Table::new(1, Some("solver"), &[("chips_to_win", "1")]).await;
    // The beginning is stored, the player's announcement is not.
    table.store.fail_after(1);
    let mut frames = table.join(0).await;
    let turn = request(&mut frames).await.turn;
    refused(&table.store, 1).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(
        table.store.refused() < 50,
        "{} times",
        table.store.refused()
    );
    table.store.work();
    // Or it was faster.
    let _ = table.act(0, turn, "pass").await;
    assert_eq!(over(&mut frames).await.outcome.unwrap().places, [2, 1]);
}

#[tokio::test]
async fn a_limit_that_passes_meanwhile_takes_effect_afterwards() {
    let table = Table::new(2, None, &[("race_limit", "50ms"), ("round_cap", "1")]).await;
    let mut first = table.join(0).await;
    let _second = table.join(1).await;
    request(&mut first).await;
    table.store.fail_after(0);
    refused(&table.store, 2).await;
    table.store.work();
    assert_eq!(update(&mut first).await, ["break"]);
    assert_eq!(over(&mut first).await.outcome.unwrap().rule, "MR-28");
}

#[tokio::test]
async fn a_seat_that_must_leave_leaves_once_that_can_be_stored() {
    let table = Table::new(3, None, &[]).await;
    let mut first = table.join(0).await;
    let mut second = table.join(1).await;
    let _third = table.join(2).await;
    let turn = request(&mut first).await.turn;
    table.store.fail_after(0);
    for _ in 0..3 {
        assert_eq!(table.act(0, turn, "end").await, Err(Reason::IllegalAction));
    }
    refused(&table.store, 2).await;
    table.store.work();
    request(&mut second).await;
    assert_eq!(update(&mut second).await, ["leave 0"]);
    assert_eq!(table.act(0, turn, "pass").await, Err(Reason::NotYourTurn));
    table.act(1, turn, "pass").await.unwrap();
}

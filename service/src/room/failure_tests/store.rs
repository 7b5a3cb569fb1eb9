//! A store that fails.

use std::time::{Duration, Instant};

use super::RoomFixture;
use crate::error::Reason;
use crate::match_state::MatchState;
use crate::room::Command;
use crate::store::{MatchFilter, Store};

#[tokio::test]
async fn submissions_are_rejected_while_the_store_fails_and_nothing_is_lost() {
    let fixture = RoomFixture::new(2, None, &[("round_cap", "1")]).await;
    let mut first = fixture.join(0).await;
    let mut second = fixture.join(1).await;
    let turn = first.request().await.turn;
    second.request().await;
    fixture.store.fail_after(0);
    let unavailable = Reason::StoreUnavailable;
    for _ in 0..3 {
        assert_eq!(fixture.submit(0, turn, "pass").await, Err(unavailable));
        assert_eq!(fixture.submit(1, turn, "say 5").await, Err(unavailable));
        assert_eq!(fixture.resign(0).await, Err(unavailable));
    }
    first.state(MatchState::Suspended).await;
    fixture.store.recover();
    first.state(MatchState::Running).await;
    // The open request is sent again, once.
    assert_eq!(first.request().await.turn, turn);
    // A rejected submission had no effect: the seat may submit another one.
    fixture.submit(1, turn, "pass").await.unwrap();
    fixture.submit(0, turn, "pass").await.unwrap();
    assert_eq!(first.over().await.outcome.unwrap().rule, "MR-28");
    assert_eq!(second.over().await.terminations, [None, None]);
}

#[tokio::test]
async fn match_is_stored_as_suspended_when_the_server_shuts_down() {
    let fixture = RoomFixture::new(2, None, &[]).await;
    let mut first = fixture.join(0).await;
    let _second = fixture.join(1).await;
    first.request().await;
    let filter = MatchFilter {
        state: Some(MatchState::Suspended),
        ..MatchFilter::default()
    };
    let suspended = || fixture.store.list(&filter, 9);
    assert!(suspended().await.unwrap().rows.is_empty());
    assert!(fixture.room.send(Command::Drain).await.is_ok());
    first.state(MatchState::Suspended).await;
    while !fixture.room.is_closed() {
        tokio::task::yield_now().await;
    }
    assert_eq!(suspended().await.unwrap().rows.len(), 1);
}

#[tokio::test]
async fn match_starts_as_soon_as_its_start_can_be_stored() {
    let fixture = RoomFixture::new(2, None, &[]).await;
    let mut first = fixture.join(0).await;
    fixture.store.fail_after(0);
    let _second = fixture.join(1).await;
    fixture.store.wait_for_failures(2).await;
    assert_eq!(fixture.submit(0, 1, "pass").await, Err(Reason::NotYourTurn));
    fixture.store.recover();
    // Long before the join deadline.
    let turn = first.request().await.turn;
    fixture.submit(0, turn, "pass").await.unwrap();
}

#[tokio::test]
async fn agent_searches_again_after_a_delay_when_its_choice_cannot_be_stored() {
    let fixture = RoomFixture::new(1, Some("solver"), &[("chips_to_win", "1")]).await;
    // The start is stored, the agent's announcement is not.
    fixture.store.fail_after(1);
    let mut frames = fixture.join(0).await;
    let turn = frames.request().await.turn;
    fixture.store.wait_for_failures(1).await;
    let failed = Instant::now();
    fixture.store.wait_for_failures(3).await;
    let delay = failed.elapsed();
    assert!(delay > Duration::from_millis(150), "{delay:?}");
    fixture.store.recover();
    // Rejected if the agent is faster.
    let _ = fixture.submit(0, turn, "pass").await;
    assert_eq!(frames.over().await.outcome.unwrap().places, [2, 1]);
}

#[tokio::test]
async fn deadline_that_passes_while_the_store_fails_takes_effect_afterwards() {
    let options = [("race_limit", "50ms"), ("round_cap", "1")];
    let fixture = RoomFixture::new(2, None, &options).await;
    let mut first = fixture.join(0).await;
    let _second = fixture.join(1).await;
    first.request().await;
    fixture.store.fail_after(0);
    fixture.store.wait_for_failures(2).await;
    fixture.store.recover();
    assert_eq!(first.update().await, ["break"]);
    assert_eq!(first.over().await.outcome.unwrap().rule, "MR-28");
}

#[tokio::test]
async fn seat_is_removed_once_its_removal_can_be_stored() {
    let fixture = RoomFixture::new(3, None, &[]).await;
    let mut first = fixture.join(0).await;
    let mut second = fixture.join(1).await;
    let _third = fixture.join(2).await;
    let turn = first.request().await.turn;
    fixture.store.fail_after(0);
    for _ in 0..3 {
        assert_eq!(
            fixture.submit(0, turn, "end").await,
            Err(Reason::IllegalAction)
        );
    }
    fixture.store.wait_for_failures(2).await;
    fixture.store.recover();
    second.request().await;
    assert_eq!(second.update().await, ["leave 0"]);
    assert_eq!(
        fixture.submit(0, turn, "pass").await,
        Err(Reason::NotYourTurn)
    );
    fixture.submit(1, turn, "pass").await.unwrap();
}

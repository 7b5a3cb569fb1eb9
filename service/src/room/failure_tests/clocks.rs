//! Clocks while the room waits for its store.

use std::time::Duration;

use botwerk_engine::GameId;
use tokio::sync::oneshot;

use super::RoomFixture;
use super::frames::Frames;
use crate::error::Reason;
use crate::match_state::MatchState;
use crate::room::{ActionRequest, Command};

#[tokio::test]
async fn turn_cannot_be_answered_before_it_is_requested() {
    let fixture = RoomFixture::new(2, None, &[]).await;
    let mut first = fixture.join(0).await;
    let _second = fixture.join(1).await;
    let turn = first.request().await.turn;
    fixture.submit(0, turn, "pass").await.unwrap();
    // The last pass opens the next race; while that is stored, a blind announcement arrives.
    fixture.store.hold();
    let passed = fixture.send(1, turn, "pass", 0).await;
    let blind = fixture.send(0, turn + 1, "say 50", 0).await;
    fixture.store.wait_until_held().await;
    fixture.store.release();
    passed.await.unwrap().unwrap();
    let rejected = blind.await.unwrap().unwrap_err();
    assert_eq!(rejected.reason, Reason::WrongTurn);
    assert_eq!(first.request().await.turn, turn + 1);
    fixture.submit(0, turn + 1, "pass").await.unwrap();
}

/// Starts a match of three seats in which seat 0 must show within 150 ms. Returns its frames and the
/// request.
async fn showing() -> (RoomFixture, Frames, ActionRequest) {
    let fixture = RoomFixture::with_request(3, None, &[], |new| {
        new.time_control.turn_millis = Some(150);
    });
    let fixture = fixture.await;
    let mut first = fixture.join(0).await;
    for seat in 1..3 {
        drop(fixture.join(seat).await);
    }
    let race = first.request().await.turn;
    fixture.submit(0, race, "say 5").await.unwrap();
    let show = first.request().await;
    assert_eq!(show.stage, "show");
    (fixture, first, show)
}

/// Starts a match in which turns have several parts and take 600 ms at most. Returns the frames of seat
/// 0, its first request, and an action that leaves the turn open.
async fn turn_of_several_parts() -> (RoomFixture, Frames, ActionRequest, String) {
    let fixture = RoomFixture::with_request(2, None, &[], |new| {
        new.game = GameId::NETZWERK;
        new.time_control.turn_millis = Some(600);
    });
    let fixture = fixture.await;
    let mut first = fixture.join(0).await;
    drop(fixture.join(1).await);
    let request = first.request().await;
    let mut texts = request.legal_actions.iter().map(|legal| &legal.text);
    let action = texts.find(|text| *text != "end").unwrap().clone();
    (fixture, first, request, action)
}

#[tokio::test]
async fn busy_room_flags_no_seat_whose_submission_arrived_in_time() {
    let (fixture, mut first, show) = showing().await;
    let turn = show.turn;
    // The room waits for the store while the submission arrives, until after its deadline: a test of time.
    fixture.store.hold();
    let (reply, resigned) = oneshot::channel();
    let token = fixture.tokens[2].clone();
    let resign = Command::Resign {
        token,
        has_crashed: false,
        reply,
    };
    fixture.room.send(resign).await.unwrap();
    let shown = fixture.send(0, turn, "end", 0).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    fixture.store.release();
    resigned.await.unwrap().unwrap();
    let accepted = shown.await.unwrap().unwrap();
    assert!(
        accepted.elapsed_nanos.unwrap() < 150_000_000,
        "{accepted:?}"
    );
    assert_eq!(first.request().await.stage, "race");
}

#[tokio::test]
async fn clocks_are_paused_while_the_store_fails() {
    let (fixture, mut first, show) = showing().await;
    let turn = show.turn;
    fixture.store.hold();
    let shown = fixture.send(0, turn, "end", 0).await;
    fixture.store.wait_until_held().await;
    // Longer than the limit of the turn, like the failure itself: a test of time.
    tokio::time::sleep(Duration::from_millis(200)).await;
    fixture.store.fail_held();
    let rejected = shown.await.unwrap().unwrap_err();
    assert_eq!(rejected.reason, Reason::StoreUnavailable);
    tokio::time::sleep(Duration::from_millis(200)).await;
    fixture.store.recover();
    first.state(MatchState::Running).await;
    let again = first.request().await;
    assert_eq!(again.turn, turn);
    let remaining = again.clocks.remaining_nanos.unwrap();
    assert!((1..=150_000_000).contains(&remaining), "{remaining}");
    fixture.submit(0, turn, "end").await.unwrap();
}

#[tokio::test]
async fn wait_for_the_store_between_two_parts_is_charged_to_nobody() {
    let (fixture, mut first, request, action) = turn_of_several_parts().await;
    fixture.store.hold();
    let acted = fixture.send_part(0, (request.turn, 0), &action, 0).await;
    fixture.store.wait_until_held().await;
    // Longer than the limit of the turn: a test of time.
    tokio::time::sleep(Duration::from_millis(700)).await;
    fixture.store.release();
    acted.await.unwrap().unwrap();
    let next = first.request().await;
    assert_eq!((next.turn, next.part), (request.turn, 1));
    let remaining = next.clocks.remaining_nanos.unwrap();
    assert!(remaining > 200_000_000, "{remaining}");
    let again = &next.legal_actions[0].text;
    let acted = fixture.send_part(0, (next.turn, 1), again, 0).await;
    let accepted = acted.await.unwrap().unwrap();
    assert!(accepted.charged_nanos < 400_000_000, "{accepted:?}");
}

#[tokio::test]
async fn part_that_arrives_before_its_request_takes_no_time() {
    let (fixture, mut first, request, action) = turn_of_several_parts().await;
    fixture.store.hold();
    let acted = fixture.send_part(0, (request.turn, 0), &action, 0).await;
    fixture.store.wait_until_held().await;
    // Of another robot, so that it is legal in either order.
    let mut others = request.legal_actions.iter().rev();
    let other = others.find(|legal| legal.text != "end").unwrap();
    let early = fixture
        .send_part(0, (request.turn, 1), &other.text, 0)
        .await;
    fixture.store.release();
    acted.await.unwrap().unwrap();
    let accepted = early.await.unwrap().unwrap();
    assert_eq!(
        (accepted.elapsed_nanos, accepted.charged_nanos),
        (Some(0), 0)
    );
    assert_eq!(first.request().await.part, 1);
}

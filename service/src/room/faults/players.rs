//! Bundled players whose threads are busy.

use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::play_response::Kind;
use tokio::sync::oneshot;

use super::table::{Table, over, request, until, update};
use crate::room::{ActContent, ActSource, Command};

#[tokio::test]
async fn a_player_that_was_busy_too_long_is_asked_in_the_next_race() {
    let limit = [("race_limit", "1s"), ("chips_to_win", "1")];
    let table = Table::new(1, Some("solver"), &limit).await;
    let (free, busy) = std::sync::mpsc::channel::<()>();
    table.pool.run(move || {
        // Ends when the sender is dropped.
        let _ = busy.recv();
    });
    let mut frames = table.join(0).await;
    request(&mut frames).await;
    // The only thread is busy, so the race ends before the player has begun.
    let told = update(&mut frames).await;
    assert_eq!(told[0], "break");
    drop(free);
    let told = update(&mut frames).await;
    assert!(told[0].starts_with("say "), "{told:?}");
    assert_eq!(over(&mut frames).await.outcome.unwrap().places, [2, 1]);
}

#[tokio::test]
async fn a_race_waits_for_a_player_that_has_no_thread_yet() {
    let table = Table::new(1, Some("solver"), &[]).await;
    let (free, busy) = std::sync::mpsc::channel::<()>();
    table.pool.run(move || {
        let _ = busy.recv();
    });
    let mut frames = table.join(0).await;
    let turn = request(&mut frames).await.turn;
    table.act(0, turn, "say 50").await.unwrap();
    let waiting = tokio::time::timeout(Duration::from_millis(100), update(&mut frames)).await;
    assert!(waiting.is_err(), "its time has not begun");
    drop(free);
    let told = update(&mut frames).await;
    assert!(told[0].starts_with("say "), "{told:?}");
}

#[tokio::test]
async fn mr_25_the_silence_of_one_seat_decides_nothing_before_a_bundled_player_has_chosen() {
    let limit = [("race_limit", "100ms")];
    let table = Table::timed(2, Some("solver"), &limit, true).await;
    let (free, busy) = std::sync::mpsc::channel::<()>();
    table.pool.run(move || {
        let _ = busy.recv();
    });
    let mut first = table.join(0).await;
    let mut second = table.join(1).await;
    let turn = request(&mut first).await.turn;
    // Far more than the solver needs, but within the limit.
    let (reply, answer) = oneshot::channel();
    let say = Command::Act {
        source: ActSource::Call {
            token: table.tokens[0].clone(),
            reply,
        },
        turn,
        act: 0,
        content: ActContent::Text("say 50".into()),
        effort: 90_000,
    };
    table.room.send(say).await.unwrap();
    answer.await.unwrap().unwrap();
    // The second seat is silent, and its silence becomes a pass.
    request(&mut second).await;
    assert_eq!(update(&mut second).await, ["pass"]);
    let early = tokio::time::timeout(Duration::from_millis(100), update(&mut first)).await;
    assert!(early.is_err(), "{early:?}");
    drop(free);
    let said = |kind| match kind {
        Kind::Update(update) => update.events.first().and_then(|event| event.actor),
        _ => None,
    };
    let actor = until(&mut first, said).await;
    assert_eq!(actor.kind, Some(proto::actor::Kind::Seat(2)));
}

//! Agents whose search thread is busy.

use botwerk_engine::Actor;

use super::RoomFixture;

#[tokio::test]
async fn agent_without_a_thread_until_the_deadline_plays_the_next_race() {
    let limit = [("race_limit", "1s"), ("chips_to_win", "1")];
    let fixture = RoomFixture::new(1, Some("solver"), &limit).await;
    let busy = fixture.occupy_thread();
    let mut frames = fixture.join(0).await;
    frames.request().await;
    // The only thread is busy, so the race ends before the search starts.
    assert_eq!(frames.update().await[0], "break");
    drop(busy);
    let update = frames.update().await;
    assert!(update[0].starts_with("say "), "{update:?}");
    assert_eq!(frames.over().await.outcome.unwrap().places, [2, 1]);
}

#[tokio::test]
async fn race_waits_for_an_agent_without_a_thread() {
    let fixture = RoomFixture::new(1, Some("solver"), &[]).await;
    let busy = fixture.occupy_thread();
    let mut frames = fixture.join(0).await;
    let turn = frames.request().await.turn;
    fixture.submit(0, turn, "say 50").await.unwrap();
    assert!(
        frames.has_no_update().await,
        "the agent's time has not started"
    );
    drop(busy);
    let update = frames.update().await;
    assert!(update[0].starts_with("say "), "{update:?}");
}

#[tokio::test]
async fn mr_25_pass_of_a_silent_seat_resolves_nothing_before_an_agent_has_chosen() {
    let limit = [("race_limit", "100ms")];
    let fixture = RoomFixture::with_request(2, Some("solver"), &limit, |new| {
        new.is_virtual = true;
    });
    let fixture = fixture.await;
    let busy = fixture.occupy_thread();
    let mut first = fixture.join(0).await;
    let mut second = fixture.join(1).await;
    let turn = first.request().await.turn;
    // Far more than the solver needs, but within the limit.
    let answer = fixture.send(0, turn, "say 50", 90_000).await;
    answer.await.unwrap().unwrap();
    // The second seat submits nothing, which becomes a pass.
    second.request().await;
    assert_eq!(second.update().await, ["pass"]);
    assert!(first.has_no_update().await);
    drop(busy);
    let Actor::Seat(winner) = first.actor().await else {
        panic!("expected an announcement");
    };
    assert_eq!(winner.index(), 2);
}

//! Who was first, on the wall clock and on virtual time.

use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_engine::record::Record;
use botwerk_tests::{
    Made, SeatStream, TestServer, bundled, finish, make, micro_robots, refusal, remote, soon, task,
    verified,
};

/// Streams and first requests of all seats.
async fn seats(client: &Client, made: &Made) -> Vec<(SeatStream, proto::ActRequest)> {
    let mut streams = Vec::new();
    for seat in 0..made.tokens.len() {
        streams.push(SeatStream::join(client, made, seat).await);
    }
    let mut asked = Vec::new();
    for mut stream in streams {
        let request = stream.request().await;
        asked.push((stream, request));
    }
    asked
}

/// The decided announcement of a record's first round.
fn first_race(record: &Record) -> &botwerk_engine::record::EventLine {
    let said = record.events.iter().find(|e| e.action.starts_with("say"));
    said.unwrap()
}

#[tokio::test]
async fn mr_24_the_earlier_announcement_wins_and_the_later_is_too_late() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let mut seats = seats(&client, &made).await;
    let (mut slow, slow_race) = seats.pop().unwrap();
    let (mut fast, race) = seats.pop().unwrap();
    fast.answer(&race, "say 9").await;
    let accepted = fast.accepted().await;
    // Everybody's time begins in one step, so nobody can be as fast any more and it is decided.
    slow.happens("say 9").await;
    slow.answer(&slow_race, "say 3").await;
    assert_eq!(refusal(&slow.rejected().await), "WRONG_TURN");
    let show = fast.request().await;
    assert_eq!(show.stage, "show");
    // It is not the other's turn either.
    let guess = proto::ActRequest {
        turn: slow_race.turn + 1,
        ..slow_race
    };
    slow.answer(&guess, "end").await;
    assert_eq!(refusal(&slow.rejected().await), "WRONG_TURN");
    finish(&client, &made).await;
    let (record, _) = verified(&client, &made.name).await;
    let said = first_race(&record);
    assert_eq!((said.by.as_str(), said.action.as_str()), ("0", "say 9"));
    assert_eq!(said.nanos, Some(accepted.charged_nanos));
    server.stop().await;
}

#[tokio::test]
async fn mr_24_an_announcement_beats_a_player_that_would_announce_later() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // Ten seconds are out of reach on any machine, and nobody waits for them.
    let human = bundled("human:distribution=fixed,mean=10s,error=0");
    let made = make(
        &client,
        micro_robots(vec![remote(), human], &[("chips_to_win", "1")]),
    )
    .await;
    let mut stream = SeatStream::join(&client, &made, 0).await;
    let race = stream.request().await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    let task = task(race.view.as_ref().unwrap());
    stream.answer(&race, &task.say()).await;
    let show = stream.request().await;
    assert_eq!(show.stage, "show");
    stream.answer(&show, &task.show()).await;
    assert_eq!(stream.over().await.outcome.unwrap().places, [1, 2]);
    let (record, _) = verified(&client, &made.name).await;
    let said = first_race(&record);
    assert_eq!(said.by, "0");
    assert!(said.nanos.unwrap() >= 50_000_000);
    server.stop().await;
}

#[tokio::test]
async fn mr_24_whoever_stays_silent_loses_to_the_other_at_its_time_and_not_before() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let human = bundled("human:distribution=fixed,mean=300ms,error=0");
    let made = make(
        &client,
        micro_robots(vec![remote(), human], &[("chips_to_win", "1")]),
    )
    .await;
    let begun = std::time::Instant::now();
    let mut stream = SeatStream::join(&client, &made, 0).await;
    stream.request().await;
    let over = stream.over().await;
    assert!(begun.elapsed() >= Duration::from_millis(300));
    assert_eq!(over.outcome.unwrap().places, [2, 1]);
    let (record, _) = verified(&client, &made.name).await;
    let said = first_race(&record);
    assert_eq!(said.by, "1");
    assert!(said.nanos.unwrap() >= 300_000_000);
    server.stop().await;
}

#[tokio::test]
async fn mr_22_whoever_would_announce_after_the_end_of_the_race_is_silent_in_it() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let human = bundled("human:distribution=fixed,mean=20s,error=0");
    let options = [("race_limit", "100ms"), ("round_cap", "2")];
    let made = make(&client, micro_robots(vec![remote(), human], &options)).await;
    let mut stream = SeatStream::join(&client, &made, 0).await;
    let over = stream.over().await;
    assert_eq!(over.outcome.unwrap().rule, "MR-28");
    let (record, _) = verified(&client, &made.name).await;
    assert!(record.events.iter().all(|e| !e.action.starts_with("say")));
    server.stop().await;
}

#[tokio::test]
async fn mr_25_on_virtual_time_the_smallest_effort_wins_whoever_is_first() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        virtual_time: true,
        ..micro_robots(vec![remote(), remote(), remote()], &[])
    };
    let made = make(&client, request).await;
    let mut seats = seats(&client, &made).await;
    for (seat, effort) in [(0, 900), (1, 40)] {
        let (stream, race) = &mut seats[seat];
        stream.answer_with(race, "say 6", effort).await;
        let accepted = stream.accepted().await;
        assert_eq!(accepted.charged_nanos, effort * 1000);
    }
    // It waits for everybody.
    assert!(soon(seats[0].0.next()).await.is_none());
    let (third, race) = &mut seats[2];
    third.answer_with(race, "say 7", 41).await;
    let update = seats[0].0.update().await;
    let event = &update.events[0];
    assert_eq!(event.actor.unwrap().kind, Some(proto::actor::Kind::Seat(1)));
    finish(&client, &made).await;
    let (record, _) = verified(&client, &made.name).await;
    let finishes: Vec<_> = first_race(&record).race.iter().map(|f| f.nanos).collect();
    assert_eq!(finishes, [900_000, 40_000, 41_000]);
    server.stop().await;
}

#[tokio::test]
async fn mr_25_equal_efforts_are_drawn_from_the_seed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut winners = Vec::new();
    for seed in 0..24 {
        let mut winner = None;
        // The order of arrival makes no difference.
        for order in [[0, 1], [1, 0]] {
            let request = proto::CreateMatchRequest {
                virtual_time: true,
                seed: format!("tie {seed}"),
                ..micro_robots(vec![remote(), remote()], &[])
            };
            let made = make(&client, request).await;
            let mut seats = seats(&client, &made).await;
            for seat in order {
                let (stream, race) = &mut seats[seat];
                stream.answer_with(race, "say 6", 5).await;
                stream.accepted().await;
            }
            let actor = seats[0].0.update().await.events[0].actor.unwrap();
            assert_eq!(*winner.get_or_insert(actor), actor, "seed {seed}");
        }
        winners.extend(winner);
    }
    let first = winners[0];
    assert!(winners.iter().any(|w| *w != first), "always the same seat");
    server.stop().await;
}

#[tokio::test]
async fn mr_25_silence_and_too_much_effort_are_passes() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let options = [("race_limit", "400ms"), ("round_cap", "3")];
    let request = proto::CreateMatchRequest {
        virtual_time: true,
        ..micro_robots(vec![remote(), remote()], &options)
    };
    let made = make(&client, request).await;
    let mut seats = seats(&client, &made).await;
    let (mut silent, silent_race) = seats.pop().unwrap();
    let (mut other, race) = seats.pop().unwrap();
    // 400 ms are 400000 nodes; one more is too much, and nobody else is waited for longer.
    other.answer_with(&race, "say 2", 400_001).await;
    other.accepted().await;
    let second = other.request().await;
    assert_eq!(second.stage, "race");
    silent.request().await;
    silent.answer(&silent_race, "say 1").await;
    assert_eq!(refusal(&silent.rejected().await), "WRONG_TURN");
    other.answer_with(&second, "say 2", 400_000).await;
    // The other one is silent, so this one is alone in the race.
    let show = other.request().await;
    assert_eq!(show.stage, "show");
    finish(&client, &made).await;
    let (record, _) = verified(&client, &made.name).await;
    let passes = record.events.iter().filter(|e| e.action == "pass").count();
    assert!(passes >= 3, "{passes} passes");
    server.stop().await;
}

//! Complete matches of Droids and their records.

use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_engine::droids::Droids;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, bearer, create_match, match_request,
    open_seat, play_match, verify_record_of,
};

async fn create(
    client: &Client,
    seats: Vec<proto::SeatSetup>,
    scenario: &str,
    virtual_time: bool,
) -> CreatedMatch {
    let request = proto::CreateMatchRequest {
        uses_virtual_time: virtual_time,
        ..match_request(GameId::DROIDS, seats, &[("scenario", scenario)])
    };
    create_match(client, request).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agents_over_grpc_play_to_the_end_and_the_record_verifies() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for virtual_time in [false, true] {
        let created = create(&client, vec![open_seat(), open_seat()], "1", virtual_time).await;
        let (over, record, verified) =
            play_match::<Droids>(&client, &created, "greedy:programs=3").await;
        assert!(over.outcome.unwrap().rule.starts_with("DR-"));
        assert_eq!(over.terminations, [proto::Termination::None as i32; 2]);
        assert_eq!(verified.events, record.events.len() as u64);
        for actor in ["0", "1", "chance"] {
            let mut lines = record.events.iter();
            assert!(lines.any(|line| line.actor == actor), "{actor} never acts");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_number_of_seats_plays_to_the_end() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // Scenario 5 is for one seat (DR-37).
    for (seats, scenario) in [(1, "5"), (3, "3"), (4, "2")] {
        let created = create(&client, vec![open_seat(); seats], scenario, false).await;
        let (over, record, _) = play_match::<Droids>(&client, &created, "random").await;
        assert_eq!(over.outcome.unwrap().places.len(), seats);
        assert_eq!(record.header.seats.len(), seats);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn choices_of_a_built_in_opponent_verify_on_both_kinds_of_time() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for virtual_time in [false, true] {
        let seats = vec![agent_seat("greedy:programs=3"), open_seat()];
        let created = create(&client, seats, "1", virtual_time).await;
        let (_, _, verified) = play_match::<Droids>(&client, &created, "random").await;
        assert!(verified.choices > 0, "{virtual_time}: {verified:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn dr_41_seat_that_resigns_is_out_and_the_last_seat_wins() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create(&client, vec![open_seat(), open_seat()], "1", false).await;
    let mut stream = SeatStream::join_all(&client, &created).await;
    for _ in 0..10 {
        stream.submit_first_legal().await;
    }
    let resign = proto::ResignSeatRequest {
        r#match: created.name.clone(),
        has_crashed: false,
    };
    bearer(&client, &created.tokens[0])
        .matches()
        .resign_seat(resign)
        .await
        .unwrap();
    let over = stream.over().await;
    let outcome = over.outcome.unwrap();
    assert_eq!((&*outcome.rule, &*outcome.places), ("DR-31", &[2, 1][..]));
    let [resigned, none] = [proto::Termination::Resigned, proto::Termination::None];
    assert_eq!(over.terminations, [resigned as i32, none as i32]);
    let (record, _) = verify_record_of::<Droids>(&client, &created.name).await;
    assert_eq!(record.events.last().unwrap().action, "leave S");
    server.stop().await;
}

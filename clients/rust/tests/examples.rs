//! The programs in `examples`, run against a server.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]
// The examples are programs, whose `main` is not called here.
#![allow(dead_code)]

#[path = "../examples/play_agent.rs"]
mod play_agent;
#[path = "../examples/record_result.rs"]
mod record_result;

use botwerk_client::proto::play_response::Kind;
use botwerk_client::{RecordFile, proto};
use botwerk_tests::{
    CreatedMatch, TestServer, agent_seat, create_match, micro_robots, open_seat, play_match,
};

async fn create_short_match(server: &TestServer, seats: Vec<proto::SeatSetup>) -> CreatedMatch {
    let request = micro_robots(seats, &[("chips_to_win", "1")]);
    create_match(&server.client().await, request).await
}

#[tokio::test]
async fn play_agent_receives_all_frames_from_joined_to_match_over() {
    let server = TestServer::in_memory().await;
    let frames = play_agent::run(&server.address()).await.unwrap();
    assert!(
        matches!(frames.first(), Some(Kind::Joined(_))),
        "{frames:?}"
    );
    let requests = |kind: &&Kind| matches!(kind, Kind::ActionRequest(_));
    assert!(frames.iter().filter(requests).count() > 0);
    let Some(Kind::MatchOver(over)) = frames.last() else {
        panic!("{frames:?}");
    };
    assert_eq!(over.outcome.as_ref().unwrap().places, [1, 2]);
}

#[tokio::test]
async fn record_result_lists_seats_by_place() {
    let server = TestServer::in_memory().await;
    let created = create_short_match(&server, vec![open_seat(), agent_seat("random")]).await;
    let client = server.client().await;
    let (_, record, _) =
        play_match::<botwerk_engine::micro_robots::MicroRobots>(&client, &created, "solver").await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.bwr");
    RecordFile::new(record).unwrap().save(&path).unwrap();
    let lines = record_result::run(&path).unwrap();
    assert_eq!(lines, ["1. seat 0: 1", "2. random: 0"]);
}

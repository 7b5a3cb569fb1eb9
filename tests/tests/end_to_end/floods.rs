//! Clients that flood the server affect only themselves.

use botwerk_engine::GameType;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use botwerk_client::{AgentPlayer, Client, ClientError, PlayStream, play_seat, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_tests::{
    CreatedMatch, TestServer, create_match, eventually, micro_robots, open_seat, verify_record,
    wait_until,
};
use proto::play_response::Kind;

/// Sends submissions for a later turn as fast as possible and counts the rejections.
async fn flood(client: Client, created: CreatedMatch, seat: usize, rejected_count: Arc<AtomicU64>) {
    let mut stream = PlayStream::open(&client).await.unwrap();
    let join = proto::Join {
        r#match: created.name.clone(),
        seat_token: created.tokens[seat].clone(),
        ..Default::default()
    };
    stream.join(join).await.unwrap();
    let sender = stream.sender();
    loop {
        let submission = proto::Submission {
            handle: 1,
            turn: 1_000_000,
            text: "say 99".into(),
            ..Default::default()
        };
        // Sending blocks while the room is behind, so answers must be read in the meantime.
        tokio::select! {
            sent = sender.submit(submission) => if sent.is_err() { return },
            frame = stream.next() => match frame {
                Ok(Some(Kind::Rejected(_))) => {
                    rejected_count.fetch_add(1, Ordering::Relaxed);
                }
                Ok(Some(Kind::MatchOver(_)) | None) | Err(_) => return,
                Ok(Some(_)) => {}
            },
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seat_that_floods_its_match_does_not_delay_other_seats() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(); 4], &[("chips_to_win", "4")]);
    let created = create_match(&client, request).await;
    let rejected_count = Arc::new(AtomicU64::new(0));
    // Two seats flood the server over separate connections.
    let mut floods = Vec::new();
    for seat in 2..4 {
        let client = server.client().await;
        let task = flood(client, created.clone(), seat, Arc::clone(&rejected_count));
        floods.push(tokio::spawn(task));
    }
    wait_until("the floods are rejected", async || {
        rejected_count.load(Ordering::Relaxed) >= 1000
    })
    .await;
    let players = (0..2).map(|seat| {
        let (client, created) = (client.clone(), created.clone());
        tokio::spawn(async move {
            // Races are decided within milliseconds, so any delay in the room would be visible.
            let agent = "human:distribution=uniform,mean=5ms,error=0";
            let player = AgentPlayer::new(MicroRobots::ID, agent).unwrap();
            play_seat(&client, &created.name, &created.tokens[seat], player).await
        })
    });
    for player in players.collect::<Vec<_>>() {
        let over = eventually(player).await.unwrap().unwrap();
        assert_eq!(over.terminations, [proto::Termination::None as i32; 4]);
    }
    for task in floods {
        eventually(task).await.unwrap();
    }
    assert!(rejected_count.load(Ordering::Relaxed) > 2000);
    let (record, _) = verify_record(&client, &created.name).await;
    let slowest = record
        .events
        .iter()
        .filter_map(|event| event.elapsed_nanos)
        .max();
    let slowest = Duration::from_nanos(slowest.unwrap());
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    server.stop().await;
}

#[tokio::test]
async fn repeated_joins_without_reading_exceed_the_limit() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), open_seat()], &[("round_cap", "300")]),
    )
    .await;
    // A match with several hundred sequenced frames.
    let mut other = botwerk_tests::SeatStream::join(&client, &created, 1).await;
    let mut first = botwerk_tests::SeatStream::join(&client, &created, 0).await;
    for _ in 0..150 {
        let (first_request, other_request) = (first.request().await, other.request().await);
        first.submit(&first_request, "pass").await;
        other.submit(&other_request, "pass").await;
    }
    // A client that reads as fast as the frames are queued is served, so a busy server gets more time.
    let mut pause = Duration::from_secs(1);
    while !joins_exceed_the_limit(&server.client().await, &created, pause).await {
        assert!(pause < Duration::from_secs(10), "all joins are answered");
        pause *= 6;
    }
    server.stop().await;
}

/// Joins the first seat again and again, and reads only after a pause. Returns `false` if all joins are answered.
async fn joins_exceed_the_limit(client: &Client, created: &CreatedMatch, pause: Duration) -> bool {
    const JOINS: usize = 400;
    let mut unread = PlayStream::open(client).await.unwrap();
    for _ in 0..JOINS {
        let join = proto::Join {
            r#match: created.name.clone(),
            seat_token: created.tokens[0].clone(),
            ..Default::default()
        };
        if unread.join(join).await.is_err() {
            break;
        }
    }
    tokio::time::sleep(pause).await;
    // The rejection follows the queued frames.
    let reading = async {
        let mut joined = 0;
        while joined < JOINS {
            match unread.next().await {
                Ok(Some(Kind::Rejected(rejected))) => {
                    if rejected.error.unwrap().reason().name() == "LIMIT_EXCEEDED" {
                        return true;
                    }
                }
                Ok(Some(Kind::Joined(_))) => joined += 1,
                Ok(Some(_)) => {}
                Err(ClientError::Rejected { reason, .. }) if reason.name() == "LIMIT_EXCEEDED" => {
                    return true;
                }
                other => panic!("{other:?}"),
            }
        }
        false
    };
    eventually(reading).await
}

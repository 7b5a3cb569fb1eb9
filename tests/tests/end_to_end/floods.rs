//! A client that floods is only itself worse off.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use botwerk_client::{AgentPlayer, Client, ClientError, PlayStream, play_seat, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_tests::{Made, TestServer, eventually, make, micro_robots, remote, verified};
use proto::play_response::Kind;

/// Sends acts that are all too early, as fast as the line takes them, and reads what comes back.
async fn flood(client: Client, made: Made, seat: usize, refused: Arc<AtomicU64>) {
    let mut stream = PlayStream::open(&client).await.unwrap();
    let join = proto::Join {
        r#match: made.name.clone(),
        seat_token: made.tokens[seat].clone(),
        ..Default::default()
    };
    stream.join(join).await.unwrap();
    let sender = stream.sender();
    loop {
        let act = proto::Act {
            handle: 1,
            turn: 1_000_000,
            text: "say 99".into(),
            ..Default::default()
        };
        // Sending waits as soon as the room is behind; meanwhile answers have to be read.
        tokio::select! {
            sent = sender.act(act) => if sent.is_err() { return },
            frame = stream.next() => match frame {
                Ok(Some(Kind::Rejected(_))) => {
                    refused.fetch_add(1, Ordering::Relaxed);
                }
                Ok(Some(Kind::MatchOver(_)) | None) | Err(_) => return,
                Ok(Some(_)) => {}
            },
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_floods_its_match_takes_nothing_from_the_others() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(); 4], &[("chips_to_win", "4")]);
    let made = make(&client, request).await;
    let refused = Arc::new(AtomicU64::new(0));
    // Two seats flood, over connections of their own.
    let mut floods = Vec::new();
    for seat in 2..4 {
        let client = server.client().await;
        let task = flood(client, made.clone(), seat, Arc::clone(&refused));
        floods.push(tokio::spawn(task));
    }
    while refused.load(Ordering::Relaxed) < 1000 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let players = (0..2).map(|seat| {
        let (client, made) = (client.clone(), made.clone());
        tokio::spawn(async move {
            // Races are decided within milliseconds, so every wait of the room's would show.
            let agent = "human:distribution=uniform,mean=5ms,error=0";
            let mut player = AgentPlayer::<MicroRobots>::new(agent).unwrap();
            play_seat(&client, &made.name, &made.tokens[seat], &mut player).await
        })
    });
    for player in players.collect::<Vec<_>>() {
        let over = eventually(player).await.unwrap().unwrap();
        assert_eq!(over.terminations, [0; 4]);
    }
    for task in floods {
        eventually(task).await.unwrap();
    }
    assert!(refused.load(Ordering::Relaxed) > 2000);
    let (record, _) = verified(&client, &made.name).await;
    let slowest = record.events.iter().filter_map(|event| event.nanos).max();
    let slowest = Duration::from_nanos(slowest.unwrap());
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    server.stop().await;
}

#[tokio::test]
async fn joining_again_and_again_without_reading_is_refused_in_the_end() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(
        &client,
        micro_robots(vec![remote(), remote()], &[("round_cap", "300")]),
    )
    .await;
    // A match with some hundred reports.
    let mut other = botwerk_tests::SeatStream::join(&client, &made, 1).await;
    let mut first = botwerk_tests::SeatStream::join(&client, &made, 0).await;
    for _ in 0..150 {
        let (own, others) = (first.request().await, other.request().await);
        first.answer(&own, "pass").await;
        other.answer(&others, "pass").await;
    }
    let mut deaf = PlayStream::open(&server.client().await).await.unwrap();
    for _ in 0..400 {
        let join = proto::Join {
            r#match: made.name.clone(),
            seat_token: made.tokens[0].clone(),
            ..Default::default()
        };
        if deaf.join(join).await.is_err() {
            break;
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    // Now it reads: somewhere behind what it was sent stands the refusal.
    let reading = async {
        loop {
            match deaf.next().await {
                Ok(Some(Kind::Rejected(rejected))) => {
                    let error = rejected.error.unwrap();
                    if error.reason == "LIMIT_EXCEEDED" {
                        return;
                    }
                }
                Ok(Some(_)) => {}
                Err(ClientError::Rejected { reason, .. }) if reason == "LIMIT_EXCEEDED" => return,
                other => panic!("{other:?}"),
            }
        }
    };
    eventually(reading).await;
    server.stop().await;
}

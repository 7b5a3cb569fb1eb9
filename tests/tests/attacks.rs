//! Attacks: after each one, a normal match is played to its end within ordinary time, and its
//! record verifies.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_service::Config;
use botwerk_tests::{
    CreatedMatch, FloodCall, FloodTargets, SeatStream, TestServer, agent_seat, bearer,
    create_match, eventually, finish_match, http_get, http1, in_memory, micro_robots, open_seat,
    poll_for, rejection_reason, solve_race, status_reason, wait_until,
};
use proto::play_response::Kind;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Maximum duration of a normal match while an attack may still be in progress.
const MAX_MATCH_DURATION: Duration = Duration::from_secs(10);

async fn open_match(client: &Client) -> CreatedMatch {
    create_match(
        client,
        micro_robots(vec![open_seat(), agent_seat("solver")], &[]),
    )
    .await
}

/// Plays a normal match over a new connection.
async fn assert_playable(server: &TestServer) {
    let start = Instant::now();
    let client = eventually(server.client()).await;
    let created = open_match(&client).await;
    finish_match(&client, &created).await;
    let elapsed = start.elapsed();
    assert!(
        elapsed < MAX_MATCH_DURATION,
        "an assert_playable match elapsed {elapsed:?}"
    );
}

fn submit(name: &str, submission: proto::Submission) -> proto::SubmitActionsRequest {
    proto::SubmitActionsRequest {
        r#match: name.into(),
        submission: Some(submission),
    }
}

#[tokio::test]
async fn tokens_of_other_seats_and_matches_are_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let (mine, other) = (open_match(&client).await, open_match(&client).await);
    for token in [&mine.tokens[0], &mine.owner, &other.owner, &other.name] {
        let say = proto::Submission {
            turn: 1,
            text: "say 1".into(),
            ..Default::default()
        };
        let submitted = bearer(&client, token)
            .matches()
            .submit_actions(submit(&other.name, say))
            .await;
        assert_eq!(status_reason(&submitted.unwrap_err()), "BAD_TOKEN");
        let mut stream = SeatStream::open(&client).await;
        stream.send_join(&other.name, token, 0).await;
        assert_eq!(rejection_reason(&stream.rejected().await), "BAD_TOKEN");
    }
    let abort = proto::AbortMatchRequest {
        r#match: other.name.clone(),
    };
    let aborted = bearer(&client, &other.tokens[0])
        .matches()
        .abort_match(abort)
        .await;
    assert_eq!(status_reason(&aborted.unwrap_err()), "BAD_TOKEN");
    finish_match(&client, &other).await;
    assert_playable(&server).await;
}

#[tokio::test]
async fn guessed_tokens_are_rejected_and_end_the_stream() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = open_match(&client).await;
    for round in 0..10 {
        let mut stream = SeatStream::open(&client).await;
        for guess in 0..100 {
            let token = format!("{:032x}", round * 100 + guess);
            stream.send_join(&created.name, &token, 0).await;
            assert_eq!(rejection_reason(&stream.rejected().await), "BAD_TOKEN");
        }
        match eventually(stream.next()).await {
            Err(ClientError::Rejected { reason, .. }) => {
                assert_eq!(reason, proto::ErrorReason::BadToken);
            }
            other => panic!("expected the end of a guessing stream, found {other:?}"),
        }
    }
    for guess in 0..1000 {
        let token = format!("{guess:032x}");
        let say = proto::Submission {
            text: "say 1".into(),
            ..Default::default()
        };
        let submitted = bearer(&client, &token)
            .matches()
            .submit_actions(submit(&created.name, say))
            .await;
        assert_eq!(status_reason(&submitted.unwrap_err()), "BAD_TOKEN");
    }
    finish_match(&client, &created).await;
    assert_playable(&server).await;
}

#[tokio::test]
async fn replayed_submissions_change_nothing() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![open_seat(), agent_seat("random")];
    let created = create_match(
        &client,
        micro_robots(seats, &[("race_limit", "2s"), ("chips_to_win", "2")]),
    )
    .await;
    let mut seat = SeatStream::join(&client, &created, 0).await;
    let request = seat.request().await;
    let say = solve_race(request.view.as_ref().unwrap()).say();
    seat.submit(&request, &say).await;
    let accepted = seat.accepted().await;
    let again = proto::Submission {
        turn: request.turn,
        part: request.part,
        text: say.clone(),
        ..Default::default()
    };
    let other_client = bearer(&server.client().await, &created.tokens[0]);
    for _ in 0..100 {
        let again = submit(&created.name, again.clone());
        let answer = other_client.matches().submit_actions(again).await;
        let answer = answer.unwrap().into_inner().accepted.unwrap();
        assert_eq!(answer.view_hash, accepted.view_hash);
    }
    let mut attacker = SeatStream::open(&other_client).await;
    attacker
        .send(proto::Submission {
            handle: 1,
            turn: request.turn,
            text: say.clone(),
            ..Default::default()
        })
        .await;
    assert_eq!(rejection_reason(&attacker.rejected().await), "NOT_FOUND");
    drop((seat, attacker));
    finish_match(&client, &created).await;
    let late = proto::Submission {
        turn: request.turn + 1000,
        ..again
    };
    let late = submit(&created.name, late);
    let rejected = other_client.matches().submit_actions(late).await;
    assert_eq!(status_reason(&rejected.unwrap_err()), "MATCH_OVER");
    assert_playable(&server).await;
}

#[tokio::test]
async fn stream_with_thousands_of_joins_is_limited() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = open_match(&client).await;
    let mut stream = SeatStream::open(&client).await;
    let mut sent = 0;
    // Every join replaces the previous one; frames are read, so no queue grows.
    while sent < 3000 {
        stream.send_join(&created.name, &created.tokens[0], 0).await;
        sent += 1;
        let is_limited = loop {
            match eventually(stream.next()).await {
                Ok(Some(Kind::Joined(_))) => break false,
                Ok(Some(Kind::Rejected(rejected)))
                    if rejection_reason(&rejected) == "LIMIT_EXCEEDED" =>
                {
                    break true;
                }
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => break true,
            }
        };
        if is_limited {
            break;
        }
    }
    assert!(sent >= 1000, "{sent}");
    // A stream that joins without reading is closed, or its sender is blocked.
    let mut unread = SeatStream::open(&client).await;
    let flood = async {
        for _ in 0..5000 {
            unread.send_join(&created.name, &created.tokens[0], 0).await;
        }
    };
    let _ = tokio::time::timeout(Duration::from_millis(500), flood).await;
    drop((stream, unread));
    finish_match(&client, &created).await;
    assert_playable(&server).await;
}

#[tokio::test]
async fn header_floods_are_rejected() {
    let server = TestServer::in_memory().await;
    let address = server.address();
    let large = format!("x-large: {}\r\n", "x".repeat(1 << 20));
    let many: Vec<_> = (0..5000).map(|i| format!("x-{i}: y\r\n")).collect();
    let many = many.concat();
    for headers in [&large, &many] {
        let request = format!("GET /healthz HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n");
        let answer = http1(&address, &request).await;
        assert!(!answer.contains("200 OK"), "{answer}");
    }
    let client = server.client().await;
    for count in [1, 2000] {
        let mut request = tonic::Request::new(proto::ListGamesRequest::default());
        for i in 0..count {
            let name = format!("x-{i}");
            let name = tonic::metadata::AsciiMetadataKey::from_bytes(name.as_bytes()).unwrap();
            let value = "y".repeat(64 << 10 >> count.min(10)).parse().unwrap();
            request.metadata_mut().insert(name, value);
        }
        let rejected = eventually(client.catalog().list_games(request)).await;
        assert!(rejected.is_err(), "{count} headers");
    }
    assert_playable(&server).await;
}

/// Opens a raw HTTP/2 connection.
async fn connect_http2(server: &TestServer) -> h2::client::SendRequest<bytes::Bytes> {
    let stream = TcpStream::connect(server.address()).await.unwrap();
    let (sender, connection) = h2::client::handshake(stream).await.unwrap();
    tokio::spawn(connection);
    sender
}

fn call(server: &TestServer, method: &str) -> http::Request<()> {
    http::Request::post(format!("http://{}/botwerk.v1.{method}", server.address()))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(())
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousands_of_stream_resets_affect_only_their_connection() {
    let server = TestServer::in_memory().await;
    for _ in 0..5 {
        let mut sender = connect_http2(&server).await;
        for _ in 0..2000 {
            let Ok(ready) = eventually(sender.ready()).await else {
                // The server has closed this connection.
                break;
            };
            sender = ready;
            let request = call(&server, "MatchService/Play");
            let Ok((answer, mut body)) = sender.send_request(request, false) else {
                break;
            };
            body.send_reset(h2::Reason::CANCEL);
            drop(answer);
        }
    }
    assert_playable(&server).await;
    let streams = || async {
        let (_, text) = http_get(&server.address(), "/metrics", None).await;
        let line = text.lines().find_map(|l| {
            l.strip_prefix("botwerk_open_streams{method=\"botwerk.v1.MatchService/Play\"} ")
        });
        line.unwrap().to_owned()
    };
    wait_until("no stream is open", async || streams().await == "0").await;
}

#[tokio::test]
async fn stalled_connections_are_closed() {
    let server = TestServer::start(Config {
        handshake_secs: 1.try_into().unwrap(),
        max_connections: 60.try_into().unwrap(),
        max_connections_per_address: 60,
        ..in_memory()
    })
    .await;
    let mut stalled = Vec::new();
    for i in 0..50 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let greeting: &[u8] = match i % 4 {
            0 => b"",
            1 => b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            2 => b"POST / HTTP/1.1\r\nhost: a\r\nx-slow: ",
            _ => b"P",
        };
        stream.write_all(greeting).await.unwrap();
        stalled.push(stream);
    }
    assert_playable(&server).await;
    // Sending a byte occasionally does not extend the timeout: a test of time.
    for stream in &mut stalled {
        tokio::time::sleep(Duration::from_millis(10)).await;
        let _ = stream.write_all(b"x").await;
    }
    for mut stream in stalled {
        let mut rest = Vec::new();
        // Closed or reset.
        let _ = eventually(stream.read_to_end(&mut rest)).await;
    }
    assert_playable(&server).await;
}

#[tokio::test]
async fn garbage_on_the_port_does_not_affect_matches() {
    let server = TestServer::in_memory().await;
    let mut noise: u64 = 0x9e37_79b9_7f4a_7c15;
    for i in 0..200 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let mut bytes = Vec::new();
        if i % 2 == 0 {
            // Start half of the connections with a valid preface.
            bytes.extend_from_slice(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        }
        for _ in 0..(i * 7) {
            noise ^= noise << 13;
            noise ^= noise >> 7;
            noise ^= noise << 17;
            bytes.push(noise as u8);
        }
        // The server may close the connection early.
        let _ = stream.write_all(&bytes).await;
    }
    assert_playable(&server).await;
}

#[tokio::test]
async fn huge_messages_are_rejected_unread() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::VerifyRecordRequest {
        record: "x".repeat(8 << 20),
    };
    assert!(client.rules().verify_record(request).await.is_err());
    // The message header announces a huge length, and the body never arrives.
    let mut sender = connect_http2(&server).await.ready().await.unwrap();
    for method in [
        "MatchService/Play",
        "RulesService/VerifyRecord",
        "MatchService/CreateMatch",
    ] {
        let (answer, mut body) = sender.send_request(call(&server, method), false).unwrap();
        let head = bytes::Bytes::from_static(&[0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3]);
        body.send_data(head, false).unwrap();
        let answer = eventually(answer).await.unwrap();
        assert_eq!(answer.status(), 200, "{method}");
        sender = sender.ready().await.unwrap();
    }
    assert_playable(&server).await;
}

#[tokio::test]
async fn messages_with_unknown_compression_are_rejected() {
    let server = TestServer::in_memory().await;
    let mut sender = connect_http2(&server).await.ready().await.unwrap();
    let mut request = call(&server, "RulesService/VerifyRecord");
    let encoding = http::HeaderValue::from_static("gzip");
    request.headers_mut().insert("grpc-encoding", encoding);
    let (answer, mut body) = sender.send_request(request, false).unwrap();
    body.send_data(bytes::Bytes::from_static(&[1, 0, 0, 0, 1, 0]), true)
        .unwrap();
    let answer = eventually(answer).await.unwrap();
    assert_eq!(answer.headers().get("grpc-status").unwrap(), "12");
    assert_playable(&server).await;
}

/// Callers that make the same call at once.
const FLOODING_CALLERS: usize = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn flood_of_any_call_flags_nobody() {
    // All clients have one address.
    let server = TestServer::start(Config {
        allow_player_searches: true,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let mut ended = Vec::new();
    for _ in 0..64 {
        let agents = vec![agent_seat("random"), agent_seat("random")];
        let request = micro_robots(agents, &[("chips_to_win", "1")]);
        let request = proto::CreateMatchRequest {
            uses_virtual_time: true,
            ..request
        };
        ended.push(create_match(&client, request).await.name);
    }
    let record = async || client.record(&ended[63]).await.ok();
    let record = poll_for("the last match ends", record).await;
    let targets = FloodTargets { ended, record };
    for call in FloodCall::ALL {
        let mut callers = tokio::task::JoinSet::new();
        for _ in 0..FLOODING_CALLERS {
            let (client, targets) = (server.client().await, targets.clone());
            callers.spawn(async move { while call.send(&client, &targets).await.is_ok() {} });
        }
        let request = proto::CreateMatchRequest {
            time_control: Some(proto::TimeControl {
                kind: Some(proto::time_control::Kind::TurnNanos(1_000_000_000)),
                lag_cap_nanos: None,
            }),
            ..micro_robots(vec![open_seat(), open_seat()], &[])
        };
        let created = create_match(&client, request).await;
        let over = finish_match(&client, &created).await;
        let flagged = proto::Termination::Flagged as i32;
        assert!(!over.terminations.contains(&flagged), "{call:?}: {over:?}");
    }
    server.stop().await;
}

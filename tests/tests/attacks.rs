//! Attacks: whatever comes over the wire, an honest match is played to its end afterwards, within
//! ordinary time, and its record verifies.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_service::Config;
use botwerk_tests::{
    Made, SeatStream, TestServer, bundled, eventually, finish, http1, in_memory, make,
    micro_robots, page, reason_of, refusal, remote, task,
};
use proto::play_response::Kind;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What an honest match may take, beside whatever still goes on.
const ORDINARY: Duration = Duration::from_secs(10);

async fn open_match(client: &Client) -> Made {
    make(client, micro_robots(vec![remote(), bundled("solver")], &[])).await
}

/// Plays an honest match over a connection of its own.
async fn honest(server: &TestServer) {
    let begin = Instant::now();
    let client = eventually(server.client()).await;
    let made = open_match(&client).await;
    finish(&client, &made).await;
    let took = begin.elapsed();
    assert!(took < ORDINARY, "an honest match took {took:?}");
}

fn submit(name: &str, token: &str, text: &str) -> proto::SubmitActionRequest {
    proto::SubmitActionRequest {
        r#match: name.into(),
        seat_token: token.into(),
        turn: 1,
        text: text.into(),
        ..Default::default()
    }
}

#[tokio::test]
async fn tokens_of_other_seats_and_matches_open_nothing() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let (mine, other) = (open_match(&client).await, open_match(&client).await);
    for token in [&mine.tokens[0], &mine.owner, &other.owner, &other.name] {
        let acted = client
            .matches()
            .submit_action(submit(&other.name, token, "say 1"))
            .await;
        assert_eq!(reason_of(&acted.unwrap_err()), "BAD_TOKEN");
        let mut stream = SeatStream::open(&client).await;
        stream.ask(&other.name, token, 0).await;
        assert_eq!(refusal(&stream.rejected().await), "BAD_TOKEN");
    }
    let abort = proto::AbortRequest {
        r#match: other.name.clone(),
        owner_token: other.tokens[0].clone(),
    };
    let aborted = client.matches().abort(abort).await;
    assert_eq!(reason_of(&aborted.unwrap_err()), "BAD_TOKEN");
    finish(&client, &other).await;
    honest(&server).await;
}

#[tokio::test]
async fn tokens_guessed_by_the_thousand_open_nothing() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = open_match(&client).await;
    for round in 0..10 {
        let mut stream = SeatStream::open(&client).await;
        for guess in 0..100 {
            let token = format!("{:032x}", round * 100 + guess);
            stream.ask(&made.name, &token, 0).await;
            assert_eq!(refusal(&stream.rejected().await), "BAD_TOKEN");
        }
        match eventually(stream.next()).await {
            Err(ClientError::Rejected { reason, .. }) => assert_eq!(reason, "LIMIT_EXCEEDED"),
            other => panic!("a guessing stream goes on: {other:?}"),
        }
    }
    for guess in 0..1000 {
        let token = format!("{guess:032x}");
        let acted = client
            .matches()
            .submit_action(submit(&made.name, &token, "say 1"))
            .await;
        assert_eq!(reason_of(&acted.unwrap_err()), "BAD_TOKEN");
    }
    finish(&client, &made).await;
    honest(&server).await;
}

#[tokio::test]
async fn acts_sent_again_change_nothing() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![remote(), bundled("random")];
    let made = make(
        &client,
        micro_robots(seats, &[("race_limit", "2s"), ("chips_to_win", "2")]),
    )
    .await;
    let mut seat = SeatStream::join(&client, &made, 0).await;
    let ask = seat.request().await;
    let say = task(ask.view.as_ref().unwrap()).say();
    seat.answer(&ask, &say).await;
    let accepted = seat.accepted().await;
    let again = proto::SubmitActionRequest {
        turn: ask.turn,
        act: ask.act,
        ..submit(&made.name, &made.tokens[0], &say)
    };
    let strangers = server.client().await;
    for _ in 0..100 {
        let answer = strangers.matches().submit_action(again.clone()).await;
        let answer = answer.unwrap().into_inner().accepted.unwrap();
        assert_eq!(answer.view_hash, accepted.view_hash);
    }
    let mut thief = SeatStream::open(&strangers).await;
    thief
        .send(proto::Act {
            handle: 1,
            turn: ask.turn,
            text: say.clone(),
            ..Default::default()
        })
        .await;
    assert_eq!(refusal(&thief.rejected().await), "NOT_FOUND");
    drop((seat, thief));
    finish(&client, &made).await;
    let late = proto::SubmitActionRequest {
        turn: ask.turn + 1000,
        ..again
    };
    let refused = strangers.matches().submit_action(late).await;
    assert_eq!(reason_of(&refused.unwrap_err()), "MATCH_OVER");
    honest(&server).await;
}

#[tokio::test]
async fn a_stream_that_joins_by_the_thousand_is_only_itself_worse_off() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = open_match(&client).await;
    let mut stream = SeatStream::open(&client).await;
    let mut sent = 0;
    // Every join replaces the one before; frames are read, so nothing heaps up.
    while sent < 3000 {
        stream.ask(&made.name, &made.tokens[0], 0).await;
        sent += 1;
        let limited = loop {
            match eventually(stream.next()).await {
                Ok(Some(Kind::Joined(_))) => break false,
                Ok(Some(Kind::Rejected(rejected))) if refusal(&rejected) == "LIMIT_EXCEEDED" => {
                    break true;
                }
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => break true,
            }
        };
        if limited {
            break;
        }
    }
    assert!(sent >= 1000, "{sent}");
    // One that joins and never reads is ended, or its sender is held back.
    let mut deaf = SeatStream::open(&client).await;
    let flood = async {
        for _ in 0..5000 {
            deaf.ask(&made.name, &made.tokens[0], 0).await;
        }
    };
    let _ = tokio::time::timeout(Duration::from_millis(500), flood).await;
    drop((stream, deaf));
    finish(&client, &made).await;
    honest(&server).await;
}

#[tokio::test]
async fn floods_of_headers_are_refused() {
    let server = TestServer::in_memory().await;
    let address = server.address();
    let large = format!("x-large: {}\r\n", "x".repeat(1 << 20));
    let many: Vec<_> = (0..5000).map(|i| format!("x-{i}: y\r\n")).collect();
    let many = many.concat();
    for headers in [&large, &many] {
        let request = format!("GET /healthz HTTP/1.1\r\nhost: a\r\n{headers}\r\n");
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
        let refused = eventually(client.catalog().list_games(request)).await;
        assert!(refused.is_err(), "{count} headers");
    }
    honest(&server).await;
}

/// A connection of HTTP/2 that keeps to no manners.
async fn raw(server: &TestServer) -> h2::client::SendRequest<bytes::Bytes> {
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
async fn streams_reset_by_the_thousand_end_their_connection_at_most() {
    let server = TestServer::in_memory().await;
    for _ in 0..5 {
        let mut sender = raw(&server).await;
        for _ in 0..2000 {
            let Ok(ready) = eventually(sender.ready()).await else {
                // The server has had enough of this connection.
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
    honest(&server).await;
    let streams = || async {
        let (_, text) = page(&server.address(), "/metrics", None).await;
        let line = text
            .lines()
            .find_map(|l| l.strip_prefix("botwerk_streams "));
        line.unwrap().to_owned()
    };
    eventually(async {
        while streams().await != "0" {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn connections_that_stall_are_closed_in_the_end() {
    let server = TestServer::with(Config {
        handshake_secs: 1,
        max_connections: 60,
        ..in_memory()
    })
    .await;
    let mut stalled = Vec::new();
    for i in 0..50 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let words: &[u8] = match i % 4 {
            0 => b"",
            1 => b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            2 => b"POST / HTTP/1.1\r\nhost: a\r\nx-slow: ",
            _ => b"P",
        };
        stream.write_all(words).await.unwrap();
        stalled.push(stream);
    }
    honest(&server).await;
    // A byte now and then does not help.
    for stream in &mut stalled {
        tokio::time::sleep(Duration::from_millis(10)).await;
        let _ = stream.write_all(b"x").await;
    }
    for mut stream in stalled {
        let mut rest = Vec::new();
        // Closed or reset, whichever comes first.
        let _ = eventually(stream.read_to_end(&mut rest)).await;
    }
    honest(&server).await;
}

#[tokio::test]
async fn garbage_on_the_port_harms_nobody() {
    let server = TestServer::in_memory().await;
    let mut noise: u64 = 0x9e37_79b9_7f4a_7c15;
    for i in 0..200 {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let mut bytes = Vec::new();
        if i % 2 == 0 {
            // What begins well may still be nonsense.
            bytes.extend_from_slice(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        }
        for _ in 0..(i * 7) {
            noise ^= noise << 13;
            noise ^= noise >> 7;
            noise ^= noise << 17;
            bytes.push(noise as u8);
        }
        // The server may hang up in the middle.
        let _ = stream.write_all(&bytes).await;
    }
    honest(&server).await;
}

#[tokio::test]
async fn huge_messages_are_refused_unread() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::VerifyRequest {
        record: "x".repeat(8 << 20),
    };
    assert!(client.rules().verify(request).await.is_err());
    // The head of a message says that it is huge, and then nothing comes.
    let mut sender = raw(&server).await.ready().await.unwrap();
    for method in [
        "MatchService/Play",
        "RulesService/Verify",
        "MatchService/CreateMatch",
    ] {
        let (answer, mut body) = sender.send_request(call(&server, method), false).unwrap();
        let head = bytes::Bytes::from_static(&[0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3]);
        body.send_data(head, false).unwrap();
        let answer = eventually(answer).await.unwrap();
        assert_eq!(answer.status(), 200, "{method}");
        sender = sender.ready().await.unwrap();
    }
    honest(&server).await;
}

#[tokio::test]
async fn messages_packed_in_an_unknown_way_are_refused() {
    let server = TestServer::in_memory().await;
    let mut sender = raw(&server).await.ready().await.unwrap();
    let mut request = call(&server, "RulesService/Verify");
    let encoding = http::HeaderValue::from_static("gzip");
    request.headers_mut().insert("grpc-encoding", encoding);
    let (answer, mut body) = sender.send_request(request, false).unwrap();
    body.send_data(bytes::Bytes::from_static(&[1, 0, 0, 0, 1, 0]), true)
        .unwrap();
    let answer = eventually(answer).await.unwrap();
    assert_eq!(answer.headers().get("grpc-status").unwrap(), "12");
    honest(&server).await;
}

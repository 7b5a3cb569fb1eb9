//! Limits: whoever goes beyond one is told so, and nobody else is any worse off.

use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    SeatStream, TestServer, bundled, eventually, finish, in_memory, make, micro_robots, reason_of,
    remote,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::Code;

#[tokio::test]
async fn no_more_matches_are_open_than_may_be() {
    let server = TestServer::with(Config {
        max_matches: 2,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let request = |id: &str| proto::CreateMatchRequest {
        request_id: id.into(),
        ..micro_robots(vec![remote(), bundled("solver")], &[])
    };
    let first = make(&client, request("first")).await;
    make(&client, request("second")).await;
    let third = client.matches().create_match(request("third")).await;
    let refused = third.unwrap_err();
    assert_eq!(reason_of(&refused), "LIMIT_EXCEEDED");
    assert!(refused.message().contains("2 matches"), "{refused:?}");
    // What was made before is told again.
    let again = client.matches().create_match(request("first")).await;
    assert_eq!(
        again.unwrap().into_inner().r#match.unwrap().name,
        first.name
    );
    finish(&client, &first).await;
    make(&client, request("third")).await;
}

#[tokio::test]
async fn no_more_streams_are_open_than_may_be() {
    let server = TestServer::with(Config {
        max_streams: 2,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let watch = || proto::WatchMatchRequest {
        matches: vec![proto::Watched {
            r#match: made.name.clone(),
            after_seq: 0,
        }],
        ..Default::default()
    };
    let watching = client.matches().watch_match(watch()).await.unwrap();
    let playing = SeatStream::open(&client).await;
    let refused = client.matches().watch_match(watch()).await.unwrap_err();
    assert_eq!(reason_of(&refused), "LIMIT_EXCEEDED");
    drop((watching, playing));
    eventually(async {
        while client.matches().watch_match(watch()).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_connection_too_many_is_closed_and_its_place_is_free_again() {
    let server = TestServer::with(Config {
        max_connections: 2,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let second = TcpStream::connect(server.address()).await.unwrap();
    let mut third = TcpStream::connect(server.address()).await.unwrap();
    let mut rest = Vec::new();
    // Closed without a word, or reset.
    let _ = eventually(third.read_to_end(&mut rest)).await;
    assert!(rest.is_empty());
    drop(second);
    eventually(async {
        while Client::connect(&server.address()).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    let made = make(
        &client,
        micro_robots(vec![remote(), bundled("solver")], &[]),
    )
    .await;
    finish(&client, &made).await;
}

#[tokio::test]
async fn a_connection_that_does_not_begin_is_closed() {
    let server = TestServer::with(Config {
        handshake_secs: 1,
        ..in_memory()
    })
    .await;
    // One that opened HTTP/2 in time stays, though it asks for nothing.
    let client = server.client().await;
    for greeting in [
        &b""[..],
        b"PRI * HTTP/2.0\r\n",
        b"GET /healthz HTTP/1.1\r\nhost",
    ] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(greeting).await.unwrap();
        let mut answer = Vec::new();
        // Closed without a word, or reset.
        let _ = eventually(stream.read_to_end(&mut answer)).await;
    }
    let made = make(
        &client,
        micro_robots(vec![bundled("solver"), remote()], &[]),
    )
    .await;
    finish(&client, &made).await;
}

#[tokio::test]
async fn a_list_of_headers_that_is_too_large_is_refused() {
    let server = TestServer::with(Config {
        max_header_bytes: 4096,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let mut request = tonic::Request::new(proto::ListGamesRequest::default());
    let value = "x".repeat(8000).parse().unwrap();
    request.metadata_mut().insert("padding", value);
    assert!(client.catalog().list_games(request).await.is_err());
    let request = proto::ListGamesRequest::default();
    client.catalog().list_games(request).await.unwrap();
}

#[tokio::test]
async fn a_connection_carries_so_many_streams_at_a_time() {
    let server = TestServer::with(Config {
        max_streams_per_connection: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let playing = SeatStream::open(&client).await;
    // The client waits until a stream is free, as HTTP/2 has it.
    let request = proto::ListGamesRequest::default();
    let mut catalog = client.catalog();
    let listed = catalog.list_games(request);
    tokio::pin!(listed);
    let early = tokio::time::timeout(Duration::from_millis(100), &mut listed).await;
    assert!(early.is_err(), "{early:?}");
    drop(playing);
    eventually(listed).await.unwrap();
}

/// A task of the printed example for the solver.
fn solve(length: u32) -> proto::SolveRequest {
    let instance = proto::MicroRobotsInstance {
        board: botwerk_tests::BOARD.into(),
        start: "1P".into(),
        target: "2W".into(),
        length,
        ..Default::default()
    };
    proto::SolveRequest {
        instance: Some(proto::solve_request::Instance::MicroRobots(instance)),
    }
}

#[tokio::test]
async fn searches_beyond_the_queue_are_refused_and_the_others_are_answered() {
    let server = TestServer::with(Config {
        max_queued_searches: 1,
        search_threads: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let ask = |_| {
        let client = client.clone();
        tokio::spawn(async move {
            let mut stream = client.analysis().solve(solve(99)).await?.into_inner();
            let mut last = None;
            while let Some(message) = stream.message().await? {
                last = message.kind;
            }
            Ok::<_, tonic::Status>(last)
        })
    };
    let asked: Vec<_> = (0..200).map(ask).collect();
    let mut answered = 0;
    for task in asked {
        match eventually(task).await.unwrap() {
            Ok(last) => {
                assert!(last.is_some_and(|kind| is_solution(&kind)));
                answered += 1;
            }
            Err(status) => {
                assert_eq!(status.code(), Code::ResourceExhausted);
                assert_eq!(reason_of(&status), "LIMIT_EXCEEDED");
            }
        }
    }
    assert!(answered > 0);
}

fn is_solution(kind: &proto::solve_response::Kind) -> bool {
    matches!(kind, proto::solve_response::Kind::MicroRobots(found) if found.solved)
}

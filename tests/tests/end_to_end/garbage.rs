//! Malformed input: the server rejects it and keeps running.

use std::time::Duration;

use botwerk_client::proto;
use botwerk_service::Config;
use botwerk_tests::{
    Bytes, SeatStream, TestServer, create_match, eventually, finish_match, http_get, in_memory,
    micro_robots, open_seat, rejection_reason, status_reason,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::transport::Endpoint;
use tonic::{Code, Request};

/// Returns pseudo-random bytes, the same in every run.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..length).map(|_| next()).collect()
}

async fn assert_alive(server: &TestServer) {
    let client = server.client().await;
    let request = proto::ListGamesRequest::default();
    let games = eventually(async { client.catalog().list_games(request).await }).await;
    assert!(!games.unwrap().into_inner().games.is_empty());
}

#[tokio::test]
async fn garbage_on_the_port_does_not_affect_matches() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    for seed in 0..20 {
        for start in [
            Vec::new(),
            preface.clone(),
            b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        ] {
            let mut connection = TcpStream::connect(server.address()).await.unwrap();
            let bytes = [start, noise(1 << (seed % 14), seed)].concat();
            // The server may close the connection early.
            let _ = connection.write_all(&bytes).await;
            let mut answer = vec![0; 64];
            let reading = connection.read(&mut answer);
            let _ = tokio::time::timeout(Duration::from_millis(2), reading).await;
        }
    }
    assert_alive(&server).await;
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn every_method_rejects_bytes_that_are_not_a_message() {
    let server = TestServer::in_memory().await;
    let url = format!("http://{}", server.address());
    let channel = Endpoint::from_shared(url).unwrap().connect().await.unwrap();
    let methods = [
        "CatalogService/GetGame",
        "RulesService/ApplyActions",
        "RulesService/FormatPosition",
        "RulesService/VerifyRecord",
        "AnalysisService/AnalyzePosition",
        "AnalysisService/GetHint",
        "AnalysisService/SolveInstance",
        "MatchService/CreateMatch",
        "MatchService/SubmitActions",
        "MatchService/WatchMatch",
        "MatchService/Play",
        "EnvService/CreateEnv",
        "EnvService/StepEnv",
        "EnvService/StreamSteps",
        "EnvService/LoadLanes",
    ];
    for method in methods {
        for seed in 0..10 {
            let mut grpc = tonic::client::Grpc::new(channel.clone());
            grpc.ready().await.unwrap();
            let path = format!("/botwerk.v1.{method}").parse().unwrap();
            // Field 1 with an invalid wire type, then noise.
            let bytes = [vec![0x0f], noise(64, seed)].concat();
            let requests = tokio_stream::iter([bytes]);
            let answer = eventually(grpc.streaming(Request::new(requests), path, Bytes)).await;
            let status = match answer {
                Err(status) => status,
                Ok(answer) => {
                    let mut answer = answer.into_inner();
                    eventually(answer.message()).await.expect_err(method)
                }
            };
            assert_eq!(status.code(), Code::InvalidArgument, "{method}: {status:?}");
            assert_eq!(status_reason(&status), "BAD_REQUEST", "{method}");
        }
    }
    let (_, metrics) = http_get(&server.address(), "/metrics", None).await;
    let counted = format!("botwerk_undecodable_requests_total {}", methods.len() * 10);
    assert!(metrics.contains(&counted), "{metrics}");
    assert_alive(&server).await;
    server.stop().await;
}

#[tokio::test]
async fn message_beyond_max_message_bytes_is_rejected() {
    let server = TestServer::start(Config {
        max_message_bytes: 20_000.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let request = proto::VerifyRecordRequest {
        record: "x".repeat(30_000),
    };
    let status = client.rules().verify_record(request).await.unwrap_err();
    assert!(
        matches!(status.code(), Code::OutOfRange | Code::ResourceExhausted),
        "{status:?}"
    );
    // On a stream it ends the stream with a reason; the seat can be joined again.
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    let submission = proto::Submission {
        text: "pass".repeat(10_000),
        handle: race.handle,
        turn: race.turn,
        ..Default::default()
    };
    stream.send(submission).await;
    let error = eventually(async {
        loop {
            match stream.next().await {
                Ok(Some(_)) => {}
                Ok(None) => panic!("the stream ends without an error"),
                Err(error) => return error,
            }
        }
    });
    let error = error.await.to_string();
    assert!(error.contains("too large"), "{error}");
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn play_requests_without_content_are_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let requests = tokio_stream::iter([
        proto::PlayRequest { kind: None },
        proto::PlayRequest {
            kind: Some(proto::play_request::Kind::Join(proto::Join::default())),
        },
        proto::PlayRequest {
            kind: Some(proto::play_request::Kind::Submission(
                proto::Submission::default(),
            )),
        },
    ]);
    let mut answers = client.matches().play(requests).await.unwrap().into_inner();
    let mut reasons = Vec::new();
    while let Some(answer) = eventually(answers.message()).await.unwrap() {
        let Some(proto::play_response::Kind::Rejected(rejected)) = answer.kind else {
            panic!("{answer:?}")
        };
        reasons.push(rejection_reason(&rejected).to_owned());
    }
    assert_eq!(reasons, ["BAD_REQUEST", "NOT_FOUND", "NOT_FOUND"]);
    server.stop().await;
}

#[tokio::test]
async fn unknown_method_is_unimplemented() {
    let server = TestServer::in_memory().await;
    let url = format!("http://{}", server.address());
    let channel = Endpoint::from_shared(url).unwrap().connect().await.unwrap();
    let mut grpc = tonic::client::Grpc::new(channel);
    grpc.ready().await.unwrap();
    let path = "/botwerk.v1.MatchService/Cheat".parse().unwrap();
    let answer = grpc.unary(Request::new(Vec::new()), path, Bytes).await;
    assert_eq!(answer.unwrap_err().code(), Code::Unimplemented);
    assert_alive(&server).await;
    server.stop().await;
}

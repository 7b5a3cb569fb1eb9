//! Requests that a web page makes the browser of its visitor send: to a name that the page's owner resolves
//! to this machine, and to this machine from the page of another site.

use botwerk_client::proto;
use botwerk_service::Config;
use botwerk_tests::{
    TestServer, agent_seat, eventually, http1, in_memory, micro_robots, status_reason,
};
use prost::Message;
use proto::catalog_service_client::CatalogServiceClient;
use tonic::Code;
use tonic::transport::Endpoint;

/// Sends a request with these headers, each on a line of its own.
async fn send(server: &TestServer, line: &str, headers: &str, body: &[u8]) -> String {
    let length = body.len();
    let request = format!(
        "{line} HTTP/1.1\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{}",
        String::from_utf8_lossy(body)
    );
    http1(&server.address(), &request).await
}

/// A call of gRPC-Web that creates a match.
fn create_match_body() -> Vec<u8> {
    let request = micro_robots(vec![agent_seat("random"), agent_seat("random")], &[]);
    let message = proto::CreateMatchRequest {
        // Nothing but ASCII.
        setup: request.setup.map(|setup| proto::GameSetup {
            options: Vec::new(),
            ..setup
        }),
        ..request
    };
    let message = message.encode_to_vec();
    assert!(message.is_ascii() && message.len() < 128);
    [&[0, 0, 0, 0, message.len() as u8], &message[..]].concat()
}

async fn match_count(server: &TestServer) -> usize {
    let client = server.client().await;
    let request = proto::ListMatchesRequest::default();
    let listed = client.matches().list_matches(request).await.unwrap();
    listed.into_inner().matches.len()
}

const CREATE_MATCH: &str = "POST /botwerk.v1.MatchService/CreateMatch";

#[tokio::test]
async fn request_with_a_foreign_host_is_rejected() {
    let server = TestServer::in_memory().await;
    let port = server.port();
    for host in [
        format!("evil.example:{port}"),
        "evil.example".into(),
        "10.1.2.3".into(),
    ] {
        let headers = format!("host: {host}\r\n");
        for line in [
            "GET /healthz",
            "GET /metrics",
            "GET /nothing",
            "POST /metrics",
            CREATE_MATCH,
        ] {
            let answer = send(&server, line, &headers, b"").await;
            assert!(answer.starts_with("HTTP/1.1 421 "), "{line}: {answer}");
            assert!(answer.contains("HOST_NOT_ALLOWED"), "{line}: {answer}");
            assert!(answer.contains("allowed_hosts"), "{line}: {answer}");
            assert!(!answer.contains("botwerk_"), "{line}: {answer}");
        }
        // By the same name the page's own origin is no foreign one.
        let web = format!(
            "{headers}origin: http://{host}\r\ncontent-type: application/grpc-web+proto\r\n"
        );
        let answer = send(&server, CREATE_MATCH, &web, &create_match_body()).await;
        assert!(answer.starts_with("HTTP/1.1 421 "), "{answer}");
    }
    assert_eq!(match_count(&server).await, 0);
    for host in ["localhost", "127.0.0.1:1", "[::1]"] {
        let answer = send(&server, "GET /healthz", &format!("host: {host}\r\n"), b"").await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{host}: {answer}");
    }
}

/// Calls the server over HTTP/2 by another name.
async fn list_games_by_name(server: &TestServer, name: &str) -> Result<(), tonic::Status> {
    let endpoint = Endpoint::from_shared(format!("http://{}", server.address())).unwrap();
    let endpoint = endpoint.origin(format!("http://{name}").parse().unwrap());
    let mut catalog = CatalogServiceClient::new(endpoint.connect().await.unwrap());
    let listed = eventually(catalog.list_games(proto::ListGamesRequest::default())).await;
    listed.map(drop)
}

#[tokio::test]
async fn call_with_a_foreign_host_is_rejected_with_a_reason() {
    let server = TestServer::in_memory().await;
    let rejected = list_games_by_name(&server, "evil.example")
        .await
        .unwrap_err();
    assert_eq!(rejected.code(), Code::PermissionDenied);
    assert_eq!(status_reason(&rejected), "HOST_NOT_ALLOWED");
    assert!(
        rejected.message().contains("`evil.example`"),
        "{rejected:?}"
    );
    list_games_by_name(&server, "localhost").await.unwrap();
}

#[tokio::test]
async fn call_with_a_configured_host_is_answered() {
    let server = TestServer::start(Config {
        allowed_hosts: vec!["bots.example".into()],
        ..in_memory()
    })
    .await;
    list_games_by_name(&server, "bots.example:4270")
        .await
        .unwrap();
    let other = list_games_by_name(&server, "other.example")
        .await
        .unwrap_err();
    assert_eq!(status_reason(&other), "HOST_NOT_ALLOWED");
}

#[tokio::test]
async fn request_with_a_foreign_origin_is_rejected_and_changes_nothing() {
    let allowed = "https://play.example";
    let server = TestServer::start(Config {
        cors_origins: vec![allowed.into()],
        ..in_memory()
    })
    .await;
    let headers = |origin: &str, content_type: &str| {
        format!("host: localhost\r\norigin: {origin}\r\ncontent-type: {content_type}\r\n")
    };
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost:1",
        "http://127.0.0.1",
        "https://play.example:1",
    ] {
        // The type of a form needs no preflight request.
        for content_type in [
            "application/grpc-web+proto",
            "application/grpc",
            "text/plain",
        ] {
            let headers = headers(origin, content_type);
            let body = create_match_body();
            for line in [CREATE_MATCH, "GET /metrics", "GET /healthz"] {
                let answer = send(&server, line, &headers, &body).await;
                assert!(
                    answer.starts_with("HTTP/1.1 403 "),
                    "{origin} {line}: {answer}"
                );
                assert!(answer.contains("cors_origins"), "{origin} {line}: {answer}");
                assert!(!answer.contains("access-control-allow"), "{answer}");
            }
        }
    }
    assert_eq!(match_count(&server).await, 0);
    // A configured origin, and that of the server's own pages.
    for (origin, count) in [(allowed, 1), ("http://localhost", 2)] {
        let own = headers(origin, "application/grpc-web+proto");
        let answer = send(&server, CREATE_MATCH, &own, &create_match_body()).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert_eq!(match_count(&server).await, count);
    }
}

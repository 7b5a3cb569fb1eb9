//! The admin token.

use botwerk_client::{Client, ConnectOptions};
use botwerk_service::Config;
use botwerk_tests::{
    TestServer, agent_seat, bearer, create_match, finish_match, http_get, in_memory, micro_robots,
    open_seat, status_reason,
};
use tonic::Code;

const TOKEN: &str = "an-admin-token-of-a-test";

fn guarded() -> Config {
    Config {
        admin_token: Some(TOKEN.parse().unwrap()),
        ..in_memory()
    }
}

async fn connect_with_token(server: &TestServer, token: &str) -> Client {
    let access = ConnectOptions {
        admin_token: Some(token.into()),
        ca: None,
    };
    assert!(!format!("{access:?}").contains(token));
    Client::connect_with(&server.address(), &access)
        .await
        .unwrap()
}

#[tokio::test]
async fn create_match_requires_the_admin_token() {
    let server = TestServer::start(guarded()).await;
    let request = || micro_robots(vec![open_seat(), agent_seat("solver")], &[]);
    let wrong = TOKEN.replace("test", "tesu");
    for stranger in [
        server.client().await,
        connect_with_token(&server, &wrong).await,
    ] {
        let rejected = stranger.matches().create_match(request()).await;
        let rejected = rejected.unwrap_err();
        assert_eq!(rejected.code(), Code::PermissionDenied);
        assert_eq!(status_reason(&rejected), "BAD_TOKEN");
        assert!(rejected.message().contains("admin token"), "{rejected:?}");
    }
    let created = create_match(&connect_with_token(&server, TOKEN).await, request()).await;
    // Seat tokens and owner tokens work without the admin token.
    let player = server.client().await;
    finish_match(&player, &created).await;
    let other = create_match(&connect_with_token(&server, TOKEN).await, request()).await;
    let abort = botwerk_client::proto::AbortMatchRequest {
        r#match: other.name,
    };
    bearer(&player, &other.owner)
        .matches()
        .abort_match(abort)
        .await
        .unwrap();
}

#[tokio::test]
async fn metrics_require_the_admin_token_and_health_does_not() {
    let server = TestServer::start(guarded()).await;
    let address = server.address();
    for token in [None, Some("something-else-entirely")] {
        let (status, answer) = http_get(&address, "/metrics", token).await;
        assert_eq!(status, 401, "{answer}");
        assert!(answer.contains("BAD_TOKEN"), "{answer}");
        assert!(!answer.contains("botwerk_open_connections"), "{answer}");
    }
    assert_eq!(http_get(&address, "/metrics", Some(TOKEN)).await.0, 200);
    assert_eq!(http_get(&address, "/healthz", None).await.0, 200);
}

#[tokio::test]
async fn admin_token_can_be_read_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, format!("{TOKEN}\n")).unwrap();
    let server = TestServer::start(Config {
        admin_token_file: Some(file),
        ..in_memory()
    })
    .await;
    let request = micro_robots(vec![agent_seat("solver"), agent_seat("random")], &[]);
    let stranger = server.client().await;
    let rejected = stranger.matches().create_match(request.clone()).await;
    assert_eq!(status_reason(&rejected.unwrap_err()), "BAD_TOKEN");
    create_match(&connect_with_token(&server, TOKEN).await, request).await;
}

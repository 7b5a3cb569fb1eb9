//! The admin token.

use botwerk_client::{Client, ConnectOptions};
use botwerk_service::Config;
use botwerk_tests::{
    TestServer, bundled, finish, in_memory, make, micro_robots, page, reason_of, remote,
};
use tonic::Code;

const TOKEN: &str = "an-admin-token-of-a-test";

fn guarded() -> Config {
    Config {
        admin_token: Some(TOKEN.parse().unwrap()),
        ..in_memory()
    }
}

async fn bearing(server: &TestServer, token: &str) -> Client {
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
async fn only_who_bears_the_admin_token_makes_matches() {
    let server = TestServer::with(guarded()).await;
    let request = || micro_robots(vec![remote(), bundled("solver")], &[]);
    let wrong = TOKEN.replace("test", "tesu");
    for stranger in [server.client().await, bearing(&server, &wrong).await] {
        let refused = stranger.matches().create_match(request()).await;
        let refused = refused.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied);
        assert_eq!(reason_of(&refused), "BAD_TOKEN");
        assert!(refused.message().contains("admin token"), "{refused:?}");
    }
    let made = make(&bearing(&server, TOKEN).await, request()).await;
    // Whoever has a seat's token plays, and whoever has the owner's calls matches off.
    let player = server.client().await;
    finish(&player, &made).await;
    let other = make(&bearing(&server, TOKEN).await, request()).await;
    let abort = botwerk_client::proto::AbortRequest {
        r#match: other.name,
        owner_token: other.owner,
    };
    player.matches().abort(abort).await.unwrap();
}

#[tokio::test]
async fn metrics_need_the_admin_token_and_health_does_not() {
    let server = TestServer::with(guarded()).await;
    let address = server.address();
    for token in [None, Some("something-else-entirely")] {
        let (status, answer) = page(&address, "/metrics", token).await;
        assert_eq!(status, 401, "{answer}");
        assert!(answer.contains("BAD_TOKEN"), "{answer}");
        assert!(!answer.contains("botwerk_connections"), "{answer}");
    }
    assert_eq!(page(&address, "/metrics", Some(TOKEN)).await.0, 200);
    assert_eq!(page(&address, "/healthz", None).await.0, 200);
}

#[tokio::test]
async fn a_file_can_hold_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, format!("{TOKEN}\n")).unwrap();
    let server = TestServer::with(Config {
        admin_token_file: Some(file),
        ..in_memory()
    })
    .await;
    let request = micro_robots(vec![bundled("solver"), bundled("random")], &[]);
    let stranger = server.client().await;
    let refused = stranger.matches().create_match(request.clone()).await;
    assert_eq!(reason_of(&refused.unwrap_err()), "BAD_TOKEN");
    make(&bearing(&server, TOKEN).await, request).await;
}

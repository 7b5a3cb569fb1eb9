//! Requests that are rejected, and why.

use botwerk_client::proto;
use botwerk_service::Config;
use botwerk_tests::{TestServer, in_memory, status_reason};
use proto::lane_batch::Kind;

use crate::environment::{Environment, actions, create_request, random, reset};

#[tokio::test]
async fn unusable_environment_is_rejected_with_its_field() {
    let server = TestServer::start(Config {
        max_agent_threads: 2,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let agent = |text: &str| {
        let (name, threads) = text.split_once(' ').unwrap_or((text, ""));
        let setting = |value: &str| proto::AgentSetting {
            name: "threads".into(),
            value: value.into(),
        };
        let settings = (!threads.is_empty()).then(|| setting(threads));
        Some(proto::AgentSpec {
            name: name.into(),
            settings: settings.into_iter().collect(),
        })
    };
    let opponent = |seat, text: &str| proto::Opponent {
        seat,
        agent: agent(text),
    };
    let base = || create_request("netzwerk", 2);
    let option = proto::GameOption {
        name: "turn_cap".into(),
        value: "-1".into(),
    };
    let cases = [
        ("BAD_REQUEST", "setup", proto::CreateEnvRequest::default()),
        ("UNKNOWN_GAME", "chess", create_request("chess", 2)),
        (
            "BAD_OPTIONS",
            "turn_cap",
            proto::CreateEnvRequest {
                setup: base().setup.map(|setup| proto::GameSetup {
                    options: vec![option],
                    ..setup
                }),
                ..base()
            },
        ),
        (
            "BAD_REQUEST",
            "expected an `Autoreset`, found 9",
            proto::CreateEnvRequest {
                autoreset: 9,
                ..base()
            },
        ),
        (
            "BAD_REQUEST",
            "expected a `MaskFormat`, found -1",
            proto::CreateEnvRequest {
                mask_format: -1,
                ..base()
            },
        ),
        (
            "BAD_REQUEST",
            "seed: expected at most 128 bytes, found 129",
            proto::CreateEnvRequest {
                seed: "s".repeat(129),
                ..base()
            },
        ),
        (
            "BAD_REQUEST",
            "request_id",
            proto::CreateEnvRequest {
                request_id: "r".repeat(129),
                ..base()
            },
        ),
        (
            "BAD_REQUEST",
            "opponents: seat 1 has no agent",
            proto::CreateEnvRequest {
                opponents: vec![proto::Opponent {
                    seat: 1,
                    agent: None,
                }],
                ..base()
            },
        ),
        (
            "BAD_REQUEST",
            "found seat 2",
            proto::CreateEnvRequest {
                opponents: vec![opponent(2, "greedy")],
                ..base()
            },
        ),
        (
            "BAD_REQUEST",
            "at least one seat without an agent",
            proto::CreateEnvRequest {
                opponents: vec![opponent(0, "greedy"), opponent(1, "greedy")],
                ..base()
            },
        ),
        (
            "UNKNOWN_AGENT",
            "nobody",
            proto::CreateEnvRequest {
                opponents: vec![opponent(1, "nobody")],
                ..base()
            },
        ),
        (
            "BAD_OPTIONS",
            "max_agent_threads",
            proto::CreateEnvRequest {
                opponents: vec![opponent(1, "minimax 3")],
                ..base()
            },
        ),
    ];
    for (reason, text, request) in cases {
        let status = Environment::create(&client, request).await.unwrap_err();
        assert_eq!(status_reason(&status), reason, "{status}");
        assert!(status.message().contains(text), "{status}");
    }
}

#[tokio::test]
async fn unusable_batch_changes_nothing() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let environment = Environment::create(&client, create_request("netzwerk", 2))
        .await
        .unwrap();
    let bytes = |actions: &[u8], efforts: &[u8]| {
        Kind::Actions(proto::LaneActions {
            actions: actions.to_vec(),
            efforts: efforts.to_vec(),
        })
    };
    let cases = [
        (bytes(&[1, 2, 3], &[]), "numbers of 4 bytes, found 3 bytes"),
        (bytes(&[0; 8], &[0; 9]), "numbers of 8 bytes, found 9 bytes"),
        (
            bytes(&[0; 8], &[0; 8]),
            "efforts: expected 2 entries, found 1",
        ),
        (actions(&[1]), "actions: expected 2 entries, found 1"),
        (reset(&[2], &[]), "expected a lane below 2"),
        (reset(&[1, 1], &[]), "lane 1 is given twice"),
        (
            reset(&[1], &["a", "b"]),
            "seeds: expected 1 entries, found 2",
        ),
        (reset(&[1], &[&"s".repeat(129)]), "at most 128 bytes"),
    ];
    for (kind, text) in cases {
        let status = environment.step(kind).await.unwrap_err();
        assert_eq!(status_reason(&status), "BAD_REQUEST");
        assert!(status.message().contains(text), "{status}");
    }
    let saved = environment.save(&[0]).await.unwrap();
    for (lanes, saved, text) in [
        (
            vec![0, 1],
            saved.clone(),
            "saved: expected 2 entries, found 1",
        ),
        (vec![5], saved.clone(), "expected a lane below 2"),
        (vec![0], vec!["{}".to_owned()], "saved lane"),
    ] {
        let status = environment.load(&lanes, saved).await.unwrap_err();
        assert_eq!(status_reason(&status), "BAD_REQUEST");
        assert!(status.message().contains(text), "{status}");
    }
    let found = environment.send(1, random()).await.unwrap();
    let twin = Environment::create(&client, create_request("netzwerk", 2))
        .await
        .unwrap();
    assert_eq!(twin.send(1, random()).await.unwrap(), found);
}

#[tokio::test]
async fn environment_is_used_with_its_own_token_only() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let create = || Environment::create(&client, create_request("netzwerk", 2));
    let (own, mut other) = (create().await.unwrap(), create().await.unwrap());
    other.token = own.token.clone();
    let statuses = [
        other.step(random()).await.unwrap_err(),
        other.save(&[]).await.unwrap_err(),
        other.load(&[], Vec::new()).await.unwrap_err(),
        other.close().await.unwrap_err(),
    ];
    for status in statuses {
        assert_eq!(status_reason(&status), "BAD_TOKEN");
        assert!(!status.message().contains(&own.token));
    }
    own.step(random()).await.unwrap();
}

//! From the creation of environments to their end, and repeated requests.

use std::time::Duration;

use botwerk_client::proto;
use botwerk_service::Config;
use botwerk_tests::{TestServer, in_memory, status_reason, wait_until};

use crate::environment::{Environment, actions, create_request, random};

#[tokio::test]
async fn repeated_batch_is_answered_with_the_same_results() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let environment = Environment::create(&client, create_request("droids", 3))
        .await
        .unwrap();
    let first = environment.send(1, random()).await.unwrap();
    assert_eq!(environment.send(1, random()).await.unwrap(), first);
    let second = environment.send(2, random()).await.unwrap();
    assert_ne!(second.observations, first.observations);
    assert_eq!(environment.send(2, random()).await.unwrap(), second);
    let other = environment.send(2, actions(&[0, 0, 0])).await.unwrap_err();
    assert_eq!(status_reason(&other), "ALREADY_SUBMITTED");
    for step in [1, 4] {
        let status = environment.send(step, random()).await.unwrap_err();
        assert_eq!(status_reason(&status), "WRONG_STEP");
        assert!(status.message().contains("expected 3"), "{status}");
    }
    assert_eq!(environment.send(3, random()).await.unwrap().step, 3);
}

#[tokio::test]
async fn repeated_creation_returns_the_same_environment() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateEnvRequest {
        request_id: "once".into(),
        seed: String::new(),
        ..create_request("netzwerk", 2)
    };
    let first = Environment::create(&client, request.clone()).await.unwrap();
    let second = Environment::create(&client, request.clone()).await.unwrap();
    assert_eq!((&first.env, &first.token), (&second.env, &second.token));
    assert!(!first.env.seed.is_empty());
    let other = proto::CreateEnvRequest {
        lanes: 3,
        ..request.clone()
    };
    let status = Environment::create(&client, other).await.unwrap_err();
    assert_eq!(status_reason(&status), "REQUEST_ID_REUSED");
    first.close().await.unwrap();
    let third = Environment::create(&client, request).await.unwrap();
    assert_ne!(third.env.name, first.env.name);
}

#[tokio::test]
async fn lanes_are_limited_and_freed_when_an_environment_is_closed() {
    let server = TestServer::start(Config {
        max_env_lanes: 10.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let create = |lanes| Environment::create(&client, create_request("netzwerk", lanes));
    let environment = create(8).await.unwrap();
    for (lanes, reason, message) in [
        (3, "LIMIT_EXCEEDED", "2 of max_env_lanes (10)"),
        (11, "TOO_LARGE", "max_env_lanes is 10"),
        (u32::MAX, "TOO_LARGE", "max_env_lanes is 10"),
    ] {
        let status = create(lanes).await.unwrap_err();
        assert_eq!(status_reason(&status), reason);
        assert!(status.message().contains(message), "{status}");
    }
    create(2).await.unwrap();
    environment.close().await.unwrap();
    for status in [
        environment.step(random()).await.unwrap_err(),
        environment.close().await.unwrap_err(),
    ] {
        assert_eq!(status_reason(&status), "NOT_FOUND");
    }
    create(8).await.unwrap();
}

#[tokio::test]
async fn environment_that_is_not_used_is_closed() {
    let server = TestServer::start(Config {
        env_idle_secs: 3.try_into().unwrap(),
        max_env_lanes: 4.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let create = |lanes| Environment::create(&client, create_request("netzwerk", lanes));
    let (used, unused) = (create(2).await.unwrap(), create(2).await.unwrap());
    wait_until("the unused environment is closed", async || {
        used.step(random()).await.unwrap();
        create(2).await.is_ok()
    })
    .await;
    let status = unused.step(random()).await.unwrap_err();
    assert_eq!(status_reason(&status), "NOT_FOUND");
    assert!(status.message().contains("without use"), "{status}");
    used.step(random()).await.unwrap();
}

/// An agent whose search ends only when it is stopped.
fn endless() -> proto::Opponent {
    proto::Opponent {
        seat: 1,
        agent: Some(proto::AgentSpec {
            name: "minimax".into(),
            settings: vec![proto::AgentSetting {
                name: "nodes".into(),
                value: "1000000000000".into(),
            }],
        }),
    }
}

#[tokio::test]
async fn step_beyond_the_limit_of_a_call_closes_its_environment() {
    let server = TestServer::start(Config {
        search_limit_secs: 1.try_into().unwrap(),
        search_threads: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let request = proto::CreateEnvRequest {
        opponents: vec![endless()],
        ..create_request("netzwerk", 1)
    };
    let slow = Environment::create(&client, request).await.unwrap();
    let mut last = None;
    // The turn of the first seat may have several actions.
    for _ in 0..100 {
        match slow.step(random()).await {
            Ok(_) => {}
            Err(status) => {
                last = Some(status);
                break;
            }
        }
    }
    assert_eq!(status_reason(&last.unwrap()), "LIMIT_EXCEEDED");
    // It is closed within a second, and its thread is free again.
    wait_until("the environment is closed", async || {
        matches!(slow.step(random()).await, Err(status) if status_reason(&status) == "NOT_FOUND")
    })
    .await;
    wait_until("an environment can be created", async || {
        let created = Environment::create(&client, create_request("netzwerk", 1));
        created.await.is_ok()
    })
    .await;
}

#[tokio::test]
async fn server_with_an_endless_step_shuts_down() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateEnvRequest {
        opponents: vec![endless()],
        ..create_request("netzwerk", 1)
    };
    let slow = Environment::create(&client, request).await.unwrap();
    let step = tokio::spawn(async move { while slow.step(random()).await.is_ok() {} });
    // No client can see that the step has started.
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.stop().await;
    step.await.unwrap();
}

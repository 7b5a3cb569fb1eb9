//! Steps as messages of a stream.

use botwerk_client::proto;
use botwerk_tests::{TestServer, eventually, status_reason};
use proto::stream_steps_response::Kind;
use tokio_stream::StreamExt;

use crate::environment::{Environment, actions, create_request, random};

/// Returns a request for the environment of the request before.
fn next(step: u64, kind: proto::lane_batch::Kind) -> proto::StreamStepsRequest {
    proto::StreamStepsRequest {
        batch: Some(proto::LaneBatch {
            step,
            kind: Some(kind),
        }),
        ..Default::default()
    }
}

/// Returns the first request for an environment.
fn open(environment: &Environment, step: u64) -> proto::StreamStepsRequest {
    proto::StreamStepsRequest {
        env: environment.env.name.clone(),
        env_token: environment.token.clone(),
        ..next(step, random())
    }
}

#[tokio::test]
async fn requests_of_a_stream_are_answered_in_order() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let create = || Environment::create(&client, create_request("netzwerk", 8));
    let (streamed, called) = (create().await.unwrap(), create().await.unwrap());
    // More than are ever waiting, all sent at once.
    let requests = (1..=100).map(|step| match step {
        1 => open(&streamed, 1),
        step => next(step, random()),
    });
    let requests = tokio_stream::iter(requests.collect::<Vec<_>>());
    let mut responses = client
        .envs()
        .stream_steps(requests)
        .await
        .unwrap()
        .into_inner();
    for step in 1..=100 {
        let expected = called.send(step, random()).await.unwrap();
        let found = eventually(responses.message()).await.unwrap().unwrap();
        assert_eq!(found.kind, Some(Kind::Results(expected)));
    }
    assert_eq!(eventually(responses.message()).await.unwrap(), None);
}

#[tokio::test]
async fn rejected_batch_leaves_the_stream_open() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let environment = Environment::create(&client, create_request("netzwerk", 2))
        .await
        .unwrap();
    let requests = vec![
        open(&environment, 1),
        next(7, random()),
        next(2, actions(&[1])),
        proto::StreamStepsRequest::default(),
        next(2, random()),
    ];
    let requests = tokio_stream::iter(requests);
    let responses = client
        .envs()
        .stream_steps(requests)
        .await
        .unwrap()
        .into_inner();
    let kinds: Vec<_> = responses
        .map(|response| response.unwrap().kind.unwrap())
        .collect()
        .await;
    let summary: Vec<_> = kinds
        .iter()
        .map(|kind| match kind {
            Kind::Results(results) => format!("step {}", results.step),
            Kind::Error(error) => error.reason().name().to_owned(),
        })
        .collect();
    let expected = [
        "step 1",
        "WRONG_STEP",
        "BAD_REQUEST",
        "BAD_REQUEST",
        "step 2",
    ];
    assert_eq!(summary, expected);
}

#[tokio::test]
async fn stream_with_a_wrong_token_ends() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let environment = Environment::create(&client, create_request("netzwerk", 2))
        .await
        .unwrap();
    let wrong = proto::StreamStepsRequest {
        env_token: "0123456789abcdef0123456789abcdef".into(),
        ..open(&environment, 1)
    };
    let requests = tokio_stream::iter([wrong, open(&environment, 1)]);
    let mut responses = client
        .envs()
        .stream_steps(requests)
        .await
        .unwrap()
        .into_inner();
    let status = eventually(responses.message()).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_TOKEN");
    // Nothing was stepped.
    assert_eq!(environment.send(1, random()).await.unwrap().step, 1);
}

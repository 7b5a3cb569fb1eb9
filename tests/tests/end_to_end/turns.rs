//! Clients are served in turn: the calls of one that floods the server keep no other waiting.

use std::net::IpAddr;
use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    SeatStream, TestServer, bearer, create_match, in_memory, micro_robots, open_seat, status_reason,
};
use proto::analysis_service_client::AnalysisServiceClient;
use proto::rules_service_client::RulesServiceClient;
use tokio::time::timeout;
use tonic::Streaming;
use tonic::transport::{Channel, Endpoint};

/// More than a small call takes on a busy machine, and far less than the searches of the flood.
const PROMPT: Duration = Duration::from_secs(20);

/// Connects from another address of this machine.
async fn channel_from(server: &TestServer, address: [u8; 4]) -> Channel {
    let url = format!("http://{}", server.address());
    let endpoint = Endpoint::from_shared(url).unwrap();
    let endpoint = endpoint.local_address(Some(IpAddr::from(address)));
    endpoint.connect().await.unwrap()
}

/// Returns a search that ends only after this time.
fn search(millis: u64) -> proto::AnalyzePositionRequest {
    proto::AnalyzePositionRequest {
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            ..Default::default()
        }),
        limits: Some(proto::SearchLimits {
            time_nanos: millis * 1_000_000,
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// Starts as many long searches as the server accepts from one client; returns their streams and the reasons of
/// those that were rejected.
async fn flood(channel: &Channel) -> (Vec<Streaming<proto::AnalyzePositionResponse>>, Vec<String>) {
    let calls = (0..400).map(|_| {
        let mut client = AnalysisServiceClient::new(channel.clone());
        // The answer to the call itself may wait for a long time.
        tokio::spawn(
            async move { timeout(PROMPT / 4, client.analyze_position(search(600_000))).await },
        )
    });
    let calls: Vec<_> = calls.collect();
    let (mut streams, mut rejected) = (Vec::new(), Vec::new());
    for call in calls {
        match call.await.unwrap() {
            Ok(Ok(stream)) => streams.push(stream.into_inner()),
            Ok(Err(status)) => rejected.push(status_reason(&status)),
            Err(_) => {}
        }
    }
    (streams, rejected)
}

async fn hint(client: &Client, request: proto::GetHintRequest) {
    let mut answers = client
        .analysis()
        .get_hint(request)
        .await
        .unwrap()
        .into_inner();
    while answers.message().await.unwrap().is_some() {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hint_and_small_calls_are_answered_during_400_searches_of_another_client() {
    let server = TestServer::start(Config {
        search_threads: 1,
        search_limit_secs: 600.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        allows_hints: true,
        ..micro_robots(vec![open_seat(), open_seat()], &[("race_limit", "3600s")])
    };
    let created = create_match(&client, request).await;
    let mut seats = Vec::new();
    for seat in 0..2 {
        seats.push(SeatStream::join(&client, &created, seat).await);
    }
    for seat in &mut seats {
        seat.request().await;
    }
    let attacker = channel_from(&server, [127, 0, 0, 2]).await;
    let (streams, rejected) = flood(&attacker).await;
    assert!(!streams.is_empty());
    // A quarter of max_queued_searches.
    assert!(rejected.len() >= 100, "{}", rejected.len());
    assert!(rejected.iter().all(|reason| reason == "LIMIT_EXCEEDED"));
    let request = proto::GetHintRequest {
        r#match: created.name.clone(),
        limits: Some(proto::SearchLimits {
            nodes: 100,
            ..Default::default()
        }),
        ..Default::default()
    };
    let client = bearer(&client, &created.tokens[0]);
    timeout(PROMPT, hint(&client, request)).await.unwrap();
    let other = channel_from(&server, [127, 0, 0, 3]).await;
    let verify = proto::VerifyRecordRequest {
        record: "no record".into(),
    };
    let mut rules = RulesServiceClient::new(other.clone());
    let verified = timeout(PROMPT, rules.verify_record(verify)).await.unwrap();
    assert!(!verified.unwrap().into_inner().is_valid);
    let small = async {
        let mut client = AnalysisServiceClient::new(other);
        let mut answers = client
            .analyze_position(search(1))
            .await
            .unwrap()
            .into_inner();
        while answers.message().await.unwrap().is_some() {}
    };
    timeout(PROMPT, small).await.unwrap();
    drop(streams);
    server.stop().await;
}

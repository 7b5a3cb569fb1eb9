//! Health, shutdown, reflection, and the early ends of matches.

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, bearer, create_match, eventually,
    finish_match, in_memory, micro_robots, open_seat, rejection_reason, status_reason,
    verify_record,
};
use proto::{MatchState, Termination};
use tonic::transport::{Channel, Endpoint};
use tonic_health::ServingStatus;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::v1 as reflection;

async fn channel(server: &TestServer) -> Channel {
    let url = format!("http://{}", server.address());
    Endpoint::from_shared(url).unwrap().connect().await.unwrap()
}

async fn get_match(client: &Client, created: &CreatedMatch) -> proto::Match {
    let request = proto::GetMatchRequest {
        name: created.name.clone(),
    };
    let response = client.matches().get_match(request).await.unwrap();
    response.into_inner().r#match.unwrap()
}

async fn abort(client: &Client, created: &CreatedMatch, token: &str) -> Result<(), tonic::Status> {
    let request = proto::AbortMatchRequest {
        r#match: created.name.clone(),
    };
    bearer(client, token)
        .matches()
        .abort_match(request)
        .await
        .map(|_| ())
}

async fn resign(client: &Client, created: &CreatedMatch, token: &str) -> Result<(), tonic::Status> {
    let request = proto::ResignSeatRequest {
        r#match: created.name.clone(),
        has_crashed: false,
    };
    bearer(client, token)
        .matches()
        .resign_seat(request)
        .await
        .map(|_| ())
}

#[tokio::test]
async fn health_is_serving_until_the_server_drains() {
    let server = TestServer::start(Config {
        drain_secs: 20,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    // An unfinished match keeps the draining server running: of two, the second lasts until the record of the first
    // has been read.
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let unfinished = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    let mut health = HealthClient::new(channel(&server).await);
    for service in ["", "botwerk.v1.MatchService", "botwerk.v1.RulesService"] {
        let request = HealthCheckRequest {
            service: service.into(),
        };
        let answer = health.check(request).await.unwrap().into_inner();
        assert_eq!(answer.status, ServingStatus::Serving as i32, "{service}");
    }
    let request = HealthCheckRequest {
        service: "botwerk.v1.MatchService".into(),
    };
    let mut watch = health.watch(request).await.unwrap().into_inner();
    let first = eventually(watch.message()).await.unwrap().unwrap();
    assert_eq!(first.status, ServingStatus::Serving as i32);
    let stopping = tokio::spawn(server.stop());
    let second = eventually(watch.message()).await.unwrap().unwrap();
    assert_eq!(second.status, ServingStatus::NotServing as i32);
    // No new match is accepted, but running ones are played to their end.
    let rejected = client
        .matches()
        .create_match(micro_robots(vec![open_seat(), open_seat()], &[]))
        .await;
    assert_eq!(status_reason(&rejected.unwrap_err()), "DRAINING");
    stream.submit(&race, "pass").await;
    stream.accepted().await;
    finish_match(&client, &created).await;
    assert!(!stopping.is_finished());
    abort(&client, &unfinished, &unfinished.owner)
        .await
        .unwrap();
    drop(watch);
    eventually(stopping).await.unwrap();
}

#[tokio::test]
async fn shutdown_ends_every_stream_with_a_reason() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut player = SeatStream::join(&client, &created, 0).await;
    let mut idle = SeatStream::open(&client).await;
    let watch = proto::WatchMatchRequest {
        matches: vec![proto::WatchTarget {
            r#match: created.name.clone(),
            resume_after_seq: 0,
        }],
        ..Default::default()
    };
    let mut watcher = client
        .matches()
        .watch_match(watch)
        .await
        .unwrap()
        .into_inner();
    eventually(watcher.message()).await.unwrap().unwrap();
    let stopping = tokio::spawn(server.stop());
    for stream in [&mut player, &mut idle] {
        match eventually(stream.next()).await {
            Err(botwerk_client::ClientError::Rejected { reason, .. }) => {
                assert_eq!(reason.name(), "DRAINING");
            }
            other => panic!("{other:?}"),
        }
    }
    let status = eventually(watcher.message()).await.unwrap_err();
    assert_eq!(status_reason(&status), "DRAINING");
    eventually(stopping).await.unwrap();
}

#[tokio::test]
async fn reflection_lists_the_services() {
    use reflection::server_reflection_client::ServerReflectionClient;
    use reflection::server_reflection_request::MessageRequest;
    use reflection::server_reflection_response::MessageResponse;
    let server = TestServer::in_memory().await;
    let mut client = ServerReflectionClient::new(channel(&server).await);
    let request = reflection::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let answers = client
        .server_reflection_info(tokio_stream::iter([request]))
        .await;
    let answer = eventually(answers.unwrap().into_inner().message()).await;
    let Some(MessageResponse::ListServicesResponse(list)) =
        answer.unwrap().unwrap().message_response
    else {
        panic!("expected a list of services")
    };
    let names: Vec<_> = list.service.iter().map(|s| s.name.as_str()).collect();
    for service in [
        "MatchService",
        "RulesService",
        "CatalogService",
        "AnalysisService",
        "EnvService",
    ] {
        let name = format!("botwerk.v1.{service}");
        assert!(names.contains(&name.as_str()), "{names:?}");
    }
    assert!(names.contains(&"grpc.health.v1.Health"), "{names:?}");
    server.stop().await;
}

#[tokio::test]
async fn mr_31_seat_that_resigns_leaves_and_the_last_seat_wins() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), open_seat(), open_seat()], &[]),
    )
    .await;
    let status = resign(&client, &created, &created.tokens[0])
        .await
        .unwrap_err();
    assert_eq!(status_reason(&status), "NOT_YOUR_TURN");
    let mut streams = Vec::new();
    for seat in 0..3 {
        streams.push(SeatStream::join(&client, &created, seat).await);
    }
    let race = streams[0].request().await;
    resign(&client, &created, &created.tokens[0]).await.unwrap();
    streams[0].wait_for_action("leave 0").await;
    streams[0].submit(&race, "say 5").await;
    assert_eq!(
        rejection_reason(&streams[0].rejected().await),
        "NOT_YOUR_TURN"
    );
    let again = resign(&client, &created, &created.tokens[0])
        .await
        .unwrap_err();
    assert_eq!(status_reason(&again), "NOT_YOUR_TURN");
    let terminations = |m: &proto::Match| m.seats.iter().map(|s| s.termination).collect::<Vec<_>>();
    let [resigned, none] = [Termination::Resigned, Termination::None].map(|t| t as i32);
    assert_eq!(
        terminations(&get_match(&client, &created).await),
        [resigned, none, none]
    );
    resign(&client, &created, &created.tokens[2]).await.unwrap();
    for stream in &mut streams {
        let over = stream.over().await;
        assert_eq!(over.terminations, [resigned, none, resigned]);
        let outcome = over.outcome.unwrap();
        assert_eq!((outcome.rule.as_str(), outcome.places[1]), ("MR-31", 1));
    }
    let late = resign(&client, &created, &created.tokens[1])
        .await
        .unwrap_err();
    assert_eq!(status_reason(&late), "MATCH_OVER");
    verify_record(&client, &created.name).await;
    server.stop().await;
}

#[tokio::test]
async fn owner_aborts_a_match() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for is_started in [false, true] {
        let created =
            create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
        let mut stream = SeatStream::join(&client, &created, 0).await;
        if is_started {
            SeatStream::join(&client, &created, 1).await.request().await;
        }
        for token in ["", &created.tokens[0], &created.name] {
            let status = abort(&client, &created, token).await.unwrap_err();
            assert_eq!(status_reason(&status), "BAD_TOKEN");
        }
        abort(&client, &created, &created.owner).await.unwrap();
        let over = stream.over().await;
        assert_eq!(over.state(), MatchState::Aborted);
        assert_eq!(over.outcome, None);
        let again = abort(&client, &created, &created.owner).await.unwrap_err();
        assert_eq!(status_reason(&again), "MATCH_OVER");
        assert_eq!(
            get_match(&client, &created).await.state(),
            MatchState::Aborted
        );
        let record = client.record(&created.name).await.unwrap();
        assert!(record.contains("aborted"), "{record}");
    }
    server.stop().await;
}

#[tokio::test]
async fn seats_beyond_the_join_limit_are_no_shows() {
    let server = TestServer::start(Config {
        // Longer than a busy machine takes from the creation of a match to the arrival of its first seat.
        join_limit_secs: 5,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let deserted = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let seats = vec![open_seat(), open_seat(), agent_seat("solver")];
    let created = create_match(&client, micro_robots(seats, &[("race_limit", "50ms")])).await;
    let mut present = SeatStream::join(&client, &created, 0).await;
    let over = present.over().await;
    assert_eq!(
        over.terminations,
        [Termination::None, Termination::NoShow, Termination::None].map(|t| t as i32)
    );
    assert_eq!(over.outcome.unwrap().places[2], 1, "the solver wins");
    verify_record(&client, &created.name).await;
    // A match that no seat has joined is aborted.
    let over = SeatStream::join(&client, &deserted, 0).await.over().await;
    assert_eq!(over.state(), MatchState::Aborted);
    assert_eq!(over.terminations, [Termination::NoShow as i32; 2]);
    server.stop().await;
}

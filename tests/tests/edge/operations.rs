//! Metrics and health.

use botwerk_client::{AgentPlayer, play_seat};
use botwerk_engine::GameType;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_service::Config;
use botwerk_tests::{
    SeatStream, TestServer, agent_seat, create_match, eventually, finish_match, http_get,
    in_memory, metric, micro_robots, open_seat, wait_until,
};

#[tokio::test]
async fn metrics_count_what_happens() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let limits = [("chips_to_win", "2")];
    let seats = vec![open_seat(), open_seat()];
    let created = create_match(&client, micro_robots(seats, &limits)).await;
    assert_eq!(
        metric(&server.address(), "botwerk_matches{state=\"waiting\"}").await,
        Some(1.0)
    );
    let mut seat = SeatStream::join(&client, &created, 0).await;
    let other = SeatStream::join(&client, &created, 1).await;
    let play = "{method=\"botwerk.v1.MatchService/Play\"}";
    let open_streams = format!("botwerk_open_streams{play}");
    assert_eq!(metric(&server.address(), &open_streams).await, Some(2.0));
    let request = seat.request().await;
    assert_eq!(
        metric(&server.address(), "botwerk_matches{state=\"running\"}").await,
        Some(1.0)
    );
    seat.submit(&request, "say 0").await;
    seat.rejected().await;
    let rejections = metric(
        &server.address(),
        "botwerk_rejections_total{method=\"botwerk.v1.MatchService/Play\",reason=\"ILLEGAL_ACTION\"}",
    )
    .await;
    assert_eq!(rejections, Some(1.0));
    drop((seat, other));
    finish_match(&client, &created).await;
    for (name, min) in [
        ("botwerk_submissions_total", 1.0),
        ("botwerk_events_total", 4.0),
        ("botwerk_store_commit_duration_seconds_count", 4.0),
        ("botwerk_open_connections", 2.0),
        ("process_resident_memory_bytes", 1e6),
    ] {
        let value = metric(&server.address(), name).await;
        assert!(value.is_some_and(|value| value >= min), "{name} {value:?}");
    }
    for (name, value) in [
        ("botwerk_matches{state=\"running\"}", 0.0),
        ("botwerk_search_queue_length{source=\"agent\"}", 0.0),
        ("botwerk_store_commit_failures_total", 0.0),
        ("botwerk_flagged_seats_total", 0.0),
    ] {
        assert_eq!(metric(&server.address(), name).await, Some(value), "{name}");
    }
    wait_until("no stream is open", async || {
        metric(&server.address(), &open_streams).await == Some(0.0)
    })
    .await;
}

#[tokio::test]
async fn matches_of_an_earlier_server_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::on_file(db.clone()).await;
    let client = server.client().await;
    create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    drop(client);
    server.stop().await;
    let server = TestServer::on_file(db).await;
    let waiting = metric(&server.address(), "botwerk_matches{state=\"waiting\"}").await;
    assert_eq!(waiting, Some(1.0));
}

#[tokio::test]
async fn health_reports_draining() {
    let mut server = TestServer::start(Config {
        drain_secs: 20,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), agent_seat("solver")], &[]),
    )
    .await;
    let mut seat = SeatStream::join(&client, &created, 0).await;
    seat.request().await;
    let (status, answer) = http_get(&server.address(), "/healthz", None).await;
    assert!(status == 200 && answer.ends_with("ok\n"), "{answer}");
    server.begin_stop();
    wait_until("the server reports that it drains", async || {
        http_get(&server.address(), "/healthz", None).await.0 == 503
    })
    .await;
    drop(seat);
    // The server ends with its last match.
    let solver = AgentPlayer::new(MicroRobots::ID, "solver").unwrap();
    play_seat(&client, &created.name, &created.tokens[0], solver)
        .await
        .unwrap();
    server.stop().await;
}

#[tokio::test]
async fn health_and_metrics_are_served_over_http_2() {
    let server = TestServer::in_memory().await;
    let stream = tokio::net::TcpStream::connect(server.address())
        .await
        .unwrap();
    let (sender, connection) = h2::client::handshake(stream).await.unwrap();
    tokio::spawn(connection);
    for (path, status) in [("/healthz", 200), ("/metrics", 200), ("/nothing", 200)] {
        let mut sender = sender.clone().ready().await.unwrap();
        let request = http::Request::get(format!("http://{}{path}", server.address()));
        let (answer, _) = sender
            .send_request(request.body(()).unwrap(), true)
            .unwrap();
        let answer = eventually(answer).await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{path}");
        // Unknown paths receive a gRPC status: UNIMPLEMENTED.
        let grpc = answer.headers().get("grpc-status");
        assert_eq!(grpc.is_some_and(|code| code == "12"), path == "/nothing");
    }
}

/// Asserts that a version of the reflection service, whose types are generated apart, lists the services.
macro_rules! assert_lists_services {
    ($version:ident, $channel:expr) => {{
        use reflection::server_reflection_request::MessageRequest;
        use reflection::server_reflection_response::MessageResponse;
        use tonic_reflection::pb::$version as reflection;

        let request = reflection::ServerReflectionRequest {
            message_request: Some(MessageRequest::ListServices(String::new())),
            ..Default::default()
        };
        let mut client =
            reflection::server_reflection_client::ServerReflectionClient::new($channel);
        let answers = client.server_reflection_info(tokio_stream::once(request));
        let mut answers = answers.await.unwrap().into_inner();
        let answer = answers.message().await.unwrap().unwrap();
        let Some(MessageResponse::ListServicesResponse(list)) = answer.message_response else {
            panic!("no list of services");
        };
        let mut services = list.service.iter();
        assert!(services.any(|service| service.name == "botwerk.v1.MatchService"));
    }};
}

#[tokio::test]
async fn reflection_answers_in_both_versions() {
    let server = TestServer::in_memory().await;
    let url = format!("http://{}", server.address());
    let channel = tonic::transport::Endpoint::from_shared(url).unwrap();
    let channel = channel.connect().await.unwrap();
    assert_lists_services!(v1, channel.clone());
    assert_lists_services!(v1alpha, channel);
}

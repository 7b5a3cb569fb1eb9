//! Limits: a client beyond one is rejected, and other clients are unaffected.

use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_service::Config;
use botwerk_tests::{
    SeatStream, TestServer, agent_seat, bearer, create_match, eventually, finish_match, in_memory,
    match_request, micro_robots, open_seat, rejection_reason, status_reason, wait_until,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::Code;

#[tokio::test]
async fn create_match_beyond_max_matches_is_rejected() {
    let server = TestServer::start(Config {
        max_matches: 2.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let request = |id: &str| proto::CreateMatchRequest {
        request_id: id.into(),
        ..micro_robots(vec![open_seat(), agent_seat("solver")], &[])
    };
    let first = create_match(&client, request("first")).await;
    create_match(&client, request("second")).await;
    let third = client.matches().create_match(request("third")).await;
    let rejected = third.unwrap_err();
    assert_eq!(status_reason(&rejected), "LIMIT_EXCEEDED");
    assert!(
        rejected.message().contains("max_matches (2)"),
        "{rejected:?}"
    );
    // A repeated request id returns the existing match.
    let again = client.matches().create_match(request("first")).await;
    assert_eq!(
        again.unwrap().into_inner().r#match.unwrap().name,
        first.name
    );
    finish_match(&client, &first).await;
    create_match(&client, request("third")).await;
}

#[tokio::test]
async fn stream_beyond_max_streams_is_rejected() {
    let server = TestServer::start(Config {
        max_streams: 2.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let watch = || proto::WatchMatchRequest {
        matches: vec![proto::WatchTarget {
            r#match: created.name.clone(),
            resume_after_seq: 0,
        }],
        ..Default::default()
    };
    let watching = client.matches().watch_match(watch()).await.unwrap();
    let playing = SeatStream::open(&client).await;
    let rejected = client.matches().watch_match(watch()).await.unwrap_err();
    assert_eq!(status_reason(&rejected), "LIMIT_EXCEEDED");
    drop((watching, playing));
    wait_until("a stream is accepted again", async || {
        client.matches().watch_match(watch()).await.is_ok()
    })
    .await;
}

#[tokio::test]
async fn connection_beyond_max_connections_is_closed() {
    let server = TestServer::start(Config {
        max_connections: 2.try_into().unwrap(),
        max_connections_per_address: 2,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let second = TcpStream::connect(server.address()).await.unwrap();
    let mut third = TcpStream::connect(server.address()).await.unwrap();
    let mut rest = Vec::new();
    // Closed without a response, or reset.
    let _ = eventually(third.read_to_end(&mut rest)).await;
    assert!(rest.is_empty());
    drop(second);
    wait_until("a connection is accepted again", async || {
        Client::connect(&server.address()).await.is_ok()
    })
    .await;
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), agent_seat("solver")], &[]),
    )
    .await;
    finish_match(&client, &created).await;
}

#[tokio::test]
async fn connection_without_handshake_is_closed() {
    let server = TestServer::start(Config {
        handshake_secs: 1.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    // A connection that completed the HTTP/2 handshake stays open without requests.
    let client = server.client().await;
    for greeting in [
        &b""[..],
        b"PRI * HTTP/2.0\r\n",
        b"GET /healthz HTTP/1.1\r\nhost",
    ] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(greeting).await.unwrap();
        let mut answer = Vec::new();
        // Closed without a response, or reset.
        let _ = eventually(stream.read_to_end(&mut answer)).await;
    }
    let created = create_match(
        &client,
        micro_robots(vec![agent_seat("solver"), open_seat()], &[]),
    )
    .await;
    finish_match(&client, &created).await;
}

#[tokio::test]
async fn headers_beyond_max_header_bytes_are_rejected() {
    let server = TestServer::start(Config {
        max_header_bytes: 4096.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let mut request = tonic::Request::new(proto::ListGamesRequest::default());
    let value = "x".repeat(8000).parse().unwrap();
    request.metadata_mut().insert("padding", value);
    assert!(client.catalog().list_games(request).await.is_err());
    let request = proto::ListGamesRequest::default();
    client.catalog().list_games(request).await.unwrap();
}

#[tokio::test]
async fn stream_beyond_max_streams_per_connection_waits() {
    let server = TestServer::start(Config {
        max_streams_per_connection: 1.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let playing = SeatStream::open(&client).await;
    // HTTP/2 makes the client wait until a stream is free.
    let request = proto::ListGamesRequest::default();
    let mut catalog = client.catalog();
    let listed = catalog.list_games(request);
    tokio::pin!(listed);
    let early = tokio::time::timeout(Duration::from_millis(100), &mut listed).await;
    assert!(early.is_err(), "{early:?}");
    drop(playing);
    eventually(listed).await.unwrap();
}

#[tokio::test]
async fn submission_beyond_its_size_is_rejected_before_it_is_read() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut seat = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = seat.request().await;
    let actions = vec![proto::Action::default(); 1025];
    for (actions, text, limit) in [
        (
            actions,
            String::new(),
            "actions: expected at most 1024, found 1025",
        ),
        (
            Vec::new(),
            "x".repeat(8193),
            "text: expected at most 8192 bytes, found 8193",
        ),
    ] {
        let submission = proto::Submission {
            handle: race.handle,
            turn: race.turn,
            actions: actions.clone(),
            text: text.clone(),
            ..Default::default()
        };
        seat.send(submission).await;
        let rejected = seat.rejected().await;
        assert_eq!(rejection_reason(&rejected), "BAD_REQUEST");
        assert_eq!(rejected.error.unwrap().message, limit);
        // The size is checked before the match is looked up.
        let request = proto::SubmitActionsRequest {
            r#match: "matches/unknown".into(),
            submission: Some(proto::Submission {
                actions,
                text,
                ..Default::default()
            }),
        };
        let rejected = client.matches().submit_actions(request).await.unwrap_err();
        assert_eq!(rejected.code(), Code::InvalidArgument);
        assert_eq!(rejected.message(), limit);
    }
    seat.submit(&race, "pass").await;
    seat.accepted().await;
}

#[tokio::test]
async fn agent_beyond_max_agent_threads_is_rejected() {
    let server = TestServer::start(Config {
        max_agent_threads: 2,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let spec = |threads: u32| {
        let threads = ("threads".to_owned(), threads.to_string());
        let depth = ("depth".to_owned(), "1".to_owned());
        proto::AgentSpec::new("minimax", &[threads, depth])
    };
    let rejected = |status: tonic::Status, field: &str| {
        assert_eq!(status_reason(&status), "BAD_OPTIONS", "{status:?}");
        let expected = format!("{field}: threads: expected at most 2");
        assert!(status.message().contains(&expected), "{status:?}");
        assert!(status.message().contains("max_agent_threads"), "{status:?}");
    };
    let create = |threads| {
        let seat = proto::SeatSetup {
            agent: Some(spec(threads)),
            ..Default::default()
        };
        proto::CreateMatchRequest {
            allows_hints: true,
            ..match_request(GameId::NETZWERK, vec![open_seat(), seat], &[])
        }
    };
    let status = client.matches().create_match(create(3)).await.unwrap_err();
    rejected(status, "seats[1].agent");
    let created = create_match(&client, create(2)).await;
    let mut seat = SeatStream::join(&client, &created, 0).await;
    seat.request().await;
    let hint = |threads| proto::GetHintRequest {
        r#match: created.name.clone(),
        agent: Some(spec(threads)),
        limits: None,
    };
    let status = bearer(&client, &created.tokens[0])
        .analysis()
        .get_hint(hint(3))
        .await
        .unwrap_err();
    rejected(status, "agent");
    let client = bearer(&client, &created.tokens[0]);
    client.analysis().get_hint(hint(2)).await.unwrap();
    let analyze = |threads| proto::AnalyzePositionRequest {
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            ..Default::default()
        }),
        agent: Some(spec(threads)),
        ..Default::default()
    };
    let status = client
        .analysis()
        .analyze_position(analyze(3))
        .await
        .unwrap_err();
    rejected(status, "agent");
    client
        .analysis()
        .analyze_position(analyze(2))
        .await
        .unwrap();
    let entrant = |name: &str, threads| proto::Entrant {
        name: name.into(),
        player: Some(proto::entrant::Player::Agent(spec(threads))),
        ..Default::default()
    };
    let round_robin = proto::RoundRobin { cycles: 1 };
    let tournament = |threads| proto::CreateTournamentRequest {
        setup: Some(proto::TournamentSetup {
            name: "a cup".into(),
            setup: create(1).setup,
            format: Some(proto::TournamentFormat {
                kind: Some(proto::tournament_format::Kind::RoundRobin(round_robin)),
            }),
            entrants: vec![entrant("a", 1), entrant("b", threads)],
            ..Default::default()
        }),
        ..Default::default()
    };
    let status = client.organizer().create_tournament(tournament(3)).await;
    rejected(status.unwrap_err(), "entrant[1].player");
    client
        .organizer()
        .create_tournament(tournament(2))
        .await
        .unwrap();
}

/// Returns a task on the printed example's board.
fn solve_request(length: u32) -> proto::SolveInstanceRequest {
    let instance = proto::MicroRobotsInstance {
        board: botwerk_tests::BOARD.into(),
        start: "1P".into(),
        target: "2W".into(),
        length,
        ..Default::default()
    };
    proto::SolveInstanceRequest {
        instance: Some(proto::solve_instance_request::Instance::MicroRobots(
            instance,
        )),
    }
}

#[tokio::test]
async fn searches_beyond_the_queue_are_rejected_and_others_are_answered() {
    let server = TestServer::start(Config {
        max_queued_searches: 1.try_into().unwrap(),
        search_threads: 1,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let spawn_search = |_| {
        let client = client.clone();
        tokio::spawn(async move {
            let mut stream = client
                .analysis()
                .solve_instance(solve_request(99))
                .await?
                .into_inner();
            let mut last = None;
            while let Some(message) = stream.message().await? {
                last = message.kind;
            }
            Ok::<_, tonic::Status>(last)
        })
    };
    let searches: Vec<_> = (0..200).map(spawn_search).collect();
    let mut answered = 0;
    for task in searches {
        match eventually(task).await.unwrap() {
            Ok(last) => {
                assert!(last.is_some_and(|kind| is_solution(&kind)));
                answered += 1;
            }
            Err(status) => {
                assert_eq!(status.code(), Code::ResourceExhausted);
                assert_eq!(status_reason(&status), "LIMIT_EXCEEDED");
            }
        }
    }
    assert!(answered > 0);
}

fn is_solution(kind: &proto::solve_instance_response::Kind) -> bool {
    matches!(kind, proto::solve_instance_response::Kind::MicroRobots(found) if found.is_solved)
}

/// Sends bytes over one connection and returns everything that the server answers.
async fn answer_to(server: &TestServer, request: Vec<u8>) -> String {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    // As many clients do, it reads only once everything is sent.
    stream.write_all(&request).await.unwrap();
    let mut answer = Vec::new();
    eventually(stream.read_to_end(&mut answer)).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn headers_are_limited_over_http_1_as_over_http_2() {
    let server = TestServer::start(Config {
        max_header_bytes: 4096.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let request = |headers: &str| {
        format!("GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n")
    };
    let answer = answer_to(&server, request("padding: x\r\n").into_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let large = format!("padding: {}\r\n", "x".repeat(5000));
    // Each counts for 32 bytes more than it has.
    let many = "n: 1\r\n".repeat(99 - 2) + &format!("padding: {}\r\n", "x".repeat(1000));
    for headers in [large, many] {
        let answer = answer_to(&server, request(&headers).into_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
        assert!(answer.contains("max_header_bytes (4096)"), "{answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn message_beyond_the_limit_is_answered_with_a_reason_on_every_transport() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::VerifyRecordRequest {
        record: "x".repeat(5 << 20),
    };
    let status = client
        .rules()
        .verify_record(request.clone())
        .await
        .unwrap_err();
    assert_eq!(status_reason(&status), "TOO_LARGE");
    assert!(status.message().contains("max_message_bytes"), "{status:?}");
    // gRPC-Web over HTTP/1, as browsers send it.
    let message = prost::Message::encode_to_vec(&request);
    let head = format!(
        "POST /botwerk.v1.RulesService/VerifyRecord HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/grpc-web+proto\r\nx-grpc-web: 1\r\ncontent-length: {}\r\n\r\n",
        message.len() + 5
    );
    let mut bytes = head.into_bytes();
    bytes.push(0);
    bytes.extend((message.len() as u32).to_be_bytes());
    bytes.extend(message);
    let answer = answer_to(&server, bytes).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("max_message_bytes"), "{answer}");
    // The server is not kept from answering others.
    let request = proto::ListGamesRequest::default();
    client.catalog().list_games(request).await.unwrap();
    server.stop().await;
}

//! Hints for seats, where the match allows them.

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, bearer, create_match, eventually,
    finish_match, in_memory, micro_robots, open_seat, solve_race, status_reason,
};
use tonic::Status;

/// Two open seats, and a built-in agent that thinks longer than any test.
fn seats() -> Vec<proto::SeatSetup> {
    let slow = agent_seat("human:distribution=fixed,mean=3600s");
    vec![open_seat(), open_seat(), slow]
}

fn with_hints() -> proto::CreateMatchRequest {
    proto::CreateMatchRequest {
        allows_hints: true,
        ..micro_robots(seats(), &[])
    }
}

async fn hint(
    client: &Client,
    created: &CreatedMatch,
    token: &str,
    agent: Option<&str>,
) -> Result<Vec<proto::PvTurn>, Status> {
    let request = proto::GetHintRequest {
        r#match: created.name.clone(),
        agent: agent.and_then(|spec| agent_seat(spec).agent),
        limits: Some(proto::SearchLimits {
            time_nanos: 500_000_000,
            ..Default::default()
        }),
    };
    let mut answers = bearer(client, token)
        .analysis()
        .get_hint(request)
        .await?
        .into_inner();
    loop {
        let answer = eventually(answers.message()).await?.unwrap();
        if answer.is_final {
            assert_eq!(
                eventually(answers.message()).await?,
                None,
                "no message follows the final analysis"
            );
            return Ok(answer.analysis.unwrap().principal_variation);
        }
    }
}

/// Joins both seats and waits for their action requests.
async fn join_both(client: &Client, created: &CreatedMatch) -> Vec<SeatStream> {
    let mut streams = Vec::new();
    for seat in 0..2 {
        streams.push(SeatStream::join(client, created, seat).await);
    }
    for stream in &mut streams {
        stream.request().await;
    }
    streams
}

async fn allows_hints(client: &Client, created: &CreatedMatch) -> bool {
    let request = proto::GetMatchRequest {
        name: created.name.clone(),
    };
    let found = client.matches().get_match(request).await.unwrap();
    found.into_inner().r#match.unwrap().allows_hints
}

#[tokio::test]
async fn seat_that_follows_its_hints_takes_the_chip() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, with_hints()).await;
    let mut first = SeatStream::open(&client).await;
    let joined = first.join_seat(&created, 0, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    assert!(joined.allows_hints && allows_hints(&client, &created).await);
    let race = first.request().await;
    let solution = solve_race(race.view.as_ref().unwrap());
    let turns = hint(&client, &created, &created.tokens[0], None)
        .await
        .unwrap();
    assert_eq!((turns[0].seat, &turns[0].text), (0, &solution.say()));
    first.submit(&race, &turns[0].text).await;
    first.accepted().await;
    let show = first.request().await;
    // Only the first seat is to act.
    let other = hint(&client, &created, &created.tokens[1], None).await;
    assert_eq!(status_reason(&other.unwrap_err()), "NOT_YOUR_TURN");
    let turns = hint(&client, &created, &created.tokens[0], None)
        .await
        .unwrap();
    first.submit(&show, &turns[0].text).await;
    first.accepted().await;
    assert!(turns[0].text.starts_with("show "), "{turns:?}");
    server.stop().await;
}

#[tokio::test]
async fn hint_is_rejected_without_permission_or_seat_token() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let allowed = create_match(&client, with_hints()).await;
    let without_hints = create_match(&client, micro_robots(seats(), &[])).await;
    let mut streams = join_both(&client, &allowed).await;
    streams.extend(join_both(&client, &without_hints).await);
    assert!(!allows_hints(&client, &without_hints).await);
    let second_token = |created: &CreatedMatch| created.tokens[1].clone();
    let unknown = CreatedMatch {
        name: "matches/none".into(),
        ..allowed.clone()
    };
    let cases = [
        (
            &without_hints,
            second_token(&without_hints),
            None,
            "HINTS_DISABLED",
        ),
        (&without_hints, second_token(&allowed), None, "BAD_TOKEN"),
        (&allowed, second_token(&without_hints), None, "BAD_TOKEN"),
        (&allowed, String::new(), None, "BAD_TOKEN"),
        (&allowed, allowed.owner.clone(), None, "BAD_TOKEN"),
        (
            &allowed,
            second_token(&allowed),
            Some("unknown"),
            "UNKNOWN_AGENT",
        ),
        (
            &allowed,
            second_token(&allowed),
            Some("human:mean=x"),
            "BAD_OPTIONS",
        ),
        (&unknown, second_token(&allowed), None, "NOT_FOUND"),
    ];
    for (created, token, agent, reason) in cases {
        let status = hint(&client, created, &token, agent).await.unwrap_err();
        assert_eq!(status_reason(&status), reason, "{status:?}");
    }
    let turns = hint(
        &client,
        &allowed,
        &second_token(&allowed),
        Some("first-found"),
    )
    .await;
    assert_eq!(turns.unwrap()[0].seat, 1);
    drop(streams);
    server.stop().await;
}

#[tokio::test]
async fn match_allows_hints_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let config = || Config {
        db: folder.path().join("matches.db").into(),
        ..in_memory()
    };
    let server = TestServer::start(config()).await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        allows_hints: true,
        ..micro_robots(vec![open_seat(), open_seat()], &[])
    };
    let created = create_match(&client, request).await;
    join_both(&client, &created).await;
    let address = server.address();
    server.stop().await;
    let server = TestServer::start_at(&address, config()).await;
    let client = server.client().await;
    let streams = join_both(&client, &created).await;
    let turns = hint(&client, &created, &created.tokens[0], None)
        .await
        .unwrap();
    drop(streams);
    assert!(turns[0].text.starts_with("say "), "{turns:?}");
    finish_match(&client, &created).await;
    server.stop().await;
}

/// Asks for a search of a position that has nothing to do with any match.
async fn analyze(client: &Client) -> Result<(), Status> {
    let request = proto::AnalyzePositionRequest {
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            ..Default::default()
        }),
        limits: Some(proto::SearchLimits {
            nodes: 100,
            ..Default::default()
        }),
        ..Default::default()
    };
    let mut answers = client
        .analysis()
        .analyze_position(request)
        .await?
        .into_inner();
    while eventually(answers.message()).await?.is_some() {}
    Ok(())
}

#[tokio::test]
async fn client_that_plays_without_hints_gets_no_search_until_the_match_has_ended() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    analyze(&client).await.unwrap();
    // A match with hints forbids nothing.
    let created = create_match(&client, with_hints()).await;
    let streams = join_both(&client, &created).await;
    analyze(&client).await.unwrap();
    drop(streams);
    let seats = vec![open_seat(), open_seat()];
    let created = create_match(&client, micro_robots(seats, &[])).await;
    analyze(&client).await.unwrap();
    let streams = join_both(&client, &created).await;
    // The bot asks over a connection of its own, and after it has left the stream.
    let other = server.client().await;
    let rejected = analyze(&other).await.unwrap_err();
    assert_eq!(status_reason(&rejected), "HINTS_DISABLED");
    for part in [&*created.name, "allow_hints", "admin token"] {
        assert!(rejected.message().contains(part), "{rejected:?}");
    }
    drop(streams);
    let record = proto::VerifyRecordRequest::default();
    let rejected = other.rules().verify_record(record).await.unwrap_err();
    assert_eq!(status_reason(&rejected), "HINTS_DISABLED");
    finish_match(&client, &created).await;
    analyze(&other).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn operator_may_let_players_search() {
    let server = TestServer::start(Config {
        allow_player_searches: true,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let seats = vec![open_seat(), open_seat()];
    let created = create_match(&client, micro_robots(seats, &[])).await;
    let _streams = join_both(&client, &created).await;
    analyze(&client).await.unwrap();
    server.stop().await;
}

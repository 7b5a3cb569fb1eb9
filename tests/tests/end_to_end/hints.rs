//! Hints for those who play, where the match allows them.

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    Made, SeatStream, TestServer, bundled, eventually, finish, in_memory, make, micro_robots,
    reason_of, remote, task,
};
use tonic::Status;

/// Two open seats, and a bundled player that thinks for longer than any test.
fn seats() -> Vec<proto::SeatSetup> {
    let slow = bundled("human:distribution=fixed,mean=3600s");
    vec![remote(), remote(), slow]
}

fn with_hints() -> proto::CreateMatchRequest {
    proto::CreateMatchRequest {
        allow_hints: true,
        ..micro_robots(seats(), &[])
    }
}

async fn hint(
    client: &Client,
    made: &Made,
    token: &str,
    agent: Option<&str>,
) -> Result<Vec<proto::ExpectedTurn>, Status> {
    let request = proto::HintRequest {
        r#match: made.name.clone(),
        seat_token: token.into(),
        agent: agent.and_then(|spec| bundled(spec).agent),
        limits: Some(proto::SearchLimits {
            millis: 500,
            ..Default::default()
        }),
    };
    let mut answers = client.analysis().hint(request).await?.into_inner();
    loop {
        let answer = eventually(answers.message()).await?.unwrap();
        if answer.r#final {
            assert_eq!(eventually(answers.message()).await?, None, "it is the last");
            return Ok(answer.analysis.unwrap().principal_variation);
        }
    }
}

/// Joins both seats and waits until they are asked.
async fn begin(client: &Client, made: &Made) -> Vec<SeatStream> {
    let mut streams = Vec::new();
    for seat in 0..2 {
        streams.push(SeatStream::join(client, made, seat).await);
    }
    for stream in &mut streams {
        stream.request().await;
    }
    streams
}

async fn is_allowed(client: &Client, made: &Made) -> bool {
    let request = proto::GetMatchRequest {
        name: made.name.clone(),
    };
    let found = client.matches().get_match(request).await.unwrap();
    found.into_inner().r#match.unwrap().allow_hints
}

#[tokio::test]
async fn a_seat_that_follows_its_hints_takes_the_chip() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, with_hints()).await;
    let mut first = SeatStream::open(&client).await;
    let joined = first.take(&made, 0, 0).await;
    let _second = SeatStream::join(&client, &made, 1).await;
    assert!(joined.allow_hints && is_allowed(&client, &made).await);
    let race = first.request().await;
    let task = task(race.view.as_ref().unwrap());
    let turns = hint(&client, &made, &made.tokens[0], None).await.unwrap();
    assert_eq!((turns[0].seat, &turns[0].text), (0, &task.say()));
    first.answer(&race, &turns[0].text).await;
    first.accepted().await;
    let show = first.request().await;
    // Now only the first seat is asked.
    let other = hint(&client, &made, &made.tokens[1], None).await;
    assert_eq!(reason_of(&other.unwrap_err()), "NOT_YOUR_TURN");
    let turns = hint(&client, &made, &made.tokens[0], None).await.unwrap();
    first.answer(&show, &turns[0].text).await;
    first.accepted().await;
    assert!(turns[0].text.starts_with("show "), "{turns:?}");
    server.stop().await;
}

#[tokio::test]
async fn hints_are_for_seats_of_matches_that_allow_them() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let allowed = make(&client, with_hints()).await;
    let serious = make(&client, micro_robots(seats(), &[])).await;
    let mut streams = begin(&client, &allowed).await;
    streams.extend(begin(&client, &serious).await);
    assert!(!is_allowed(&client, &serious).await);
    let own = |made: &Made| made.tokens[1].clone();
    let unknown = Made {
        name: "matches/none".into(),
        ..allowed.clone()
    };
    let cases = [
        (&serious, own(&serious), None, "NO_HINTS"),
        (&serious, own(&allowed), None, "BAD_TOKEN"),
        (&allowed, own(&serious), None, "BAD_TOKEN"),
        (&allowed, String::new(), None, "BAD_TOKEN"),
        (&allowed, allowed.owner.clone(), None, "BAD_TOKEN"),
        (&allowed, own(&allowed), Some("nobody"), "UNKNOWN_AGENT"),
        (&allowed, own(&allowed), Some("human:mean=x"), "BAD_OPTIONS"),
        (&unknown, own(&allowed), None, "NOT_FOUND"),
    ];
    for (made, token, agent, reason) in cases {
        let status = hint(&client, made, &token, agent).await.unwrap_err();
        assert_eq!(reason_of(&status), reason, "{status:?}");
    }
    let turns = hint(&client, &allowed, &own(&allowed), Some("first-found")).await;
    assert_eq!(turns.unwrap()[0].seat, 1);
    drop(streams);
    server.stop().await;
}

#[tokio::test]
async fn a_match_allows_hints_after_a_restart_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let config = || Config {
        db: folder.path().join("matches.db"),
        ..in_memory()
    };
    let server = TestServer::with(config()).await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        allow_hints: true,
        ..micro_robots(vec![remote(), remote()], &[])
    };
    let made = make(&client, request).await;
    begin(&client, &made).await;
    let address = server.address();
    server.stop().await;
    let server = TestServer::at(&address, config()).await;
    let client = server.client().await;
    let streams = begin(&client, &made).await;
    let turns = hint(&client, &made, &made.tokens[0], None).await.unwrap();
    drop(streams);
    assert!(turns[0].text.starts_with("say "), "{turns:?}");
    finish(&client, &made).await;
    server.stop().await;
}

//! Secrets: the seed is disclosed only after the end, tokens never.

use botwerk_client::proto;
use botwerk_engine::{RootSeed, hex};
use botwerk_tests::{
    SeatStream, TestServer, create_match, eventually, finish_match, micro_robots, open_seat,
    solve_race,
};

const SEED: &str = "a seed that is hard to guess";

#[tokio::test]
async fn no_response_discloses_a_token_or_the_seed_before_the_end() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        seed: SEED.into(),
        ..micro_robots(vec![open_seat(), open_seat()], &[])
    };
    let created = create_match(&client, request).await;
    let seed = hex(RootSeed::from_text(SEED).bytes());
    let mut secrets = created.tokens.clone();
    secrets.extend([created.owner.clone(), SEED.into(), seed.clone()]);
    let mut output = String::new();
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    stream
        .submit(&race, &solve_race(race.view.as_ref().unwrap()).say())
        .await;
    stream.accepted().await;
    stream.request().await;
    output += &format!("{:?}", stream.frames);
    let request = proto::GetMatchRequest {
        name: created.name.clone(),
    };
    let found = client.matches().get_match(request).await.unwrap();
    output += &format!("{found:?}");
    let listed = client
        .matches()
        .list_matches(proto::ListMatchesRequest::default())
        .await;
    output += &format!("{:?}", listed.unwrap());
    let watch = proto::WatchMatchRequest {
        matches: vec![proto::WatchTarget {
            r#match: created.name.clone(),
            resume_after_seq: 0,
        }],
        ..Default::default()
    };
    let mut frames = client
        .matches()
        .watch_match(watch)
        .await
        .unwrap()
        .into_inner();
    for _ in 0..2 {
        let frame = eventually(frames.message()).await.unwrap();
        output += &format!("{frame:?}");
    }
    for path in ["/metrics", "/healthz"] {
        output += &botwerk_tests::http_get(&server.address(), path, None)
            .await
            .1;
    }
    for secret in &secrets {
        assert!(!output.contains(secret.as_str()), "{secret} was disclosed");
    }
    assert!(
        output.contains(&created.name),
        "the output must name the match"
    );
    finish_match(&client, &created).await;
    let record = client.record(&created.name).await.unwrap();
    assert!(record.contains(&seed), "the record must disclose the seed");
    let tokens = created.tokens.iter().chain([&created.owner]);
    for token in tokens {
        assert!(
            !record.contains(token.as_str()),
            "the record contains {token}"
        );
    }
    server.stop().await;
}

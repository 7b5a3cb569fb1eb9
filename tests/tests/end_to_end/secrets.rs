//! What nobody is told before the end: the seed, and tokens at no time.

use botwerk_client::proto;
use botwerk_engine::{RootSeed, hex};
use botwerk_tests::{SeatStream, TestServer, eventually, finish, make, micro_robots, remote, task};

const SEED: &str = "a seed that nobody guesses";

#[tokio::test]
async fn no_answer_tells_a_token_or_before_the_end_the_seed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        seed: SEED.into(),
        ..micro_robots(vec![remote(), remote()], &[])
    };
    let made = make(&client, request).await;
    let seed = hex(RootSeed::from_text(SEED).bytes());
    let mut secrets = made.tokens.clone();
    secrets.extend([made.owner.clone(), SEED.into(), seed.clone()]);
    let mut said = String::new();
    let mut stream = SeatStream::join(&client, &made, 0).await;
    let _other = SeatStream::join(&client, &made, 1).await;
    let race = stream.request().await;
    stream
        .answer(&race, &task(race.view.as_ref().unwrap()).say())
        .await;
    stream.accepted().await;
    stream.request().await;
    said += &format!("{:?}", stream.seen);
    let request = proto::GetMatchRequest {
        name: made.name.clone(),
    };
    let found = client.matches().get_match(request).await.unwrap();
    said += &format!("{found:?}");
    let listed = client
        .matches()
        .list_matches(proto::ListMatchesRequest::default())
        .await;
    said += &format!("{:?}", listed.unwrap());
    let watch = proto::WatchMatchRequest {
        matches: vec![proto::Watched {
            r#match: made.name.clone(),
            after_seq: 0,
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
        said += &format!("{frame:?}");
    }
    for path in ["/metrics", "/healthz"] {
        said += &botwerk_tests::page(&server.address(), path, None).await.1;
    }
    for secret in &secrets {
        assert!(!said.contains(secret.as_str()), "{secret} was told");
    }
    assert!(said.contains(&made.name), "the match itself was");
    finish(&client, &made).await;
    let record = client.record(&made.name).await.unwrap();
    assert!(record.contains(&seed), "everybody may know it now");
    let tokens = made.tokens.iter().chain([&made.owner]);
    for token in tokens {
        assert!(
            !record.contains(token.as_str()),
            "{token} stands in the record"
        );
    }
    server.stop().await;
}

//! Looking on, and playing without a stream of one's own.

use botwerk_client::{Client, proto};
use botwerk_tests::{
    Made, SeatStream, TestServer, eventually, finish, make, micro_robots, remote, soon, task,
    verified,
};
use proto::watch_match_response::Kind;
use tonic::Streaming;

async fn watch(
    client: &Client,
    made: &[&Made],
    token: &str,
) -> Streaming<proto::WatchMatchResponse> {
    let matches = made.iter().map(|made| proto::Watched {
        r#match: made.name.clone(),
        after_seq: 0,
    });
    let request = proto::WatchMatchRequest {
        matches: matches.collect(),
        seat_token: token.into(),
        view_options: Some(proto::ViewOptions {
            legal_actions: true,
            text: true,
        }),
    };
    client
        .matches()
        .watch_match(request)
        .await
        .unwrap()
        .into_inner()
}

async fn next(frames: &mut Streaming<proto::WatchMatchResponse>) -> Kind {
    let frame = eventually(frames.message()).await.unwrap();
    frame.expect("the stream goes on").kind.unwrap()
}

#[tokio::test]
async fn spectators_see_what_everybody_may_see() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let mut frames = watch(&client, &[&made], "").await;
    let Kind::Joined(joined) = next(&mut frames).await else {
        panic!("first comes Joined")
    };
    assert_eq!((joined.handle, joined.seq), (1, 0));
    assert!(joined.view.unwrap().text.contains(" ; start"));
    let mut player = SeatStream::join(&client, &made, 0).await;
    let mut other = SeatStream::join(&client, &made, 1).await;
    let race = player.request().await;
    let Kind::Update(begun) = next(&mut frames).await else {
        panic!("the match has begun")
    };
    let own = player.seen.iter().find_map(|frame| match frame {
        proto::play_response::Kind::Update(update) => Some(update.clone()),
        _ => None,
    });
    assert_eq!(begun.events, own.unwrap().events);
    // Passes are nobody else's business (MR-23).
    let request = other.request().await;
    other.answer(&request, "pass").await;
    other.accepted().await;
    assert!(soon(frames.message()).await.is_none());
    let mut late = watch(&client, &[&made], "").await;
    let Kind::Joined(joined) = next(&mut late).await else {
        panic!("first comes Joined")
    };
    let view = joined.view.unwrap();
    assert_eq!(view.view_hash, begun.view_hash);
    assert!(view.text.ends_with("race:"), "{}", view.text);
    let task = task(race.view.as_ref().unwrap());
    player.answer(&race, &task.say()).await;
    let mut seq = begun.seq;
    finish(&client, &made).await;
    loop {
        match next(&mut frames).await {
            Kind::Update(update) => {
                assert_eq!(update.seq, seq + 1);
                seq = update.seq;
                assert!(update.events.iter().all(|event| event.text != "pass"));
            }
            Kind::MatchOver(over) => {
                assert_eq!((over.seq, over.record), (seq + 1, made.name.clone()));
                break;
            }
            kind => panic!("{kind:?}"),
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn one_stream_watches_several_matches_by_handle() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(), remote()], &[]);
    let first = make(&client, request.clone()).await;
    let second = make(&client, request).await;
    let mut frames = watch(&client, &[&first, &second], "").await;
    finish(&client, &second).await;
    finish(&client, &first).await;
    let mut ended = Vec::new();
    while ended.len() < 2 {
        if let Kind::MatchOver(over) = next(&mut frames).await {
            ended.push((over.handle, over.record));
        }
    }
    assert_eq!(ended, [(2, second.name), (1, first.name)]);
    server.stop().await;
}

/// Plays a seat with calls only, and tells what a stream of Play would have told beside answers.
async fn play_with_calls(client: Client, made: Made, seat: usize) -> proto::MatchOver {
    let token = &made.tokens[seat];
    let mut frames = watch(&client, &[&made], token).await;
    loop {
        match next(&mut frames).await {
            Kind::Joined(joined) => assert_eq!(joined.seat as usize, seat),
            Kind::Update(_) | Kind::StateChanged(_) => {}
            Kind::MatchOver(over) => return over,
            Kind::ActRequest(request) => {
                let view = request.view.as_ref().unwrap();
                let text = match (request.stage.as_str(), seat) {
                    ("race", 0) => task(view).say(),
                    ("race", _) => "pass".into(),
                    _ => task(view).show(),
                };
                let submit = proto::SubmitActionRequest {
                    r#match: made.name.clone(),
                    seat_token: token.clone(),
                    turn: request.turn,
                    act: request.act,
                    text,
                    ..Default::default()
                };
                let answer = client.matches().submit_action(submit).await;
                match answer {
                    Ok(answer) => {
                        let accepted = answer.into_inner().accepted.unwrap();
                        assert_eq!((accepted.turn, accepted.act), (request.turn, request.act));
                    }
                    // The announcement was decided before the pass came.
                    Err(status) => {
                        assert_eq!(botwerk_tests::reason_of(&status), "WRONG_TURN");
                        assert_eq!(seat, 1);
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn a_match_can_be_played_without_streams_of_play() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let first = tokio::spawn(play_with_calls(client.clone(), made.clone(), 0));
    let second = tokio::spawn(play_with_calls(client.clone(), made.clone(), 1));
    let over = eventually(first).await.unwrap();
    assert_eq!(over.outcome.unwrap().places, [1, 2]);
    eventually(second).await.unwrap();
    verified(&client, &made.name).await;
    server.stop().await;
}

//! Watching matches, and playing with unary calls.

use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, bearer, create_match, eventually,
    finish_match, match_request, micro_robots, open_seat, solve_race, verify_record,
};
use proto::watch_match_response::Kind;
use tonic::Streaming;

async fn watch(
    client: &Client,
    created: &[&CreatedMatch],
    token: &str,
) -> Streaming<proto::WatchMatchResponse> {
    let matches = created.iter().map(|created| proto::WatchTarget {
        r#match: created.name.clone(),
        resume_after_seq: 0,
    });
    let request = proto::WatchMatchRequest {
        matches: matches.collect(),
        as_seat: !token.is_empty(),
        view_options: Some(proto::ViewOptions {
            include_legal_actions: true,
            include_text: true,
            ..Default::default()
        }),
    };
    bearer(client, token)
        .matches()
        .watch_match(request)
        .await
        .unwrap()
        .into_inner()
}

async fn next(frames: &mut Streaming<proto::WatchMatchResponse>) -> Kind {
    let frame = eventually(frames.message()).await.unwrap();
    frame.expect("the stream is open").kind.unwrap()
}

#[tokio::test]
async fn spectators_receive_only_public_events() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut frames = watch(&client, &[&created], "").await;
    let Kind::Joined(joined) = next(&mut frames).await else {
        panic!("expected `Joined` first")
    };
    assert_eq!((joined.handle, joined.seq), (1, 0));
    assert!(joined.view.unwrap().text.contains(" ; start"));
    let mut player = SeatStream::join(&client, &created, 0).await;
    let mut other = SeatStream::join(&client, &created, 1).await;
    let race = player.request().await;
    let Kind::Update(started) = next(&mut frames).await else {
        panic!("expected the update of the start")
    };
    let player_update = player.frames.iter().find_map(|frame| match frame {
        proto::play_response::Kind::Update(update) => Some(update.clone()),
        _ => None,
    });
    assert_eq!(started.events, player_update.unwrap().events);
    // Passes are invisible to other viewers (MR-23): none of the next frames has one.
    let request = other.request().await;
    other.submit(&request, "pass").await;
    other.accepted().await;
    let mut late = watch(&client, &[&created], "").await;
    let Kind::Joined(joined) = next(&mut late).await else {
        panic!("expected `Joined` first")
    };
    let view = joined.view.unwrap();
    assert_eq!(view.view_hash, started.view_hash);
    assert!(view.text.ends_with("race:"), "{}", view.text);
    let solution = solve_race(race.view.as_ref().unwrap());
    player.submit(&race, &solution.say()).await;
    let mut seq = started.seq;
    finish_match(&client, &created).await;
    loop {
        match next(&mut frames).await {
            Kind::Update(update) => {
                assert_eq!(update.seq, seq + 1);
                seq = update.seq;
                assert!(update.events.iter().all(|event| event.text != "pass"));
            }
            Kind::MatchOver(over) => {
                assert_eq!((over.seq, over.record), (seq + 1, created.name.clone()));
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
    let request = micro_robots(vec![open_seat(), open_seat()], &[]);
    let first = create_match(&client, request.clone()).await;
    let second = create_match(&client, request).await;
    let mut frames = watch(&client, &[&first, &second], "").await;
    finish_match(&client, &second).await;
    finish_match(&client, &first).await;
    let mut ended = Vec::new();
    while ended.len() < 2 {
        if let Kind::MatchOver(over) = next(&mut frames).await {
            ended.push((over.handle, over.record));
        }
    }
    assert_eq!(ended, [(2, second.name), (1, first.name)]);
    server.stop().await;
}

/// Plays a seat with `WatchMatch` and unary calls only; returns the end of the match.
async fn play_with_calls(client: Client, created: CreatedMatch, seat: usize) -> proto::MatchOver {
    let token = &created.tokens[seat];
    let mut frames = watch(&client, &[&created], token).await;
    loop {
        match next(&mut frames).await {
            Kind::Joined(joined) => assert_eq!(joined.seat, Some(seat as u32)),
            Kind::Update(_) | Kind::MatchStateChanged(_) => {}
            Kind::MatchOver(over) => return over,
            Kind::ActionRequest(request) => {
                let view = request.view.as_ref().unwrap();
                let text = match (request.stage.as_str(), seat) {
                    ("race", 0) => solve_race(view).say(),
                    ("race", _) => "pass".into(),
                    _ => solve_race(view).show(),
                };
                let submit = proto::SubmitActionsRequest {
                    r#match: created.name.clone(),
                    submission: Some(proto::Submission {
                        turn: request.turn,
                        part: request.part,
                        text,
                        ..Default::default()
                    }),
                };
                let answer = bearer(&client, token)
                    .matches()
                    .submit_actions(submit)
                    .await;
                match answer {
                    Ok(answer) => {
                        let accepted = answer.into_inner().accepted.unwrap();
                        assert_eq!((accepted.turn, accepted.part), (request.turn, request.part));
                    }
                    // The race, or the whole match, was decided before the pass arrived.
                    Err(status) => {
                        let reason = botwerk_tests::status_reason(&status);
                        let is_late = ["WRONG_TURN", "MATCH_OVER"].contains(&&*reason);
                        assert!(is_late && seat == 1, "{seat}: {reason}");
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn match_can_be_played_without_play_streams() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let first = tokio::spawn(play_with_calls(client.clone(), created.clone(), 0));
    let second = tokio::spawn(play_with_calls(client.clone(), created.clone(), 1));
    let over = eventually(first).await.unwrap();
    assert_eq!(over.outcome.unwrap().places, [1, 2]);
    eventually(second).await.unwrap();
    verify_record(&client, &created.name).await;
    server.stop().await;
}

/// Watches with views in updates, after a frame.
async fn watch_views(
    client: &Client,
    created: &CreatedMatch,
    resume_after_seq: u64,
    token: &str,
) -> Streaming<proto::WatchMatchResponse> {
    let target = proto::WatchTarget {
        r#match: created.name.clone(),
        resume_after_seq,
    };
    let request = proto::WatchMatchRequest {
        matches: vec![target],
        as_seat: !token.is_empty(),
        view_options: Some(proto::ViewOptions {
            include_text: true,
            include_update_views: true,
            ..Default::default()
        }),
    };
    let watched = bearer(client, token)
        .matches()
        .watch_match(request)
        .await
        .unwrap();
    watched.into_inner()
}

/// Returns all updates until the end of a match.
async fn updates(frames: &mut Streaming<proto::WatchMatchResponse>) -> Vec<proto::Update> {
    let mut updates = Vec::new();
    loop {
        match next(frames).await {
            Kind::Update(update) => updates.push(update),
            Kind::MatchOver(_) => return updates,
            _ => {}
        }
    }
}

#[tokio::test]
async fn updates_have_the_views_of_their_viewer_if_requested() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let options = [("round_cap", "2")];
    let seats = vec![open_seat(), agent_seat("greedy")];
    let created = create_match(&client, match_request(GameId::DROIDS, seats, &options)).await;
    let mut with_views = watch_views(&client, &created, 0, "").await;
    let mut without = watch(&client, &[&created], "").await;
    let mut seat = SeatStream::join(&client, &created, 0).await;
    let playing = async {
        loop {
            match seat.next().await.unwrap().unwrap() {
                proto::play_response::Kind::ActionRequest(request) => {
                    let action = request.legal_actions[0].text.clone();
                    seat.submit(&request, &action).await;
                }
                proto::play_response::Kind::MatchOver(_) => return,
                _ => {}
            }
        }
    };
    let (shown, plain, ()) = tokio::join!(updates(&mut with_views), updates(&mut without), playing);
    assert_eq!(shown.len(), plain.len());
    let replayed = proto::ReplayRecordRequest {
        record: client.record(&created.name).await.unwrap(),
        viewer: Some(proto::Viewer {
            kind: Some(proto::viewer::Kind::Spectator(true)),
        }),
    };
    let replayed = client
        .rules()
        .replay_record(replayed)
        .await
        .unwrap()
        .into_inner();
    for (shown, plain) in shown.iter().zip(&plain) {
        let view = shown.view.as_ref().unwrap();
        assert_eq!(
            (&shown.events, shown.view_hash),
            (&plain.events, plain.view_hash)
        );
        assert_eq!(view.view_hash, shown.view_hash);
        assert!(plain.view.is_none());
    }
    // Spectators never see a hand, and end with the position of the record.
    let last = shown.last().unwrap().view.as_ref().unwrap();
    assert_eq!(last.text, replayed.steps.last().unwrap().position);
    // What was missed has the same views.
    let resumed = shown[shown.len() / 2].seq;
    let mut again = watch_views(&client, &created, resumed, "").await;
    let missed = updates(&mut again).await;
    let expected = shown.iter().filter(|update| update.seq > resumed);
    let views = |update: &proto::Update| (update.seq, update.view.clone());
    assert!(missed.iter().map(views).eq(expected.map(views)));
    server.stop().await;
}

#[tokio::test]
async fn updates_of_a_seat_have_its_own_view() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![open_seat(), agent_seat("greedy")];
    let created = create_match(&client, match_request(GameId::DROIDS, seats, &[])).await;
    let mut frames = watch_views(&client, &created, 0, &created.tokens[0]).await;
    let mut latest: Option<proto::Update> = None;
    let mut drawn = 0;
    while drawn < 5 {
        match next(&mut frames).await {
            Kind::Update(update) => latest = Some(update),
            Kind::ActionRequest(request) => {
                let update = latest.take().expect("an update leads to every request");
                // The seat sees the stones that it has drawn.
                assert_eq!(update.view, request.view);
                drawn += update
                    .events
                    .iter()
                    .filter(|event| event.text.starts_with("stone "))
                    .count();
                let submit = proto::SubmitActionsRequest {
                    r#match: created.name.clone(),
                    submission: Some(proto::Submission {
                        turn: request.turn,
                        part: request.part,
                        text: "draw violet".into(),
                        ..Default::default()
                    }),
                };
                bearer(&client, &created.tokens[0])
                    .matches()
                    .submit_actions(submit)
                    .await
                    .unwrap();
            }
            _ => {}
        }
    }
    server.stop().await;
}

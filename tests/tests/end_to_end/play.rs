//! Frames of a `Play` stream and their order.

use botwerk_client::proto;
use botwerk_tests::{
    SeatStream, TestServer, create_match, finish_match, micro_robots, open_seat, rejection_reason,
    solve_race, verify_record,
};
use proto::micro_robots_action::Kind as Robots;
use proto::play_response::Kind;

fn seq(frame: &Kind) -> Option<u64> {
    match frame {
        Kind::ActionRequest(request) => Some(request.seq),
        Kind::Update(update) => Some(update.seq),
        Kind::MatchOver(over) => Some(over.seq),
        _ => None,
    }
}

fn name(frame: &Kind) -> &'static str {
    match frame {
        Kind::Joined(_) => "joined",
        Kind::ActionRequest(_) => "request",
        Kind::Accepted(_) => "accepted",
        Kind::Rejected(_) => "rejected",
        Kind::Update(_) => "update",
        Kind::MatchOver(_) => "over",
        Kind::MatchStateChanged(_) => "match_state_changed",
    }
}

fn robots_action(kind: Robots) -> proto::Action {
    let action = proto::MicroRobotsAction { kind: Some(kind) };
    proto::Action {
        game: Some(proto::action::Game::MicroRobots(action)),
    }
}

#[tokio::test]
async fn frames_arrive_in_order_and_numbers_have_no_gaps() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), open_seat()], &[("chips_to_win", "1")]),
    )
    .await;
    let mut winner = SeatStream::join(&client, &created, 0).await;
    let mut other = SeatStream::join(&client, &created, 1).await;
    let race = winner.request().await;
    assert_eq!((race.stage.as_str(), race.turn, race.part), ("race", 1, 0));
    let solution = solve_race(race.view.as_ref().unwrap());
    other.request().await;
    other.submit(&race, "pass").await;
    winner.submit(&race, &solution.say()).await;
    let show = winner.request().await;
    assert_eq!((show.stage.as_str(), show.turn), ("show", 2));
    winner.submit(&show, &solution.show()).await;
    let over = winner.over().await;
    let other_over = other.over().await;
    let names: Vec<_> = winner.frames.iter().map(name).collect();
    assert_eq!(
        names,
        [
            "joined", "update", "request", "accepted", "update", "request", "accepted", "update",
            "over"
        ]
    );
    let names: Vec<_> = other.frames.iter().map(name).collect();
    assert_eq!(
        names,
        [
            "joined", "update", "request", "accepted", "update", "update", "update", "over"
        ]
    );
    for stream in [&winner, &other] {
        let numbers: Vec<_> = stream.frames.iter().filter_map(seq).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    }
    assert_eq!(over.outcome, other_over.outcome);
    assert_eq!(over.outcome.unwrap().places, [1, 2]);
    assert_eq!(over.record, created.name);
    assert_eq!(over.terminations, [proto::Termination::None as i32; 2]);
    verify_record(&client, &created.name).await;
    server.stop().await;
}

#[tokio::test]
async fn one_stream_plays_seats_of_several_matches() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[("chips_to_win", "1")]);
    let mut stream = SeatStream::open(&client).await;
    for _ in 0..2 {
        let created = create_match(&client, request.clone()).await;
        for token in &created.tokens {
            stream.send_join(&created.name, token, 0).await;
        }
    }
    let mut handles = Vec::new();
    let mut over = 0;
    while over < 4 {
        match stream.wait_for(Some).await {
            Kind::Joined(joined) => handles.push((joined.handle, joined.seat())),
            Kind::ActionRequest(request) => {
                let solution = solve_race(request.view.as_ref().unwrap());
                // Odd handles belong to first seats.
                let text = match (request.stage.as_str(), request.handle % 2) {
                    ("race", 0) => "pass".into(),
                    ("race", _) => solution.say(),
                    _ => solution.show(),
                };
                stream.submit(&request, &text).await;
            }
            Kind::MatchOver(end) => {
                over += 1;
                assert_eq!(end.outcome.unwrap().places, [1, 2]);
                assert!((1..=4).contains(&end.handle));
            }
            // The race may have been decided before the server read the pass.
            Kind::Rejected(rejected) => assert_eq!(rejection_reason(&rejected), "WRONG_TURN"),
            _ => {}
        }
    }
    assert_eq!(handles, [(1, 0), (2, 1), (3, 0), (4, 1)]);
    server.stop().await;
}

#[tokio::test]
async fn mr_23_pass_is_invisible_to_other_seats() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), open_seat(), open_seat()], &[]),
    )
    .await;
    let mut streams = Vec::new();
    for seat in 0..3 {
        streams.push(SeatStream::join(&client, &created, seat).await);
    }
    let mut requests = Vec::new();
    for stream in &mut streams {
        requests.push(stream.request().await);
    }
    let before = requests[0].view.clone().unwrap();
    streams[2].submit(&requests[2], "pass").await;
    let accepted = streams[2].accepted().await;
    assert_ne!(
        accepted.view_hash,
        requests[2].view.as_ref().unwrap().view_hash,
        "the seat must see its own pass"
    );
    // A pass is not sent to other seats.
    streams[0].assert_silent().await;
    // A rejoin sees the same view as before.
    let mut again = SeatStream::open(&client).await;
    let joined = again.join_seat(&created, 0, 0).await;
    assert_eq!(joined.view.unwrap(), before);
    assert_eq!(joined.seq, requests[0].seq);
    // Passes are hidden until the end of the round, which every viewer sees.
    let say = solve_race(&before).say();
    streams[1].submit(&requests[1], "pass").await;
    again.request().await;
    again.submit(&requests[0], &say).await;
    let update = again.update().await;
    let texts: Vec<_> = update.events.iter().map(|event| &event.text).collect();
    assert_eq!(texts, [&say]);
    assert_eq!(update.seq, requests[0].seq + 1);
    assert!(again.frames.iter().all(|frame| match frame {
        Kind::Update(update) => update.events.iter().all(|event| event.text != "pass"),
        _ => true,
    }));
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn submissions_accept_messages_instead_of_text() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), open_seat()], &[("chips_to_win", "1")]),
    )
    .await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let mut other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    let numbers: Vec<_> = race
        .legal_actions
        .iter()
        .map(|action| action.number)
        .collect();
    assert_eq!(numbers.len(), 100, "99 announcements and a pass");
    assert!(numbers.is_sorted());
    let route = solve_race(race.view.as_ref().unwrap()).route;
    let submission_with = |request: &proto::ActionRequest, actions| proto::Submission {
        handle: request.handle,
        turn: request.turn,
        part: request.part,
        actions,
        ..Default::default()
    };
    other.request().await;
    other
        .send(submission_with(
            &race,
            vec![robots_action(Robots::Pass(true))],
        ))
        .await;
    other.accepted().await;
    stream
        .send(submission_with(
            &race,
            vec![robots_action(Robots::Say(route.moves() as u32))],
        ))
        .await;
    stream.accepted().await;
    let mut show = stream.request().await;
    // One move per part.
    let moves = route.spaces()[1..]
        .iter()
        .map(|space| robots_action(Robots::To(space.index() as i32 + 1)));
    for action in moves {
        stream.send(submission_with(&show, vec![action])).await;
        let accepted = stream.accepted().await;
        assert_eq!((accepted.turn, accepted.part), (show.turn, show.part));
        show.part += 1;
    }
    assert_eq!(stream.over().await.outcome.unwrap().places, [1, 2]);
    verify_record(&client, &created.name).await;
    server.stop().await;
}

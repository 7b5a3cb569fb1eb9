//! Turns of Droids: rejections, rejoins and restarts in the middle of a round.

use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_engine::droids::Droids;
use botwerk_service::Config;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, bearer, create_match, in_memory, match_request,
    open_seat, play_match, rejection_reason, status_reason,
};
use proto::droids_action::Kind as Droid;
use proto::{DroidsColour as Colour, DroidsKind as Stone};

/// Number of draws of both seats in a round (DR-3).
const DRAWS: usize = 14;

async fn create(client: &Client) -> CreatedMatch {
    let seats = vec![open_seat(), open_seat()];
    create_match(client, match_request(GameId::DROIDS, seats, &[])).await
}

/// Returns the seat that a request asks, on a stream that has joined all seats.
fn seat_to_act(request: &proto::ActionRequest) -> usize {
    request.handle as usize - 1
}

fn action(kind: Droid) -> proto::Action {
    let action = proto::DroidsAction { kind: Some(kind) };
    proto::Action {
        game: Some(proto::action::Game::Droids(action)),
    }
}

fn draw(colour: Colour) -> proto::Action {
    action(Droid::Draw(colour as i32))
}

/// Submits illegal actions over `Play` and as a unary call, and checks the index of the illegal one.
async fn check_rejection(
    client: &Client,
    created: &CreatedMatch,
    stream: &mut SeatStream,
    request: &proto::ActionRequest,
    (actions, index): (Vec<proto::Action>, u32),
) {
    stream.submit_actions(request, actions.clone()).await;
    let rejected = stream.rejected().await;
    assert_eq!(rejection_reason(&rejected), "ILLEGAL_ACTION");
    let error = rejected.error.unwrap();
    assert_eq!(error.index, Some(index), "{actions:?}: {error:?}");
    let call = proto::SubmitActionsRequest {
        r#match: created.name.clone(),
        submission: Some(proto::Submission {
            turn: request.turn,
            actions,
            ..Default::default()
        }),
    };
    let status = bearer(client, &created.tokens[seat_to_act(request)])
        .matches()
        .submit_actions(call)
        .await
        .unwrap_err();
    assert_eq!(status_reason(&status), "ILLEGAL_ACTION");
}

#[tokio::test]
async fn rejection_names_the_index_of_the_illegal_action() {
    let server = TestServer::start(Config {
        max_illegal_submissions: 1000,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let created = create(&client).await;
    let mut stream = SeatStream::join_all(&client, &created).await;
    let request = stream.request().await;
    assert_eq!(request.stage, "draw");
    let cases = [
        (vec![action(Droid::Stop(true))], 0),
        (vec![action(Droid::Lift(1))], 0),
        (vec![action(Droid::Leave(1))], 0),
        // DR-40: what is drawn is an action of chance.
        (vec![action(Droid::Stone(Stone::V1 as i32))], 0),
        (vec![draw(Colour::Unspecified)], 0),
        // DR-10: the seat sees each stone before it chooses the next container.
        (vec![draw(Colour::Violet), draw(Colour::Red)], 1),
    ];
    for case in cases {
        check_rejection(&client, &created, &mut stream, &request, case).await;
    }
    for text in ["draw", "draw gold", "draw violet ; draw red", "stone V1"] {
        stream.submit(&request, text).await;
        let reason = rejection_reason(&stream.rejected().await).to_owned();
        assert_eq!(reason, "ILLEGAL_ACTION", "`{text}`");
    }
    // Nothing was drawn: the request is still open.
    stream.submit(&request, "draw violet").await;
    let accepted = stream.accepted().await;
    assert_eq!((accepted.turn, accepted.part), (request.turn, 0));
    for _ in 1..DRAWS {
        stream.submit_first_legal().await;
    }
    let request = stream.request().await;
    assert_eq!(request.stage, "set");
    let no_such_slot = action(Droid::Set(proto::DroidsSet {
        stone: Some(proto::DroidsStone {
            kind: Stone::V1 as i32,
            arrow: proto::DroidsArrow::N as i32,
        }),
        slot: Some(proto::DroidsSlot {
            transmitter: 11,
            slot: 1,
        }),
    }));
    let legal = request.legal_actions[0].action.clone().unwrap();
    let cases = [
        (vec![no_such_slot], 0),
        (vec![draw(Colour::Violet)], 0),
        // DR-11: one stone per turn.
        (vec![legal.clone(), action(Droid::Stop(true))], 1),
    ];
    for case in cases {
        check_rejection(&client, &created, &mut stream, &request, case).await;
    }
    stream.submit_actions(&request, vec![legal]).await;
    stream.accepted().await;
    drop(stream);
    play_match::<Droids>(&client, &created, "random").await;
    server.stop().await;
}

#[tokio::test]
async fn every_stone_is_a_turn_of_its_own() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create(&client).await;
    let mut stream = SeatStream::join_all(&client, &created).await;
    let mut turns = [0, 0];
    for step in 0..DRAWS + 8 {
        let request = stream.submit_first_legal().await;
        let seat = seat_to_act(&request);
        turns[seat] += 1;
        assert_eq!((request.turn, request.part), (turns[seat], 0));
        let stage = if step < DRAWS { "draw" } else { "set" };
        assert_eq!(request.stage, stage);
    }
    // DR-10 and DR-11: seven draws in a row each, then one stone each in turn.
    assert_eq!(turns, [11, 11]);
    // A closed turn is rejected, a re-sent submission receives its stored answer.
    let request = stream.request().await;
    let closed = proto::ActionRequest {
        turn: 1,
        ..request.clone()
    };
    stream.submit(&closed, "draw grey").await;
    assert_eq!(
        rejection_reason(&stream.rejected().await),
        "ALREADY_SUBMITTED"
    );
    stream.submit(&closed, "draw violet").await;
    assert_eq!(stream.accepted().await.turn, 1);
    let other = proto::ActionRequest {
        handle: 3 - request.handle,
        ..request
    };
    stream.submit(&other, "stop").await;
    assert_eq!(rejection_reason(&stream.rejected().await), "WRONG_TURN");
    drop(stream);
    play_match::<Droids>(&client, &created, "random").await;
    server.stop().await;
}

#[tokio::test]
async fn rejoin_in_the_middle_of_a_round_resends_the_open_request() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create(&client).await;
    for steps in [3, DRAWS, 5] {
        let mut stream = SeatStream::join_all(&client, &created).await;
        for _ in 0..steps {
            stream.submit_first_legal().await;
        }
        let open = stream.request().await;
        drop(stream);
        let mut again = SeatStream::open(&client).await;
        let seat = seat_to_act(&open);
        let joined = again.join_seat(&created, seat, open.seq).await;
        assert_eq!(joined.seq, open.seq);
        let reopened = again.request().await;
        assert_eq!((reopened.turn, reopened.part), (open.turn, open.part));
        assert_eq!((reopened.seq, &reopened.stage), (open.seq, &open.stage));
        assert_eq!(reopened.view, open.view);
        assert_eq!(reopened.legal_actions, open.legal_actions);
    }
    play_match::<Droids>(&client, &created, "random").await;
    server.stop().await;
}

#[tokio::test]
async fn restart_in_the_middle_of_a_round_keeps_hands_and_stones() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let mut server = TestServer::on_file(db.clone()).await;
    let mut client = server.client().await;
    let created = create(&client).await;
    for steps in [3, DRAWS] {
        let mut stream = SeatStream::join_all(&client, &created).await;
        for _ in 0..steps - 1 {
            stream.submit_first_legal().await;
        }
        let last = stream.request().await;
        let text = last.legal_actions[0].text.clone();
        stream.submit(&last, &text).await;
        let accepted = stream.accepted().await;
        let open = stream.request().await;
        server = server.restart_on_file(&db).await;
        client = server.client().await;
        let mut stream = SeatStream::join_all(&client, &created).await;
        let reopened = stream.request().await;
        assert_eq!((reopened.turn, reopened.seq), (open.turn, open.seq));
        // Stones that were drawn are not drawn again.
        assert_eq!(reopened.view, open.view);
        stream.submit(&last, &text).await;
        assert_eq!(stream.accepted().await, accepted);
        drop(stream);
    }
    let (_, record, _) = play_match::<Droids>(&client, &created, "random").await;
    let draws = record
        .events
        .iter()
        .take_while(|l| !l.action.starts_with("set"));
    let draws = draws.filter(|line| line.action.starts_with("draw "));
    assert_eq!(draws.count(), DRAWS);
    server.stop().await;
}

//! Turns of Netzwerk in several parts: rejections, rejoins and restarts in the middle of a turn.

use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_service::Config;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, bearer, create_match, in_memory, match_request,
    open_seat, play_match, rejection_reason, status_reason,
};
use proto::netzwerk_action::Kind as Robots;
use proto::play_response::Kind;
use proto::{NetzwerkField as Field, NetzwerkSquare as Square};

/// A turn of White from the start position, in parts.
const TURN: [&str; 4] = ["b2-b4", "d2-d4 /", "k3-k5", "."];

/// Creates a match that a few turns end, and joins both seats.
async fn start(client: &Client) -> (CreatedMatch, SeatStream, SeatStream) {
    let seats = vec![open_seat(), open_seat()];
    let request = match_request(GameId::NETZWERK, seats, &[("turn_cap", "4")]);
    let created = create_match(client, request).await;
    let white = SeatStream::join(client, &created, 0).await;
    let black = SeatStream::join(client, &created, 1).await;
    (created, white, black)
}

/// Submits parts of a turn, each of which must be accepted.
async fn submit_parts(
    stream: &mut SeatStream,
    request: &proto::ActionRequest,
    parts: &[(u32, &str)],
) -> Vec<proto::Accepted> {
    let mut answers = Vec::new();
    for (part, text) in parts {
        stream.submit_part(request, *part, text).await;
        let accepted = stream.accepted().await;
        assert_eq!((accepted.turn, accepted.part), (request.turn, *part));
        answers.push(accepted);
    }
    answers
}

fn action(kind: Robots) -> proto::Action {
    let action = proto::NetzwerkAction { kind: Some(kind) };
    proto::Action {
        game: Some(proto::action::Game::Netzwerk(action)),
    }
}

fn step(from: Square, to: Square) -> proto::Action {
    action(Robots::Robot(proto::NetzwerkRobotMove {
        from: from as i32,
        to: to as i32,
        captures: false,
    }))
}

fn battery(from: Field, to: Field) -> proto::Action {
    action(Robots::Battery(proto::NetzwerkBatteryMove {
        from: from as i32,
        to: to as i32,
    }))
}

/// Returns the texts of all events that a stream has received.
fn events(stream: &SeatStream) -> Vec<String> {
    let updates = stream.frames.iter().filter_map(|frame| match frame {
        Kind::Update(update) => Some(update),
        _ => None,
    });
    let events = updates.flat_map(|update| &update.events);
    events.map(|event| event.text.clone()).collect()
}

#[tokio::test]
async fn parts_of_a_turn_are_accepted_one_by_one() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let (created, mut white, mut black) = start(&client).await;
    let request = white.request().await;
    assert_eq!((request.turn, request.part), (1, 0));
    let parts: Vec<_> = (0..).zip(TURN).collect();
    let answers = submit_parts(&mut white, &request, &parts[..3]).await;
    // Black sees every part, but is to act only after the end of the turn.
    black.wait_for_action("k3-k5").await;
    black.assert_silent().await;
    submit_parts(&mut white, &request, &parts[3..]).await;
    let answer = black.request().await;
    assert_eq!((answer.turn, answer.part), (1, 0));
    assert_eq!(events(&black).join(" "), TURN.join(" "));
    // Re-sent parts receive their stored answers; other content is rejected.
    for (accepted, (part, text)) in answers.iter().zip(&parts) {
        white.submit_part(&request, *part, text).await;
        assert_eq!(white.accepted().await, *accepted);
        white.submit_part(&request, *part, "f2-f4").await;
        assert_eq!(
            rejection_reason(&white.rejected().await),
            "ALREADY_SUBMITTED"
        );
    }
    let (_, record, _) = play_match::<Netzwerk>(&client, &created, "random").await;
    let recorded = record.events.iter().take(5).map(|line| &*line.action);
    assert_eq!(recorded.collect::<Vec<_>>().join(" "), TURN.join(" "));
    server.stop().await;
}

#[tokio::test]
async fn rejection_names_the_index_of_the_illegal_action() {
    let server = TestServer::start(Config {
        max_illegal_submissions: 1000,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let (created, mut white, _black) = start(&client).await;
    let request = white.request().await;
    let forward = || step(Square::B2, Square::B4);
    let end_robots = || action(Robots::EndRobots(true));
    let cases = [
        // NW-5: at least one robot must move.
        (vec![end_robots()], 0),
        // NW-6: robots never move backward.
        (vec![forward(), step(Square::B4, Square::B2)], 1),
        (vec![forward(), forward()], 1),
        // NW-5: no battery moves in the robot phase.
        (vec![forward(), battery(Field::K3, Field::K5)], 1),
        // NW-16: the run of batteries reaches the edge.
        (
            vec![forward(), end_robots(), battery(Field::K3, Field::G3)],
            2,
        ),
        (
            vec![
                forward(),
                end_robots(),
                battery(Field::K3, Field::K5),
                // NW-17: a battery moves at most once per turn.
                battery(Field::K5, Field::K7),
            ],
            3,
        ),
        (vec![forward(), action(Robots::EndTurn(true))], 1),
        // NW-30: leaving is an action of the referee.
        (vec![forward(), action(Robots::Leave(1))], 1),
    ];
    for (actions, index) in cases {
        white.submit_actions(&request, actions.clone()).await;
        let rejected = white.rejected().await;
        assert_eq!(rejection_reason(&rejected), "ILLEGAL_ACTION");
        let error = rejected.error.unwrap();
        assert_eq!(error.index, Some(index), "{actions:?}: {error:?}");
        // The unary call is rejected alike.
        let call = proto::SubmitActionsRequest {
            r#match: created.name.clone(),
            submission: Some(proto::Submission {
                turn: request.turn,
                actions,
                ..Default::default()
            }),
        };
        let status = bearer(&client, &created.tokens[0])
            .matches()
            .submit_actions(call)
            .await
            .unwrap_err();
        assert_eq!(status_reason(&status), "ILLEGAL_ACTION");
    }
    for text in ["", "b2", "n2-n4", "b3-b5", "say 5"] {
        white.submit(&request, text).await;
        let reason = if text.is_empty() {
            "BAD_REQUEST"
        } else {
            "ILLEGAL_ACTION"
        };
        assert_eq!(
            rejection_reason(&white.rejected().await),
            reason,
            "`{text}`"
        );
    }
    // Submissions are applied all or none: the robot has not moved, and part 0 is still open.
    let parts: Vec<_> = (0..).zip(TURN).collect();
    submit_parts(&mut white, &request, &parts[..2]).await;
    white.submit_part(&request, 1, "k3-k5").await;
    assert_eq!(
        rejection_reason(&white.rejected().await),
        "ALREADY_SUBMITTED"
    );
    white.submit_part(&request, 3, "k3-k5").await;
    assert_eq!(rejection_reason(&white.rejected().await), "WRONG_TURN");
    submit_parts(&mut white, &request, &parts[2..]).await;
    play_match::<Netzwerk>(&client, &created, "random").await;
    server.stop().await;
}

#[tokio::test]
async fn submissions_of_the_seat_not_to_act_are_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let (created, mut white, mut black) = start(&client).await;
    let request = white.request().await;
    black.submit(&request, "b12-b10 / .").await;
    assert_eq!(rejection_reason(&black.rejected().await), "WRONG_TURN");
    submit_parts(&mut white, &request, &[(0, TURN[0])]).await;
    black.submit(&request, "b12-b10 / .").await;
    assert_eq!(rejection_reason(&black.rejected().await), "WRONG_TURN");
    play_match::<Netzwerk>(&client, &created, "random").await;
    server.stop().await;
}

#[tokio::test]
async fn rejoin_in_the_middle_of_a_turn_continues_at_the_next_part() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let (created, mut white, mut black) = start(&client).await;
    let request = white.request().await;
    let parts: Vec<_> = (0..).zip(TURN).collect();
    let answers = submit_parts(&mut white, &request, &parts[..2]).await;
    let before = answers[1].view_hash;
    drop(white);
    let mut white = SeatStream::open(&client).await;
    let joined = white.join_seat(&created, 0, request.seq).await;
    assert_eq!(joined.view.unwrap().view_hash, before);
    let reopened = white.request().await;
    assert_eq!((reopened.turn, reopened.part), (request.turn, 2));
    assert!(reopened.view.unwrap().text.ends_with(" b:"));
    assert!(
        reopened
            .legal_actions
            .iter()
            .any(|action| action.text == "k3-k5")
    );
    // A part whose answer was lost can be sent again.
    white.submit_part(&request, 1, TURN[1]).await;
    assert_eq!(white.accepted().await.view_hash, before);
    submit_parts(&mut white, &request, &parts[2..]).await;
    black.request().await;
    assert_eq!(events(&black).join(" "), TURN.join(" "));
    play_match::<Netzwerk>(&client, &created, "random").await;
    server.stop().await;
}

#[tokio::test]
async fn restart_in_the_middle_of_a_turn_keeps_its_accepted_parts() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::on_file(db.clone()).await;
    let client = server.client().await;
    let (created, mut white, mut black) = start(&client).await;
    let request = white.request().await;
    let parts: Vec<_> = (0..).zip(TURN).collect();
    let answers = submit_parts(&mut white, &request, &parts[..3]).await;
    black.wait_for_action(TURN[2]).await;
    let seen = events(&black);
    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    let mut white = SeatStream::open(&client).await;
    let joined = white.join_seat(&created, 0, request.seq).await;
    assert_eq!(joined.state(), proto::MatchState::Suspended);
    assert_eq!(joined.view.unwrap().view_hash, answers[2].view_hash);
    let mut black = SeatStream::open(&client).await;
    black.join_seat(&created, 1, 0).await;
    let reopened = white.request().await;
    assert_eq!((reopened.turn, reopened.part), (request.turn, 3));
    for (accepted, (part, text)) in answers.iter().zip(&parts) {
        white.submit_part(&request, *part, text).await;
        assert_eq!(white.accepted().await, *accepted);
    }
    submit_parts(&mut white, &request, &parts[3..]).await;
    black.request().await;
    assert_eq!(events(&black)[..seen.len()], seen);
    assert_eq!(events(&black).join(" "), TURN.join(" "));
    let (_, record, _) = play_match::<Netzwerk>(&client, &created, "random").await;
    let recorded = record.events.iter().take(5).map(|line| &*line.action);
    assert_eq!(recorded.collect::<Vec<_>>().join(" "), TURN.join(" "));
    server.stop().await;
}

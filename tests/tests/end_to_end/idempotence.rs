//! Re-sent submissions receive the stored answer and change nothing.

use botwerk_client::proto;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, bearer, create_match, finish_match, micro_robots,
    open_seat, rejection_reason, solve_race, status_reason,
};

async fn submit(
    client: &botwerk_client::Client,
    created: &CreatedMatch,
    seat: usize,
    turn: u32,
    text: &str,
) -> Result<proto::Accepted, tonic::Status> {
    let request = proto::SubmitActionsRequest {
        r#match: created.name.clone(),
        submission: Some(proto::Submission {
            turn,
            text: text.into(),
            ..Default::default()
        }),
    };
    let response = bearer(client, &created.tokens[seat])
        .matches()
        .submit_actions(request)
        .await?;
    Ok(response.into_inner().accepted.unwrap())
}

#[tokio::test]
async fn resent_submission_receives_the_same_answer_on_every_transport() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat(), open_seat()], &[]);
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let _third = SeatStream::join(&client, &created, 2).await;
    let race = first.request().await;
    first.submit(&race, "pass").await;
    let accepted = first.accepted().await;
    // On the same stream, as a unary call, and after a rejoin.
    first.submit(&race, "pass").await;
    assert_eq!(first.accepted().await, accepted);
    let again = submit(&client, &created, 0, race.turn, "pass")
        .await
        .unwrap();
    let without_handle = proto::Accepted {
        handle: 0,
        ..accepted
    };
    assert_eq!(again, without_handle);
    let mut newer = SeatStream::join(&client, &created, 0).await;
    newer.submit(&race, "pass").await;
    assert_eq!(newer.accepted().await, accepted);
    // Nothing has changed.
    newer.send_join(&created.name, &created.tokens[0], 0).await;
    assert_eq!(rejection_reason(&newer.rejected().await), "REPLACED");
    let view = newer.joined().await.view.unwrap();
    assert_eq!(view.view_hash, accepted.view_hash);
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn answers_are_kept_after_the_room_has_closed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    first.submit(&race, "pass").await;
    let accepted = first.accepted().await;
    let resign = proto::ResignSeatRequest {
        r#match: created.name.clone(),
        has_crashed: false,
    };
    bearer(&client, &created.tokens[1])
        .matches()
        .resign_seat(resign)
        .await
        .unwrap();
    first.over().await;
    // The room closes two seconds after the end, which no client can see.
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    first.submit(&race, "pass").await;
    assert_eq!(first.accepted().await, accepted);
    first.submit(&race, "say 5").await;
    assert_eq!(
        rejection_reason(&first.rejected().await),
        "ALREADY_SUBMITTED"
    );
    let next = proto::ActionRequest {
        turn: race.turn + 1,
        ..race
    };
    first.submit(&next, "pass").await;
    assert_eq!(rejection_reason(&first.rejected().await), "MATCH_OVER");
    server.stop().await;
}

#[tokio::test]
async fn typed_actions_are_compared_with_those_that_were_accepted() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[]);
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    let say = |moves| {
        let kind = Some(proto::micro_robots_action::Kind::Say(moves));
        let action = proto::Action {
            game: Some(proto::action::Game::MicroRobots(proto::MicroRobotsAction {
                kind,
            })),
        };
        let request = proto::SubmitActionsRequest {
            r#match: created.name.clone(),
            submission: Some(proto::Submission {
                turn: race.turn,
                actions: vec![action],
                ..Default::default()
            }),
        };
        let mut matches = bearer(&client, &created.tokens[0]).matches();
        async move { matches.submit_actions(request).await }
    };
    let accepted = say(5).await.unwrap().into_inner();
    assert_eq!(say(5).await.unwrap().into_inner(), accepted);
    let as_text = submit(&client, &created, 0, race.turn, "say 5").await;
    assert_eq!(as_text.ok(), accepted.accepted);
    let other = say(6).await.unwrap_err();
    assert_eq!(status_reason(&other), "ALREADY_SUBMITTED");
    server.stop().await;
}

#[tokio::test]
async fn different_content_for_an_answered_part_is_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[]);
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    first.submit(&race, "pass").await;
    first.accepted().await;
    first.submit(&race, "say 5").await;
    let rejected = first.rejected().await;
    assert_eq!(rejection_reason(&rejected), "ALREADY_SUBMITTED");
    assert_eq!((rejected.turn, rejected.part), (race.turn, race.part));
    // A different effort is different content.
    first.submit_with_effort(&race, "pass", 7).await;
    assert_eq!(
        rejection_reason(&first.rejected().await),
        "ALREADY_SUBMITTED"
    );
    let resubmitted = submit(&client, &created, 0, race.turn, "say 5").await;
    assert_eq!(
        status_reason(&resubmitted.unwrap_err()),
        "ALREADY_SUBMITTED"
    );
    // Answers of earlier rounds are kept as long as the match.
    let second_race = second.request().await;
    let say = solve_race(second_race.view.as_ref().unwrap()).say();
    second.submit(&second_race, &say).await;
    second.wait_for_action(&say).await;
    first.submit(&race, "pass").await;
    assert_eq!(first.accepted().await.turn, race.turn);
    finish_match(&client, &created).await;
    server.stop().await;
}

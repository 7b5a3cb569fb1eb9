//! The same act again gets the same answer again, and does nothing.

use botwerk_client::proto;
use botwerk_tests::{
    Made, SeatStream, TestServer, finish, make, micro_robots, reason_of, refusal, remote, task,
};

async fn submit(
    client: &botwerk_client::Client,
    made: &Made,
    seat: usize,
    turn: u32,
    text: &str,
) -> Result<proto::Accepted, tonic::Status> {
    let request = proto::SubmitActionRequest {
        r#match: made.name.clone(),
        seat_token: made.tokens[seat].clone(),
        turn,
        text: text.into(),
        ..Default::default()
    };
    let response = client.matches().submit_action(request).await?;
    Ok(response.into_inner().accepted.unwrap())
}

#[tokio::test]
async fn the_same_act_is_answered_alike_on_every_way() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(), remote(), remote()], &[]);
    let made = make(&client, request).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let _second = SeatStream::join(&client, &made, 1).await;
    let _third = SeatStream::join(&client, &made, 2).await;
    let race = first.request().await;
    first.answer(&race, "pass").await;
    let accepted = first.accepted().await;
    // On the same stream, as a call, and after joining again.
    first.answer(&race, "pass").await;
    assert_eq!(first.accepted().await, accepted);
    let again = submit(&client, &made, 0, race.turn, "pass").await.unwrap();
    let unaddressed = proto::Accepted {
        handle: 0,
        ..accepted
    };
    assert_eq!(again, unaddressed);
    let mut newer = SeatStream::join(&client, &made, 0).await;
    newer.answer(&race, "pass").await;
    assert_eq!(newer.accepted().await, accepted);
    // Nothing happened meanwhile.
    newer.ask(&made.name, &made.tokens[0], 0).await;
    assert_eq!(refusal(&newer.rejected().await), "REPLACED");
    let view = newer.joined().await.view.unwrap();
    assert_eq!(view.view_hash, accepted.view_hash);
    finish(&client, &made).await;
    server.stop().await;
}

#[tokio::test]
async fn what_was_answered_is_known_long_after_the_end() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let _second = SeatStream::join(&client, &made, 1).await;
    let race = first.request().await;
    first.answer(&race, "pass").await;
    let accepted = first.accepted().await;
    let resign = proto::ResignRequest {
        r#match: made.name.clone(),
        seat_token: made.tokens[1].clone(),
    };
    client.matches().resign(resign).await.unwrap();
    first.over().await;
    // The room of a match that is over closes after two seconds.
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    first.answer(&race, "pass").await;
    assert_eq!(first.accepted().await, accepted);
    first.answer(&race, "say 5").await;
    assert_eq!(refusal(&first.rejected().await), "ALREADY_ACTED");
    let next = proto::ActRequest {
        turn: race.turn + 1,
        ..race
    };
    first.answer(&next, "pass").await;
    assert_eq!(refusal(&first.rejected().await), "MATCH_OVER");
    server.stop().await;
}

#[tokio::test]
async fn other_content_under_the_same_number_is_refused() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(), remote()], &[]);
    let made = make(&client, request).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    let race = first.request().await;
    first.answer(&race, "pass").await;
    first.accepted().await;
    first.answer(&race, "say 5").await;
    let rejected = first.rejected().await;
    assert_eq!(refusal(&rejected), "ALREADY_ACTED");
    assert_eq!((rejected.turn, rejected.act), (race.turn, race.act));
    // Another effort is another act.
    first.answer_with(&race, "pass", 7).await;
    assert_eq!(refusal(&first.rejected().await), "ALREADY_ACTED");
    let refused = submit(&client, &made, 0, race.turn, "say 5").await;
    assert_eq!(reason_of(&refused.unwrap_err()), "ALREADY_ACTED");
    // Answers of former rounds are known as long as the match lives.
    let said = second.request().await;
    let say = task(said.view.as_ref().unwrap()).say();
    second.answer(&said, &say).await;
    second.happens(&say).await;
    first.answer(&race, "pass").await;
    assert_eq!(first.accepted().await.turn, race.turn);
    finish(&client, &made).await;
    server.stop().await;
}

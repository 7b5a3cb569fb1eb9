//! A client that does not read is disconnected and delays no other client.

use botwerk_client::{ClientError, proto};
use botwerk_tests::{
    SeatStream, TestServer, bearer, create_match, eventually, finish_match, micro_robots, open_seat,
};
use proto::play_response::Kind;

#[tokio::test]
async fn unread_stream_is_closed_while_the_match_continues() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[("round_cap", "1000000")]);
    let created = create_match(&client, request).await;
    // The slow reader uses a separate connection, so that it blocks no other stream.
    let mut unread = SeatStream::join(&server.client().await, &created, 0).await;
    let mut busy = SeatStream::join(&client, &created, 1).await;
    let mut race = busy.request().await;
    // The other seat passes through unary calls, and its stream is not read.
    let mut rounds = 0;
    let mut connected = true;
    while connected {
        let pass = proto::SubmitActionsRequest {
            r#match: created.name.clone(),
            submission: Some(proto::Submission {
                turn: race.turn,
                text: "pass".into(),
                ..Default::default()
            }),
        };
        bearer(&client, &created.tokens[0])
            .matches()
            .submit_actions(pass)
            .await
            .unwrap();
        busy.submit(&race, "pass").await;
        race = busy.request().await;
        rounds += 1;
        assert!(rounds < 20_000, "the stream is never closed");
        if rounds % 100 == 0 {
            let request = proto::GetMatchRequest {
                name: created.name.clone(),
            };
            let found = client.matches().get_match(request).await.unwrap();
            connected = found.into_inner().r#match.unwrap().seats[0].is_connected;
            busy.frames.clear();
        }
    }
    // The queued frames have no gap and are followed by the reason.
    let mut seq = 0;
    let error = loop {
        match eventually(unread.next()).await {
            Ok(Some(Kind::Update(update))) => {
                assert_eq!(update.seq, seq + 1);
                seq = update.seq;
            }
            Ok(Some(Kind::ActionRequest(request))) => {
                assert_eq!(request.seq, seq + 1);
                seq = request.seq;
            }
            Ok(Some(_)) => {}
            Ok(None) => panic!("the stream ends without an error"),
            Err(error) => break error,
        }
    };
    let ClientError::Rejected { reason, .. } = error else {
        panic!("{error:?}")
    };
    assert_eq!(reason.name(), "LIMIT_EXCEEDED");
    // The rejoin continues there; only an answered action request may be left out.
    let mut again = SeatStream::open(&client).await;
    assert!(again.join_seat(&created, 0, seq).await.seq > seq);
    assert!((seq + 1..=seq + 2).contains(&again.update().await.seq));
    finish_match(&client, &created).await;
    server.stop().await;
}

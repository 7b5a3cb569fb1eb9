//! A client that does not read: it is cut off, and nobody waits for it.

use std::time::Duration;

use botwerk_client::{ClientError, proto};
use botwerk_tests::{SeatStream, TestServer, eventually, finish, make, micro_robots, remote};
use proto::play_response::Kind;

#[tokio::test]
async fn a_stream_that_is_not_read_ends_while_the_match_goes_on() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(), remote()], &[("round_cap", "1000000")]);
    let made = make(&client, request).await;
    // The lazy one has a connection of its own, so that it blocks nobody else's.
    let mut lazy = SeatStream::join(&server.client().await, &made, 0).await;
    let mut busy = SeatStream::join(&client, &made, 1).await;
    let mut race = busy.request().await;
    // The other seat passes by calls, and nobody reads what its stream is told.
    let mut rounds = 0;
    let mut connected = true;
    while connected {
        let pass = proto::SubmitActionRequest {
            r#match: made.name.clone(),
            seat_token: made.tokens[0].clone(),
            turn: race.turn,
            text: "pass".into(),
            ..Default::default()
        };
        client.matches().submit_action(pass).await.unwrap();
        busy.answer(&race, "pass").await;
        race = busy.request().await;
        rounds += 1;
        assert!(rounds < 20_000, "it is never cut off");
        if rounds % 100 == 0 {
            let request = proto::GetMatchRequest {
                name: made.name.clone(),
            };
            let found = client.matches().get_match(request).await.unwrap();
            connected = found.into_inner().r#match.unwrap().seats[0].connected;
            busy.seen.clear();
        }
    }
    // What it reads in the end has no gap, and then comes the reason.
    tokio::time::sleep(Duration::from_millis(10)).await;
    let mut seq = 0;
    let error = loop {
        match eventually(lazy.next()).await {
            Ok(Some(Kind::Update(update))) => {
                assert_eq!(update.seq, seq + 1);
                seq = update.seq;
            }
            Ok(Some(Kind::ActRequest(request))) => {
                assert_eq!(request.seq, seq + 1);
                seq = request.seq;
            }
            Ok(Some(_)) => {}
            Ok(None) => panic!("it ends without a word"),
            Err(error) => break error,
        }
    };
    let ClientError::Rejected { reason, .. } = error else {
        panic!("{error:?}")
    };
    assert_eq!(reason, "LIMIT_EXCEEDED");
    // It goes on where it was; only a request that was answered long ago may be left out.
    let mut again = SeatStream::open(&client).await;
    assert!(again.take(&made, 0, seq).await.seq > seq);
    assert!((seq + 1..=seq + 2).contains(&again.update().await.seq));
    finish(&client, &made).await;
    server.stop().await;
}

//! Joins of one match beside submissions to another, on the same stream.

use botwerk_client::proto;
use botwerk_tests::{SeatStream, TestServer, create_match, eventually, micro_robots, open_seat};
use proto::play_response::Kind;

use crate::restart::file_config;

/// The last seat of a match starts it, which waits for the store. Reading the stream does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn join_that_waits_for_the_store_delays_no_other_match() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[]);
    let running = create_match(&client, request.clone()).await;
    let waiting = create_match(&client, request).await;
    let mut stream = SeatStream::join_all(&client, &running).await;
    stream.join_seat(&waiting, 0, 0).await;
    let open = stream.request().await;

    // Another process holds the file, so that nothing can be committed for a second.
    let other = rusqlite::Connection::open(&db).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    stream.send_join(&waiting.name, &waiting.tokens[1], 0).await;
    let late = proto::ActionRequest {
        turn: open.turn + 1,
        ..open
    };
    stream.submit(&late, "say 5").await;
    let first = loop {
        match eventually(stream.next()).await.unwrap().unwrap() {
            Kind::Rejected(rejected) => break rejected,
            Kind::Joined(joined) => panic!("the join was answered first: {joined:?}"),
            _ => {}
        }
    };
    assert_eq!(botwerk_tests::rejection_reason(&first), "WRONG_TURN");
    other.execute_batch("COMMIT").unwrap();
    stream.joined().await;
    server.stop().await;
}

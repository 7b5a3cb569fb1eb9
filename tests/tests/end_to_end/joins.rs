//! Joins of one match and submissions to another on the same stream.

use std::time::{Duration, Instant};

use botwerk_client::proto;
use botwerk_tests::{
    SeatStream, TestServer, create_match, eventually, micro_robots, open_seat, rejection_reason,
};
use proto::play_response::Kind;

use crate::restart::file_config;

/// How long the start of a match waits for a database that another process has locked: the least time
/// after which its last join is answered.
const STORE_WAIT: Duration = Duration::from_secs(1);

/// The last join of a match starts it, which waits for the store. Reading the stream does not.
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
    let open = stream.request().await;
    stream.join_seat(&waiting, 0, 0).await;

    let other = rusqlite::Connection::open(&db).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let sent = Instant::now();
    stream.send_join(&waiting.name, &waiting.tokens[1], 0).await;
    let late = proto::ActionRequest {
        turn: open.turn + 1,
        ..open
    };
    stream.submit(&late, "say 5").await;
    let rejected = loop {
        let frame = eventually(stream.next()).await.unwrap().unwrap();
        if let Kind::Rejected(rejected) = frame {
            break rejected;
        }
    };
    let waited = sent.elapsed();
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(rejection_reason(&rejected), "WRONG_TURN");
    assert!(waited < STORE_WAIT, "{waited:?}");
    server.stop().await;
}

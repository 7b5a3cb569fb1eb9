//! The same seed produces the same tournament on any number of threads.

use botwerk_client::Client;
use botwerk_engine::record::Record;
use botwerk_service::Config;
use botwerk_tests::{TestServer, in_memory};

use crate::tournament::{
    agents, create_with, netzwerk, pairings, robots, round_robin, wait_until_over,
};

/// Returns all records of a tournament in the order of its pairings, without their salts, which are
/// random.
async fn records(client: &Client, name: &str) -> Vec<Record> {
    let mut records = Vec::new();
    for pairing in pairings(client, name).await {
        let text = client.record(&pairing.attempts[0].r#match).await.unwrap();
        let mut record = Record::from_text(&text).unwrap();
        assert!(record.header.seed_salt.take().is_some());
        records.push(record);
    }
    records
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_are_identical_on_one_thread_and_on_two() {
    let mut records_by_run = Vec::new();
    for (threads, parallel) in [(1, 1), (2, 2), (2, 7)] {
        let server = TestServer::start(Config {
            search_threads: threads,
            ..in_memory()
        })
        .await;
        let client = server.client().await;
        let setups = [
            robots(round_robin(4), agents(&["solver", "human", "random"])),
            netzwerk(round_robin(1), agents(&["greedy", "random"]), None),
        ];
        let mut all = Vec::new();
        // A server accepts each seed only once.
        for (setup, seed) in setups.into_iter().zip(["7", "8"]) {
            let created = create_with(&client, setup, |request| {
                request.seed = seed.into();
                request.concurrency = parallel;
            });
            let created = created.await;
            wait_until_over(&client, &created.name).await;
            all.extend(records(&client, &created.name).await);
        }
        records_by_run.push(all);
    }
    assert_eq!(records_by_run[0].len(), 26);
    assert!(records_by_run.windows(2).all(|pair| pair[0] == pair[1]));
}

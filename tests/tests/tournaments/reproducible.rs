//! The same seed makes the same tournament, however many threads play it.

use botwerk_client::Client;
use botwerk_service::Config;
use botwerk_tests::{TestServer, in_memory};

use crate::table::{agents, create_with, netzwerk, pairings, robots, round_robin, until_over};

/// All records of a tournament in the order of its matches.
async fn records(client: &Client, name: &str) -> Vec<String> {
    let mut records = Vec::new();
    for pairing in pairings(client, name).await {
        records.push(client.record(&pairing.attempts[0].r#match).await.unwrap());
    }
    records
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_one_thread_and_on_two_records_are_the_same_byte_for_byte() {
    let mut told = Vec::new();
    for (threads, parallel) in [(1, 1), (2, 2), (2, 7)] {
        let server = TestServer::with(Config {
            search_threads: threads,
            ..in_memory()
        })
        .await;
        let client = server.client().await;
        let cups = [
            robots(round_robin(4), agents(&["solver", "human", "random"])),
            netzwerk(round_robin(1), agents(&["greedy", "random"]), None),
        ];
        let mut all = Vec::new();
        // A seed is used once.
        for (cup, seed) in cups.into_iter().zip(["7", "8"]) {
            let made = create_with(&client, cup, |request| {
                request.seed = seed.into();
                request.parallel = parallel;
            });
            let made = made.await;
            until_over(&client, &made.name).await;
            all.extend(records(&client, &made.name).await);
        }
        told.push(all);
    }
    assert_eq!(told[0].len(), 26);
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
}

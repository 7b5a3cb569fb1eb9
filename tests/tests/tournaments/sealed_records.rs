//! The record of a match stays sealed as long as it would tell the seed of another one.

use std::time::Duration;

use botwerk_client::{ClientError, proto};
use botwerk_tests::TestServer;

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    agent, bot_token, create, launched_bot, netzwerk, pairings, round_robin, wait_until,
    wait_until_over,
};

/// The turn limit, which the bot lets pass in both matches of the block.
const TURN: Duration = Duration::from_millis(1500);

fn match_name(pairing: &proto::Pairing) -> &str {
    &pairing.attempts[0].r#match
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn record_of_a_match_opens_with_the_end_of_its_block() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![launched_bot("silent"), agent(1, "random")];
    let created = create(&client, netzwerk(round_robin(1), entrants, Some(TURN))).await;
    let token = bot_token(&client, &created.name, "silent").await;
    let _bot = TestBot::start(&server.address(), token, Behaviour::Hangs);

    wait_until(&client, &created.name, |now| now.result_count == 1).await;
    let played = pairings(&client, &created.name).await;
    let ended: Vec<_> = played.iter().filter(|it| it.result.is_some()).collect();
    let name = match_name(ended[0]);
    match client.record(name).await {
        Err(ClientError::Rejected {
            reason, message, ..
        }) => {
            assert_eq!(reason.name(), "BLOCK_NOT_OVER");
            assert!(message.contains("seed of 2 matches"), "{message}");
        }
        other => panic!("expected the record to be sealed, found {other:?}"),
    }

    wait_until_over(&client, &created.name).await;
    for pairing in pairings(&client, &created.name).await {
        let record = client.record(match_name(&pairing)).await.unwrap();
        assert!(record.contains("\"seed\":"), "{record}");
    }
}

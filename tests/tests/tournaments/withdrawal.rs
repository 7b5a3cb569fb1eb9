//! Withdrawn entrants.

use botwerk_client::{Client, proto};
use botwerk_tests::TestServer;

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    agent, bot_token, create, launched_bot, netzwerk, pairings, round_robin, standings, wait_until,
    wait_until_over,
};

async fn withdraw(client: &Client, tournament: &str, entrant: &str) -> proto::Tournament {
    let request = proto::WithdrawEntrantRequest {
        tournament: tournament.into(),
        entrant: entrant.into(),
        message: "requested by its author".into(),
    };
    let done = client.tournaments().withdraw_entrant(request).await;
    done.unwrap().into_inner().tournament.unwrap()
}

/// Plays a tournament of three entrants, one of which is withdrawn after this number of results.
async fn play(results: u64) -> (proto::Tournament, proto::GetStandingsResponse, usize) {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![launched_bot("out"), agent(0, "random"), agent(1, "random")];
    let created = create(&client, netzwerk(round_robin(3), entrants, None)).await;
    let token = bot_token(&client, &created.name, "out").await;
    let _bot = TestBot::start(&server.address(), token, Behaviour::Plays);
    wait_until(&client, &created.name, |now| now.result_count >= results).await;
    let now = withdraw(&client, &created.name, "out").await;
    assert_eq!(now.withdrawals[0].message, "requested by its author");
    let over = wait_until_over(&client, &created.name).await;
    let forfeits = pairings(&client, &created.name).await;
    let forfeits = forfeits.iter().filter(|pairing| {
        let result = pairing.result.as_ref().unwrap();
        !result.rated
    });
    let forfeits = forfeits.count();
    (over, standings(&client, &created.name).await, forfeits)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn withdrawal_before_half_of_the_matches_annuls_all_results() {
    let (over, table, forfeits) = play(2).await;
    assert!(over.withdrawals[0].annulled);
    assert_eq!((over.result_count, over.match_count), (18, 18));
    assert!(forfeits >= 5, "{forfeits}");
    for line in &table.standings {
        // The other two entrants have played six matches against each other.
        let matches = if line.entrant == "out" { 0 } else { 6 };
        assert_eq!(
            (line.matches, line.withdrawn),
            (matches, line.entrant == "out")
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn withdrawal_after_half_of_the_matches_forfeits_the_rest() {
    // Ten of its twelve matches are among the first sixteen.
    let (over, table, forfeits) = play(16).await;
    assert!(!over.withdrawals[0].annulled);
    assert_eq!((over.result_count, over.match_count), (18, 18));
    assert!(forfeits <= 2, "{forfeits}");
    assert!(table.standings.iter().all(|line| line.matches == 12));
}

#[tokio::test]
async fn withdrawal_of_an_unknown_entrant_is_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![launched_bot("a"), launched_bot("b")];
    let created = create(&client, netzwerk(round_robin(1), entrants, None)).await;
    let request = proto::WithdrawEntrantRequest {
        tournament: created.name,
        entrant: "c".into(),
        ..Default::default()
    };
    let status = client
        .tournaments()
        .withdraw_entrant(request)
        .await
        .unwrap_err();
    assert_eq!(status.code(), tonic::Code::NotFound);
}

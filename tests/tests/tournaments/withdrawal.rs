//! Entrants who are taken out.

use botwerk_client::{Client, proto};
use botwerk_tests::TestServer;

use crate::bots::{Manner, TestBot};
use crate::table::{
    agent, create, netzwerk, pairings, program, round_robin, standings, token_of, until, until_over,
};

async fn withdraw(client: &Client, tournament: &str, entrant: &str) -> proto::Tournament {
    let request = proto::WithdrawEntrantRequest {
        tournament: tournament.into(),
        entrant: entrant.into(),
        why: "it has better things to do".into(),
    };
    let done = client.tournaments().withdraw_entrant(request).await;
    done.unwrap().into_inner().tournament.unwrap()
}

/// Three entrants of whom one is taken out after so many results.
async fn play(results: u64) -> (proto::Tournament, proto::GetStandingsResponse, usize) {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![program("out"), agent(0, "random"), agent(1, "random")];
    let made = create(&client, netzwerk(round_robin(3), entrants, None)).await;
    let token = token_of(&client, &made.name, "out").await;
    let _bot = TestBot::start(&server.address(), token, Manner::Plays);
    until(&client, &made.name, |now| now.results >= results).await;
    let now = withdraw(&client, &made.name, "out").await;
    assert_eq!(now.withdrawals[0].why, "it has better things to do");
    let over = until_over(&client, &made.name).await;
    let forfeits = pairings(&client, &made.name).await;
    let forfeits = forfeits.iter().filter(|pairing| {
        let result = pairing.result.as_ref().unwrap();
        !result.rated
    });
    let forfeits = forfeits.count();
    (over, standings(&client, &made.name).await, forfeits)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn before_half_of_its_matches_none_of_them_counts() {
    let (over, table, forfeits) = play(2).await;
    assert!(over.withdrawals[0].annulled);
    assert_eq!((over.results, over.matches), (18, 18));
    assert!(forfeits >= 5, "{forfeits}");
    for line in &table.standings {
        // The two others have met each other in six matches.
        let matches = if line.entrant == "out" { 0 } else { 6 };
        assert_eq!(
            (line.matches, line.withdrawn),
            (matches, line.entrant == "out")
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn later_its_coming_matches_are_forfeited() {
    // Its first ten matches of twelve are among the first sixteen.
    let (over, table, forfeits) = play(16).await;
    assert!(!over.withdrawals[0].annulled);
    assert_eq!((over.results, over.matches), (18, 18));
    assert!(forfeits <= 2, "{forfeits}");
    assert!(table.standings.iter().all(|line| line.matches == 12));
}

#[tokio::test]
async fn nobody_who_is_not_there_can_be_taken_out() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![program("a"), program("b")];
    let made = create(&client, netzwerk(round_robin(1), entrants, None)).await;
    let request = proto::WithdrawEntrantRequest {
        tournament: made.name,
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

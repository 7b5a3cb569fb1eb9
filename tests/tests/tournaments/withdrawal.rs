//! Withdrawn entrants.

use botwerk_client::{Client, ClientError, proto};
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
    let done = client.organizer().withdraw_entrant(request).await;
    done.unwrap().into_inner().tournament.unwrap()
}

/// Plays a tournament of three entrants, one of which is withdrawn after this number of its matches, and the six of the
/// others.
async fn play(matches: usize) -> (proto::Tournament, proto::GetStandingsResponse, usize) {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![launched_bot("out"), agent(0, "random"), agent(1, "random")];
    let created = create(&client, netzwerk(round_robin(3), entrants, None)).await;
    let token = bot_token(&client, &created.name, "out").await;
    let _bot = TestBot::start(&server.address(), token, Behaviour::PlaysMatches(matches));
    let results = matches as u64 + 6;
    wait_until(&client, &created.name, |now| now.result_count >= results).await;
    let now = withdraw(&client, &created.name, "out").await;
    assert_eq!(now.withdrawals[0].message, "requested by its author");
    let over = wait_until_over(&client, &created.name).await;
    let forfeits = pairings(&client, &created.name).await;
    let forfeits = forfeits.iter().filter(|pairing| {
        let result = pairing.result.as_ref().unwrap();
        !result.is_rated
    });
    let forfeits = forfeits.count();
    (over, standings(&client, &created.name).await, forfeits)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn withdrawal_before_half_of_the_matches_annuls_all_results() {
    let (over, table, forfeits) = play(2).await;
    assert!(over.withdrawals[0].is_annulled);
    assert_eq!((over.result_count, over.match_count), (18, 18));
    assert!(forfeits >= 9, "{forfeits}");
    for line in &table.standings {
        // The other two entrants have played six matches against each other.
        let matches = if line.entrant == "out" { 0 } else { 6 };
        assert_eq!(
            (line.matches, line.is_withdrawn),
            (matches, line.entrant == "out")
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn withdrawal_after_half_of_the_matches_forfeits_the_rest() {
    let (over, table, forfeits) = play(7).await;
    assert!(!over.withdrawals[0].is_annulled);
    assert_eq!((over.result_count, over.match_count), (18, 18));
    assert!(forfeits <= 5, "{forfeits}");
    assert!(table.standings.iter().all(|line| line.matches == 12));
}

async fn readmit(client: &Client, tournament: &str, entrant: &str) -> proto::Tournament {
    let request = proto::ReadmitEntrantRequest {
        tournament: tournament.into(),
        entrant: entrant.into(),
    };
    let done = client.organizer().readmit_entrant(request).await;
    done.unwrap().into_inner().tournament.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forfeited_matches_of_a_readmitted_entrant_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::on_file(db.clone()).await;
    let client = server.client().await;
    let entrants = vec![
        launched_bot("out"),
        launched_bot("other"),
        agent(0, "random"),
    ];
    let created = create(&client, netzwerk(round_robin(2), entrants, None)).await;
    let name = created.name;
    let other = bot_token(&client, &name, "other").await;
    let out = bot_token(&client, &name, "out").await;
    // Not withdrawn: nothing changes.
    assert_eq!(readmit(&client, &name, "out").await.withdrawals, []);
    withdraw(&client, &name, "out").await;
    // Without bots only forfeits have a result.
    wait_until(&client, &name, |now| now.result_count == 8).await;
    let now = readmit(&client, &name, "out").await;
    assert_eq!((now.result_count, now.match_count), (0, 12));
    let withdrawal = &now.withdrawals[0];
    assert!(withdrawal.is_readmitted && !withdrawal.is_annulled);

    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    let _out = TestBot::start(&server.address(), out, Behaviour::Plays);
    let _other = TestBot::start(&server.address(), other, Behaviour::Plays);
    let over = wait_until_over(&client, &name).await;
    assert_eq!((over.result_count, over.match_count), (12, 12));
    let pairings = pairings(&client, &name).await;
    let is_rated = |pairing: &proto::Pairing| pairing.result.as_ref().unwrap().is_rated;
    assert!(pairings.iter().all(is_rated));
    assert!(pairings.iter().all(|pairing| pairing.attempts.len() == 1));
    let table = standings(&client, &name).await;
    for line in &table.standings {
        assert_eq!((line.matches, line.is_withdrawn), (8, false), "{line:?}");
    }
    assert_eq!(table.counted_blocks, 6);
    let request = proto::ReadmitEntrantRequest {
        tournament: name,
        entrant: "out".into(),
    };
    let late = client.organizer().readmit_entrant(request).await;
    let late = ClientError::from(late.unwrap_err());
    assert!(
        matches!(late, ClientError::Rejected { reason, .. } if reason.name() == "TOURNAMENT_OVER")
    );
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
        .organizer()
        .withdraw_entrant(request)
        .await
        .unwrap_err();
    assert_eq!(status.code(), tonic::Code::NotFound);
}

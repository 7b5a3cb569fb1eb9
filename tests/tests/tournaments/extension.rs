//! Tournaments that are extended while they are in progress.

use botwerk_client::{Client, ClientError, proto};
use botwerk_tests::TestServer;

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    agent, bot_token, create_with, launched_bot, netzwerk, pairings, round_robin, standings,
    wait_until, wait_until_over,
};

async fn extend(
    client: &Client,
    name: &str,
    setup: &proto::TournamentSetup,
) -> Result<proto::Tournament, ClientError> {
    let request = proto::ExtendTournamentRequest {
        name: name.into(),
        setup: Some(setup.clone()),
        request_id: "extended".into(),
    };
    let extended = client.tournaments().extend_tournament(request).await?;
    Ok(extended.into_inner().tournament.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn extended_tournament_plays_more_cycles_with_more_entrants() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::on_file(db.clone()).await;
    let client = server.client().await;
    let entrants = |count: usize| {
        let agents = (1..count).map(|number| agent(number, "random"));
        let entrants = [launched_bot("slow")].into_iter().chain(agents);
        netzwerk(round_robin(count as u32 - 2), entrants.collect(), None)
    };
    let created = create_with(&client, entrants(3), |_| ()).await;
    let name = created.name;
    // The two agents have played, and the bot is awaited.
    wait_until(&client, &name, |now| now.result_count == 2).await;
    let before = pairings(&client, &name).await;
    let extended = extend(&client, &name, &entrants(5)).await.unwrap();
    // Ten pairs of five entrants, in three cycles of two matches.
    assert_eq!(
        (extended.result_count, extended.expected_match_count),
        (2, 60)
    );
    assert_eq!(extended.setup.as_ref().unwrap().entrants.len(), 5);
    let unchanged = extend(&client, &name, &entrants(5)).await.unwrap_err();
    assert!(
        unchanged.to_string().contains("adds nothing"),
        "{unchanged}"
    );
    let fewer = extend(&client, &name, &entrants(4)).await.unwrap_err();
    assert!(
        fewer
            .to_string()
            .contains("entrants: expected the 5 entrants"),
        "{fewer}"
    );

    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    // The request that would create it finds it.
    let again = create_with(&client, entrants(5), |request| {
        request.request_id = "extended".into();
    });
    assert_eq!(again.await.name, name);
    let token = bot_token(&client, &name, "slow").await;
    let _bot = TestBot::start(&server.address(), token, Behaviour::Plays);
    let over = wait_until_over(&client, &name).await;
    assert_eq!((over.result_count, over.match_count), (60, 60));
    let all = pairings(&client, &name).await;
    for (before, after) in before.iter().zip(&all) {
        assert_eq!((before.index, before.block), (after.index, after.block));
        assert_eq!(before.entrants, after.entrants);
    }
    let table = standings(&client, &name).await;
    assert_eq!(table.standings.len(), 5);
    assert!(table.standings.iter().all(|line| line.matches == 24));
    assert_eq!((table.counted_blocks, table.uncounted_matches), (30, 0));
    let late = extend(&client, &name, &entrants(6)).await.unwrap_err();
    assert!(late.to_string().contains("has ended"), "{late}");
}

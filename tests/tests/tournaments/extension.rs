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
    extension: proto::TournamentExtension,
    request_id: &str,
) -> Result<proto::Tournament, ClientError> {
    let request = proto::ExtendTournamentRequest {
        name: name.into(),
        extension: Some(extension),
        request_id: request_id.into(),
    };
    let extended = client.organizer().extend_tournament(request).await?;
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
    let created = create_with(&client, entrants(3), |request| {
        request.request_id = "created".into();
    });
    let created = created.await;
    let name = created.name;
    // The two agents have played, and the bot is awaited.
    wait_until(&client, &name, |now| now.result_count == 2).await;
    let before = pairings(&client, &name).await;
    let extension = |count: usize| proto::TournamentExtension {
        entrants: entrants(count).entrants,
        cycles: Some(count as u32 - 2),
        ..Default::default()
    };
    let extended = extend(&client, &name, extension(5), "extended").await;
    let extended = extended.unwrap();
    // Ten pairs of five entrants, in three cycles of two matches.
    assert_eq!(
        (extended.result_count, extended.expected_match_count),
        (2, 60)
    );
    assert_eq!(extended.setup.as_ref().unwrap().entrants.len(), 5);
    // Neither a repeated request nor one that adds nothing changes it.
    for request_id in ["extended", "unchanged"] {
        let again = extend(&client, &name, extension(5), request_id).await;
        assert_eq!(again.unwrap().setup, extended.setup);
    }
    let fewer = proto::TournamentExtension {
        cycles: Some(1),
        ..Default::default()
    };
    for (extension, request_id, message) in [
        (extension(6), "extended", "request_id: `extended` was used"),
        (fewer, "fewer", "expected at least 3, found 1"),
    ] {
        let rejected = extend(&client, &name, extension, request_id).await;
        let rejected = rejected.unwrap_err().to_string();
        assert!(rejected.contains(message), "{rejected}");
    }

    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    // The request that has created it finds it, and the one that would create it.
    for (entrants, request_id) in [(entrants(3), "created"), (entrants(5), "extended")] {
        let again = create_with(&client, entrants, |request| {
            request.request_id = request_id.into();
        });
        assert_eq!(again.await.name, name);
    }
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
    let late = extend(&client, &name, extension(6), "late").await;
    let late = late.unwrap_err();
    assert!(late.to_string().contains("has ended"), "{late}");
}

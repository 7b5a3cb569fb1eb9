//! The restore drill: a server is backed up under load, its machine is lost, and another one continues with the backup.

use std::collections::BTreeMap;

use botwerk_client::{Client, proto};
use botwerk_tests::wait_until;
use proto::entrant::Player;

use super::serve::Server;
use crate::run;

/// Returns a tournament with more matches than are played during the test.
fn tournament() -> proto::CreateTournamentRequest {
    // They think for no time, so that the check of the backup, which repeats their choices, takes little.
    let entrant = |name: &str| proto::Entrant {
        name: name.into(),
        player: Some(Player::Agent(proto::AgentSpec::new("random", &[]))),
        ..Default::default()
    };
    let round_robin = proto::RoundRobin { cycles: 20_000 };
    proto::CreateTournamentRequest {
        setup: Some(proto::TournamentSetup {
            name: "drill".into(),
            setup: Some(proto::GameSetup {
                game: "netzwerk".into(),
                options: vec![proto::GameOption {
                    name: "turn_cap".into(),
                    value: "4".into(),
                }],
                ..Default::default()
            }),
            format: Some(proto::TournamentFormat {
                kind: Some(proto::tournament_format::Kind::RoundRobin(round_robin)),
            }),
            entrants: vec![entrant("one"), entrant("two")],
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// Returns the results of the tournament that the server has acknowledged, by pairing.
async fn results(client: &Client, tournament: &str) -> BTreeMap<u64, String> {
    let mut results = BTreeMap::new();
    let mut page_token = String::new();
    loop {
        let request = proto::ListPairingsRequest {
            tournament: tournament.into(),
            page_size: 500,
            page_token,
            ..Default::default()
        };
        let page = client.tournaments().list_pairings(request).await.unwrap();
        let page = page.into_inner();
        for pairing in page.pairings {
            if let Some(result) = &pairing.result {
                results.insert(pairing.index, format!("{result:?}"));
            }
        }
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return results;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_result_before_the_mark_of_a_backup_is_lost_with_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("botwerk.db");
    let server = Server::start(&db, "127.0.0.1:0");
    let client = Client::connect(&server.address).await.unwrap();
    let created = client.organizer().create_tournament(tournament()).await;
    let tournament = created.unwrap().into_inner().tournament.unwrap().name;
    let count = async |client: &Client| {
        let request = proto::GetTournamentRequest {
            name: tournament.clone(),
        };
        let found = client.tournaments().get_tournament(request).await.unwrap();
        found.into_inner().tournament.unwrap().result_count
    };
    wait_until("the tournament is in progress", async || {
        count(&client).await > 300
    })
    .await;

    let acknowledged = results(&client, &tournament).await;
    let copy = folder.path().join("copy.db");
    let (db_path, copy_path) = (db.to_str().unwrap(), copy.to_str().unwrap());
    let backup = run(&["--json", "db", "backup", copy_path, "--db", db_path]);
    let report = backup.good_json();
    assert!(report[0]["matches"].as_u64().unwrap() >= acknowledged.len() as u64);
    // The server was playing all the time.
    let after = count(&client).await;
    wait_until("the server plays on", async || count(&client).await > after).await;

    // The machine is lost with everything but the backup.
    drop(server);
    for name in ["botwerk.db", "botwerk.db-wal", "botwerk.db-shm"] {
        let _ = std::fs::remove_file(folder.path().join(name));
    }
    run(&["db", "check", copy_path]).good();
    let restored = Server::start(&copy, "127.0.0.1:0");
    let client = Client::connect(&restored.address).await.unwrap();
    let found = results(&client, &tournament).await;
    for (pairing, result) in &acknowledged {
        assert_eq!(found.get(pairing), Some(result), "pairing {pairing}");
    }
    let before = count(&client).await;
    wait_until("the tournament continues", async || {
        count(&client).await > before
    })
    .await;

    // A second backup to the same file is rejected, and the file stays.
    let again = run(&["db", "backup", copy_path, "--db", copy_path]);
    again.failed(2, "the file exists");
}

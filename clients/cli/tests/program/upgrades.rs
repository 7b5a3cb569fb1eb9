//! Servers of one database that are replaced one by one while they play, after the next version has added to the tables.

use std::process::Stdio;
use std::time::{Duration, Instant};

use botwerk_client::{Client, proto};
use botwerk_test_postgres::{PostgresCluster, Sync};
use botwerk_tests::wait_for_events;

use crate::serve::{Server, start_match};
use crate::server_tournaments::create_tournament;
use crate::{command, run};

/// A migration of a later version, which only adds. It locks tables in the order in which all transactions do.
const ADDITION: &str = "SET LOCAL lock_timeout = '1s';
    ALTER TABLE servers ADD COLUMN added TEXT;
    ALTER TABLE tournaments ADD COLUMN added TEXT;
    ALTER TABLE matches ADD COLUMN added TEXT NOT NULL DEFAULT '';
    ALTER TABLE commits ADD COLUMN added INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE attempts ADD COLUMN added TEXT;
    CREATE TABLE added (key INTEGER);
    INSERT INTO refinery_schema_history VALUES (1000, 'added', '2027-01-01T00:00:00Z', '1')";

/// Maximum time without an event of a match: its server ends, and another one takes over.
const FAILOVER_LIMIT: Duration = Duration::from_secs(6);

fn server(database: &str, listen: &str) -> Server {
    let mut command = command(&["--json", "serve", "--listen", listen, "--db", database]);
    command.args(["--drain-secs", "0"]);
    Server::run(command.stderr(Stdio::null()))
}

/// Ends a server, and starts another one at its address.
async fn replace(mut server: Server, database: &str) -> Server {
    server.signal("-TERM");
    let database = database.to_owned();
    let replaced = tokio::task::spawn_blocking(move || {
        assert!(server.child.wait().unwrap().success());
        let address = std::mem::take(&mut server.address);
        self::server(&database, &address)
    });
    replaced.await.unwrap()
}

async fn create_load(client: &Client, cycles: u32) -> String {
    let text = format!(
        "name = \"load\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\ncycles = {cycles}\n\
         [[entrant]]\nplayer = \"greedy\"\n[[entrant]]\nplayer = \"random\"\n"
    );
    create_tournament(client, &text).await
}

/// Returns the longest time without an event of a match until it is over, as any of the servers reports.
async fn longest_pause(clients: Vec<Client>, name: String) -> Duration {
    let (mut longest, mut events, mut changed) = (Duration::ZERO, 0, Instant::now());
    loop {
        tokio::time::sleep(Duration::from_millis(10)).await;
        for client in &clients {
            let request = proto::GetMatchRequest { name: name.clone() };
            let Ok(found) = client.matches().get_match(request).await else {
                continue;
            };
            let found = found.into_inner().r#match.unwrap();
            if found.event_count > events {
                longest = longest.max(changed.elapsed());
                (events, changed) = (found.event_count, Instant::now());
            }
            if found.outcome.is_some() {
                return longest;
            }
        }
    }
}

/// Replaces both servers the given number of times.
async fn upgrade_under_load(rounds: usize, cycles: u32) {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let database = cluster.create_database();
    let mut servers = [(); 2].map(|()| Some(server(&database, "127.0.0.1:0")));
    let addresses = servers
        .each_ref()
        .map(|it| it.as_ref().unwrap().address.clone());
    let [first, second] = &addresses;
    let mut clients = Vec::new();
    for address in &addresses {
        clients.push(Client::connect(address).await.unwrap());
    }
    let cup = create_load(&clients[0], cycles).await;
    let name = database
        .trim_start_matches("postgres:///")
        .split('?')
        .next()
        .unwrap();
    cluster.run_sql(name, ADDITION);
    let mut longest = Duration::ZERO;
    for _ in 0..rounds {
        for (index, order) in [format!("{first},{second}"), format!("{second},{first}")]
            .iter()
            .enumerate()
        {
            let (played, bots) = start_match(order).await;
            wait_for_events(&clients[index], &played, 10).await;
            let pause = tokio::spawn(longest_pause(clients.clone(), played));
            let replaced = replace(servers[index].take().unwrap(), &database).await;
            servers[index] = Some(replaced);
            for bot in bots {
                let over = tokio::time::timeout(Duration::from_secs(60), bot).await;
                let over = over.expect("the match ends").unwrap();
                assert_eq!(over.state(), proto::MatchState::Over);
            }
            longest = longest.max(pause.await.unwrap());
        }
    }
    let client = Client::connect(second).await.unwrap();
    let tournament = botwerk_tests::poll_for("the end of the tournament", async || {
        let request = proto::GetTournamentRequest { name: cup.clone() };
        let found = client.tournaments().get_tournament(request).await.ok()?;
        let found = found.into_inner().tournament?;
        (found.state() == proto::TournamentState::Over).then_some(found)
    });
    assert_eq!(tournament.await.result_count, u64::from(2 * cycles));
    eprintln!("longest pause of a match: {longest:?}");
    assert!(longest < FAILOVER_LIMIT, "{longest:?}");
    let checked = run(&["--json", "db", "check", &database]).good_json();
    assert_eq!(checked[0]["is_valid"], true, "{checked:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_are_replaced_one_by_one_without_a_loss() {
    upgrade_under_load(1, 60).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; part of the nightly tests"]
async fn servers_are_replaced_again_and_again_without_a_loss() {
    upgrade_under_load(10, 600).await;
}

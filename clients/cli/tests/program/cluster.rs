//! Several servers on one PostgreSQL database, workers, and copies of databases: real processes that are killed,
//! suspended and continued.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_test_postgres::{PostgresCluster, Sync};
use botwerk_tests::{agent_seat, bearer, create_match, micro_robots, wait_for_events, wait_until};
use serde_json::Value;

use crate::serve::{Server, start_match};
use crate::server_tournaments::{create_tournament, get_tournament};
use crate::{command, run};

/// Starts a server on a database.
fn server(database: &str) -> Server {
    let mut command = command(&[
        "--json",
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--db",
        database,
    ]);
    command.args(["--lease-secs", "1", "--worker-lease-secs", "1"]);
    Server::run(command.stderr(Stdio::null()))
}

/// Starts two servers on a database of their own, or returns `None` where PostgreSQL is not installed.
fn two_servers() -> Option<(PostgresCluster, Server, Server)> {
    let cluster = PostgresCluster::start(Sync::Off)?;
    let database = cluster.create_database();
    let [first, second] = [(); 2].map(|()| server(&database));
    Some((cluster, first, second))
}

/// A worker; dropping it kills it.
struct Worker(Child);

impl Worker {
    fn start(servers: &str) -> Self {
        let mut command = command(&["worker", "--server", servers]);
        Self(
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        )
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the machine-readable reason of a rejected call.
fn reason(status: &tonic::Status) -> &'static str {
    match ClientError::from(status.clone()) {
        ClientError::Rejected { reason, .. } => reason.name(),
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_continues_at_the_other_server_when_its_own_is_killed() {
    let Some((_cluster, first, second)) = two_servers() else {
        return;
    };
    let addresses = format!("{},{}", first.address, second.address);
    let (name, bots) = start_match(&addresses).await;
    let client = Client::connect(&first.address).await.unwrap();
    wait_for_events(&client, &name, 10).await;
    drop(first);
    for bot in bots {
        let over = tokio::time::timeout(Duration::from_secs(40), bot).await;
        let over = over.expect("the match ends").unwrap();
        assert_eq!(over.state(), proto::MatchState::Over);
    }
    let client = Client::connect(&second.address).await.unwrap();
    let record = client.record(&name).await.unwrap();
    assert!(record.contains("\"places\""), "{record}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suspended_server_finds_its_matches_taken_over() {
    let Some((_cluster, first, second)) = two_servers() else {
        return;
    };
    let client = Client::connect(&first.address).await.unwrap();
    let seats = vec![botwerk_tests::open_seat(), agent_seat("random")];
    let created = create_match(&client, micro_robots(seats, &[])).await;
    // The other server names the owner.
    let other = Client::connect(&second.address).await.unwrap();
    let request = proto::AbortMatchRequest {
        r#match: created.name.clone(),
    };
    let status = bearer(&other, &created.owner)
        .matches()
        .abort_match(request.clone())
        .await
        .unwrap_err();
    assert_eq!(reason(&status), "WRONG_SERVER");
    assert!(
        status.message().contains(&first.address),
        "{}",
        status.message()
    );

    first.signal("-STOP");
    let is_taken_over = async || {
        let found = bearer(&other, &created.owner)
            .matches()
            .abort_match(request.clone())
            .await;
        found.is_ok()
    };
    wait_until("the takeover", is_taken_over).await;
    first.signal("-CONT");
    // It learns that its lease is lost, serves what has ended, and redirects clients of what has not.
    let seats = vec![botwerk_tests::open_seat(), agent_seat("random")];
    let created = create_match(&other, micro_robots(seats, &[])).await;
    let request = proto::AbortMatchRequest {
        r#match: created.name.clone(),
    };
    let redirects = async || {
        let aborted = bearer(&client, &created.owner)
            .matches()
            .abort_match(request.clone())
            .await;
        aborted.is_err_and(|status| reason(&status) == "WRONG_SERVER")
    };
    wait_until("the redirection", redirects).await;
    // It accepts matches of its own again.
    let seats = vec![botwerk_tests::open_seat(), agent_seat("random")];
    let accepts = async || {
        let new = micro_robots(seats.clone(), &[]);
        client.matches().create_match(new).await.is_ok()
    };
    wait_until("another match", accepts).await;
    let created = create_match(&client, micro_robots(seats, &[])).await;
    let request = proto::AbortMatchRequest {
        r#match: created.name.clone(),
    };
    bearer(&client, &created.owner)
        .matches()
        .abort_match(request)
        .await
        .unwrap();
}

/// Creates a tournament of the registered bot `guest` against an agent; returns its name.
async fn create_guest_cup(client: &Client) -> String {
    let text = "name = \"cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\ncycles = 1\n\
                [[entrant]]\nplayer = \"bot:guest\"\n[[entrant]]\nplayer = \"random\"\n";
    create_tournament(client, text).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn registered_bot_follows_its_tournament_to_another_server() {
    let Some((_cluster, first, second)) = two_servers() else {
        return;
    };
    let client = Client::connect(&first.address).await.unwrap();
    let other = Client::connect(&second.address).await.unwrap();
    let request = proto::RegisterBotRequest {
        name: "guest".into(),
        ..Default::default()
    };
    let registered = client.bots().register_bot(request).await.unwrap();
    let token = registered.into_inner().bot_token;
    let play_one_tournament = |server: String| {
        let mut bot = command(&["bot", "run", "random", "--once", "--server", &server]);
        bot.env("BOTWERK_BOT_TOKEN", &token).stdout(Stdio::null());
        tokio::task::spawn_blocking(move || bot.status().unwrap())
    };

    let cup = create_guest_cup(&client).await;
    let status = play_one_tournament(second.address.clone()).await.unwrap();
    assert!(status.success(), "{status}");
    let played = get_tournament(&client, &cup).await;
    assert_eq!(played.state(), proto::TournamentState::Over);

    // It stays where it has a tournament.
    let elsewhere = create_guest_cup(&client).await;
    let cup = create_guest_cup(&other).await;
    let status = play_one_tournament(second.address.clone()).await.unwrap();
    assert!(status.success(), "{status}");
    let played = get_tournament(&other, &cup).await;
    assert_eq!(played.state(), proto::TournamentState::Over);
    let waiting = get_tournament(&client, &elsewhere).await;
    assert_eq!(waiting.state(), proto::TournamentState::Running);
    assert_eq!(waiting.result_count, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournament_is_watched_at_the_server_that_directs_it_and_read_at_every_one() {
    let Some((_cluster, first, second)) = two_servers() else {
        return;
    };
    let client = Client::connect(&first.address).await.unwrap();
    let other = Client::connect(&second.address).await.unwrap();
    let request = proto::RegisterBotRequest {
        name: "guest".into(),
        ..Default::default()
    };
    client.bots().register_bot(request).await.unwrap();
    let cup = create_guest_cup(&client).await;
    let watch = async |client: &Client| {
        let request = proto::WatchTournamentRequest {
            name: cup.clone(),
            interval_nanos: 0,
        };
        let opened = client.tournaments().watch_tournament(request).await?;
        opened.into_inner().message().await
    };

    let watched = watch(&client).await.unwrap().unwrap();
    assert_eq!(watched.tournament.unwrap().name, cup);
    assert_eq!(reason(&watch(&other).await.unwrap_err()), "WRONG_SERVER");
    let elsewhere = run(&[
        "tournament",
        "show",
        "--watch",
        &cup,
        "--server",
        &second.address,
    ]);
    elsewhere.failed(2, &first.address);
    let read = get_tournament(&other, &cup).await;
    assert_eq!(read.state(), proto::TournamentState::Running);
    run(&["tournament", "show", &cup, "--server", &second.address]).good();

    let request = proto::CancelTournamentRequest { name: cup.clone() };
    client.organizer().cancel_tournament(request).await.unwrap();
    // What has ended has no owner.
    let is_watched = async || watch(&other).await.is_ok();
    wait_until("the end", is_watched).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn token_that_is_replaced_at_one_server_ends_its_stream_at_the_other() {
    let Some((_cluster, first, second)) = two_servers() else {
        return;
    };
    let client = Client::connect(&first.address).await.unwrap();
    let other = Client::connect(&second.address).await.unwrap();
    let request = proto::RegisterBotRequest {
        name: "guest".into(),
        ..Default::default()
    };
    let registered = client.bots().register_bot(request).await.unwrap();
    let former = registered.into_inner().bot_token;
    let connect = async |token: &str| {
        let request = proto::StreamInvitationsRequest {
            max_concurrent_matches: 0,
        };
        let opened = bearer(&other, token)
            .bots()
            .stream_invitations(request)
            .await
            .unwrap();
        let mut stream = opened.into_inner();
        stream.message().await.unwrap().unwrap();
        stream
    };
    let mut stream = connect(&former).await;
    let rotate = proto::RotateBotTokenRequest {
        bot: "bots/guest".into(),
        lifetime_secs: None,
    };
    let rotated = client.bots().rotate_bot_token(rotate).await.unwrap();
    let present = rotated.into_inner().bot_token;
    let ended = tokio::time::timeout(Duration::from_secs(10), stream.message()).await;
    let ended = ended.expect("the stream ends").unwrap_err();
    assert_eq!(reason(&ended), "BAD_TOKEN");
    let mut stream = connect(&present).await;
    let left = tokio::time::timeout(Duration::from_secs(3), stream.message()).await;
    assert!(
        left.is_err(),
        "the stream of the present token stays: {left:?}"
    );
}

#[test]
fn tournament_is_played_by_workers_and_the_program_lists_them() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("cup.db");
    let server = Server::start(&db, "127.0.0.1:0");
    let _workers = [
        Worker::start(&server.address),
        Worker::start(&server.address),
    ];
    let file = folder.path().join("cup.toml");
    let text = "name = \"cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\ncycles = 40\n\
                [[entrant]]\nplayer = \"greedy\"\n[[entrant]]\nplayer = \"random\"\n";
    std::fs::write(&file, text).unwrap();
    let start = Instant::now();
    let listed = || {
        run(&[
            "--json",
            "tournament",
            "show",
            "--view",
            "workers",
            "--server",
            &server.address,
        ])
        .good()
    };
    while listed().lines().count() < 2 {
        assert!(start.elapsed() < Duration::from_secs(20), "{}", listed());
    }
    let file = file.to_str().unwrap();
    let played = run(&[
        "--json",
        "tournament",
        "run",
        file,
        "--server",
        &server.address,
    ])
    .good();
    assert!(
        played.contains("\"results\":80") || played.contains("80"),
        "{played}"
    );
    let workers: Vec<Value> = listed()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let matches: Vec<u64> = workers
        .iter()
        .map(|worker| worker["matches"].as_u64().unwrap())
        .collect();
    assert_eq!(matches.iter().sum::<u64>(), 80, "{workers:?}");
    assert!(
        workers
            .iter()
            .all(|worker| worker["differing_matches"] == 0),
        "{workers:?}"
    );
    let text = run(&[
        "tournament",
        "show",
        "--view",
        "workers",
        "--server",
        &server.address,
    ])
    .good();
    assert!(text.contains("online"), "{text}");
}

#[test]
fn worker_needs_a_token_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("cup.db");
    let token = folder.path().join("token");
    std::fs::write(&token, "0123456789abcdef0123\n").unwrap();
    let mut serve = command(&["--json", "serve", "--listen", "127.0.0.1:0", "--db"]);
    serve.arg(&db).arg("--worker-token-file").arg(&token);
    serve.env("BOTWERK_ADMIN_TOKEN", "an-admin-token-of-length");
    let server = Server::run(serve.stderr(Stdio::null()));
    let rejected = run(&[
        "worker",
        "--log-level",
        "error",
        "--server",
        &server.address,
    ]);
    rejected.failed(2, "the worker token is missing");
    let mut worker = command(&[
        "worker",
        "--server",
        &server.address,
        "--exit-when-idle",
        "1",
    ]);
    let output = worker.arg("--token-file").arg(&token).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(stdout.contains("played 0 matches"), "{stdout}");
}

#[test]
fn file_is_copied_into_postgresql_and_back_unchanged() {
    let Some(cluster) = PostgresCluster::start(Sync::Off) else {
        return;
    };
    let database = cluster.create_database();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, back) = (path("cup.db"), path("back.db"));
    let cup = path("cup.toml");
    let text = "name = \"cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\ncycles = 5\n\
                [[entrant]]\nplayer = \"greedy\"\n[[entrant]]\nplayer = \"random\"\n";
    std::fs::write(&cup, text).unwrap();
    run(&["tournament", "run", &cup, "--db", &file]).good();
    run(&["db", "migrate", &database]).good();
    let copied = run(&["--json", "db", "copy", &file, &database]).good();
    let copied: Value = serde_json::from_str(&copied).unwrap();
    assert_eq!(copied["rows"]["matches"], 10, "{copied}");
    assert_eq!(copied["rows"]["attempts"], 10, "{copied}");
    run(&["db", "copy", &file, &database]).failed(2, "not empty");
    run(&["db", "copy", &database, &file]).failed(2, "the file exists");
    // A server shows the tournament as before, and new matches have new keys.
    {
        let server = server(&database);
        let standings = |source: &[&str]| {
            let arguments = [&["--json", "tournament", "show"][..], source].concat();
            run(&arguments).good()
        };
        assert_eq!(
            standings(&["--server", &server.address]),
            standings(&["--db", &file])
        );
        run(&["db", "copy", &database, &path("other.db")]).failed(2, "stop all servers");
        // It is checked and exported in place, while the server uses it.
        let [of_file, in_place] = [&file, &database].map(|db| {
            let out = path("records");
            let checked = run(&["--json", "db", "check", db]).good();
            let checked: Value = serde_json::from_str(&checked).unwrap();
            assert_eq!(checked["is_valid"], true, "{checked}");
            run(&["db", "export", db, "--out", &out]).good();
            let table = std::fs::read_to_string(Path::new(&out).join("matches.jsonl")).unwrap();
            std::fs::remove_dir_all(&out).unwrap();
            (checked["events"].clone(), checked["choices"].clone(), table)
        });
        assert_eq!(of_file.2.lines().count(), 10);
        assert_eq!(in_place, of_file);
        run(&[
            "tournament",
            "run",
            &cup,
            "--server",
            &server.address,
            "--new",
        ])
        .good();
    }
    let second = cluster.create_database();
    run(&["db", "copy", &file, &second]).good();
    run(&["db", "copy", &second, &back]).good();
    run(&["db", "check", &back]).good();
    let dump = |file: &str| {
        let connection = rusqlite::Connection::open(file).unwrap();
        let mut dump = Vec::new();
        for table in ["matches", "commits", "tournaments", "attempts"] {
            let mut rows = connection
                .prepare(&format!("SELECT * FROM {table}"))
                .unwrap();
            let width = rows.column_count();
            let rows = rows.query_map([], |row| {
                let column = |index| format!("{:?}", row.get_ref(index).unwrap());
                Ok((0..width).map(column).collect::<Vec<_>>())
            });
            let mut rows: Vec<_> = rows.unwrap().map(Result::unwrap).collect();
            rows.sort();
            dump.push(rows);
        }
        dump
    };
    assert_eq!(dump(&file), dump(&back));
    // Faults are found in place as well.
    let name = second.trim_start_matches("postgres:///").split('?').next();
    let sql = "DELETE FROM matches WHERE key = (SELECT min(key) FROM matches)";
    cluster.run_sql(name.unwrap(), sql);
    let checked = run(&["db", "check", &second]);
    let fault = "references of attempts to missing matches: 1";
    assert!(checked.stdout.contains(fault), "{}", checked.stdout);
    assert_eq!(checked.code, 1);
}

#[test]
fn unusable_databases_are_refused_with_a_remedy() {
    let unreachable = "postgres://botwerk:secret@127.0.0.1:1/botwerk";
    let refused = Command::new(env!("CARGO_BIN_EXE_botwerk"))
        .args(["serve", "--listen", "127.0.0.1:0", "--db", unreachable])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success());
    assert!(
        errors.contains("start the database, or correct `db`"),
        "{errors}"
    );
    assert!(!errors.contains("secret"), "{errors}");
}

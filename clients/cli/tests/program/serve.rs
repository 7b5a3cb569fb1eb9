//! `serve`: started, used, stopped and killed as a program of its own.

use botwerk_engine::GameType;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use botwerk_agents::verify;
use botwerk_client::{AgentPlayer, Client, play_seat, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::Record;
use botwerk_tests::wait_for_events;
#[cfg(unix)]
use botwerk_tests::{
    SeatStream, create_match, http_get, micro_robots, open_seat, rejection_reason, solve_race,
    verify_record,
};
use tokio::task::JoinHandle;

use crate::{command, run};

/// A running server; dropping it kills it.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(db: &Path, listen: &str) -> Self {
        let db = db.to_str().unwrap();
        let mut command = command(&["--json", "serve", "--db", db, "--listen", listen]);
        // Nobody reads it, and a full pipe would stop the server.
        Self::run(command.stderr(Stdio::null()))
    }

    /// Starts a command that serves and says so in JSON.
    pub(super) fn run(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let stdout: serde_json::Value = serde_json::from_str(&line).unwrap();
        let address = stdout["listening"].as_str().unwrap().to_owned();
        Self { child, address }
    }

    /// Sends a signal, such as `-HUP`.
    pub(super) fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(status.success());
    }

    /// Ends the server as kill -9 does.
    fn kill(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::mem::take(&mut self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the command of a server that writes its log as JSON to a file.
pub(super) fn logging_server(db: &Path, log: &Path) -> Command {
    let db = db.to_str().unwrap();
    let listen = "127.0.0.1:0";
    let mut command = command(&[
        "--json", "serve", "--log", "json", "--listen", listen, "--db", db,
    ]);
    command.stderr(std::fs::File::create(log).unwrap());
    command
}

/// Makes a long match by the clock and starts a bot on each seat.
pub(crate) async fn start_match(address: &str) -> (String, Vec<JoinHandle<proto::MatchOver>>) {
    let client = Client::connect(address).await.unwrap();
    let option = |name: &str, value: &str| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    let request = proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "micro-robots".into(),
            options: vec![option("chips_to_win", "12"), option("race_limit", "2s")],
            seats: 2,
        }),
        seats: vec![proto::SeatSetup::default(); 2],
        seed: "kill".into(),
        ..Default::default()
    };
    let made = client
        .matches()
        .create_match(request)
        .await
        .unwrap()
        .into_inner();
    let name = made.r#match.unwrap().name;
    let bots = made.seat_tokens.into_iter().map(|token| {
        let (client, name) = (client.clone(), name.clone());
        tokio::spawn(async move {
            let spec = "human:distribution=uniform,mean=30ms,error=20";
            let player = AgentPlayer::new(MicroRobots::ID, spec).unwrap();
            play_seat(&client, &name, &token.token, player)
                .await
                .unwrap()
        })
    });
    let bots = bots.collect();
    (name, bots)
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_for_which_the_server_is_stopped_is_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("matches.db"), "127.0.0.1:0");
    let client = Client::connect(&server.address).await.unwrap();
    let request = proto::CreateMatchRequest {
        time_control: Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnNanos(1_000_000_000)),
            lag_cap_nanos: Some(0),
        }),
        ..micro_robots(vec![open_seat(), open_seat()], &[("chips_to_win", "1")])
    };
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    let solution = solve_race(race.view.as_ref().unwrap());
    first.submit(&race, &solution.say()).await;
    first.accepted().await;
    let show = first.request().await;
    server.signal("-STOP");
    // More than the limit of the turn: a test of time.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    server.signal("-CONT");
    // The server answers, so it would have flagged the seat.
    assert_eq!(http_get(&server.address, "/healthz", None).await.0, 200);
    first.submit(&show, &solution.show()).await;
    let accepted = first.accepted().await;
    assert!(accepted.charged_nanos < 1_000_000_000, "{accepted:?}");
    first.over().await;
    let (record, _) = verify_record(&client, &created.name).await;
    let mut events = record.events.iter();
    let stalled = events.find_map(|event| event.stalled_nanos).unwrap();
    assert!(stalled > 1_200_000_000, "{stalled}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_database_suspends_all_matches_until_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = Server::start(&db, "127.0.0.1:0");
    let client = Client::connect(&server.address).await.unwrap();
    let request = micro_robots(vec![open_seat(), open_seat()], &[("race_limit", "600s")]);
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    let aside = folder.path().join("aside.db");
    std::fs::rename(&db, &aside).unwrap();
    // Nobody submits anything.
    first.wait_for_state(proto::MatchState::Suspended).await;
    let (status, _) = http_get(&server.address, "/healthz", None).await;
    assert_eq!(status, 503);
    first.submit(&race, "pass").await;
    assert_eq!(
        rejection_reason(&first.rejected().await),
        "STORE_UNAVAILABLE"
    );
    std::fs::rename(&aside, &db).unwrap();
    first.wait_for_state(proto::MatchState::Running).await;
    let race = first.request().await;
    first.submit(&race, "pass").await;
    first.accepted().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_server_resumes_without_losses() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let mut server = Server::start(&db, "127.0.0.1:0");
    let (name, bots) = start_match(&server.address).await;
    let client = Client::connect(&server.address).await.unwrap();
    let mut events = 0;
    for _ in 0..3 {
        events = wait_for_events(&client, &name, events + 10).await;
        let address = server.kill();
        server = Server::start(&db, &address);
    }
    let mut ends = Vec::new();
    for bot in bots {
        let bot = tokio::time::timeout(Duration::from_secs(60), bot);
        ends.push(bot.await.expect("the match ends").unwrap());
    }
    assert_eq!(ends[0].outcome, ends[1].outcome);
    let record = Record::from_text(&client.record(&name).await.unwrap()).unwrap();
    verify::<MicroRobots>(&record).unwrap();
    assert!(record.events.len() > 50, "{} events", record.events.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopped_server_exits_cleanly_and_releases_its_database() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let mut server = Server::start(&db, "127.0.0.1:0");
    let (name, bots) = start_match(&server.address).await;
    let client = Client::connect(&server.address).await.unwrap();
    wait_for_events(&client, &name, 1).await;
    server.signal("-TERM");
    let ended = tokio::task::spawn_blocking(move || {
        let status = server.child.wait().unwrap();
        (status, std::mem::take(&mut server.address))
    });
    let ended = tokio::time::timeout(Duration::from_secs(30), ended);
    let (status, address) = ended.await.expect("the server ends in time").unwrap();
    assert!(status.success(), "{status}");
    // A new server on the same database takes up what has not ended.
    let _server = Server::start(&db, &address);
    for bot in bots {
        bot.await.unwrap();
    }
}

#[test]
fn flag_overrides_variable_which_overrides_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("botwerk.toml");
    std::fs::write(&path, "db = ':memory:'\nlisten = '127.0.0.2:0'\n").unwrap();
    let path = path.to_str().unwrap();
    let serve = |variable: Option<&str>, flags: &[&str]| {
        let mut command = command(&[&["--json", "serve", "--config", path], flags].concat());
        command.current_dir(folder.path()).stderr(Stdio::null());
        command.envs(variable.map(|listen| ("BOTWERK_LISTEN", listen)));
        Server::run(&mut command).address.clone()
    };
    let from_file = serve(None, &[]);
    assert!(from_file.starts_with("127.0.0.2:"), "{from_file}");
    let from_variable = serve(Some("127.0.0.3:0"), &[]);
    assert!(from_variable.starts_with("127.0.0.3:"), "{from_variable}");
    let from_flag = serve(Some("127.0.0.3:0"), &["--listen", "127.0.0.4:0"]);
    assert!(from_flag.starts_with("127.0.0.4:"), "{from_flag}");
    assert!(!folder.path().join("botwerk.db").exists());
}

#[test]
fn invalid_use_is_rejected_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let refused = |arguments: &[&str], part: &str| {
        let run = run(&[&["serve", "--db", db.to_str().unwrap()], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(
            run.stderr.contains(part),
            "{part} is missing in: {}",
            run.stderr
        );
    };
    refused(&["--listen", "0.0.0.0:0"], "--allow-unauthenticated");
    refused(&["--listen", "nowhere"], "invalid socket address");
    refused(&["--config", "/no/such/file.toml"], "No such file");
    let file = folder.path().join("botwerk.toml");
    std::fs::write(&file, "drain = 1\n").unwrap();
    refused(&["--config", file.to_str().unwrap()], "is `drain_secs`");
    let first = Server::start(&db, "127.0.0.1:0");
    refused(&["--listen", "127.0.0.1:0"], "open in another server");
    let other = folder.path().join("other.db");
    let taken = run(&[
        "serve",
        "--db",
        other.to_str().unwrap(),
        "--listen",
        &first.address,
    ]);
    assert_eq!(taken.code, 2);
    assert!(taken.stderr.contains("free address"), "{}", taken.stderr);
}

#[test]
fn errors_of_the_configuration_name_the_field() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(at("text"), "nothing").unwrap();
    let file = at("botwerk.toml");
    for (text, field) in [
        ("io_threads = 0", "io_threads: "),
        ("listen = 'nowhere'", "listen: "),
        ("cors_origins = ['x']", "cors_origins: "),
        ("log = 'loud'", "log: "),
        ("log_level = 'loud'", "log_level: "),
        ("admin_token = 'short'", "admin_token: "),
        ("db = '/nowhere/x.db'\nlisten = '127.0.0.1:0'", "db: "),
        ("admin_token_file = '/nowhere/token'", "admin_token_file: "),
        ("tls_cert = 'text'\ntls_key = 'text'", "tls_cert: "),
    ] {
        std::fs::write(&file, text).unwrap();
        let mut command = command(&["serve", "--config", &file]);
        let output = command.current_dir(folder.path()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}: {stderr}");
        assert!(stderr.contains(field), "{field} is missing in: {stderr}");
    }
    let taken = Server::start(Path::new(":memory:"), "127.0.0.1:0");
    let listen = ["serve", "--db", ":memory:", "--listen", &taken.address];
    run(&listen).failed(2, "listen: 127.0.0.1:");
}

#[test]
fn first_start_logs_nothing_of_libraries_and_memory_is_called_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (log, db) = (folder.path().join("log"), folder.path().join("first.db"));
    let mut server = Server::run(&mut logging_server(&db, &log));
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
    for line in std::fs::read_to_string(&log).unwrap().lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let target = line["target"].as_str().unwrap();
        assert!(target.starts_with("botwerk"), "{line}");
    }
    // A match in progress ends with a server that has it in memory only.
    let (runtime, log) = (
        tokio::runtime::Runtime::new().unwrap(),
        folder.path().join("log2"),
    );
    let mut command = logging_server(Path::new(":memory:"), &log);
    let mut server = Server::run(command.args(["--drain-secs", "0"]));
    let bots = runtime.block_on(async {
        let (name, bots) = start_match(&server.address).await;
        let client = Client::connect(&server.address).await.unwrap();
        wait_for_events(&client, &name, 1).await;
        bots
    });
    server.signal("-TERM");
    assert!(server.child.wait().unwrap().success());
    bots.iter().for_each(JoinHandle::abort);
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(
        log.contains("they end with the server") && !log.contains("next start"),
        "{log}"
    );
}

#[test]
fn watch_reports_an_unreachable_server() {
    let run = run(&["watch", "--server", "127.0.0.1:1"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("botwerk serve"), "{}", run.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn undecodable_requests_are_not_logged_as_faults_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let (log, db) = (folder.path().join("log"), folder.path().join("matches.db"));
    let server = Server::run(&mut logging_server(&db, &log));
    let url = format!("http://{}", server.address);
    let channel = tonic::transport::Endpoint::from_shared(url).unwrap();
    let mut grpc = tonic::client::Grpc::new(channel.connect().await.unwrap());
    for method in [
        "RulesService/ApplyActions",
        "MatchService/CreateMatch",
        "MatchService/Play",
    ] {
        for _ in 0..20 {
            grpc.ready().await.unwrap();
            let path = format!("/botwerk.v1.{method}").parse().unwrap();
            // A field of an unknown wire type.
            let requests = tonic::Request::new(tokio_stream::iter([vec![0x0f]]));
            let answer = grpc.streaming(requests, path, botwerk_tests::Bytes).await;
            let status = match answer {
                Err(status) => status,
                Ok(answer) => answer.into_inner().message().await.unwrap_err(),
            };
            assert_eq!(status.code(), tonic::Code::InvalidArgument, "{method}");
        }
    }
    let (_, metrics) = botwerk_tests::http_get(&server.address, "/metrics", None).await;
    assert!(
        metrics.contains("botwerk_undecodable_requests_total 60"),
        "{metrics}"
    );
    drop(server);
    let log = std::fs::read_to_string(&log).unwrap();
    // A machine that stalls the process is logged, too.
    let logged = |line: &&str| !line.contains("botwerk_service::process_clock");
    let mut lines = log.lines().filter(logged);
    assert!(
        !lines.any(|line| line.contains("ERROR") || line.contains("WARN")),
        "{log}"
    );
}

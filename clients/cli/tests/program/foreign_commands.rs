//! Commands that a server or a database names: they are started only if the user's own tournament file has
//! them, or with permission.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use botwerk_client::proto;
use botwerk_engine::RootSeed;
use botwerk_tests::{TestServer, json_lines, wait_until_blocking};
use botwerk_tournament::configuration::parse_file;
use botwerk_tournament_wire::setup_message;

use crate::interrupt::{interrupt, wait_for_handler};
use crate::server_tournaments::create_tournament;
use crate::stdio::processes;
use crate::{command, run};

/// The text of a tournament file with a bot that creates `marker` and stays offline.
fn tournament_text(marker: &Path) -> String {
    let script = format!("touch {}; sleep 600", marker.display());
    format!(
        "name = \"a cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\n[[entrant]]\nplayer = \"random\"\n\
         [[entrant]]\nname = \"mine\"\nplayer = \"grpc:sh -c '{script}'\"\n"
    )
}

/// A user's tournament file, and the command that a server names instead of the user's.
struct Case {
    _folder: tempfile::TempDir,
    file: String,
    text: String,
    /// Created by the command of the file.
    own_marker: PathBuf,
    /// Created by the command of the server.
    foreign_marker: PathBuf,
}

impl Case {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [own_marker, foreign_marker] = ["own", "foreign"].map(|name| folder.path().join(name));
        let (file, text) = (folder.path().join("cup.toml"), tournament_text(&own_marker));
        fs::write(&file, &text).unwrap();
        Self {
            file: file.to_str().unwrap().to_owned(),
            _folder: folder,
            text,
            own_marker,
            foreign_marker,
        }
    }

    /// Creates the tournament that `tournament run` would create from the file, but with another
    /// command. Returns its name.
    async fn create_with_foreign_command(&self, server: &TestServer) -> String {
        let foreign = tournament_text(&self.foreign_marker);
        self.create(server, &foreign).await
    }

    async fn create(&self, server: &TestServer, text: &str) -> String {
        let configuration = parse_file(text).unwrap().configuration;
        let identity = format!("{}\0\0", self.text);
        let request = proto::CreateTournamentRequest {
            request_id: RootSeed::from_text(&identity).to_hex(),
            setup: Some(setup_message(&configuration)),
            ..Default::default()
        };
        let client = server.client().await;
        let created = client.organizer().create_tournament(request).await;
        created.unwrap().into_inner().tournament.unwrap().name
    }

    fn assert_nothing_started(&self) {
        for marker in [&self.own_marker, &self.foreign_marker] {
            // A command that was started is still running, or has created it.
            assert_eq!(processes(marker.to_str().unwrap()), [""; 0]);
            assert!(!marker.exists());
        }
    }
}

/// Runs a command until a bot has created the marker, and returns the JSON lines printed.
fn run_until_started(arguments: &[&str], marker: &Path) -> Vec<serde_json::Value> {
    let arguments = [&["--json"][..], arguments].concat();
    // The logs of bots go there if the tournament is on another server.
    let folder = marker.parent().unwrap();
    let mut command = command(&arguments);
    let child = command
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_blocking("the bot has started", || marker.exists());
    wait_for_handler(&child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    json_lines(&String::from_utf8(output.stdout).unwrap())
}

/// Asserts that the command of an entrant was printed first, and how to resume the tournament last.
fn assert_printed(lines: &[serde_json::Value], marker: &Path, confirmation: &str) {
    let starting = &lines[0]["starting"];
    assert_eq!(starting["entrant"], "mine");
    let player = starting["player"].as_str().unwrap();
    let start = format!("grpc:sh -c 'touch {};", marker.display());
    assert!(player.starts_with(&start), "{player}");
    let resume = lines.last().unwrap()["resume"].as_str().unwrap();
    assert!(resume.contains(confirmation), "{resume}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn run_starts_nothing_if_its_request_created_another_tournament_before() {
    let server = TestServer::in_memory().await;
    let case = Case::new();
    case.create_with_foreign_command(&server).await;
    let address = server.address();
    let refused = run(&["tournament", "run", &case.file, "--server", &address]);
    refused.failed(2, "was created by this file and has changed");
    case.assert_nothing_started();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resume_starts_no_command_of_a_server_without_permission() {
    let server = TestServer::in_memory().await;
    let case = Case::new();
    let name = case.create_with_foreign_command(&server).await;
    let client = server.client().await;
    let pause = proto::PauseTournamentRequest { name: name.clone() };
    client.organizer().pause_tournament(pause).await.unwrap();
    let address = server.address();
    let resume = ["tournament", "resume", &name, "--server", &address];
    run(&resume).failed(2, "--allow-commands-from-server");
    let with_file = [&resume[..], &["--file", &case.file]].concat();
    run(&with_file).failed(2, "entrant mine: ");
    case.assert_nothing_started();
    // What is refused is not resumed either.
    let get = proto::GetTournamentRequest { name: name.clone() };
    let found = client.tournaments().get_tournament(get).await.unwrap();
    let found = found.into_inner().tournament.unwrap();
    assert_eq!(found.state(), proto::TournamentState::Paused);
    let allowed = [&resume[..], &["--allow-commands-from-server"]].concat();
    let lines = run_until_started(&allowed, &case.foreign_marker);
    assert_printed(&lines, &case.foreign_marker, "--allow-commands-from-server");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resume_starts_the_commands_of_the_users_file() {
    let server = TestServer::in_memory().await;
    let case = Case::new();
    let name = case.create(&server, &case.text).await;
    let address = server.address();
    let file = ["--file", &case.file];
    let resume = ["tournament", "resume", &name, "--server", &address];
    let lines = run_until_started(&[&resume[..], &file].concat(), &case.own_marker);
    assert_printed(&lines, &case.own_marker, &file.join(" "));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_shows_no_command_to_strangers_and_resume_says_so() {
    let server = TestServer::start(botwerk_service::Config {
        admin_token: Some("an-admin-token-of-a-test".parse().unwrap()),
        ..botwerk_tests::in_memory()
    })
    .await;
    let access = botwerk_client::ConnectOptions {
        admin_token: Some("an-admin-token-of-a-test".into()),
        ca: None,
    };
    let client = botwerk_client::Client::connect_with(&server.address(), &access).await;
    let case = Case::new();
    let name = create_tournament(&client.unwrap(), &case.text).await;
    let address = server.address();
    let resume = ["tournament", "resume", &name, "--server", &address];
    let with_file = [&resume[..], &["--file", &case.file]].concat();
    run(&with_file).failed(2, "set BOTWERK_ADMIN_TOKEN");
    case.assert_nothing_started();
}

#[test]
fn commands_of_a_database_need_the_file_or_permission() {
    let case = Case::new();
    let lines = run_until_started(&["tournament", "run", &case.file], &case.own_marker);
    assert_printed(&lines, &case.own_marker, "tournament run");
    fs::remove_file(&case.own_marker).unwrap();
    let db = Path::new(&case.file).with_extension("db");
    let resume = ["tournament", "resume", "--db", db.to_str().unwrap()];
    run(&resume).failed(2, "--allow-commands-from-server");
    case.assert_nothing_started();
    // Only the commands have to be in the file.
    let changed = case.text.replace("\"a cup\"", "\"another name\"") + "# more\n";
    fs::write(&case.file, changed).unwrap();
    for confirmation in [
        &["--file", &case.file][..],
        &["--allow-commands-from-server"],
    ] {
        let lines = run_until_started(&[&resume[..], confirmation].concat(), &case.own_marker);
        assert_printed(&lines, &case.own_marker, &confirmation.join(" "));
        fs::remove_file(&case.own_marker).unwrap();
    }
}

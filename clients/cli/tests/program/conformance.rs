//! `vectors` and `conformance`: the vectors in the repository, servers that answer them, and what is found in those
//! that do not.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use botwerk_cli::{CheckedState, MatchStates, ServerControl};
use botwerk_client::Client;
use botwerk_engine::GameId;
use botwerk_service::Config;
use botwerk_tests::{Run, TestServer, in_memory, json_lines};
use serde_json::{Value, json};

use crate::{command, run};

/// The document with the table of states and requests.
const DOCUMENT: &str = include_str!("../../../../service/MATCHES.md");

/// Maximum size of all vectors together, in bytes.
const MAX_BYTES: usize = 5_000_000;

/// Minimum number of vectors of a game.
const MIN_VECTORS: usize = 2000;

fn repository_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors")
}

/// Returns the names of the files with vectors of games.
fn game_files() -> Vec<String> {
    let names = GameId::ALL.iter().map(|game| format!("{game}.jsonl"));
    names.collect()
}

fn text_of(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn vectors_are_those_in_the_repository() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let written = run(&["--json", "vectors", "--out", out]).good_json();
    let names = game_files();
    assert_eq!(written.len(), names.len() + 1);
    let mut bytes = 0;
    for name in names
        .iter()
        .map(String::as_str)
        .chain(["match-states.jsonl"])
    {
        let (new, kept) = (
            text_of(folder.path(), name),
            text_of(&repository_folder(), name),
        );
        let first = new
            .lines()
            .zip(kept.lines())
            .position(|(new, kept)| new != kept);
        assert!(
            new == kept,
            "tests/vectors/{name} is frozen, and line {} differs: the rules have changed, so the game needs a new \
             ruleset version; then write the files again with `botwerk vectors --out tests/vectors` and say so in \
             CHANGELOG.md under Stability",
            first.map_or(kept.lines().count(), |line| line + 1)
        );
        bytes += kept.len();
    }
    for name in &names {
        assert!(
            text_of(&repository_folder(), name).lines().count() > MIN_VECTORS,
            "{name}"
        );
    }
    assert!(bytes <= MAX_BYTES, "{bytes}");
}

/// A server in this process, while a program talks to it.
struct RunningServer {
    runtime: tokio::runtime::Runtime,
    server: TestServer,
}

impl RunningServer {
    fn start() -> Self {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let config = Config {
            join_limit_secs: 1,
            ..in_memory()
        };
        let server = runtime.block_on(TestServer::start(config));
        Self { runtime, server }
    }

    fn check(&self, arguments: &[&str]) -> Run {
        let address = self.server.address();
        let always = ["--json", "conformance", "--server", &address];
        run(&[&always, arguments].concat())
    }

    fn stop(self) {
        self.runtime.block_on(self.server.stop());
    }
}

/// Returns the last line, which sums up.
fn summary(run: &Run) -> Value {
    json_lines(&run.stdout).pop().unwrap()
}

#[test]
fn server_answers_all_vectors() {
    let server = RunningServer::start();
    let folder = repository_folder();
    let run = server.check(&["--vectors", folder.to_str().unwrap()]);
    let sum = summary(&run);
    assert_eq!(
        (run.code, &sum["differing"]),
        (0, &json!(0)),
        "{}",
        run.stdout
    );
    let files = game_files();
    let lines = files
        .iter()
        .map(|name| text_of(&folder, name).lines().count() - 1);
    // Eight of the ten states of matches need no control over the server.
    let played = lines.sum::<usize>() + 8 * 13;
    assert_eq!(sum["vectors"], played, "{}", run.stdout);
    assert_eq!(sum["not_checked"], json!([]));
    let omitted: Vec<_> = sum["omitted"].as_array().unwrap().iter().collect();
    assert_eq!(omitted.len(), 2, "{omitted:?}");
    server.stop();
}

/// A folder with some vectors of one game, which may be altered.
struct AlteredFolder {
    folder: tempfile::TempDir,
    lines: Vec<Value>,
}

impl AlteredFolder {
    /// Takes the first vectors of each kind, accepted and rejected.
    fn new() -> Self {
        let text = text_of(&repository_folder(), "netzwerk.jsonl");
        let mut lines: Vec<Value> = Vec::new();
        for line in json_lines(&text) {
            let key = |line: &Value| (line["kind"].clone(), line["expect"]["error"].is_null());
            let alike = lines.iter().filter(|other| key(other) == key(&line));
            if alike.count() < 3 {
                lines.push(line);
            }
        }
        lines[0]["vectors"] = json!(lines.len() - 1);
        Self {
            folder: tempfile::tempdir().unwrap(),
            lines,
        }
    }

    /// Changes the first vector for which `change` returns `true`, and returns its number of line.
    fn alter(&mut self, change: impl Fn(&mut Value) -> bool) -> usize {
        let index = self.lines.iter_mut().position(change);
        index.expect("such a vector") + 1
    }

    fn check(&self, server: &RunningServer) -> Run {
        let lines: Vec<_> = self.lines.iter().map(Value::to_string).collect();
        let path = self.folder.path().join("netzwerk.jsonl");
        fs::write(path, lines.join("\n") + "\n").unwrap();
        let folder = self.folder.path().to_str().unwrap();
        let rules = ["--game", "netzwerk", "--only", "rules"];
        server.check(&[&["--vectors", folder][..], &rules].concat())
    }
}

#[test]
fn altered_vectors_are_found_and_named() {
    let server = RunningServer::start();
    assert_eq!(AlteredFolder::new().check(&server).code, 0);
    let mut altered = AlteredFolder::new();
    let hash = altered.alter(|line| {
        let is_position = line["kind"] == "position" && line["expect"]["hash"].is_string();
        if is_position {
            line["expect"]["hash"] = json!("0123456789abcdef");
        }
        is_position
    });
    let legal = altered.alter(|line| {
        // An index would add the field.
        let actions = line.pointer_mut("/expect/actions");
        let actions = actions.and_then(Value::as_array_mut);
        let is_long = actions.as_ref().is_some_and(|actions| actions.len() > 1);
        if is_long {
            actions.unwrap().remove(0);
        }
        is_long
    });
    let reason = altered.alter(|line| {
        let is_illegal = line["expect"]["error"] == "ILLEGAL_ACTION";
        if is_illegal {
            line["expect"]["error"] = json!("MATCH_OVER");
        }
        is_illegal
    });
    let accepted = altered.alter(|line| {
        let is_rejected = line["expect"]["error"] == "BAD_POSITION";
        if is_rejected {
            line["expect"] = json!({"hash": "0123456789abcdef"});
        }
        is_rejected
    });
    let run = altered.check(&server);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let lines = json_lines(&run.stdout);
    let found: Vec<_> = lines
        .iter()
        .filter_map(|line| line.get("difference"))
        .map(|difference| {
            let text = |name: &str| difference[name].as_str().unwrap().to_owned();
            let line: usize = text("place").rsplit_once(':').unwrap().1.parse().unwrap();
            (line, text("field"), text("expected"))
        })
        .collect();
    let mut lines_found: Vec<_> = found.iter().map(|(line, ..)| *line).collect();
    lines_found.sort_unstable();
    lines_found.dedup();
    let mut expected = vec![hash, legal, reason, accepted];
    expected.sort_unstable();
    assert_eq!(lines_found, expected, "{found:?}");
    let has = |line: usize, field: &str, text: &str| {
        let mut all = found.iter();
        all.any(|(l, f, e)| (*l, &**f) == (line, field) && e.contains(text))
    };
    assert!(has(hash, "hash", "0123456789abcdef"), "{found:?}");
    assert!(has(legal, "actions", "items without it"), "{found:?}");
    assert!(has(reason, "error", "MATCH_OVER"), "{found:?}");
    assert!(has(accepted, "error", "an answer"), "{found:?}");
    assert_eq!(summary(&run)["differing"], 4);
    server.stop();
}

#[test]
fn other_ruleset_and_unknown_game_are_not_checked_and_fail() {
    let server = RunningServer::start();
    let mut altered = AlteredFolder::new();
    altered.lines[0]["ruleset_sha256"] = json!("0".repeat(64));
    let run = altered.check(&server);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let reason = &summary(&run)["not_checked"][0];
    assert_eq!(reason["name"], "netzwerk");
    assert!(
        reason["reason"]
            .as_str()
            .unwrap()
            .contains("another ruleset"),
        "{reason}"
    );
    server.stop();
}

#[test]
fn unusable_vectors_and_servers_are_named() {
    let folder = repository_folder();
    let folder = folder.to_str().unwrap();
    let unreachable = [
        "conformance",
        "--server",
        "127.0.0.1:1",
        "--vectors",
        folder,
    ];
    run(&unreachable).failed(2, "127.0.0.1:1");
    let wrong = tempfile::tempdir().unwrap();
    let path = wrong.path().to_str().unwrap();
    let rules = [
        "conformance",
        "--vectors",
        path,
        "--only",
        "rules",
        "--game",
        "netzwerk",
    ];
    run(&rules).failed(2, "botwerk vectors --out DIR");
    run(&["conformance", "--vectors", path]).failed(2, "match-states.jsonl");
    let file = wrong.path().join("netzwerk.jsonl");
    for (text, message) in [
        ("", "netzwerk.jsonl:1: expected a header"),
        ("[]\n", "netzwerk.jsonl:1: expected a header"),
        (
            "{\"kind\":\"header\",\"format\":2,\"game\":\"netzwerk\",\"ruleset_sha256\":\"\",\"seed\":\"\",\"vectors\":0}\n",
            "format 1",
        ),
        (
            "{\"kind\":\"header\",\"format\":1,\"game\":\"droids\",\"ruleset_sha256\":\"\",\"seed\":\"\",\"vectors\":0}\n",
            "expected vectors of netzwerk, found droids",
        ),
        (
            "{\"kind\":\"header\",\"format\":1,\"game\":\"netzwerk\",\"ruleset_sha256\":\"\",\"seed\":\"\",\"vectors\":2}\n{\"kind\":\"dance\"}\n",
            "netzwerk.jsonl:2: expected a vector",
        ),
        (
            "{\"kind\":\"header\",\"format\":1,\"game\":\"netzwerk\",\"ruleset_sha256\":\"\",\"seed\":\"\",\"vectors\":2}\n",
            "expected 2 vectors, found 0",
        ),
    ] {
        fs::write(&file, text).unwrap();
        run(&rules).failed(2, message);
    }
    let unwritable = file.to_str().unwrap();
    run(&["vectors", "--out", unwritable]).failed(2, "cannot access");
    let unknown = run(&["vectors", "--game", "chess", "--out", path]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("unknown game `chess`"),
        "{}",
        unknown.stderr
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_check() {
    let server = RunningServer::start();
    let address = server.server.address();
    let mut child = command(&["conformance", "--server", &address])
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(2), "{status:?}");
    server.stop();
}

/// Returns the rows of the table in the document: the state, and each request with its answer.
fn documented_rows() -> Vec<(String, Vec<(String, String)>)> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = DOCUMENT
        .lines()
        .skip_while(|line| !line.starts_with("| state |"));
    let requests = cells(lines.next().unwrap());
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|line| {
        let answers = cells(line);
        let pairs = requests.iter().cloned().zip(answers.clone()).skip(1);
        (answers[0].clone(), pairs.collect())
    })
    .collect()
}

#[test]
fn documented_states_are_those_of_the_vectors() {
    let states = MatchStates::of_this_version().unwrap();
    let owned = |(request, answer): (&str, &str)| (request.to_owned(), answer.to_owned());
    let rows: Vec<(String, Vec<_>)> = states
        .rows()
        .map(|(state, pairs)| (state.to_owned(), pairs.into_iter().map(owned).collect()))
        .collect();
    assert_eq!(rows, documented_rows());
}

/// A server with a database file, which another process can lock.
struct FileServer {
    db: PathBuf,
    address: String,
    server: Mutex<Option<TestServer>>,
    lock: Mutex<Option<rusqlite::Connection>>,
}

impl FileServer {
    async fn start(folder: &Path) -> Self {
        let db = folder.join("matches.db");
        let server = TestServer::start(Self::config(&db)).await;
        Self {
            address: server.address(),
            server: Mutex::new(Some(server)),
            lock: Mutex::new(None),
            db,
        }
    }

    fn config(db: &Path) -> Config {
        Config {
            db: db.to_owned(),
            join_limit_secs: 1,
            ..in_memory()
        }
    }

    fn take(&self) -> TestServer {
        self.server.lock().unwrap().take().unwrap()
    }
}

impl ServerControl for FileServer {
    fn cannot_restart(&self) -> Option<String> {
        None
    }

    fn cannot_block_store(&self) -> Option<String> {
        None
    }

    async fn restart(&self) -> Result<Client, String> {
        self.take().stop().await;
        let server = TestServer::start_at(&self.address, Self::config(&self.db)).await;
        let client = server.client().await;
        *self.server.lock().unwrap() = Some(server);
        Ok(client)
    }

    async fn block_store(&self) -> Result<(), String> {
        let connection = rusqlite::Connection::open(&self.db).unwrap();
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        *self.lock.lock().unwrap() = Some(connection);
        Ok(())
    }

    async fn unblock_store(&self) -> Result<(), String> {
        *self.lock.lock().unwrap() = None;
        Ok(())
    }
}

#[tokio::test]
async fn requests_in_every_state_are_answered_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let server = FileServer::start(folder.path()).await;
    let client = Client::connect(&server.address).await.unwrap();
    let states = MatchStates::of_this_version().unwrap();
    let no_show = states.start_no_show(&client);
    let checked = states.check(&client, no_show, &server, |_| {}).await;
    assert_eq!(checked.len(), 10);
    for state in checked {
        let CheckedState::Played { state, answers } = state else {
            panic!("{state:?}");
        };
        let differences: Vec<_> = answers.iter().flatten().map(ToString::to_string).collect();
        assert!(differences.is_empty(), "{state}: {differences:#?}");
        assert_eq!(answers.len(), 13, "{state}");
    }
    drop(client);
    server.take().stop().await;
}

#[tokio::test]
async fn wrong_answer_in_a_state_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let text = text_of(&repository_folder(), "match-states.jsonl");
    let is_used = |line: &str| line.contains("\"header\"") || line.contains("\"ABORTED\"");
    let lines: Vec<_> = text.lines().filter(|line| is_used(line)).collect();
    let (right, wrong) = (
        "\"Resign\",\"expect\":\"MATCH_OVER\"",
        "\"Resign\",\"expect\":\"ok\"",
    );
    assert!(text.contains(right));
    let altered = lines.join("\n").replace(right, wrong);
    fs::write(folder.path().join("match-states.jsonl"), altered).unwrap();
    let states = MatchStates::read(folder.path()).unwrap();
    let server = FileServer::start(folder.path()).await;
    let client = Client::connect(&server.address).await.unwrap();
    let no_show = states.start_no_show(&client);
    let checked = states.check(&client, no_show, &server, |_| {}).await;
    let [CheckedState::Played { answers, .. }] = &checked[..] else {
        panic!("{checked:?}");
    };
    let found: Vec<_> = answers.iter().flatten().collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].to_string().ends_with(
            "match-states.jsonl:11: ABORTED: Resign: answer: expected ok, found MATCH_OVER"
        ),
        "{}",
        found[0]
    );
    drop(client);
    server.take().stop().await;
}

#[test]
fn examples_in_the_document_are_vectors() {
    let document = text_of(&repository_folder(), "README.md");
    let names = game_files();
    let names = names
        .iter()
        .map(String::as_str)
        .chain(["match-states.jsonl"]);
    let files: Vec<_> = names
        .map(|name| text_of(&repository_folder(), name))
        .collect();
    let examples: Vec<_> = document
        .lines()
        .filter(|line| line.starts_with("{\"kind\""))
        .collect();
    assert_eq!(examples.len(), 10);
    for example in examples {
        let has_line = |file: &String| file.lines().any(|line| line == example);
        assert!(files.iter().any(has_line), "{example}");
    }
}

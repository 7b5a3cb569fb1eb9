//! Every request in every state of a match, on a server that the test restarts and whose store it locks.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use botwerk_client::Client;
use botwerk_conformance::{CheckedState, MatchStates, ServerControl};
use botwerk_service::Config;
use botwerk_tests::{TestServer, in_memory};

use crate::conformance::repository_folder;
use crate::run;

/// The document with the table of states and requests.
const DOCUMENT: &str = include_str!("../../../../service/MATCHES.md");

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
            db: db.into(),
            join_limit_secs: 4,
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
    let text = fs::read_to_string(repository_folder().join("match-states.jsonl")).unwrap();
    let is_used = |line: &str| line.contains("\"header\"") || line.contains("\"ABORTED\"");
    let lines: Vec<_> = text.lines().filter(|line| is_used(line)).collect();
    let (right, wrong) = (
        "\"ResignSeat\",\"expect\":\"MATCH_OVER\"",
        "\"ResignSeat\",\"expect\":\"ok\"",
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
            "match-states.jsonl:11: ABORTED: ResignSeat: answer: expected ok, found MATCH_OVER"
        ),
        "{}",
        found[0]
    );
    drop(client);
    server.take().stop().await;
}

#[test]
fn unusable_states_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match-states.jsonl");
    let text = fs::read_to_string(repository_folder().join("match-states.jsonl")).unwrap();
    let seats = text.replace("\"seats\":3", "\"seats\":2");
    let state = text.replace("ABORTED", "GONE");
    for (text, message) in [
        ("", "match-states.jsonl:1: "),
        (&*seats, "match-states.jsonl:1: seats: expected 3, found 2"),
        (&*state, "unknown state `GONE`"),
    ] {
        fs::write(&file, text).unwrap();
        let path = folder.path().to_str().unwrap();
        run(&[
            "conformance",
            "check",
            "--only",
            "matches",
            "--vectors",
            path,
        ])
        .failed(2, message);
    }
}

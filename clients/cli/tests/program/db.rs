//! `db`: on files that a server has open, has left, and on others.

use std::fs;
use std::path::{Path, PathBuf};

use botwerk_client::{Client, proto};
use botwerk_service::decompress_text;
use botwerk_tests::{bearer, json_lines, wait_until};
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use super::serve::Server;
use crate::run;

/// A server with three matches that have ended, one that was called off and one that waits.
struct Kept {
    folder: TempDir,
    server: Server,
    /// Ids of the three, the oldest first.
    ended: Vec<String>,
}

impl Kept {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(&folder.path().join("matches.db"), "127.0.0.1:0");
        let client = Client::connect(&server.address).await.unwrap();
        let solver = proto::SeatSetup {
            agent: Some(proto::AgentSpec {
                name: "solver".into(),
                settings: Vec::new(),
            }),
            ..Default::default()
        };
        let mut ended = Vec::new();
        for seed in ["1", "2", "3"] {
            let made = make(&client, vec![solver.clone(); 2], seed).await;
            let name = made.r#match.unwrap().name;
            over(&client, &name).await;
            ended.push(name.trim_start_matches("matches/").to_owned());
        }
        make(&client, vec![proto::SeatSetup::default(); 2], "4").await;
        let off = make(&client, vec![proto::SeatSetup::default(); 2], "5").await;
        let request = proto::AbortMatchRequest {
            r#match: off.r#match.unwrap().name,
        };
        bearer(&client, &off.owner_token)
            .matches()
            .abort_match(request)
            .await
            .unwrap();
        Self {
            folder,
            server,
            ended,
        }
    }

    fn path(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        path.to_str().unwrap().to_owned()
    }

    /// Ends the server; its file stays.
    fn close(self) -> (TempDir, PathBuf, Vec<String>) {
        let id = self.server.child.id().to_string();
        let mut server = self.server;
        std::process::Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap();
        assert!(server.child.wait().unwrap().success());
        let path = self.folder.path().join("matches.db");
        (self.folder, path, self.ended)
    }
}

async fn make(
    client: &Client,
    seats: Vec<proto::SeatSetup>,
    seed: &str,
) -> proto::CreateMatchResponse {
    let request = proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "micro-robots".into(),
            ..Default::default()
        }),
        seats,
        seed: seed.into(),
        uses_virtual_time: true,
        ..Default::default()
    };
    let made = client.matches().create_match(request).await.unwrap();
    made.into_inner()
}

async fn over(client: &Client, name: &str) {
    wait_until("the match is over", async || {
        let request = proto::GetMatchRequest { name: name.into() };
        let found = client.matches().get_match(request).await.unwrap();
        found.into_inner().r#match.unwrap().outcome.is_some()
    })
    .await;
}

/// Changes the events of all matches, which are stored compressed, or fails if none has the text.
fn tamper(path: &Path, old: &str, new: &str) {
    let connection = Connection::open(path).unwrap();
    let mut select = connection
        .prepare("SELECT number, events FROM commits")
        .unwrap();
    let commits = select.query_map([], |row| {
        let events = row.get_ref(1)?.as_bytes()?.to_vec();
        Ok((row.get::<_, i64>(0)?, events))
    });
    let commits: Vec<_> = commits.unwrap().map(Result::unwrap).collect();
    let mut changed = 0;
    for (number, events) in commits {
        let events = decompress_text(events).unwrap();
        if events.contains(old) {
            let sql = "UPDATE commits SET events = $1 WHERE number = $2";
            let values = (events.replace(old, new), number);
            changed += connection.execute(sql, values).unwrap();
        }
    }
    assert!(changed > 0, "{old}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_database_is_checked_and_exported() {
    let kept = Kept::new().await;
    let db = kept.path("matches.db");
    let text = run(&["db", "check", &db]).good();
    let expected = format!("{db}: valid (5 matches, 4 of them finished and replayed, ");
    assert!(text.starts_with(&expected), "{text}");
    let printed = &run(&["--json", "db", "check", &db]).good_json()[0];
    assert_eq!(
        (&printed["is_valid"], &printed["faults"]),
        (&json!(true), &json!(0))
    );
    assert_eq!(
        (&printed["matches"], &printed["finished"]),
        (&json!(5), &json!(4))
    );
    assert!(printed["events"].as_u64() > printed["choices"].as_u64());
    assert!(printed["choices"].as_u64() > Some(10), "{printed}");

    let folder = kept.path("records");
    let text = run(&["db", "export", &db, "--out", &folder]).good();
    assert_eq!(text, format!("{folder}: 4 records and matches.jsonl\n"));
    let table = fs::read_to_string(kept.path("records/matches.jsonl")).unwrap();
    let table = json_lines(&table);
    let ids: Vec<_> = table
        .iter()
        .map(|line| line["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids[..3], kept.ended);
    let states: Vec<_> = table.iter().map(|line| line["state"].clone()).collect();
    assert_eq!(states, ["over", "over", "over", "aborted"]);
    assert_eq!(table[0]["players"], json!(["solver", "solver"]));
    assert_eq!(table[0]["places"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&table[0]["game"], &table[0]["rule"]),
        (&json!("micro-robots"), &json!("MR-26"))
    );
    let files: Vec<_> = table
        .iter()
        .map(|line| format!("{folder}/{}", line["record"].as_str().unwrap()))
        .collect();
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    run(&[&["record", "verify"], &files[..]].concat()).good();

    let folder = kept.path("over");
    let arguments = [
        "--json", "db", "export", &db, "--out", &folder, "--state", "over",
    ];
    assert_eq!(run(&arguments).good_json()[0]["records"], json!(3));

    run(&["db", "vacuum", &db]).failed(2, "open in another server");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closed_database_is_vacuumed_and_faults_are_found() {
    let (_folder, path, ended) = Kept::new().await.close();
    let db = path.to_str().unwrap();
    let text = run(&["db", "vacuum", db]).good();
    assert!(text.starts_with(&format!("{db}: ")), "{text}");
    let printed = &run(&["--json", "db", "vacuum", db]).good_json()[0];
    assert_eq!(printed["bytes"], json!(path.metadata().unwrap().len()));
    assert_eq!(printed["bytes_before"], printed["bytes"]);
    run(&["db", "check", db]).good();

    tamper(&path, r#""action":"say "#, r#""action":"sag "#);
    let checked = run(&["db", "check", db]);
    assert_eq!((checked.code, &*checked.stderr), (1, ""));
    let first = format!("match {}: differs: event ", ended[0]);
    assert!(checked.stdout.starts_with(&first), "{}", checked.stdout);
    assert!(
        checked.stdout.contains(": 3 faults (5 matches"),
        "{}",
        checked.stdout
    );
    tamper(&path, r#"{"seq":2,"#, r#"{"sex":2,"#);
    let checked = run(&["--json", "db", "check", db]);
    let lines = json_lines(&checked.stdout);
    assert_eq!((checked.code, lines.len()), (1, 4), "{}", checked.stdout);
    assert_eq!(lines[0]["match"], json!(ended[0]));
    assert_eq!(lines[0]["error"]["reason"], "CORRUPT");
    assert_eq!(
        (&lines[3]["is_valid"], &lines[3]["faults"]),
        (&json!(false), &json!(3))
    );

    // What is left is exported.
    let folder = path.with_extension("records");
    let folder = folder.to_str().unwrap();
    let exported = run(&["--json", "db", "export", db, "--out", folder]);
    let lines = json_lines(&exported.stdout);
    assert_eq!((exported.code, &lines[0]["match"]), (1, &json!(ended[0])));
    assert_eq!(
        (&lines[3]["records"], &lines[3]["corrupt"]),
        (&json!(1), &json!(3))
    );
}

#[test]
fn file_that_is_not_a_database_is_rejected_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    let letter = path.to_str().unwrap();
    fs::write(&path, "Dear Sir or Madam, ".repeat(500)).unwrap();
    for arguments in [&["db", "check", letter][..], &["db", "vacuum", letter]] {
        run(arguments).failed(2, "is not an SQLite database");
        run(&[&["--json"], arguments].concat()).failed_json(2, "FILE_ERROR");
    }
    run(&["db", "check", "/no/such.db"]).failed(2, "cannot be opened");
    run(&["db", "vacuum", "/no/such.db"]).failed(2, "no such file");
    let export = ["db", "export", letter, "--out", "/proc/records"];
    run(&export).failed(2, "is not an SQLite database");
    let served = run(&["serve", "--db", letter, "--listen", "127.0.0.1:0"]);
    assert_eq!(served.code, 2);
    assert!(
        served.stderr.contains("is not an SQLite database"),
        "{}",
        served.stderr
    );
    assert_eq!(run(&["db"]).code, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn corrupt_database_has_its_own_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let server = Server::start(&path, "127.0.0.1:0");
    // It listens before it opens the file, and answers afterwards.
    let client = Client::connect(&server.address).await.unwrap();
    let request = proto::ListMatchesRequest::default();
    client.matches().list_matches(request).await.unwrap();
    drop(server);
    let db = path.to_str().unwrap();
    run(&["db", "vacuum", db]).good();
    let mut bytes = fs::read(&path).unwrap();
    bytes[100..4096].fill(0xA5);
    fs::write(&path, bytes).unwrap();
    run(&["db", "check", db]).failed(1, "restore it from a copy");
    run(&["--json", "db", "check", db]).failed_json(1, "CORRUPT");
    let served = run(&["serve", "--db", db, "--listen", "127.0.0.1:0"]);
    assert_eq!(served.code, 2);
    assert!(served.stderr.contains("is corrupt"), "{}", served.stderr);
}

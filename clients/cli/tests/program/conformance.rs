//! `conformance write` and `conformance check`: the vectors in the repository, servers that answer them, and what is found in those
//! that do not.

use std::fs;
use std::path::{Path, PathBuf};

use botwerk_engine::GameId;
use botwerk_service::Config;
use botwerk_tests::{Run, TestServer, in_memory, json_lines};
use serde_json::{Value, json};

use crate::interrupt::{interrupt, wait_for_handler};
use crate::{command, run};

/// Maximum size of all vectors together, in bytes.
const MAX_BYTES: usize = 5_000_000;

/// Minimum number of vectors of a game.
const MIN_VECTORS: usize = 2000;

/// Returns the folder of the vectors in the repository.
pub(crate) fn repository_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors")
}

/// Returns the names of the files with vectors of games.
fn game_files() -> Vec<String> {
    let names = GameId::BUILT_IN.iter().map(|game| format!("{game}.jsonl"));
    names.collect()
}

fn text_of(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn vectors_are_those_in_the_repository() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let written = run(&["--json", "conformance", "write", "--out", out]).good_json();
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
             ruleset version; then write the files again with `botwerk conformance write --out tests/vectors` and say so in \
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
            join_limit_secs: 4,
            ..in_memory()
        };
        let server = runtime.block_on(TestServer::start(config));
        Self { runtime, server }
    }

    fn check(&self, arguments: &[&str]) -> Run {
        let address = self.server.address();
        let always = ["--json", "conformance", "check", "--server", &address];
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
        "check",
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
        "check",
        "--vectors",
        path,
        "--only",
        "rules",
        "--game",
        "netzwerk",
    ];
    run(&rules).failed(2, "botwerk conformance write --out DIR");
    run(&["conformance", "check", "--vectors", path]).failed(2, "match-states.jsonl");
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
    run(&["conformance", "write", "--out", unwritable]).failed(2, "cannot access");
    let unknown = run(&["conformance", "write", "--game", "chess", "--out", path]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("unknown game `chess`"),
        "{}",
        unknown.stderr
    );
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_check() {
    let server = RunningServer::start();
    let address = server.server.address();
    let mut child = command(&["conformance", "check", "--server", &address])
        .spawn()
        .unwrap();
    wait_for_handler(&child);
    interrupt(&child);
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(2), "{status:?}");
    server.stop();
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

//! A client as in a browser plays whole matches: `tests/browser/play.mjs`, with gRPC-Web from npm.
//!
//! Without node and npm the test says so and passes, unless `BOTWERK_REQUIRE_NODE` is set.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use botwerk_proto::DESCRIPTORS;
use botwerk_service::Config;
use botwerk_tests::{TestServer, http1, in_memory, run, verified};

/// What stands in the folder of the client.
const FILES: [&str; 3] = ["package.json", "package-lock.json", "play.mjs"];

/// The oldest Node that has `fetch` and runs the client's libraries.
const NODE: u32 = 20;

const ADMIN_TOKEN: &str = "browser-admin-token";

fn has_node() -> bool {
    let version = |program: &str| {
        let output = Command::new(program).arg("--version").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let major = text.trim().trim_start_matches('v').split('.').next()?;
        major.parse::<u32>().ok()
    };
    version("node").is_some_and(|major| major >= NODE) && version("npm").is_some()
}

/// The client with its libraries, installed once, then used again.
fn installed() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("browser");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    std::fs::create_dir_all(&folder).unwrap();
    let lock = std::fs::read_to_string(source.join("package-lock.json")).unwrap();
    let ready = folder.join("ready");
    for file in FILES {
        std::fs::copy(source.join(file), folder.join(file)).unwrap();
    }
    if std::fs::read_to_string(&ready).is_ok_and(|installed| installed == lock) {
        return folder;
    }
    run(Command::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .current_dir(&folder));
    std::fs::write(ready, lock).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_plays_whole_matches() {
    if !has_node() {
        let required = std::env::var_os("BOTWERK_REQUIRE_NODE").is_some();
        assert!(
            !required,
            "node of version {NODE} or later with npm is needed here"
        );
        eprintln!("skipped: no node of version {NODE} or later with npm");
        return;
    }
    let folder = installed();
    let contract = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(contract.path(), DESCRIPTORS).unwrap();
    let server = TestServer::with(Config {
        admin_token: Some(ADMIN_TOKEN.parse().unwrap()),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    for (player, time) in [
        ("solver", "virtual"),
        ("random", "virtual"),
        ("solver", "wall"),
    ] {
        let mut page = Command::new("node");
        page.arg("play.mjs")
            .arg(server.address())
            .arg(contract.path())
            .args([player, time])
            .env("BOTWERK_ADMIN_TOKEN", ADMIN_TOKEN)
            .current_dir(&folder);
        let said = tokio::task::spawn_blocking(move || run(&mut page))
            .await
            .unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        let (name, places) = said.trim().split_once(' ').unwrap();
        let (record, _) = verified(&client, name).await;
        let outcome = record.outcome.unwrap();
        let told: Vec<_> = outcome.places.iter().map(ToString::to_string).collect();
        assert_eq!(places, told.join(" "), "{player} {time}");
        if player == "random" {
            assert_eq!(outcome.places[0], 1, "{outcome:?}");
        }
    }
    server.stop().await;
}

/// What a browser asks before it sends a call from a page of this origin.
async fn preflight(server: &TestServer, origin: &str) -> String {
    let request = format!(
        "OPTIONS /botwerk.v1.MatchService/WatchMatch HTTP/1.1\r\nhost: {}\r\norigin: {origin}\r\n\
         access-control-request-method: POST\r\n\
         access-control-request-headers: content-type,x-grpc-web,authorization\r\n\
         connection: close\r\n\r\n",
        server.address()
    );
    http1(&server.address(), &request).await.to_lowercase()
}

#[tokio::test]
async fn pages_of_configured_origins_may_call() {
    let ours = "https://play.example";
    let server = TestServer::with(Config {
        cors_origins: vec![ours.into(), "http://localhost:8000".into()],
        ..in_memory()
    })
    .await;
    let allowed = preflight(&server, ours).await;
    assert!(allowed.starts_with("http/1.1 200"), "{allowed}");
    assert!(
        allowed.contains("access-control-allow-origin: https://play.example\r\n"),
        "{allowed}"
    );
    for header in ["content-type", "x-grpc-web", "authorization"] {
        assert!(allowed.contains(header), "{allowed}");
    }
    let foreign = preflight(&server, "https://evil.example").await;
    assert!(
        !foreign.contains("access-control-allow-origin"),
        "{foreign}"
    );
    let call = format!(
        "POST /botwerk.v1.CatalogService/ListGames HTTP/1.1\r\nhost: {}\r\norigin: {ours}\r\n\
         content-type: application/grpc-web+proto\r\ncontent-length: 5\r\nconnection: close\r\n\
         \r\n\0\0\0\0\0",
        server.address()
    );
    let answer = http1(&server.address(), &call).await.to_lowercase();
    assert!(answer.starts_with("http/1.1 200"), "{answer}");
    assert!(answer.contains("micro-robots"), "{answer}");
    let exposed = answer
        .lines()
        .find(|line| line.starts_with("access-control-expose-headers"))
        .unwrap_or_else(|| panic!("{answer}"));
    for header in ["grpc-status", "grpc-message", "grpc-status-details-bin"] {
        assert!(exposed.contains(header), "{exposed}");
    }
}

#[tokio::test]
async fn without_configuration_no_page_may_call() {
    let server = TestServer::in_memory().await;
    let answer = preflight(&server, "https://play.example").await;
    assert!(!answer.contains("access-control-allow-origin"), "{answer}");
}

//! A gRPC-Web client as in a browser plays complete matches: `tests/browser/play.mjs`, with
//! packages from npm.
//!
//! Without Node.js and npm the test is skipped, unless `BOTWERK_REQUIRE_NODE` is set.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use botwerk_proto::DESCRIPTORS;
use botwerk_service::Config;
use botwerk_tests::{TestServer, http1, in_memory, run, verify_record};

/// The files of the client.
const FILES: [&str; 3] = ["package.json", "package-lock.json", "play.mjs"];

/// Minimum major version of Node.js: it has `fetch` and runs the client's libraries.
const MIN_NODE_VERSION: u32 = 20;

const ADMIN_TOKEN: &str = "browser-admin-token";

fn has_node() -> bool {
    let version = |program: &str| {
        let output = Command::new(program).arg("--version").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let major = text.trim().trim_start_matches('v').split('.').next()?;
        major.parse::<u32>().ok()
    };
    version("node").is_some_and(|major| major >= MIN_NODE_VERSION) && version("npm").is_some()
}

/// Returns the folder of the client; its libraries are installed once and reused.
fn client_folder() -> PathBuf {
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
async fn browser_client_plays_complete_matches() {
    if !has_node() {
        let required = std::env::var_os("BOTWERK_REQUIRE_NODE").is_some();
        assert!(
            !required,
            "expected Node.js {MIN_NODE_VERSION} or later with npm"
        );
        eprintln!("skipped: requires Node.js {MIN_NODE_VERSION} or later with npm");
        return;
    }
    let folder = client_folder();
    let descriptors = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(descriptors.path(), DESCRIPTORS).unwrap();
    let server = TestServer::start(Config {
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
        let mut command = Command::new("node");
        command
            .arg("play.mjs")
            .arg(server.address())
            .arg(descriptors.path())
            .args([player, time])
            .env("BOTWERK_ADMIN_TOKEN", ADMIN_TOKEN)
            .current_dir(&folder);
        let output = tokio::task::spawn_blocking(move || run(&mut command))
            .await
            .unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        let (name, places) = output.trim().split_once(' ').unwrap();
        let (record, _) = verify_record(&client, name).await;
        let outcome = record.outcome.unwrap();
        let expected: Vec<_> = outcome.places.iter().map(ToString::to_string).collect();
        assert_eq!(places, expected.join(" "), "{player} {time}");
        if player == "random" {
            assert_eq!(outcome.places[0], 1, "{outcome:?}");
        }
    }
    server.stop().await;
}

/// Sends the CORS preflight request of a page of this origin.
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
async fn cors_allows_configured_origins() {
    let allowed_origin = "https://play.example";
    let server = TestServer::start(Config {
        cors_origins: vec![allowed_origin.into(), "http://localhost:8000".into()],
        ..in_memory()
    })
    .await;
    let allowed = preflight(&server, allowed_origin).await;
    assert!(allowed.starts_with("http/1.1 200"), "{allowed}");
    assert!(
        allowed.contains("access-control-allow-origin: https://play.example\r\n"),
        "{allowed}"
    );
    for header in ["content-type", "x-grpc-web", "authorization"] {
        assert!(allowed.contains(header), "{allowed}");
    }
    let denied = preflight(&server, "https://evil.example").await;
    assert!(denied.starts_with("http/1.1 403"), "{denied}");
    assert!(!denied.contains("access-control-allow-origin"), "{denied}");
    let call = format!(
        "POST /botwerk.v1.CatalogService/ListGames HTTP/1.1\r\nhost: {}\r\norigin: {allowed_origin}\r\n\
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
async fn cors_denies_all_origins_by_default() {
    let server = TestServer::in_memory().await;
    let answer = preflight(&server, "https://play.example").await;
    assert!(answer.starts_with("http/1.1 403"), "{answer}");
    assert!(!answer.contains("access-control-allow-origin"), "{answer}");
}

//! `serve` with the web pages, and `pages`, which writes them as static files.

use std::process::Stdio;

use botwerk_tests::{http_get, http1};
use tempfile::tempdir;
use tokio::task::JoinSet;

use crate::serve::Server;
use crate::{command, run};

/// Starts a server in memory with further flags.
fn serve(flags: &[&str]) -> Server {
    let mut serve = command(&[
        "--json",
        "serve",
        "--db",
        ":memory:",
        "--listen",
        "127.0.0.1:0",
    ]);
    Server::run(serve.args(flags).stderr(Stdio::null()))
}

/// Returns the value of a header of a raw response.
fn header<'a>(response: &'a str, name: &str) -> Option<&'a str> {
    let head = response.split("\r\n\r\n").next()?;
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines
        .find(|(found, _)| *found == name)
        .map(|(_, value)| value)
}

#[tokio::test]
async fn server_serves_the_pages_without_anything_from_elsewhere() {
    let server = serve(&[]);
    for path in [
        "/",
        "/view",
        "/matches/x",
        "/tournaments",
        "/play",
        "/rules/droids",
        "/puzzles/droids/daily",
        "/bots/alice/spinner",
    ] {
        let (status, page) = http_get(&server.address, path, None).await;
        assert_eq!(status, 200, "{path}");
        assert!(page.contains("<base href=\"/\">") && page.contains("app.js"));
        let policy = header(&page, "content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"));
        assert!(!policy.contains("http") && !policy.contains("unsafe-inline"));
        assert_eq!(header(&page, "x-content-type-options"), Some("nosniff"));
    }
    // The program of the pages itself names no other site.
    let (_, script) = http_get(&server.address, "/app.js", None).await;
    assert!(!script.contains("https://cdn") && header(&script, "content-encoding").is_none());
    let (status, page) = http_get(&server.address, "/no-such-page", None).await;
    assert!(status == 404 && page.contains("app.js"));
    let (status, _) = http_get(&server.address, "/healthz", None).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn pages_are_compressed_and_sent_once() {
    let server = serve(&[]);
    let get = async |path: &str, headers: &str| {
        let address = &server.address;
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{headers}connection: close\r\n\r\n");
        http1(address, &request).await
    };
    let compressed = get("/botwerk_rules.wasm", "accept-encoding: gzip\r\n").await;
    assert_eq!(header(&compressed, "content-encoding"), Some("gzip"));
    assert_eq!(
        header(&compressed, "content-type"),
        Some("application/wasm")
    );
    let length: usize = header(&compressed, "content-length")
        .unwrap()
        .parse()
        .unwrap();
    assert!(length < 600_000, "{length}");
    let etag = header(&compressed, "etag").unwrap();
    let again = get("/botwerk_rules.wasm", &format!("if-none-match: {etag}\r\n")).await;
    assert!(again.starts_with("HTTP/1.1 304 "), "{again}");
    let changed = get("/botwerk_rules.wasm", "if-none-match: \"other\"\r\n").await;
    assert!(changed.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn first_view_is_small() {
    let server = serve(&[]);
    let mut total = 0;
    for path in [
        "/",
        "/app.js",
        "/app.css",
        "/worker.js",
        "/botwerk_rules.wasm",
    ] {
        let address = &server.address;
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {address}\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n"
        );
        let response = http1(address, &request).await;
        let length: usize = header(&response, "content-length")
            .unwrap()
            .parse()
            .unwrap();
        total += length;
    }
    // The page of a match itself has a few ten kilobytes more.
    assert!(total < 538_000, "{total}");
}

#[tokio::test]
async fn too_many_requests_of_one_client_are_rejected() {
    let server = serve(&[]);
    let address = server.address.clone();
    let one = format!("GET /icon.svg HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let last = format!("GET /icon.svg HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    let requests = one.repeat(400) + &last;
    assert!(http1(&address, &last).await.starts_with("HTTP/1.1 200 "));
    let mut rejected = 0;
    // A busy machine may take so long for each response that they stay within the rate.
    for _ in 0..20 {
        let connections: JoinSet<String> = (0..8)
            .map(|_| {
                let (address, requests) = (address.clone(), requests.clone());
                async move { http1(&address, &requests).await }
            })
            .collect();
        let responses = connections.join_all().await.concat();
        rejected = responses.matches("HTTP/1.1 429 ").count();
        if rejected > 0 {
            break;
        }
    }
    assert!(rejected > 0);
    // The API has limits of its own.
    let (status, _) = http_get(&address, "/healthz", None).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn pages_can_be_turned_off() {
    let server = serve(&["--pages=false"]);
    for path in ["/", "/app.js", "/view"] {
        let (_, response) = http_get(&server.address, path, None).await;
        assert!(!response.contains("<!doctype html>") && !response.contains("javascript"));
    }
}

#[test]
fn pages_are_written_as_static_files() {
    let folder = tempdir().unwrap();
    let site = folder.path().join("site");
    let written = run(&["pages", site.to_str().unwrap()]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert!(written.stdout.contains("http.server"), "{}", written.stdout);
    let index = std::fs::read_to_string(site.join("index.html")).unwrap();
    // They work in any folder of a web server.
    assert!(index.contains("<base href=\"./\">"));
    let module = std::fs::read(site.join("botwerk_rules.wasm")).unwrap();
    assert!(module.starts_with(b"\0asm"));
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let failed = run(&["pages", file.join("below").to_str().unwrap()]);
    assert!(failed.code != 0 && failed.stderr.contains("cannot access"));
}

//! The protocol over HTTP: who may call, and whose seats are whose.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command};

use botwerk_tests::http1;
use serde_json::{Value, json};

use crate::{command, run};

/// The token of the tests.
const TOKEN: &str = "0123456789abcdef";

/// A server at a free port; it is killed when it is dropped.
pub(super) struct HttpServer {
    child: Child,
    address: String,
}

impl HttpServer {
    /// Starts a server with these arguments, and with a token if one is given.
    pub(super) fn start(arguments: &[&str], token: Option<&str>) -> Self {
        let mut command: Command = command(&["mcp", "--listen", "127.0.0.1:0"]);
        command.args(arguments).env_remove("BOTWERK_MCP_TOKEN");
        command.envs(token.map(|token| ("BOTWERK_MCP_TOKEN", token)));
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").unwrap();
        let address = address.strip_suffix("/mcp").unwrap().to_owned();
        Self { child, address }
    }

    /// Returns the address of the tools.
    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Sends a request with these headers, and returns the status and the response.
    async fn post(&self, headers: &str, body: &str) -> (u16, String) {
        let len = body.len();
        let host = if headers.contains("host:") {
            String::new()
        } else {
            format!("host: {}\r\n", self.address)
        };
        let request = format!(
            "POST /mcp HTTP/1.1\r\n{host}content-type: application/json\r\nconnection: close\r\n\
             accept: application/json, text/event-stream\r\ncontent-length: {len}\r\n{headers}\r\n{body}"
        );
        let response = http1(&self.address, &request).await;
        let status = response
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok());
        (status.unwrap_or_else(|| panic!("{response}")), response)
    }

    /// Starts a session and returns the header that continues it.
    async fn open_session(&self) -> String {
        let (status, response) = self.post("", &initialize()).await;
        assert_eq!(status, 200, "{response}");
        let mut lines = response.lines();
        let header = lines.find(|line| line.to_lowercase().starts_with("mcp-session-id:"));
        format!("{}\r\n", header.unwrap())
    }

    /// Calls a tool in a session and returns the result.
    async fn call(&self, session: &str, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        let request = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params});
        let (status, response) = self.post(session, &request.to_string()).await;
        assert_eq!(status, 200, "{response}");
        let data = response
            .lines()
            .filter_map(|line| line.strip_prefix("data: "));
        let data = data.filter_map(|data| serde_json::from_str::<Value>(data).ok());
        let mut answers = data.filter(|message| message["id"] == 2);
        answers.next().unwrap_or_else(|| panic!("{response}"))["result"].clone()
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn initialize() -> String {
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string()
}

#[tokio::test]
async fn other_names_web_pages_and_giant_requests_are_rejected() {
    let server = HttpServer::start(&["--allowed-origin", "https://play.example:443"], None);
    for (headers, status) in [
        ("", 200),
        ("host: localhost\r\n", 200),
        ("host: evil.example\r\n", 403),
        ("origin: https://evil.example\r\n", 403),
        ("origin: null\r\n", 403),
        ("origin: https://play.example\r\n", 200),
        (
            "mcp-session-id: 0198c0de-0000-7000-8000-000000000000\r\n",
            404,
        ),
        // Without a token no authorization is needed, and none does harm.
        ("authorization: Bearer x\r\n", 200),
    ] {
        let (found, response) = server.post(headers, &initialize()).await;
        assert_eq!(found, status, "{headers}: {response}");
    }
    let giant = json!({"jsonrpc": "2.0", "id": 1, "method": "x".repeat(1 << 20)}).to_string();
    let (status, response) = server.post("", &giant).await;
    assert_eq!(status, 413, "{response}");
    let (status, response) = server.post("", "no json").await;
    assert!((400..500).contains(&status), "{response}");
}

#[tokio::test]
async fn token_is_required_where_one_is_set() {
    let server = HttpServer::start(&[], Some(TOKEN));
    for (headers, status) in [
        (String::new(), 401),
        ("authorization: Bearer\r\n".to_owned(), 401),
        ("authorization: Bearer 0123456789abcdeF\r\n".to_owned(), 401),
        (format!("authorization: Bearer {TOKEN}0\r\n"), 401),
        (format!("authorization: Basic {TOKEN}\r\n"), 401),
        (format!("authorization: Bearer {TOKEN}\r\n"), 200),
        // Another site learns nothing about the token.
        ("host: evil.example\r\n".to_owned(), 403),
        ("origin: https://evil.example\r\n".to_owned(), 403),
        (
            format!("host: evil.example\r\nauthorization: Bearer {TOKEN}\r\n"),
            403,
        ),
    ] {
        let (found, response) = server.post(&headers, &initialize()).await;
        assert_eq!(found, status, "{headers}: {response}");
        assert!(!response.contains(TOKEN), "{response}");
    }
}

#[test]
fn server_for_other_machines_needs_a_token() {
    run(&["mcp", "--listen", "0.0.0.0:0"]).failed(2, "set BOTWERK_MCP_TOKEN");
    run(&["--json", "mcp", "--server", "127.0.0.1:1"]).failed_json(2, "UNREACHABLE");
    run(&["mcp", "--transcripts", "/dev/null/x"]).failed(2, "cannot access /dev/null/x");
}

#[tokio::test]
async fn session_cannot_guess_the_seat_of_another_one() {
    let server = HttpServer::start(&[], None);
    let owner = server.open_session().await;
    let stranger = server.open_session().await;
    let started = server.call(&owner, "new_match", super::small_match()).await;
    let text = started["content"][0]["text"].as_str().unwrap();
    let handle = super::field(text, "handle");
    let secret = handle.strip_prefix("seat-1-").unwrap();
    assert_eq!(secret.len(), 32, "{handle}");
    for guess in ["seat-1", "seat-1-", "1", "", &handle[..handle.len() - 1]] {
        let answer = server.call(
            &stranger,
            "act",
            json!({"handle": guess, "actions": "b2-b4"}),
        );
        let answer = answer.await;
        assert_eq!(answer["isError"], true, "{guess}: {answer}");
        let text = answer["content"][0]["text"].as_str().unwrap();
        assert!(
            text.starts_with("error: NOT_FOUND") && !text.contains(secret),
            "{text}"
        );
    }
    // The handle is what grants the seat, in any session: newer clients have none.
    let seen = server
        .call(&owner, "observe", json!({"handle": handle}))
        .await;
    assert!(
        seen["content"][0]["text"]
            .as_str()
            .unwrap()
            .starts_with("status: your turn")
    );
}

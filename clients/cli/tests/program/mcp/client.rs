//! A client of `botwerk mcp` over its pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus};

use serde_json::{Value, json};

use crate::command;

/// A running server, and the client at the other end of its pipes. It is killed when it is dropped.
pub(super) struct McpClient {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: u64,
}

impl McpClient {
    /// Starts a server with these arguments and initializes the session.
    pub(super) fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    /// Starts a server with these arguments and variables, and initializes the session.
    pub(super) fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = command(&[&["mcp"], arguments].concat());
        command.envs(variables.iter().copied());
        let mut child = command.spawn().unwrap();
        let mut client = Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            requests: 0,
        };
        let started = client.request(
            "initialize",
            &json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            }),
        );
        assert_eq!(
            started["result"]["serverInfo"]["name"], "botwerk",
            "{started}"
        );
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        client
    }

    /// Writes a line.
    pub(super) fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Sends a request and returns its response.
    pub(super) fn request(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(&request.to_string());
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the server has ended"
            );
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Calls a tool; returns whether its answer is an error, and the text.
    pub(super) fn call(&mut self, tool: &str, arguments: &Value) -> (bool, String) {
        let params = json!({"name": tool, "arguments": arguments});
        let response = self.request("tools/call", &params);
        let result = &response["result"];
        let text = result["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{tool} {arguments}: {response}"));
        (result["isError"] == true, text.to_owned())
    }

    /// Calls a tool and returns its text.
    pub(super) fn good(&mut self, tool: &str, arguments: &Value) -> String {
        let (is_error, text) = self.call(tool, arguments);
        assert!(!is_error, "{tool} {arguments}: {text}");
        text
    }

    /// Calls a tool and asserts that it fails for this reason; returns the message.
    pub(super) fn fails(&mut self, reason: &str, tool: &str, arguments: &Value) -> String {
        let (is_error, text) = self.call(tool, arguments);
        assert!(is_error, "{tool} {arguments}: {text}");
        let message = text.strip_prefix(&format!("error: {reason}\n"));
        message
            .unwrap_or_else(|| panic!("{tool} {arguments}: {text}"))
            .to_owned()
    }

    /// Plays the first legal action of every decision, or the end of the turn, until the match is over.
    pub(super) fn play_to_end(&mut self, handle: &str) -> String {
        loop {
            let seen = self.good("wait", &json!({"handle": handle}));
            match field(&seen, "status") {
                "match over" => return self.good("transcript", &json!({"handle": handle})),
                "your turn" => {
                    let legal = self.good("legal_actions", &json!({"handle": handle}));
                    let actions: Vec<_> = legal.lines().skip(1).collect();
                    let end = actions.iter().find(|action| [".", "/"].contains(action));
                    let action = end.unwrap_or(&actions[0]);
                    let arguments = json!({"handle": handle, "actions": action, "wait_seconds": 0});
                    self.good("act", &arguments);
                }
                _ => {}
            }
        }
    }

    /// Ends the input of the server and returns how it has exited.
    pub(super) fn end(mut self) -> ExitStatus {
        self.input = None;
        self.child.wait().unwrap()
    }

    /// Kills the server, as kill -9 does.
    pub(super) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the value of a line such as `status: your turn`.
pub(super) fn field<'a>(text: &'a str, name: &str) -> &'a str {
    let prefix = format!("{name}: ");
    let mut values = text.lines().filter_map(|line| line.strip_prefix(&prefix));
    values.next().unwrap_or_else(|| panic!("no {name}: {text}"))
}

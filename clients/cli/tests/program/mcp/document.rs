//! The dialogue and the tools in `docs/mcp.md`.

use std::fs;

use serde_json::json;

use super::client::{McpClient, field};

/// The document of the tools.
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/mcp.md");

/// Returns the text with what differs from match to match replaced.
fn stable(text: &str) -> String {
    let name = field(text, "match").split(',').next().unwrap().to_owned();
    let text = text.replace(&name, "matches/ID");
    let lines = text
        .lines()
        .map(|line| match line.strip_prefix("time left: ") {
            Some(_) => "time left: 599 s",
            None => line,
        });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn dialogue_of_the_document_is_what_a_model_sees() {
    let mut client = McpClient::start(&[]);
    let mut dialogue = String::new();
    let mut calls = vec![
        (
            "new_match",
            json!({"game": "netzwerk", "options": {"width": 2, "ranks": 3}, "opponents": ["greedy"], "seed": "7"}),
        ),
        ("act", json!({"handle": "seat-1", "actions": "b2-b6 / ."})),
        ("legal_actions", json!({"handle": "seat-1"})),
        ("act", json!({"handle": "seat-1", "actions": "b2-b4 / ."})),
    ];
    for (tool, arguments) in calls.drain(..) {
        let (_, text) = client.call(tool, &arguments);
        let text = if text.contains("\nmatch: ") {
            stable(&text)
        } else {
            text
        };
        dialogue += &format!("> {tool} {arguments}\n{text}\n\n");
    }
    let document = fs::read_to_string(DOCUMENT).unwrap();
    let quoted = document.contains(&format!("```text\n{}\n```", dialogue.trim_end()));
    assert!(quoted, "the dialogue is now\n{dialogue}");
}

#[test]
fn every_tool_is_in_the_table_of_the_document() {
    let mut client = McpClient::start(&[]);
    let listed = client.request("tools/list", &json!({}));
    let document = fs::read_to_string(DOCUMENT).unwrap();
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 10);
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        assert!(document.contains(&format!("\n| `{name}` |")), "{name}");
        let properties = tool["inputSchema"]["properties"].as_object();
        for argument in properties.into_iter().flatten().map(|(name, _)| name) {
            assert!(
                document.contains(&format!("`{argument}`")),
                "{name}: {argument}"
            );
        }
    }
    assert!(document.contains("\n| `next_invitation` |"));
}

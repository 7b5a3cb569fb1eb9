//! What a server answers differently.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::vectors::Answer;

/// The field of an answer that is not compared: messages of errors are free, and so are the rules they name.
const FREE_FIELD: &str = "rule";

/// Maximum number of actions that are named of a list.
const MAX_NAMED: usize = 5;

/// A field of an answer that differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The file and the line of the vector, such as `netzwerk.jsonl:12`.
    pub place: String,
    /// The kind of request, or the state of the match and the request.
    pub request: String,
    /// The field of the answer.
    pub field: String,
    /// The expected value.
    pub expected: String,
    /// The value in the server's answer.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            place,
            request,
            field,
            expected,
            found,
        } = self;
        write!(
            f,
            "{place}: {request}: {field}: expected {expected}, found {found}"
        )
    }
}

/// Returns the differences between two answers.
pub(super) fn differences(
    place: &str,
    request: &str,
    expected: &Answer,
    found: &Answer,
) -> Vec<Difference> {
    let difference = |field: &str, expected: String, found: String| Difference {
        place: place.to_owned(),
        request: request.to_owned(),
        field: field.to_owned(),
        expected,
        found,
    };
    let is_rejection = |answer: &Answer| answer.contains_key("error");
    if is_rejection(expected) != is_rejection(found) {
        let text = |answer: &Answer| match answer.get("error") {
            Some(reason) => value_text(Some(reason)),
            None => "an answer".to_owned(),
        };
        return vec![difference("error", text(expected), text(found))];
    }
    let fields: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    let fields = fields.into_iter().filter(|field| *field != FREE_FIELD);
    let differing = fields.filter(|field| expected.get(*field) != found.get(*field));
    differing
        .map(|field| match (expected.get(field), found.get(field)) {
            (Some(Value::Array(expected)), Some(Value::Array(found))) => {
                let (missing, added) = list_difference(expected, found);
                difference(field, missing, added)
            }
            (expected, found) => difference(field, value_text(expected), value_text(found)),
        })
        .collect()
}

fn value_text(value: Option<&Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(Value::String(text)) => format!("`{text}`"),
        Some(value) => format!("`{value}`"),
    }
}

/// Returns the items that only one of two lists has, or the whole lists if they have the same items.
fn list_difference(expected: &[Value], found: &[Value]) -> (String, String) {
    let missing: Vec<_> = expected.iter().filter(|v| !found.contains(v)).collect();
    let added: Vec<_> = found.iter().filter(|v| !expected.contains(v)).collect();
    if missing.is_empty() && added.is_empty() {
        let text = |values: &[Value]| list_text(&values.iter().collect::<Vec<_>>());
        return (text(expected), text(found));
    }
    let with = |items: Vec<&Value>, others: usize| match &items[..] {
        [] => format!("{others} items without it"),
        items => list_text(items),
    };
    (with(missing, expected.len()), with(added, found.len()))
}

fn list_text(values: &[&Value]) -> String {
    let named = values.iter().take(MAX_NAMED);
    let mut texts: Vec<_> = named.map(|value| value_text(Some(value))).collect();
    if values.len() > MAX_NAMED {
        texts.push(format!("and {} more", values.len() - MAX_NAMED));
    }
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn texts(expected: Value, found: Value) -> Vec<String> {
        let object = |value: Value| value.as_object().cloned().unwrap();
        differences("a:2", "legal", &object(expected), &object(found))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn differences_name_the_field_and_both_values() {
        let expected = json!({"hash": "1", "count": 2, "rule": "NW-1"});
        assert!(texts(expected.clone(), json!({"hash": "1", "count": 2})).is_empty());
        assert_eq!(
            texts(expected, json!({"hash": "2", "count": 2, "more": true})),
            [
                "a:2: legal: hash: expected `1`, found `2`",
                "a:2: legal: more: expected nothing, found `true`"
            ]
        );
    }

    #[test]
    fn missing_and_additional_actions_are_named() {
        let expected = json!({"actions": ["a", "b"]});
        assert_eq!(
            texts(expected.clone(), json!({"actions": ["a"]})),
            ["a:2: legal: actions: expected `b`, found 1 items without it"]
        );
        assert_eq!(
            texts(expected, json!({"actions": ["b", "a"]})),
            ["a:2: legal: actions: expected `a`, `b`, found `b`, `a`"]
        );
    }

    #[test]
    fn answer_in_place_of_a_rejection_is_one_difference() {
        assert_eq!(
            texts(
                json!({"error": "ILLEGAL_ACTION"}),
                json!({"hash": "1", "turn": {}})
            ),
            ["a:2: legal: error: expected `ILLEGAL_ACTION`, found an answer"]
        );
    }
}

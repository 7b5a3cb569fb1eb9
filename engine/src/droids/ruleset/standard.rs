//! The ruleset file of the printed game, and what every custom file must have in common with it.

use std::sync::LazyLock;

use serde_json::Value;

use super::json_cursor::JsonCursor;
use crate::droids::hand::KindCounts;
use crate::droids::stone::Kind;

/// The text of the file.
pub(in crate::droids) const STANDARD_TEXT: &str = include_str!("../ruleset.json");

static STANDARD: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(STANDARD_TEXT).expect("the standard ruleset is JSON"));

/// Reports the keys of the file's root that no ruleset has, and values that must be as in the
/// standard file but are not. The values of `custom` keys may differ.
pub(super) fn check_root(cursor: &JsonCursor<'_>, custom: &[&str]) {
    check_fixed(cursor, &STANDARD, custom);
}

/// Does the same for `params`.
pub(super) fn check_params(cursor: &JsonCursor<'_>, custom: &[&str]) {
    check_fixed(cursor, &STANDARD["params"], custom);
}

fn check_fixed(cursor: &JsonCursor<'_>, standard: &Value, custom: &[&str]) {
    let entries = standard.as_object().into_iter().flatten();
    let fixed = entries.filter(|(key, _)| !custom.contains(&key.as_str()));
    let fixed_keys = fixed.clone().map(|(key, _)| key.as_str());
    let keys: Vec<_> = fixed_keys.chain(custom.iter().copied()).collect();
    if cursor.allow_keys(&keys) {
        for (key, value) in fixed {
            if let Some(entry) = cursor.require(key) {
                entry.expect(value);
            }
        }
    }
}

/// Returns the number of stones of each kind, and how many squares a robot walks at most by an
/// order of each kind.
pub(super) fn stones_and_steps() -> (KindCounts, [u8; Kind::COUNT]) {
    let (mut stones, mut steps) = (KindCounts::default(), [0; Kind::COUNT]);
    let commands = STANDARD["commands"].as_array();
    for command in commands.into_iter().flatten() {
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| command["id"] == kind.name());
        let number = |key: &str| command[key].as_u64().unwrap_or(0) as u8;
        if let Some(kind) = kind {
            stones.add(kind, number("count"));
            steps[kind.index()] = number("steps");
        }
    }
    (stones, steps)
}

//! The ruleset values that are options of a match.

use std::collections::BTreeMap;

use serde_json::Value;

/// The names with their valid values.
const VALUES: [(&str, &[&str]); 9] = [
    ("draw_mode", &["sequential", "commit"]),
    ("relay_target", &["any_other_droid", "line_of_sight"]),
    ("repair_strips", &["1", "all"]),
    ("repeat_hit", &["no_effect", "reroll"]),
    ("mine_stops_move", &["true", "false"]),
    ("chain_push", &["true", "false"]),
    ("diag_corner_cutting", &["true", "false"]),
    ("put_on_water", &["true", "false"]),
    ("cargo_capacity", &["1", "2", "3", "4", "5", "6", "7", "8"]),
];

pub(crate) fn is_name(name: &str) -> bool {
    VALUES.iter().any(|(other, _)| *other == name)
}

/// Reads the value of each name from the options, otherwise from the scenario, otherwise from the
/// ruleset.
pub(crate) fn read(
    file: &Value,
    scenario: &Value,
    options: &BTreeMap<&str, &str>,
) -> Result<BTreeMap<&'static str, String>, String> {
    let mut values = BTreeMap::new();
    for (name, allowed) in VALUES {
        let value = match options.get(name).copied() {
            None | Some("ruleset") => in_ruleset(file, scenario, name)?,
            Some(value) => value.to_owned(),
        };
        if !allowed.contains(&value.as_str()) {
            return Err(format!("`{name}`: invalid value `{value}`"));
        }
        values.insert(name, value);
    }
    Ok(values)
}

fn in_ruleset(file: &Value, scenario: &Value, name: &str) -> Result<String, String> {
    let places = [scenario.get("params"), file.get("params"), Some(file)];
    let mut candidates = places
        .into_iter()
        .flatten()
        .filter_map(|place| place.get(name));
    match candidates.next() {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(value) => Ok(value.to_string()),
        None => Err(format!("`{name}` is missing in the ruleset")),
    }
}

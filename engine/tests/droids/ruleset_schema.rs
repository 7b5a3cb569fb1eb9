//! Tests of the published JSON Schema of ruleset files: it agrees with the reader (DR-42).

use std::sync::LazyLock;

use botwerk_engine::droids::ruleset::Ruleset;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::ruleset_files::{Shape, standard, standard_with};

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    let schema = include_str!("../../src/droids/ruleset.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
});

/// Asserts that the schema accepts exactly the files with the right shape, and that the reader
/// reports an error at or below every location at which the schema does, or at its square.
pub(crate) fn assert_schema_agrees(file: &Value, shape: Shape) {
    let schema_locations: Vec<String> = SCHEMA
        .iter_errors(file)
        .map(|error| error.instance_path().to_string())
        .collect();
    let is_right = shape == Shape::Right;
    assert_eq!(
        schema_locations.is_empty(),
        is_right,
        "{schema_locations:?}"
    );
    let reader_locations = reader_locations(file);
    for location in &schema_locations {
        let is_reported = reader_locations
            .iter()
            .any(|reported| is_at_or_below(reported, location) || is_square_of(reported, location));
        assert!(is_reported, "{location} is not in {reader_locations:?}");
    }
}

/// Returns the locations of the reader's errors as JSON pointers.
fn reader_locations(file: &Value) -> Vec<String> {
    let Err(errors) = Ruleset::read(&file.to_string()) else {
        return Vec::new();
    };
    let pointer = |location: &str| {
        let parts = location.split(['.', '[']).filter(|part| !part.is_empty());
        let parts = parts.map(|part| part.trim_end_matches(']'));
        parts.fold(String::new(), |pointer, part| pointer + "/" + part)
    };
    let locations = errors.0.iter().map(|error| pointer(&error.location));
    locations.collect()
}

fn is_at_or_below(location: &str, ancestor: &str) -> bool {
    let rest = location.strip_prefix(ancestor);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns `true` if the location of a coordinate is in an item that the reader reports as a whole.
fn is_square_of(square: &str, coordinate: &str) -> bool {
    let item = coordinate.rsplit_once('/');
    item.is_some_and(|(item, index)| item == square && ["0", "1"].contains(&index))
}

/// Returns the JSON pointers of all values of a file.
fn pointers(value: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                pointers(value, &format!("{pointer}/{key}"), found);
            }
        }
        Value::Array(array) => {
            for (index, value) in array.iter().enumerate() {
                pointers(value, &format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn dr_42_schema_accepts_standard_ruleset() {
    assert_schema_agrees(&standard(), Shape::Right);
}

#[test]
fn dr_42_schema_and_reader_reject_wrong_types() {
    let file = standard();
    let mut all = Vec::new();
    pointers(&file, "", &mut all);
    assert!(all.len() > 500, "{}", all.len());
    for pointer in all {
        assert_schema_agrees(&standard_with(&pointer, Value::Null), Shape::Wrong);
    }
}

#[test]
fn dr_42_schema_and_reader_reject_unknown_keys() {
    let file = standard();
    let mut all = Vec::new();
    pointers(&file, "", &mut all);
    all.retain(|pointer| file.pointer(pointer).unwrap().is_object());
    assert!(all.len() > 30, "{}", all.len());
    for pointer in all {
        let mut file = standard();
        file.pointer_mut(&pointer).unwrap()["unknown"] = json!(null);
        assert_schema_agrees(&file, Shape::Wrong);
    }
}

#[test]
fn dr_42_schema_and_reader_agree_on_missing_keys() {
    let file = standard();
    let mut all = Vec::new();
    pointers(&file, "", &mut all);
    let mut required = 0;
    for pointer in all {
        let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
        // The keys that a number of players requires are not part of the shape.
        let is_number = key.parse::<u64>().is_ok();
        let mut file = standard();
        let Some(object) = file.pointer_mut(parent).and_then(Value::as_object_mut) else {
            continue;
        };
        if is_number || object.shift_remove(key).is_none() {
            continue;
        }
        let reader = Ruleset::read(&file.to_string());
        let is_required = reader.is_err_and(|errors| {
            let mut errors = errors.0.iter();
            errors.any(|error| {
                error.message == format!("missing key `{key}`")
                    || error.message.ends_with("which cannot be changed")
                    || error.message == "needs mad_robot; remove this key"
            })
        });
        required += usize::from(is_required);
        let shape = if is_required {
            Shape::Wrong
        } else {
            Shape::Right
        };
        assert_schema_agrees(&file, shape);
    }
    assert!(required > 50, "{required}");
}

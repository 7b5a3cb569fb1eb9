//! Plain data as text, and actions as text: `drop 3` for `Drop(3)`, `move a1 b2` for `Move { from: A1, to: B2 }`.

use serde_json::Value;

/// Makes types plain data by their texts, which others read in JSON.
macro_rules! serde_as_text {
    ($($type:ty),+) => {
        $(
            impl serde::Serialize for $type {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> serde::Deserialize<'de> for $type {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = String::deserialize(deserializer)?;
                    text.parse().map_err(serde::de::Error::custom)
                }
            }
        )+
    };
}
pub(crate) use serde_as_text;

/// Returns the words of plain data: names of variants and fields in lower case, then their values.
pub(super) fn words(value: &Value) -> String {
    let mut words = Vec::new();
    add(value, &mut words);
    words.join(" ")
}

fn add(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Null => words.push("-".into()),
        Value::Bool(value) => words.push(value.to_string()),
        Value::Number(value) => words.push(value.to_string()),
        Value::String(text) => words.push(kebab(text)),
        Value::Array(values) => values.iter().for_each(|value| add(value, words)),
        Value::Object(fields) => {
            // A variant with values is an object with one field; the fields of a struct need no names.
            let is_variant = fields.len() == 1;
            for (name, value) in fields {
                if is_variant {
                    words.push(kebab(name));
                }
                add(value, words);
            }
        }
    }
}

/// Returns `TurnLeft` as `turn-left`.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for (index, character) in name.chars().enumerate() {
        if character.is_uppercase() && index > 0 {
            text.push('-');
        }
        text.extend(character.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_and_values_are_words() {
        for (json, text) in [
            (r#""Pass""#, "pass"),
            (r#""TurnLeft""#, "turn-left"),
            (r#"{"Drop":3}"#, "drop 3"),
            (r#"{"Move":{"from":"A1","to":"B2"}}"#, "move a1 b2"),
            (r#"{"Deal":[0,true,null]}"#, "deal 0 true -"),
        ] {
            assert_eq!(words(&serde_json::from_str(json).unwrap()), text);
        }
    }
}

//! What differs between the set-up of a file and a stored one, field by field.

use std::collections::BTreeSet;

use botwerk_client::proto;
use botwerk_engine::plain_line;
use botwerk_tournament_wire::{configuration, entrant};
use serde_json::{Value, json};

/// Maximum number of differences in a message.
const MAX_LISTED: usize = 6;

/// Maximum length of a value in a message, in characters.
const MAX_VALUE_CHARS: usize = 60;

/// Returns what differs, such as `format.cycles: 3 in the file, 5 stored`, or an empty text.
pub(super) fn setup_differences(
    own: &proto::TournamentSetup,
    stored: &proto::TournamentSetup,
) -> String {
    let mut differences = Vec::new();
    compare_entrants(&own.entrants, &stored.entrants, &mut differences);
    match (fields(own), fields(stored)) {
        (Value::Null, _) | (_, Value::Null) => {
            differences.push("the stored set-up cannot be read".into());
        }
        (own, stored) => compare("", &own, &stored, &mut differences),
    }
    let more = differences.len().saturating_sub(MAX_LISTED);
    differences.truncate(MAX_LISTED);
    if more > 0 {
        differences.push(format!("and {more} more"));
    }
    differences.join("; ")
}

/// Returns the fields of a set-up without its entrants, which are compared by their names.
fn fields(setup: &proto::TournamentSetup) -> Value {
    let mut fields = configuration(setup).map_or(Value::Null, |read| json!(read));
    if let Some(fields) = fields.as_object_mut() {
        fields.remove("entrants");
    }
    fields
}

fn compare_entrants(own: &[proto::Entrant], stored: &[proto::Entrant], into: &mut Vec<String>) {
    let names: BTreeSet<&str> = own.iter().chain(stored).map(|one| &*one.name).collect();
    for name in names {
        let player = |entrants: &[proto::Entrant]| {
            let found = entrants.iter().find(|entrant| entrant.name == name);
            found.map_or_else(|| "none".to_owned(), player_text)
        };
        let has_other_version = {
            let find = |entrants: &[proto::Entrant]| {
                let found = entrants.iter().find(|entrant| entrant.name == name);
                found.map(|entrant| (entrant.version.clone(), entrant.anchor))
            };
            find(own) != find(stored)
        };
        let (own, stored) = (player(own), player(stored));
        if own != stored || has_other_version {
            into.push(difference_text(
                &format!("entrant {}", plain_line(name)),
                &own,
                &stored,
            ));
        }
    }
    let order = |entrants: &[proto::Entrant]| -> Vec<String> {
        entrants
            .iter()
            .map(|entrant| entrant.name.clone())
            .collect()
    };
    if into.is_empty() && order(own) != order(stored) {
        into.push("the order of the entrants".into());
    }
}

fn player_text(message: &proto::Entrant) -> String {
    entrant(message).map_or_else(|| "nothing".into(), |entrant| entrant.player.to_string())
}

/// Adds the differing parts of two values, given their path.
fn compare(path: &str, own: &Value, stored: &Value, into: &mut Vec<String>) {
    if own == stored {
        return;
    }
    if let (Value::Object(own), Value::Object(stored)) = (own, stored) {
        let names: BTreeSet<&String> = own.keys().chain(stored.keys()).collect();
        for name in names {
            let inner = match path {
                "" => name.clone(),
                _ => format!("{path}.{name}"),
            };
            let value = |of: &serde_json::Map<String, Value>| of.get(name).cloned();
            let (own, stored) = (value(own), value(stored));
            let (own, stored) = (own.unwrap_or_default(), stored.unwrap_or_default());
            compare(&inner, &own, &stored, into);
        }
        return;
    }
    into.push(difference_text(path, &value_text(own), &value_text(stored)));
}

fn value_text(value: &Value) -> String {
    let text = match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => plain_line(text),
        Value::Array(values) if values.len() > 1 => format!("a list of {}", values.len()),
        other => other.to_string(),
    };
    text.chars().take(MAX_VALUE_CHARS).collect()
}

fn difference_text(what: &str, own: &str, stored: &str) -> String {
    if own == stored {
        return format!("{what} differs");
    }
    format!("{what}: {own} in the file, {stored} stored")
}

#[cfg(test)]
mod tests {
    use botwerk_engine::GameId;
    use botwerk_tournament::configuration::parse_file;
    use botwerk_tournament_wire::setup_message;

    use super::*;

    fn setup(cycles: u32, more: &str) -> proto::TournamentSetup {
        let game = GameId::BUILT_IN[0].name();
        let text = format!(
            "name = \"a cup\"\ngame = \"{game}\"\n[format]\nkind = \"round-robin\"\ncycles = {cycles}\n\
             [[entrant]]\nplayer = \"random\"\n[[entrant]]\nname = \"mine\"\nplayer = \"grpc:bot 'a b'\"\n{more}"
        );
        let file = parse_file(&text).unwrap();
        setup_message(&file.configuration.with_defaults())
    }

    #[test]
    fn every_differing_field_is_named_with_both_values() {
        let own = setup(3, "");
        assert_eq!(setup_differences(&own, &own), "");
        let stored = setup(5, "[[entrant]]\nname = \"new\"\nplayer = \"bot:other\"\n");
        let text = setup_differences(&own, &stored);
        let expected = "entrant new: none in the file, bot:other stored; ";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.contains("cycles: 3 in the file, 5 stored"), "{text}");
        let mut changed = own.clone();
        changed.name = "\u{1b}[2J".into();
        changed.uses_virtual_time = true;
        let text = setup_differences(&own, &changed);
        assert!(text.contains("name: a cup in the file, "), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
        assert!(
            text.contains("virtual_time: false in the file, true stored"),
            "{text}"
        );
    }

    #[test]
    fn order_of_entrants_is_a_difference() {
        let own = setup(3, "");
        let mut turned = own.clone();
        turned.entrants.reverse();
        assert_eq!(
            setup_differences(&own, &turned),
            "the order of the entrants"
        );
    }
}

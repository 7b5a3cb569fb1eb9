//! The messages of the checks of setups, read from the source of a game.

use std::collections::BTreeSet;

/// Asserts that tests have met an error with every message of the source.
pub(crate) fn assert_all_met(source: &str, met: &BTreeSet<String>) {
    let messages = messages(source);
    assert!(messages.len() > 10, "{messages:?}");
    let is_met = |message: &String| met.iter().any(|text| is_instance(text, message));
    let missing: Vec<_> = messages.iter().filter(|message| !is_met(message)).collect();
    assert!(
        missing.is_empty(),
        "no test leads to the errors {missing:#?}"
    );
}

/// Returns the texts of a source that are not ids of rules, without those of its tests and comments.
fn messages(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().map(str::trim_start);
    let lines: Vec<_> = lines.filter(|line| !line.starts_with("//")).collect();
    let code = lines.join("\n").replace("\\\n", "");
    let texts = code.split('"').skip(1).step_by(2);
    let texts = texts.filter(|text| text.contains(' '));
    texts.map(str::to_owned).collect()
}

/// Returns `true` if a text is a message whose placeholders, such as `{max}`, have values.
fn is_instance(text: &str, message: &str) -> bool {
    let mut rest = text;
    let fixed = message.split('{').enumerate().map(|(index, piece)| {
        let fixed = if index == 0 {
            Some(piece)
        } else {
            piece.split('}').nth(1)
        };
        fixed.unwrap()
    });
    for fixed in fixed {
        match rest.split_once(fixed) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    true
}

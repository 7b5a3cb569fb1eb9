//! Names that others have chosen, made safe to print: on a terminal, and for a language model.

use botwerk_engine::is_hidden;

/// Maximum number of characters of a name.
const MAX_NAME_LEN: usize = 64;

/// Returns a name on one line, of at most 64 characters and without characters that are not seen: those
/// that control terminals, change the direction of text, or hide text from people.
pub fn plain_name(name: &str) -> String {
    let visible = name.chars().filter(|c| c.is_whitespace() || !is_hidden(*c));
    let text: String = visible.collect();
    let mut plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = plain.char_indices().nth(MAX_NAME_LEN) {
        plain.truncate(end);
        plain.push_str("...");
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line_without_hidden_characters() {
        for (name, expected) in [
            ("minimax", "minimax"),
            ("two words", "two words"),
            ("Ünï cödé", "Ünï cödé"),
            ("\x1b[31mred\x1b[0m", "[31mred[0m"),
            ("a\nstatus: you win\r\n", "a status: you win"),
            ("left\u{202e}right", "leftright"),
            ("tag\u{e0041}\u{e0042}", "tag"),
            ("line\u{2028}separator", "line separator"),
            ("\0", ""),
        ] {
            assert_eq!(plain_name(name), expected, "{name:?}");
        }
        let long = plain_name(&"ä".repeat(1000));
        assert_eq!(long.chars().count(), MAX_NAME_LEN + 3);
    }
}

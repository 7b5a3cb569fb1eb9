//! Texts that others have written, made safe to show: on a terminal, in a table and in a log.

/// Returns `true` for characters that have an effect without being seen: those that control terminals,
/// break lines, change the direction of text, or hide text from people.
///
/// ```
/// use botwerk_engine::is_hidden;
///
/// assert!(['\x1b', '\n', '\u{202e}', '\u{2066}', '\u{200b}'].into_iter().all(is_hidden));
/// assert!(!['a', ' ', 'ü', '👍'].into_iter().any(is_hidden));
/// ```
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Returns a text on one line, with blanks for hidden characters.
///
/// ```
/// use botwerk_engine::plain_line;
///
/// assert_eq!(plain_line("a\u{202e}b\nc"), "a b c");
/// ```
pub fn plain_line(text: &str) -> String {
    text.replace(is_hidden, " ")
}

/// Returns a text whose lines and tabs stay, with blanks for other hidden characters.
///
/// ```
/// use botwerk_engine::plain_lines;
///
/// assert_eq!(plain_lines("a\tb\r\n\x1b[2Jc\n"), "a\tb\r\n [2Jc\n");
/// ```
pub fn plain_lines(text: &str) -> String {
    let plain = |(index, c): (usize, char)| match c {
        '\n' | '\t' => c,
        '\r' if text[index..].starts_with("\r\n") => c,
        c if is_hidden(c) => ' ',
        c => c,
    };
    text.char_indices().map(plain).collect()
}

/// Returns the JSON of a text or value with escapes for hidden characters, which stand for the same value.
///
/// ```
/// use botwerk_engine::plain_json;
///
/// assert_eq!(plain_json("\"a\u{202e}b\""), "\"a\\u202eb\"");
/// ```
pub fn plain_json(json: &str) -> String {
    let mut plain = String::with_capacity(json.len());
    for c in json.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                plain += &format!("\\u{unit:04x}");
            }
        } else {
            plain.push(c);
        }
    }
    plain
}

//! Pictures in the colours of a terminal.

use botwerk_engine::{Diagram, Ink, Span};

/// The picture's lines with ANSI escape sequences for ink and strength.
pub(super) fn painted(diagram: &Diagram) -> String {
    let mut text = String::new();
    for line in &diagram.lines {
        for span in line {
            push_span(&mut text, span);
        }
        text.push('\n');
    }
    text
}

fn push_span(text: &mut String, span: &Span) {
    let codes: Vec<&str> = span
        .strong
        .then_some("1")
        .into_iter()
        .chain(ink(span.ink))
        .collect();
    if codes.is_empty() {
        text.push_str(&span.text);
    } else {
        *text += &format!("\x1b[{}m{}\x1b[0m", codes.join(";"), span.text);
    }
}

/// The code of an ink; bright ones where the plain ones are hard to tell apart.
const fn ink(ink: Ink) -> Option<&'static str> {
    match ink {
        Ink::Plain => None,
        Ink::Blue => Some("94"),
        Ink::Yellow => Some("33"),
        Ink::Green => Some("32"),
        Ink::Red => Some("31"),
        Ink::Pink => Some("95"),
        Ink::White => Some("97"),
        Ink::Grey => Some("90"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_and_strength_become_escape_sequences() {
        let mut diagram = Diagram::default();
        diagram.put("6P", Ink::Pink, true).text(" plain");
        diagram.line().put("1B", Ink::Blue, false);
        let expected = "\x1b[1;95m6P\x1b[0m plain\n\x1b[94m1B\x1b[0m\n";
        assert_eq!(painted(&diagram), expected);
    }
}

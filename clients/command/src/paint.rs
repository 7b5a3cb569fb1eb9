//! Diagrams in terminal colours.

use botwerk_engine::{Diagram, DiagramColour, Span};

/// Returns the diagram's lines with ANSI escape sequences for colour and weight.
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
        .is_bold
        .then_some("1")
        .into_iter()
        .chain(ink(span.colour))
        .collect();
    if codes.is_empty() {
        text.push_str(&span.text);
    } else {
        *text += &format!("\x1b[{}m{}\x1b[0m", codes.join(";"), span.text);
    }
}

/// Returns the code of a colour; bright ones where the plain ones are hard to tell apart.
const fn ink(ink: DiagramColour) -> Option<&'static str> {
    match ink {
        DiagramColour::Plain => None,
        DiagramColour::Blue => Some("94"),
        DiagramColour::Yellow => Some("33"),
        DiagramColour::Green => Some("32"),
        DiagramColour::Red => Some("31"),
        DiagramColour::Pink => Some("95"),
        DiagramColour::White => Some("97"),
        DiagramColour::Grey => Some("90"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_and_weight_become_escape_sequences() {
        let mut diagram = Diagram::default();
        diagram.put("6P", DiagramColour::Pink, true).text(" plain");
        diagram.line().put("1B", DiagramColour::Blue, false);
        let expected = "\x1b[1;95m6P\x1b[0m plain\n\x1b[94m1B\x1b[0m\n";
        assert_eq!(painted(&diagram), expected);
    }
}

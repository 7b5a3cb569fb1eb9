//! What a person types.

/// A typed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypedLine<'a> {
    Empty,
    Help,
    /// The rules in short, or what the word after it names.
    Rules(&'a str),
    Legend,
    Board,
    Legal,
    Undo,
    Hint,
    Quit,
    /// Actions in the game's notation.
    Actions(&'a str),
}

/// The commands and what they do, as `help` prints them.
pub(super) const COMMANDS: [(&str, &str); 9] = [
    ("help", "print this list"),
    (
        "rules",
        "the game in short; `rules all`, or one rule by its id",
    ),
    ("legend", "what the marks of the board mean"),
    ("board", "print the board again"),
    ("legal", "list what you can do now"),
    ("undo", "take back the latest line of this turn"),
    (
        HINT,
        "what a strong agent would do; in a race again for more",
    ),
    ("quit", "resign and leave the match"),
    ("otherwise", "actions, one or several on a line:"),
];

/// The command for a hint, which not every match allows.
pub(super) const HINT: &str = "hint or ?";

impl<'a> TypedLine<'a> {
    /// Reads a typed line.
    pub(super) fn parse(line: &'a str) -> Self {
        let line = line.trim();
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("", _) => Self::Empty,
            ("help", "") => Self::Help,
            ("rules", topic) => Self::Rules(topic),
            ("legend", "") => Self::Legend,
            ("board", "") => Self::Board,
            ("legal", "") => Self::Legal,
            ("undo", "") => Self::Undo,
            ("hint" | "?", "") => Self::Hint,
            ("quit" | "exit", "") => Self::Quit,
            _ => Self::Actions(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_distinguished_from_actions() {
        for (line, expected) in [
            ("", TypedLine::Empty),
            (" help ", TypedLine::Help),
            ("rules", TypedLine::Rules("")),
            ("rules NW-21", TypedLine::Rules("NW-21")),
            ("?", TypedLine::Hint),
            ("undo", TypedLine::Undo),
            ("b2-b4 / .", TypedLine::Actions("b2-b4 / .")),
            ("help me", TypedLine::Actions("help me")),
        ] {
            assert_eq!(TypedLine::parse(line), expected, "{line}");
        }
    }
}

//! Files of start positions: one in the game's notation per line.

/// A start position and its place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpeningLine<'a> {
    /// The number of the line, from 1.
    pub(super) line: usize,
    /// The position in the game's notation.
    pub(super) position: &'a str,
}

/// Returns the positions of a file. Blank lines and lines that start with `#` are comments.
pub(super) fn opening_lines(text: &str) -> Vec<OpeningLine<'_>> {
    let lines = text.lines().map(str::trim).zip(1..);
    let positions = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    positions
        .map(|(position, line)| OpeningLine { line, position })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_comments_are_no_positions() {
        let lines = opening_lines("# book\n\n  one \n#two\nthree # x");
        let expected = [(3, "one"), (5, "three # x")];
        assert_eq!(
            lines,
            expected.map(|(line, position)| OpeningLine { line, position })
        );
        assert_eq!(opening_lines(" \n# none\n"), []);
    }
}

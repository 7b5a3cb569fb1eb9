//! What every text parser of the engine shares: a cursor and the error it reports.

use std::fmt;

/// A text that is not in its one canonical form.
///
/// `at` is a byte offset into the text that was parsed, 0 for its first byte.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ParseError {
    /// What was being parsed: `board`, `action`, `position`.
    pub kind: &'static str,
    /// Byte offset of the first difference from the canonical form.
    pub offset: usize,
    /// What the canonical form would have at that place, in words.
    pub expected: String,
    /// The text found at that place, shortened to at most 16 characters.
    pub found: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind: what,
            offset: at,
            expected,
            found,
        } = self;
        if found.is_empty() {
            write!(
                f,
                "{what}: at byte {at}: expected {expected}, found the end of the text"
            )
        } else {
            write!(
                f,
                "{what}: at byte {at}: expected {expected}, found `{found}`"
            )
        }
    }
}

impl ParseError {
    /// The error for `text` at byte `at`, quoting what stands there.
    pub fn new(what: &'static str, text: &str, at: usize, expected: impl Into<String>) -> Self {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let found = text[at..].chars().take(16).collect();
        Self {
            kind: what,
            offset: at,
            expected: expected.into(),
            found,
        }
    }

    /// The error for a `text` that parses, but is written `canonical` in its one canonical form.
    pub fn not_canonical(what: &'static str, text: &str, canonical: &str) -> Self {
        let at = text
            .bytes()
            .zip(canonical.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let rest: String = canonical
            .get(at..)
            .unwrap_or(canonical)
            .chars()
            .take(16)
            .collect();
        let expected = if rest.is_empty() {
            "the end of the text".into()
        } else {
            format!("`{rest}`")
        };
        Self::new(what, text, at, expected)
    }

    /// The same error as one of the longer `text`, whose part from byte `offset` was parsed.
    ///
    /// What was found is quoted anew: a part may end where the text goes on.
    pub fn in_outer_text(self, what: &'static str, text: &str, offset: usize) -> Self {
        Self::new(what, text, self.offset + offset, self.expected)
    }
}

/// A cursor over a text: each step either takes what it names or says where it stopped.
#[derive(Debug, Clone)]
pub struct Scanner<'a> {
    kind: &'static str,
    text: &'a str,
    offset: usize,
}

impl<'a> Scanner<'a> {
    /// A cursor at the start of `text`; `what` names the text in errors.
    pub fn new(what: &'static str, text: &'a str) -> Self {
        Self {
            kind: what,
            text,
            offset: 0,
        }
    }

    /// Byte offset of the cursor.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The text that is still ahead.
    pub fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Whether everything was taken.
    pub fn is_at_end(&self) -> bool {
        self.offset == self.text.len()
    }

    /// The error "expected `expected` here".
    pub fn expected(&self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.kind, self.text, self.offset, expected)
    }

    /// The error of another parser that was given the text from the cursor on.
    pub fn inner(&self, error: ParseError) -> ParseError {
        error.in_outer_text(self.kind, self.text, self.offset)
    }

    /// Takes `word` if it is next.
    pub fn accept(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.offset += word.len();
        }
        found
    }

    /// Takes `word` or says that it was expected.
    ///
    /// # Errors
    /// If the text goes on with something else.
    pub fn expect(&mut self, word: &str) -> Result<(), ParseError> {
        if self.accept(word) {
            Ok(())
        } else {
            Err(self.expected(format!("`{word}`")))
        }
    }

    /// Takes everything up to `end` (not included) or to the end of the text.
    pub fn until(&mut self, end: &str) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(end).unwrap_or(rest.len())];
        self.offset += taken.len();
        taken
    }

    /// Takes a decimal number without leading zeros.
    ///
    /// # Errors
    /// If no digit is next, a leading zero stands there, or the number is above `u32::MAX`.
    pub fn number(&mut self) -> Result<u32, ParseError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let word = &self.rest()[..digits];
        let number = match word.parse() {
            Ok(number) if digits == 1 || !word.starts_with('0') => number,
            _ => return Err(self.expected("a number")),
        };
        self.offset += digits;
        Ok(number)
    }

    /// Moves the cursor over `bytes` bytes that another parser has taken.
    pub fn advance(&mut self, bytes: usize) {
        self.offset += bytes;
    }

    /// Ends the parse.
    ///
    /// # Errors
    /// If anything is left.
    pub fn finish(self) -> Result<(), ParseError> {
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.expected("the end of the text"))
        }
    }
}

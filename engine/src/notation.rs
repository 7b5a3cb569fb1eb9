//! The cursor and the error that all text parsers of the engine share, and the limit of numbers.

use std::fmt;

/// Maximum of every number in a record or a message, 2^53 - 1: readers that hold numbers as floating point,
/// such as JavaScript, change larger ones. Hashes, which use all 64 bits, are marked in the API so that these
/// readers get them as text.
pub const MAX_EXACT_NUMBER: u64 = (1 << 53) - 1;

/// The error of a text that is not in its canonical form.
///
/// ```
/// use botwerk_engine::GameNotation;
/// use botwerk_engine::netzwerk::Action;
///
/// let error = "b2b4".parse::<Action>().unwrap_err();
/// assert_eq!(error.offset, 2);
/// assert_eq!(error.to_string(), "action: at byte 2: expected `-` or `x`, found `b4`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ParseError {
    /// The kind of text that was parsed: `board`, `action`, `position`.
    pub kind: &'static str,
    /// Byte offset of the first difference from the canonical form.
    pub offset: usize,
    /// What the canonical form has at that offset, as human-readable text.
    pub expected: String,
    /// The text found at that offset, shortened to at most 16 characters.
    pub found: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            offset,
            expected,
            found,
        } = self;
        if found.is_empty() {
            write!(
                f,
                "{kind}: at byte {offset}: expected {expected}, found the end of the text"
            )
        } else {
            write!(
                f,
                "{kind}: at byte {offset}: expected {expected}, found `{found}`"
            )
        }
    }
}

impl ParseError {
    /// Creates the error for `text` at a byte offset, and quotes the text found there.
    pub fn new(kind: &'static str, text: &str, offset: usize, expected: impl Into<String>) -> Self {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let found = text[offset..].chars().take(16).collect();
        Self {
            kind,
            offset,
            expected: expected.into(),
            found,
        }
    }

    /// Creates the error for a `text` that parses, but whose canonical form is `canonical`.
    pub fn not_canonical(kind: &'static str, text: &str, canonical: &str) -> Self {
        let offset = text
            .bytes()
            .zip(canonical.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let rest: String = canonical
            .get(offset..)
            .unwrap_or(canonical)
            .chars()
            .take(16)
            .collect();
        let expected = if rest.is_empty() {
            "the end of the text".into()
        } else {
            format!("`{rest}`")
        };
        Self::new(kind, text, offset, expected)
    }

    /// Converts the error of a part into one of the outer `text`, in which the part starts at byte
    /// `offset`.
    ///
    /// The found text is quoted again, since the outer text may continue after the part.
    pub fn in_outer_text(self, kind: &'static str, text: &str, offset: usize) -> Self {
        Self::new(kind, text, self.offset + offset, self.expected)
    }
}

/// A cursor over a text, which parsers advance token by token.
///
/// ```
/// use botwerk_engine::notation::Scanner;
///
/// let mut scan = Scanner::new("example", "say 12");
/// scan.expect("say ").unwrap();
/// assert_eq!(scan.number(), Ok(12));
/// scan.finish().unwrap();
/// ```
#[derive(Debug, Clone)]
pub struct Scanner<'a> {
    kind: &'static str,
    text: &'a str,
    offset: usize,
}

impl<'a> Scanner<'a> {
    /// Creates a cursor at the start of `text`; `kind` names the text in errors.
    pub fn new(kind: &'static str, text: &'a str) -> Self {
        Self {
            kind,
            text,
            offset: 0,
        }
    }

    /// Returns the byte offset of the cursor.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the text after the cursor.
    pub fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Returns `true` if the cursor is at the end of the text.
    pub fn is_at_end(&self) -> bool {
        self.offset == self.text.len()
    }

    /// Creates the error that `expected` was expected at the cursor.
    pub fn expected(&self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.kind, self.text, self.offset, expected)
    }

    /// Converts the error of a parser that parsed the text after the cursor.
    pub fn inner(&self, error: ParseError) -> ParseError {
        error.in_outer_text(self.kind, self.text, self.offset)
    }

    /// Skips `token` and returns `true` if it is next; otherwise returns `false`.
    pub fn accept(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        if is_next {
            self.offset += token.len();
        }
        is_next
    }

    /// Skips `token`.
    ///
    /// # Errors
    /// Returns an error if `token` is not next.
    pub fn expect(&mut self, token: &str) -> Result<(), ParseError> {
        if self.accept(token) {
            Ok(())
        } else {
            Err(self.expected(format!("`{token}`")))
        }
    }

    /// Skips and returns everything before `end`, or before the end of the text if `end` is missing.
    pub fn until(&mut self, end: &str) -> &'a str {
        let rest = self.rest();
        let skipped = &rest[..rest.find(end).unwrap_or(rest.len())];
        self.offset += skipped.len();
        skipped
    }

    /// Skips and returns a decimal number without leading zeros.
    ///
    /// # Errors
    /// Returns an error if no digit is next, the number has a leading zero, or it exceeds `u32::MAX`.
    pub fn number(&mut self) -> Result<u32, ParseError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let text = &self.rest()[..digits];
        let number = match text.parse() {
            Ok(number) if digits == 1 || !text.starts_with('0') => number,
            _ => return Err(self.expected("a number")),
        };
        self.offset += digits;
        Ok(number)
    }

    /// Advances the cursor by `bytes` bytes, which another parser has parsed.
    pub fn advance(&mut self, bytes: usize) {
        self.offset += bytes;
    }

    /// Ends the parse.
    ///
    /// # Errors
    /// Returns an error if the cursor is not at the end of the text.
    pub fn finish(self) -> Result<(), ParseError> {
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.expected("the end of the text"))
        }
    }
}

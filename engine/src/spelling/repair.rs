//! Corrects letter case and gaps of a text at the places where the strict reader of a game stops.

use std::collections::BTreeSet;

use crate::notation::ParseError;

/// Maximum number of bytes that the strict reader is given for one text, with those of each call.
const MAX_BYTES: usize = 1 << 17;

/// What a call of the strict reader costs in addition to the bytes of its text.
const BYTES_PER_CALL: usize = 64;

/// What separates actions, and what they are separated by in the notation of one game or another.
const GAPS: [&str; 4] = [" ", ", ", ",", ""];

/// How much the strict reader may still read.
pub(super) struct Budget(usize);

impl Budget {
    pub(super) fn new() -> Self {
        Self(MAX_BYTES)
    }

    pub(super) fn is_spent(&self) -> bool {
        self.0 == 0
    }

    /// Takes the bytes of a text. Returns `false` if there are not enough left.
    fn take(&mut self, bytes: usize) -> bool {
        self.0 = self.0.saturating_sub(bytes + BYTES_PER_CALL);
        !self.is_spent()
    }
}

/// Reads one part of a text with repairs.
pub(super) struct Repair<'a, F> {
    strict: &'a F,
    budget: &'a mut Budget,
}

impl<'a, F> Repair<'a, F> {
    pub(super) fn new(strict: &'a F, budget: &'a mut Budget) -> Self {
        Self { strict, budget }
    }

    /// Returns the canonical texts of a part with their meanings.
    pub(super) fn read<T>(&mut self, part: &str) -> Vec<(String, T)>
    where
        F: Fn(&str) -> Result<T, ParseError>,
    {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let spaced = part.replace('\n', " ");
        let mut open = vec![spaced.replace(',', " "), spaced];
        while let Some(text) = open.pop() {
            if !seen.insert(text.clone()) || !self.budget.take(text.len()) {
                continue;
            }
            match (self.strict)(&text) {
                Ok(meaning) => found.push((text, meaning)),
                Err(error) => open.extend(self.repairs(&text, error.offset, &mut found)),
            }
        }
        found
    }

    /// Returns the texts that the strict reader reads furthest, of those that are spelled in another way at
    /// `offset`, and adds what complete ones mean.
    fn repairs<T>(&mut self, text: &str, offset: usize, found: &mut Vec<(String, T)>) -> Vec<String>
    where
        F: Fn(&str) -> Result<T, ParseError>,
    {
        let unread_before = text.len() - offset.min(text.len());
        let mut least = unread_before;
        let mut furthest = Vec::new();
        for edited in edits(text, offset) {
            if !self.budget.take(edited.len()) {
                return Vec::new();
            }
            match (self.strict)(&edited) {
                Ok(meaning) => found.push((edited, meaning)),
                Err(error) => {
                    let unread = edited.len() - error.offset.min(edited.len());
                    if unread < least {
                        least = unread;
                        furthest.clear();
                    }
                    if unread == least && unread < unread_before {
                        furthest.push(edited);
                    }
                }
            }
        }
        furthest
    }
}

/// Returns the other spellings of a text at an offset: with letters in other case, and with another gap.
fn edits(text: &str, offset: usize) -> BTreeSet<String> {
    let mut edits = BTreeSet::new();
    if !text.is_char_boundary(offset) {
        return edits;
    }
    let (before, rest) = text.split_at(offset);
    // The reader may stop at the gap or the number before a word.
    let is_before_word = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b' ' | b',');
    let skipped = rest.bytes().take_while(is_before_word).count();
    let letters = rest[skipped..]
        .bytes()
        .take_while(u8::is_ascii_alphabetic)
        .count();
    if letters > 0 {
        let (start, end) = (offset + skipped, offset + skipped + letters);
        let (lower, upper) = (
            text[start..end].to_ascii_lowercase(),
            text[start..end].to_ascii_uppercase(),
        );
        let capital = format!("{}{}", &upper[..1], &lower[1..]);
        let inverse = format!("{}{}", &lower[..1], &upper[1..]);
        for word in [&lower, &upper, &capital, &inverse] {
            edits.insert(format!("{}{word}{}", &text[..start], &text[end..]));
        }
    }
    let (left, right) = (
        before.trim_end_matches(is_gap),
        rest.trim_start_matches(is_gap),
    );
    let (last, next) = (left.chars().next_back(), right.chars().next());
    let (Some(last), Some(next)) = (last, next) else {
        // At the ends of a text there is nothing to separate.
        edits.insert(format!("{left}{right}"));
        return edits;
    };
    let has_gap = left.len() + right.len() < text.len();
    for gap in GAPS {
        // Nothing that is apart becomes one number or word, and none is divided.
        let is_allowed = match (has_gap, gap) {
            (true, "") => !(last.is_alphanumeric() && next.is_alphanumeric()),
            (true, _) => true,
            (false, _) => {
                let is_number = last.is_numeric() && next.is_numeric();
                let is_word = last.is_alphabetic() && next.is_alphabetic();
                !is_number && !is_word
            }
        };
        if is_allowed {
            edits.insert(format!("{left}{gap}{right}"));
        }
    }
    edits.remove(text);
    edits
}

fn is_gap(c: char) -> bool {
    c == ' ' || c == ','
}

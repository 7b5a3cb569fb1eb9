//! The comments of players, which follow a record.

use serde::{Deserialize, Serialize};

use crate::plain_text::plain_lines;

/// What every line of a comment starts with.
const START: &str = "{\"comment\":";

/// What a player has written about a submission.
///
/// Comments follow the record and its signature, as lines of their own. They are not part of the running hash, so that a
/// record is the same for readers who may read comments and for those who may not; nothing proves them.
///
/// ```
/// use botwerk_engine::record::RecordComment;
///
/// let comment = RecordComment::new(1, 4, 0, "a fork:\nred loses a stone");
/// let text = format!("a record\n{}", comment.to_line());
/// assert_eq!(RecordComment::split(&text), ("a record\n", vec![comment]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordComment {
    /// The text.
    #[serde(rename = "comment")]
    pub text: String,
    /// The number of the seat that submitted.
    pub seat: u32,
    /// Number of the seat's turn, from 1.
    pub turn: u32,
    /// Zero-based index of the submission within its turn.
    pub part: u32,
}

impl RecordComment {
    /// Maximum length of a text, in bytes.
    pub const MAX_BYTES: usize = 2000;

    /// Creates a comment. The text is cut after [`Self::MAX_BYTES`], and its hidden characters are replaced by blanks.
    pub fn new(seat: u32, turn: u32, part: u32, text: &str) -> Self {
        Self {
            text: Self::plain_text(text),
            seat,
            turn,
            part,
        }
    }

    /// Returns the text of a comment: cut after [`Self::MAX_BYTES`] at the boundary of a character, with lines and tabs, and
    /// with blanks for other hidden characters.
    ///
    /// ```
    /// use botwerk_engine::record::RecordComment;
    ///
    /// assert_eq!(RecordComment::plain_text("a\n\u{202e}b"), "a\n b");
    /// assert_eq!(RecordComment::plain_text(&"ü".repeat(1001)), "ü".repeat(1000));
    /// assert_eq!(RecordComment::plain_text(&format!("a{}", "ü".repeat(1000))).len(), 1999);
    /// ```
    pub fn plain_text(text: &str) -> String {
        let mut end = text.len().min(Self::MAX_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        plain_lines(&text[..end])
    }

    /// Returns the line, including its newline.
    pub fn to_line(&self) -> String {
        let line = serde_json::to_string(self).expect("comments are plain JSON");
        line + "\n"
    }

    /// Splits a text into the record with its signature, and the comments after it. Lines that are not what
    /// [`Self::to_line`] writes stay with the record, which then cannot be parsed.
    pub fn split(text: &str) -> (&str, Vec<Self>) {
        let mut comments = Vec::new();
        let mut record = text;
        while let Some((rest, comment)) = split_last(record) {
            comments.push(comment);
            record = rest;
        }
        comments.reverse();
        (record, comments)
    }
}

/// Splits the last line from a text, if it is a comment.
fn split_last(text: &str) -> Option<(&str, RecordComment)> {
    let body = text.strip_suffix('\n')?;
    let start = body.rfind('\n').map_or(0, |at| at + 1);
    let (rest, line) = text.split_at(start);
    if !line.starts_with(START) {
        return None;
    }
    let comment: RecordComment = serde_json::from_str(line).ok()?;
    let is_canonical = comment.text == RecordComment::plain_text(&comment.text);
    (is_canonical && comment.to_line() == line).then_some((rest, comment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_that_is_no_comment_stays_with_the_record() {
        let comment = RecordComment::new(0, 1, 0, "why");
        let line = comment.to_line();
        let hidden = line.replace("why", "\u{202e}why");
        let long = line.replace("why", &"y".repeat(RecordComment::MAX_BYTES + 1));
        let unknown = line.replace("\"part\"", "\"round\"");
        let unended = line.trim_end().to_owned();
        for invalid in [&*hidden, &long, &unknown, &unended] {
            let text = format!("{{}}\n{line}{invalid}");
            assert_eq!(RecordComment::split(&text), (&*text, vec![]), "{invalid}");
        }
        let text = format!("{line}{{}}\n{line}{line}");
        let (record, comments) = RecordComment::split(&text);
        assert_eq!(record, format!("{line}{{}}\n"));
        assert_eq!(comments, [comment.clone(), comment]);
    }
}

//! The log of bots: lines on standard error.

use std::fmt::Display;
use std::io::Write;

/// Writes one line: what it is about, and the message.
pub(crate) fn write_line(subject: &str, message: impl Display) {
    let line = format!("botwerk: {subject}: {message}\n");
    // In one piece, so that the lines of several matches do not mix. A bot plays on without its log.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

//! What a bot writes to its standard error, kept for those who look for its mistakes.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use botwerk_engine::plain_line;

use crate::bot_output::{LimitedOutput, OutputReader};

/// Returns what to append to a message about a bot: the last line of its log that is not blank, if there is one.
pub fn last_line(log: &str) -> String {
    let mut lines = log.lines().rev();
    let last = lines.find(|line| !line.trim().is_empty());
    last.map_or_else(String::new, |line| {
        format!("; the last line of its log: {}", plain_line(line))
    })
}

/// Maximum number of bytes that a log keeps.
const MAX_KEPT: usize = 64 << 10;

/// The end of what a bot has written to its standard error, at most 64 KiB. Clones share it, and so do the
/// processes of a bot that is started again.
#[derive(Debug, Clone)]
pub struct BotLog {
    text: Arc<Mutex<LogText>>,
    is_passed_on: bool,
}

#[derive(Debug, Default)]
struct LogText {
    /// The end of everything that was written, at least as much as is kept.
    end: String,
    /// Number of bytes that were written.
    written: u64,
    /// Number of bytes that [`BotLog::take_new`] has returned or left out.
    taken: u64,
}

/// A part of a log, with the number of bytes before it that are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogExcerpt {
    /// Number of earlier bytes that are left out.
    pub omitted_bytes: u64,
    /// The text.
    pub text: String,
}

/// The text, after a line that says how much is missing.
impl Display for LogExcerpt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.omitted_bytes {
            0 => f.write_str(&self.text),
            omitted => write!(f, "[{omitted} bytes omitted]\n{}", self.text),
        }
    }
}

impl BotLog {
    /// Creates an empty log, whose text is also passed on to standard error of this program.
    pub fn passed_on() -> Self {
        Self {
            text: Arc::default(),
            is_passed_on: true,
        }
    }

    /// Creates an empty log, whose text is only kept.
    pub fn kept_only() -> Self {
        Self {
            is_passed_on: false,
            ..Self::passed_on()
        }
    }

    /// Returns the end of the log, at most the given number of bytes and 64 KiB.
    pub fn tail(&self, max_bytes: usize) -> LogExcerpt {
        self.lock().since(0, max_bytes.min(MAX_KEPT))
    }

    /// Returns what was written since the last call, or `None` if that is nothing. More than 64 KiB between two
    /// calls are omitted.
    pub fn take_new(&self) -> Option<LogExcerpt> {
        let mut text = self.lock();
        let new = (text.taken < text.written).then(|| text.since(text.taken, MAX_KEPT));
        text.taken = text.written;
        new
    }

    /// Returns [`last_line`] of what was written.
    pub fn last_line(&self) -> String {
        last_line(&self.lock().end)
    }

    /// Adds a line about the bot.
    pub fn add_line(&self, line: &str) {
        let line = format!("botwerk: {line}\n");
        self.lock().append(&line);
        if self.is_passed_on {
            // The match continues without it.
            let _ = io::stderr().write_all(line.as_bytes());
        }
    }

    /// Starts to read the standard error of a process of the bot.
    pub fn read(&self, source: impl Read + Send + 'static) -> OutputReader {
        let log = self.clone();
        let mut output = self.is_passed_on.then(|| LimitedOutput::new(io::stderr()));
        OutputReader::start(source, move |line| {
            log.lock().append(line);
            if let Some(output) = &mut output {
                output.write(line);
            }
        })
    }

    fn lock(&self) -> MutexGuard<'_, LogText> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LogText {
    fn append(&mut self, line: &str) {
        self.end.push_str(line);
        self.written += line.len() as u64;
        // Half of the buffer is moved at once, and not every line.
        if self.end.len() > 2 * MAX_KEPT {
            let start = char_start(&self.end, self.end.len() - MAX_KEPT);
            self.end.drain(..start);
        }
    }

    /// Returns what was written after the first `position` bytes, at most the given number of bytes of its end.
    fn since(&self, position: u64, max_bytes: usize) -> LogExcerpt {
        let new = usize::try_from(self.written - position).unwrap_or(usize::MAX);
        let length = new.min(max_bytes).min(self.end.len());
        let start = char_start(&self.end, self.end.len() - length);
        let text = self.end[start..].to_owned();
        LogExcerpt {
            omitted_bytes: self.written - position - text.len() as u64,
            text,
        }
    }
}

/// Returns the first position from `index` at which a character starts.
pub fn char_start(text: &str, index: usize) -> usize {
    let mut positions = index..text.len();
    let start = positions.find(|position| text.is_char_boundary(*position));
    start.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(omitted_bytes: u64, text: &str) -> LogExcerpt {
        LogExcerpt {
            omitted_bytes,
            text: text.into(),
        }
    }

    /// Returns a log of this source, which is read to its end.
    fn log_of(source: impl Read + Send + 'static) -> BotLog {
        let log = BotLog::kept_only();
        log.read(source).drain();
        log
    }

    #[test]
    fn log_keeps_what_is_written_in_a_printable_form() {
        let log = log_of(&b"one\r\n\x1b[2Jtwo\xff"[..]);
        assert_eq!(log.tail(MAX_KEPT), excerpt(0, "one\n [2Jtwo\u{fffd}\n"));
        assert_eq!(log.tail(5), excerpt(10, "o\u{fffd}\n"));
        // A character is not divided.
        assert_eq!(log.tail(3), excerpt(14, "\n"));
        assert_eq!(log.tail(0), excerpt(15, ""));
        assert_eq!(log.tail(5).to_string(), "[10 bytes omitted]\no\u{fffd}\n");
    }

    #[test]
    fn memory_is_bounded_and_the_end_is_kept() {
        let noise = io::repeat(b'x').take(4 << 20);
        let log = log_of(noise.chain(&b"\nTraceback: the end"[..]));
        let kept = log.tail(MAX_KEPT);
        assert_eq!(kept.text.len(), MAX_KEPT);
        assert!(kept.text.ends_with("\nTraceback: the end\n"));
        assert!(kept.omitted_bytes > (4 << 20) - MAX_KEPT as u64);
        let text = log.lock();
        assert!(text.end.capacity() <= 4 * MAX_KEPT + (16 << 10));
        assert_eq!(kept.omitted_bytes + MAX_KEPT as u64, text.written);
    }

    #[test]
    fn new_text_is_returned_once() {
        let log = BotLog::kept_only();
        assert_eq!(log.take_new(), None);
        log.read(&b"one\n"[..]).drain();
        assert_eq!(log.take_new(), Some(excerpt(0, "one\n")));
        assert_eq!(log.take_new(), None);
        log.read(&b"two\nthree\n"[..]).drain();
        assert_eq!(log.clone().take_new(), Some(excerpt(0, "two\nthree\n")));
        log.read(io::repeat(b'\n').take(MAX_KEPT as u64 + 5))
            .drain();
        let new = log.take_new();
        assert_eq!(new, Some(excerpt(5, &"\n".repeat(MAX_KEPT))));
        assert_eq!(log.tail(MAX_KEPT).omitted_bytes, 5 + 14);
    }
}

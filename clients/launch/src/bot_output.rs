//! What a bot prints: it is read without what could control a terminal, and limited where it is passed on.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use botwerk_engine::is_hidden;

/// Maximum number of bytes of a bot that are passed on.
const MAX_OUTPUT: usize = 1 << 20;

/// Maximum length of a line in bytes; longer ones are divided.
const MAX_LINE: u64 = 8 << 10;

/// Time to read what a bot has printed before its end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// Time between two looks at whether everything is read.
const DRAIN_POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A thread that reads what a bot prints, so that the bot never waits for a reader.
#[derive(Debug)]
pub struct OutputReader(JoinHandle<()>);

impl OutputReader {
    /// Starts to read a source until it ends; `each` gets every line with its line feed, safe to print.
    pub(crate) fn start(
        source: impl Read + Send + 'static,
        mut each: impl FnMut(&str) + Send + 'static,
    ) -> Self {
        Self(thread::spawn(move || read_lines(source, &mut each)))
    }

    /// Waits at most one second until everything is read; all processes that could print should have ended.
    pub fn drain(&self) {
        let deadline = Instant::now() + DRAIN_TIMEOUT;
        while !self.0.is_finished() && Instant::now() < deadline {
            thread::sleep(DRAIN_POLL_INTERVAL);
        }
    }
}

/// A target that receives 1 MiB of a bot's output at most.
#[derive(Debug)]
pub(crate) struct LimitedOutput<W> {
    target: W,
    /// Number of bytes that may still be written.
    left: usize,
}

impl<W: Write> LimitedOutput<W> {
    pub(crate) const fn new(target: W) -> Self {
        Self {
            target,
            left: MAX_OUTPUT,
        }
    }

    /// Passes on a line, or nothing beyond the limit.
    pub(crate) fn write(&mut self, line: &str) {
        if self.left == 0 {
            return;
        }
        // The bot continues even if its output cannot be written.
        let _ = self.target.write_all(line.as_bytes());
        self.left = self.left.saturating_sub(line.len());
        if self.left == 0 {
            let limit = MAX_OUTPUT >> 20;
            let _ = writeln!(
                self.target,
                "botwerk: more than {limit} MiB; the rest is left out"
            );
        }
    }
}

/// Reads lines until the source ends.
fn read_lines(source: impl Read, each: &mut impl FnMut(&str)) {
    let mut source = BufReader::new(source);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut source).take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => each(&printable(&line)),
            Ok(0) | Err(_) => return,
        }
    }
}

/// Returns a line with blanks for control characters other than tab, and a line feed at its end.
pub fn printable(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end_matches(['\n', '\r']);
    let plain = |c: char| {
        if is_hidden(c) && c != '\t' { ' ' } else { c }
    };
    text.chars().map(plain).chain(['\n']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed_on(source: &[u8]) -> String {
        let mut output = LimitedOutput::new(Vec::new());
        read_lines(source, &mut |line: &str| output.write(line));
        String::from_utf8(output.target).unwrap()
    }

    #[test]
    fn terminal_is_not_controlled() {
        let printed = passed_on(b"a\tb\r\n\x1b[2Jred\x07\n\xc2\x9b1m\nrest\xff");
        assert_eq!(printed, "a\tb\n [2Jred \n 1m\nrest\u{fffd}\n");
    }

    #[test]
    fn output_is_limited_and_read_to_its_end() {
        let printed = passed_on(&vec![b'x'; 40 << 20]);
        assert!(
            printed.len() < MAX_OUTPUT + 2 * MAX_LINE as usize,
            "{}",
            printed.len()
        );
        assert!(printed.ends_with("x\nbotwerk: more than 1 MiB; the rest is left out\n"));
    }
}

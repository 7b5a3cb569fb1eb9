//! What a bot prints: it is passed on without what could control a terminal, and limited.

use std::io::{self, BufRead, BufReader, PipeReader, Read, Write};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Maximum number of bytes that are passed on.
const MAX_OUTPUT: usize = 1 << 20;

/// Maximum length of a line in bytes; longer ones are divided.
const MAX_LINE: u64 = 8 << 10;

/// Time to pass on what a bot has printed before its end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// Time between two looks at whether everything is passed on.
const DRAIN_POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Passes on what a bot prints.
pub(super) struct BotOutput(JoinHandle<()>);

impl BotOutput {
    /// Starts to pass on what is read to standard error.
    pub(super) fn pass_on(reader: PipeReader) -> Self {
        Self(thread::spawn(move || pass_on(reader, &mut io::stderr())))
    }

    /// Waits until all is passed on; all processes that could print must have ended.
    pub(super) fn drain(self) {
        let deadline = Instant::now() + DRAIN_TIMEOUT;
        while !self.0.is_finished() && Instant::now() < deadline {
            thread::sleep(DRAIN_POLL_INTERVAL);
        }
    }
}

/// Copies lines until the source ends; beyond the limit they are read all the same, so that the bot does not wait.
fn pass_on(source: impl Read, target: &mut impl Write) {
    let mut source = BufReader::new(source);
    let mut line = Vec::new();
    let mut left = MAX_OUTPUT;
    loop {
        line.clear();
        match (&mut source).take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        if left == 0 {
            continue;
        }
        let text = printable(&line);
        // The bot continues even if its output cannot be written.
        let _ = target.write_all(text.as_bytes());
        left = left.saturating_sub(text.len());
        if left == 0 {
            let limit = MAX_OUTPUT >> 20;
            let _ = writeln!(
                target,
                "botwerk: more than {limit} MiB; the rest is left out"
            );
        }
    }
}

/// Returns a line with blanks for control characters other than tab, and a line feed at its end.
fn printable(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end_matches(['\n', '\r']);
    let plain = |c: char| {
        if c.is_control() && c != '\t' { ' ' } else { c }
    };
    text.chars().map(plain).chain(['\n']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed_on(source: &[u8]) -> String {
        let mut target = Vec::new();
        pass_on(source, &mut target);
        String::from_utf8(target).unwrap()
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

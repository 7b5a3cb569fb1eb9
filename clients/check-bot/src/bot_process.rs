//! The process of the bot under test.

use std::collections::VecDeque;
use std::future::Future;
use std::io::{PipeReader, Read};
use std::pin::Pin;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::plain_line;
use botwerk_launch::bot_program::BotProgram;
use botwerk_launch::guard;

/// Number of bytes of standard error that are kept.
const STDERR_CAPACITY: usize = 4096;

/// Maximum number of quoted lines of standard error, and of characters per line.
const MAX_QUOTED: (usize, usize) = (5, 200);

/// Time to read what a process wrote last.
const STDERR_DELAY: Duration = Duration::from_millis(100);

/// The environment in which a bot finds the server.
#[derive(Debug)]
pub(super) struct BotEnvironment {
    pub(super) server: String,
    pub(super) token: String,
    /// Further variables.
    pub(super) variables: Vec<(&'static str, String)>,
}

/// A running bot; dropping it kills the process.
pub(super) struct BotProcess {
    /// Resolves to a description of how the process ended.
    end: Pin<Box<dyn Future<Output = String> + Send>>,
    stderr_tail: StderrTail,
}

impl BotProcess {
    pub(super) fn new(
        end: impl Future<Output = String> + Send + 'static,
        stderr_tail: StderrTail,
    ) -> Self {
        Self {
            end: Box::pin(end),
            stderr_tail,
        }
    }

    /// Waits until the process has ended and returns how. Must not be called again afterwards.
    pub(super) async fn ended(&mut self) -> String {
        self.end.as_mut().await
    }

    /// Returns the last lines that it wrote to standard error.
    pub(super) fn stderr_tail(&self) -> Vec<String> {
        self.stderr_tail.lines()
    }

    /// Returns the number of lines that it wrote to standard error.
    pub(super) fn stderr_line_count(&self) -> u64 {
        self.stderr_tail.line_count()
    }
}

/// The command that starts a bot.
pub(super) struct BotCommand {
    program: BotProgram,
}

impl BotCommand {
    pub(super) const fn new(program: BotProgram) -> Self {
        Self { program }
    }

    /// Starts the bot, as `tournament run` does.
    pub(super) fn start(&self, environment: &BotEnvironment) -> Result<BotProcess, Failure> {
        let program = self.program.executable();
        let failed = |error: std::io::Error| {
            let message = format!("{program}: {error}; pass the command that starts the bot");
            Failure::new(Reason::BadArgument, message)
        };
        let (reader, writer) = std::io::pipe()?;
        let BotEnvironment {
            server,
            token,
            variables,
        } = environment;
        let mut command = guard::command(&self.program, server, token).map_err(failed)?;
        command.envs(variables.iter().map(|(name, value)| (*name, value)));
        command.stdout(Stdio::null()).stderr(writer);
        let mut child = command.spawn().map_err(failed)?;
        let stderr_tail = StderrTail::default();
        stderr_tail.read_from(reader);
        // Open until the bot is dropped: the guard ends it then.
        let input = child.stdin.take();
        let end = async move {
            let status = child.wait().await;
            drop(input);
            tokio::time::sleep(STDERR_DELAY).await;
            status.map_or_else(|error| format!("ended ({error})"), guard::exit_text)
        };
        Ok(BotProcess::new(end, stderr_tail))
    }
}

/// The end of a process's standard error. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct StderrTail(Arc<Mutex<StderrText>>);

#[derive(Debug, Default)]
struct StderrText {
    tail: VecDeque<u8>,
    /// Number of lines that were written.
    lines: u64,
}

impl StderrTail {
    /// Starts a thread that reads standard error.
    fn read_from(&self, mut reader: PipeReader) {
        let tail = self.clone();
        thread::spawn(move || {
            let mut buffer = [0; 1024];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                tail.append(&buffer[..count]);
            }
        });
    }

    fn append(&self, bytes_read: &[u8]) {
        let mut text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.lines += bytes_read
            .iter()
            .map(|byte| u64::from(*byte == b'\n'))
            .sum::<u64>();
        text.tail.extend(bytes_read);
        let surplus = text.tail.len().saturating_sub(STDERR_CAPACITY);
        text.tail.drain(..surplus);
    }

    fn line_count(&self) -> u64 {
        let text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.lines
    }

    /// Returns the last lines, without control characters.
    fn lines(&self) -> Vec<String> {
        let text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = text.tail.iter().copied().collect();
        drop(text);
        let text = String::from_utf8_lossy(&bytes);
        let plain = |line: &str| -> String {
            let line = plain_line(line);
            line.trim_end().chars().take(MAX_QUOTED.1).collect()
        };
        let lines: Vec<_> = text
            .lines()
            .map(plain)
            .filter(|line| !line.is_empty())
            .collect();
        lines[lines.len().saturating_sub(MAX_QUOTED.0)..].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_quoted_without_control_characters() {
        let tail = StderrTail::default();
        for number in 0..2000 {
            tail.append(format!("line {number}\n").as_bytes());
        }
        tail.append(b"\x1b[31mred\x07\n\n\xff");
        let lines = tail.lines();
        assert_eq!(lines[..3], ["line 1997", "line 1998", "line 1999"]);
        assert_eq!(lines[3..], [" [31mred", "\u{fffd}"]);
    }
}

//! The bot that is looked at, as a program.

use std::collections::VecDeque;
use std::future::Future;
use std::io::{PipeReader, Read};
use std::pin::Pin;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, Command};

use crate::failure::{Failure, Reason};

/// Bytes of standard error that are kept.
const KEPT_BYTES: usize = 4096;

/// Lines of standard error that are quoted, and characters of each.
const QUOTED: (usize, usize) = (5, 200);

/// Time for what a program wrote last to be read.
const READING: Duration = Duration::from_millis(100);

/// How a bot finds the server.
#[derive(Debug)]
pub(super) struct BotEnvironment {
    pub(super) server: String,
    pub(super) token: String,
}

/// A bot that runs; dropping it ends it.
pub(super) struct BotProcess {
    /// How it has ended, in words.
    end: Pin<Box<dyn Future<Output = String> + Send>>,
    stderr_tail: LastWords,
}

impl BotProcess {
    pub(super) fn new(
        end: impl Future<Output = String> + Send + 'static,
        last_words: LastWords,
    ) -> Self {
        Self {
            end: Box::pin(end),
            stderr_tail: last_words,
        }
    }

    /// Waits until it ends, and tells how. Not to be asked again once it has.
    pub(super) async fn ended(&mut self) -> String {
        self.end.as_mut().await
    }

    /// The last lines that it wrote to standard error.
    pub(super) fn stderr_tail(&self) -> Vec<String> {
        self.stderr_tail.lines()
    }
}

/// A program that is a bot.
pub(super) struct Program {
    words: Vec<String>,
}

impl Program {
    pub(super) fn new(words: &[String]) -> Self {
        Self {
            words: words.to_vec(),
        }
    }

    /// Starts it, as a tournament does.
    pub(super) fn start(&self, environment: &BotEnvironment) -> Result<BotProcess, Failure> {
        let Some((program, arguments)) = self.words.split_first() else {
            let message = "the command is empty; give the one that starts the bot";
            return Err(Failure::new(Reason::BadArgument, message));
        };
        let (reader, writer) = std::io::pipe()?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env("BOTWERK_SERVER", &environment.server)
            .env("BOTWERK_BOT_TOKEN", &environment.token)
            .env_remove("BOTWERK_ADMIN_TOKEN")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(writer)
            // What starts the bot may have started others, which are to end with it.
            .process_group(0);
        let child = command.spawn().map_err(|error| {
            let message = format!("{program}: {error}; give the command that starts the bot");
            Failure::new(Reason::BadArgument, message)
        })?;
        let last_words = LastWords::default();
        last_words.listen(reader);
        let mut group = ProcessGroup::new(child);
        let end = async move {
            let ended = group.leader.wait().await;
            tokio::time::sleep(READING).await;
            ended.map_or_else(|error| format!("ended ({error})"), exit_words)
        };
        Ok(BotProcess::new(end, last_words))
    }
}

fn exit_words(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => format!("was ended ({status})"),
    }
}

/// A program with everything that it has started; dropping it ends them.
struct ProcessGroup {
    leader: Child,
    id: Option<Pid>,
}

impl ProcessGroup {
    fn new(leader: Child) -> Self {
        let id = leader.id().and_then(|id| i32::try_from(id).ok());
        Self {
            leader,
            id: id.and_then(Pid::from_raw),
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if let Some(group) = self.id {
            // They may have ended just now.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// The end of what a program writes to standard error; clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct LastWords(Arc<Mutex<VecDeque<u8>>>);

impl LastWords {
    /// Reads what is written, on a thread of its own.
    fn listen(&self, mut reader: PipeReader) {
        let kept = self.clone();
        thread::spawn(move || {
            let mut piece = [0; 1024];
            while let Ok(count @ 1..) = reader.read(&mut piece) {
                kept.keep(&piece[..count]);
            }
        });
    }

    fn keep(&self, piece: &[u8]) {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.extend(piece);
        let surplus = bytes.len().saturating_sub(KEPT_BYTES);
        bytes.drain(..surplus);
    }

    /// The last lines, without what could change a terminal.
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = bytes.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let plain = |line: &str| -> String {
            let line = line.replace(char::is_control, " ");
            line.trim_end().chars().take(QUOTED.1).collect()
        };
        let lines: Vec<_> = text
            .lines()
            .map(plain)
            .filter(|line| !line.is_empty())
            .collect();
        lines[lines.len().saturating_sub(QUOTED.0)..].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_quoted_and_nothing_that_changes_a_terminal() {
        let words = LastWords::default();
        for number in 0..2000 {
            words.keep(format!("line {number}\n").as_bytes());
        }
        words.keep(b"\x1b[31mred\x07\n\n\xff");
        let lines = words.lines();
        assert_eq!(lines[..3], ["line 1997", "line 1998", "line 1999"]);
        assert_eq!(lines[3..], [" [31mred", "\u{fffd}"]);
    }
}

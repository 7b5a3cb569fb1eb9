//! A bot process with pipes at its standard input and output.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use super::bot_failure::BotFailure;
use super::limits::MAX_RESTARTS;
use crate::bot_log::BotLog;
use crate::bot_output::OutputReader;
use crate::bot_program::BotProgram;
use crate::guard;
use crate::sandbox::LimitBreach;

/// Time that a bot has to exit once its standard input has ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Time between two looks at whether the bot has exited.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A started bot; dropping it ends it with everything that it has started.
#[derive(Debug)]
pub(crate) struct BotChild {
    child: Child,
    /// Reads its standard error into a log.
    error_reader: Option<OutputReader>,
}

/// The pipes of a bot, from the side of this program.
#[derive(Debug)]
pub(crate) struct BotPipes {
    /// The bot's standard input.
    pub(crate) input: ChildStdin,
    /// The bot's standard output.
    pub(crate) output: ChildStdout,
}

/// How a bot has ended.
#[derive(Debug, Default)]
pub(crate) struct BotEnding {
    /// Such as `exited (exit status: 1)`, with the last line of its log.
    pub(crate) text: String,
    /// The limit of its sandbox for which it was ended.
    pub(crate) breach: Option<LimitBreach>,
}

impl BotEnding {
    /// Returns why a bot is not started again.
    pub(crate) fn failure(&self, restarts: u32) -> Option<BotFailure> {
        let message = match &self.breach {
            Some(breach) => format!("the bot was ended: {breach}"),
            None if restarts == MAX_RESTARTS => {
                format!("the bot {}, after {MAX_RESTARTS} restarts", self.text)
            }
            None => return None,
        };
        Some(BotFailure::Crashed(message))
    }
}

impl BotChild {
    /// Starts a bot. Its standard error is added to the log, or without one is that of this program.
    ///
    /// # Errors
    /// Returns an error if the program does not exist or cannot be started.
    pub(crate) fn start(bot: &BotProgram, log: Option<&BotLog>) -> io::Result<(Self, BotPipes)> {
        let mut command = guard::attached_command(bot, log.is_some())?;
        // The bot acts for a seat, never for its operator.
        command
            .env_remove("BOTWERK_ADMIN_TOKEN")
            .env_remove("BOTWERK_OWNER_TOKEN")
            .env_remove("BOTWERK_BOT_TOKEN");
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("the bot has no pipes"))?;
        let pipes = BotPipes { input, output };
        let error_reader = log.zip(child.stderr.take());
        let error_reader = error_reader.map(|(log, source)| log.read(source));
        let child = Self {
            child,
            error_reader,
        };
        Ok((child, pipes))
    }

    /// Returns how the bot has ended, with the last line of its log, and the limit of its sandbox for which it was ended.
    /// Its standard input and output must have ended.
    pub(crate) fn ending(&mut self, log: Option<&BotLog>) -> BotEnding {
        let status = self.wait_for_exit();
        let how = status.map_or_else(
            || "closed its standard output".to_owned(),
            |status| format!("exited ({status})"),
        );
        let last_line = log.map(BotLog::last_line).unwrap_or_default();
        BotEnding {
            text: how + &last_line,
            breach: status.and_then(LimitBreach::from_status),
        }
    }

    /// Waits until the bot has exited, at most [`EXIT_TIMEOUT`]; its standard input must have ended. Returns how
    /// it exited, or `None` if it has not. Its log is then complete.
    pub(crate) fn wait_for_exit(&mut self) -> Option<ExitStatus> {
        let status = self.poll_exit()?;
        self.drain_log();
        Some(status)
    }

    fn poll_exit(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(EXIT_POLL_INTERVAL),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    fn drain_log(&self) {
        if let Some(reader) = &self.error_reader {
            reader.drain();
        }
    }
}

impl Drop for BotChild {
    fn drop(&mut self) {
        if let Ok(Some(_)) = self.child.try_wait() {
            return;
        }
        // The guard kills what the bot has started, then exits.
        guard::release(&mut self.child);
        if self.wait_for_exit().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
            self.drain_log();
        }
    }
}

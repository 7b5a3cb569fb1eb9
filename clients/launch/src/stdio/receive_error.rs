//! Why a message was not received from a bot, or not sent to it.

use super::limits::HELLO_TIMEOUT;
use super::message::{BotHello, FromBot, LineError, PROTOCOL, UnusableLine};
use crate::bot_log::BotLog;

/// Why a message was not received or sent.
#[derive(Debug)]
pub(crate) enum ReceiveError {
    /// The bot has closed its pipe, most likely since it has exited.
    Closed,
    /// The bot has not answered, or not read, in time.
    TimedOut,
    /// The line is no message; with its start.
    OtherLine(String),
    /// The message of the bot cannot be used.
    Line(LineError),
}

impl From<UnusableLine> for ReceiveError {
    fn from(line: UnusableLine) -> Self {
        match line {
            UnusableLine::NoMessage(line) => Self::OtherLine(line),
            UnusableLine::Message(error) => Self::Line(error),
        }
    }
}

/// The lines before the first message of a bot that are no messages.
#[derive(Debug)]
pub(crate) struct EarlyLines<'a> {
    program: &'a str,
    log: Option<&'a BotLog>,
    count: u32,
}

/// Maximum number of lines before the first message.
const MAX_EARLY_LINES: u32 = 10_000;

impl<'a> EarlyLines<'a> {
    /// Creates the value before the first line. What to do about it is added to the log, or without one is printed.
    pub(crate) const fn new(program: &'a str, log: Option<&'a BotLog>) -> Self {
        Self {
            program,
            log,
            count: 0,
        }
    }

    /// Ignores a line; says once what to do about it.
    ///
    /// # Errors
    /// Returns an error if there were too many.
    pub(crate) fn add(&mut self, line: &str) -> Result<(), ReceiveError> {
        self.count += 1;
        if self.count > MAX_EARLY_LINES {
            return Err(ReceiveError::OtherLine(line.to_owned()));
        }
        if self.count == 1 {
            let program = self.program;
            let text =
                format!("{program} printed `{line}` before hello: print it to standard error");
            match self.log {
                Some(log) => log.add_line(&text),
                None => eprintln!("botwerk: {text}"),
            }
        }
        Ok(())
    }
}

/// Returns the error of a bot that ended before its first message, and how.
pub(crate) fn ended_before_hello(how: &str) -> String {
    format!("{how}, before its hello; see docs/stdio.md")
}

/// Returns the first message of a bot.
pub(crate) fn read_hello(received: Result<FromBot, ReceiveError>) -> Result<BotHello, String> {
    match received {
        Ok(FromBot::Hello(hello)) if hello.protocol == PROTOCOL => Ok(hello),
        Ok(FromBot::Hello(BotHello { protocol, .. })) => Err(format!(
            "hello: expected protocol {PROTOCOL}, found {protocol}; use a bot for this version"
        )),
        Ok(FromBot::Submission(_) | FromBot::Resign(_)) => Err(format!(
            r#"expected {{"type":"hello","protocol":{PROTOCOL}}} first; found another message"#
        )),
        Err(ReceiveError::Line(error)) => Err(format!("first message: {}", error.message)),
        Err(ReceiveError::OtherLine(line)) => Err(format!(
            "more than {MAX_EARLY_LINES} lines before hello, the last is `{line}`; print them to standard error"
        )),
        Err(ReceiveError::Closed) => Err(ended_before_hello("closed its standard output")),
        Err(ReceiveError::TimedOut) => {
            let secs = HELLO_TIMEOUT.as_secs();
            Err(format!(
                "did not say hello within {secs} s; see docs/stdio.md"
            ))
        }
    }
}

//! Why a message was not received from a bot, or not sent to it.

use super::limits::HELLO_TIMEOUT;
use super::message::{BotHello, FromBot, LineError, PROTOCOL};

/// Why a message was not received or sent.
#[derive(Debug)]
pub(crate) enum ReceiveError {
    /// The bot has closed its pipe, most likely since it has exited.
    Closed,
    /// The bot has not answered, or not read, in time.
    TimedOut,
    /// The line of the bot cannot be used.
    Line(LineError),
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
        Err(ReceiveError::Line(error)) => Err(format!("first line: {}", error.message)),
        Err(ReceiveError::Closed) => Err("exited before it said hello; see docs/stdio.md".into()),
        Err(ReceiveError::TimedOut) => {
            let secs = HELLO_TIMEOUT.as_secs();
            Err(format!(
                "did not say hello within {secs} s; see docs/stdio.md"
            ))
        }
    }
}

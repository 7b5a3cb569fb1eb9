//! Lines to and from a bot for a task that also handles other events.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStdin, ChildStdout};

use super::line_buffer::LineBuffer;
use super::message::{FromBot, ToBot};
use super::process::BotPipes;
use super::receive_error::ReceiveError;

/// Time in which a bot must read a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Number of bytes that are read at once.
const READ_SIZE: usize = 16 << 10;

/// The pipes of a bot.
#[derive(Debug)]
pub(crate) struct AsyncPipes {
    input: ChildStdin,
    output: ChildStdout,
    received: LineBuffer,
    /// What is read at once: too large for a future.
    bytes: Vec<u8>,
}

impl AsyncPipes {
    /// # Errors
    /// Returns an error if the system does not allow to wait for the pipes.
    pub(crate) fn new(pipes: BotPipes) -> io::Result<Self> {
        Ok(Self {
            input: ChildStdin::from_std(pipes.input)?,
            output: ChildStdout::from_std(pipes.output)?,
            received: LineBuffer::default(),
            bytes: vec![0; READ_SIZE],
        })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Returns an error if the bot has exited or does not read.
    pub(crate) async fn send(&mut self, message: &ToBot) -> Result<(), ReceiveError> {
        let line = message.to_line();
        let sent = async {
            self.input.write_all(&line).await?;
            self.input.flush().await
        };
        match tokio::time::timeout(SEND_TIMEOUT, sent).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(ReceiveError::Closed),
            Err(_) => Err(ReceiveError::TimedOut),
        }
    }

    /// Waits for the next message. What was read is kept if the future is dropped.
    ///
    /// # Errors
    /// Returns an error if there is none, or it cannot be used.
    pub(crate) async fn receive(&mut self) -> Result<FromBot, ReceiveError> {
        loop {
            if let Some(line) = self.received.next_line().map_err(ReceiveError::Line)? {
                match FromBot::parse(&line)? {
                    Some(message) => return Ok(message),
                    None => continue,
                }
            }
            match self.output.read(&mut self.bytes).await {
                Ok(0) | Err(_) => return Err(ReceiveError::Closed),
                Ok(count) => self.received.append(&self.bytes[..count]),
            }
        }
    }
}

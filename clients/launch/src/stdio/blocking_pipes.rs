//! Lines to and from a bot for a thread that waits for them.

use std::io;
use std::time::Instant;

use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout_at;

use super::async_pipes::AsyncPipes;
use super::message::{FromBot, ToBot};
use super::process::BotPipes;
use super::receive_error::ReceiveError;

/// The pipes of a bot.
#[derive(Debug)]
pub(crate) struct BlockingPipes {
    pipes: AsyncPipes,
    /// Taken when the pipes are dropped.
    runtime: Option<Runtime>,
}

impl BlockingPipes {
    /// # Errors
    /// Returns an error if the system does not allow to wait for the pipes.
    pub(crate) fn new(pipes: BotPipes) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let entered = runtime.enter();
        let pipes = AsyncPipes::new(pipes)?;
        drop(entered);
        Ok(Self {
            pipes,
            runtime: Some(runtime),
        })
    }

    /// Sends a message before the deadline.
    ///
    /// # Errors
    /// Returns an error if the bot has exited or does not read.
    pub(crate) fn send(&mut self, message: &ToBot, deadline: Instant) -> Result<(), ReceiveError> {
        let runtime = self.runtime.as_ref().ok_or(ReceiveError::Closed)?;
        let pipes = &mut self.pipes;
        let sent =
            runtime.block_on(async { timeout_at(deadline.into(), pipes.send(message)).await });
        sent.unwrap_or(Err(ReceiveError::TimedOut))
    }

    /// Waits for the next message until the deadline.
    ///
    /// # Errors
    /// Returns an error if there is none, or it cannot be used.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<FromBot, ReceiveError> {
        let runtime = self.runtime.as_ref().ok_or(ReceiveError::Closed)?;
        let pipes = &mut self.pipes;
        let received =
            runtime.block_on(async { timeout_at(deadline.into(), pipes.receive()).await });
        received.unwrap_or(Err(ReceiveError::TimedOut))
    }
}

impl Drop for BlockingPipes {
    fn drop(&mut self) {
        // Also in a task, which may not wait for threads.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

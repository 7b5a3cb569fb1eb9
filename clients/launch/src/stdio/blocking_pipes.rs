//! Lines to and from a bot for a thread that waits for them.

use std::io;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, write};

use super::line_buffer::LineBuffer;
use super::message::{FromBot, ToBot};
use super::process::BotPipes;
use super::receive_error::ReceiveError;

/// Number of bytes that are read at once.
const READ_SIZE: usize = 16 << 10;

/// The pipes of a bot.
#[derive(Debug)]
pub(crate) struct BlockingPipes {
    pipes: BotPipes,
    received: LineBuffer,
}

impl BlockingPipes {
    /// # Errors
    /// Returns an error if the system does not allow to poll the pipes.
    pub(crate) fn new(pipes: BotPipes) -> io::Result<Self> {
        ioctl_fionbio(&pipes.input, true)?;
        ioctl_fionbio(&pipes.output, true)?;
        Ok(Self {
            pipes,
            received: LineBuffer::default(),
        })
    }

    /// Sends a message before the deadline.
    ///
    /// # Errors
    /// Returns an error if the bot has exited or does not read.
    pub(crate) fn send(&mut self, message: &ToBot, deadline: Instant) -> Result<(), ReceiveError> {
        let line = message.to_line();
        let mut rest = &line[..];
        while !rest.is_empty() {
            match write(&self.pipes.input, rest) {
                Ok(written) => rest = &rest[written..],
                Err(Errno::AGAIN) => {
                    let fd = PollFd::new(&self.pipes.input, PollFlags::OUT);
                    wait(fd, deadline)?;
                }
                Err(Errno::INTR) => {}
                Err(_) => return Err(ReceiveError::Closed),
            }
        }
        Ok(())
    }

    /// Waits for the next message until the deadline.
    ///
    /// # Errors
    /// Returns an error if there is none, or it cannot be used.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<FromBot, ReceiveError> {
        let mut bytes = [0; READ_SIZE];
        loop {
            if let Some(line) = self.received.next_line().map_err(ReceiveError::Line)? {
                match FromBot::parse(&line)? {
                    Some(message) => return Ok(message),
                    None => continue,
                }
            }
            match read(&self.pipes.output, &mut bytes) {
                Ok(0) => return Err(ReceiveError::Closed),
                Ok(count) => self.received.append(&bytes[..count]),
                Err(Errno::AGAIN) => {
                    let fd = PollFd::new(&self.pipes.output, PollFlags::IN);
                    wait(fd, deadline)?;
                }
                Err(Errno::INTR) => {}
                Err(_) => return Err(ReceiveError::Closed),
            }
        }
    }
}

/// Waits until a pipe is ready.
fn wait(fd: PollFd<'_>, deadline: Instant) -> Result<(), ReceiveError> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left == Duration::ZERO {
        return Err(ReceiveError::TimedOut);
    }
    let timeout = Timespec {
        tv_sec: left.as_secs() as i64,
        tv_nsec: left.subsec_nanos().into(),
    };
    match poll(&mut [fd], Some(&timeout)) {
        Ok(0) => Err(ReceiveError::TimedOut),
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(_) => Err(ReceiveError::Closed),
    }
}

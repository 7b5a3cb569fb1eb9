//! The handover between guard and sandbox: the sandbox says that it is ready and hands its listener to the guard,
//! which then lets the bot start.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::net::TcpListener;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

/// Name of the socket in the folder of the guard.
pub(super) const SOCKET: &str = "guard.sock";

/// What the sandbox sends when it is ready, and the guard when the bot may start.
const READY: u8 = b'r';

/// Time between two looks at whether the sandbox has connected.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The side of the guard, which waits for the sandbox.
#[derive(Debug)]
pub(super) struct Handover(UnixListener);

/// A sandbox that is ready.
#[derive(Debug)]
pub(super) struct ReadySandbox {
    stream: UnixStream,
    /// The listener on the port of the server in the sandbox's own network; `None` without a network.
    pub(super) listener: Option<TcpListener>,
}

impl Handover {
    /// Creates the socket in the folder of the guard.
    pub(super) fn create(folder: &Path) -> io::Result<Self> {
        let listener = UnixListener::bind(folder.join(SOCKET))?;
        listener.set_nonblocking(true)?;
        Ok(Self(listener))
    }

    /// Waits until the sandbox is ready. `has_ended` tells whether it can still become so.
    ///
    /// # Errors
    /// Returns an error if it has ended, or is not ready at the deadline.
    pub(super) fn wait(
        self,
        deadline: Instant,
        mut has_ended: impl FnMut() -> bool,
    ) -> io::Result<ReadySandbox> {
        let stream = loop {
            match self.0.accept() {
                Ok((stream, _)) => break stream,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
            if has_ended() {
                return Err(io::Error::other("it has ended"));
            }
            if Instant::now() > deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            std::thread::sleep(POLL_INTERVAL);
        };
        stream.set_nonblocking(false)?;
        let left = deadline.saturating_duration_since(Instant::now());
        stream.set_read_timeout(Some(left.max(POLL_INTERVAL)))?;
        let listener = receive_ready(&stream)?;
        Ok(ReadySandbox {
            stream,
            listener: listener.map(TcpListener::from),
        })
    }
}

impl ReadySandbox {
    /// Starts the bot.
    pub(super) fn start(mut self) -> io::Result<()> {
        self.stream.write_all(&[READY])
    }
}

fn receive_ready(stream: &UnixStream) -> io::Result<Option<OwnedFd>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let received = recvmsg(
        stream,
        &mut [IoSliceMut::new(&mut byte)],
        &mut ancillary,
        RecvFlags::CMSG_CLOEXEC,
    )?;
    if received.bytes != 1 || byte != [READY] {
        return Err(io::Error::other("it has ended"));
    }
    let mut listener = None;
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(mut files) = message {
            listener = files.next();
        }
    }
    Ok(listener)
}

/// Tells the guard that the sandbox is ready, hands the listener over, and waits until the bot may start.
///
/// # Errors
/// Returns an error if the guard has ended.
pub(super) fn announce(socket: &Path, listener: Option<TcpListener>) -> io::Result<()> {
    let mut stream = UnixStream::connect(socket)?;
    let files = listener.as_ref().map(AsFd::as_fd);
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if let Some(file) = &files {
        ancillary.push(SendAncillaryMessage::ScmRights(std::slice::from_ref(file)));
    }
    sendmsg(
        &stream,
        &[IoSlice::new(&[READY])],
        &mut ancillary,
        SendFlags::empty(),
    )?;
    let mut byte = [0];
    stream.read_exact(&mut byte)
}

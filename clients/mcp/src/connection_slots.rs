//! A listener that accepts a limited number of connections at the same time.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Delay after a failure to accept, such as too many open files.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// A listener that accepts a limited number of connections at the same time; further ones wait.
pub(super) struct LimitedListener {
    listener: TcpListener,
    slots: Arc<Semaphore>,
}

/// A connection, which frees its slot when it is closed.
pub(super) struct SlottedStream {
    stream: TcpStream,
    _slot: Option<OwnedSemaphorePermit>,
}

impl LimitedListener {
    /// Creates a listener with the given number of slots.
    pub(super) fn new(listener: TcpListener, slots: usize) -> Self {
        Self {
            listener,
            slots: Arc::new(Semaphore::new(slots)),
        }
    }
}

impl Listener for LimitedListener {
    type Io = SlottedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (SlottedStream, SocketAddr) {
        // The semaphore is never closed.
        let slot = Arc::clone(&self.slots).acquire_owned().await.ok();
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    // Answers are small, and none waits for another one.
                    let _ = stream.set_nodelay(true);
                    return (
                        SlottedStream {
                            stream,
                            _slot: slot,
                        },
                        address,
                    );
                }
                Err(_) => tokio::time::sleep(RETRY_DELAY).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl AsyncRead for SlottedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for SlottedStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

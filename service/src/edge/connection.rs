//! One connection: plain or secured, counted while it lives, and ended if it does not begin.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use http::Request;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;
use tonic::transport::server::Connected;

use crate::metrics::Metrics;

/// How HTTP/2 begins; what follows is a frame with a head of nine bytes.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const FRAME_HEAD: usize = 9;

/// A connection's place among those that are open.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    metrics: Arc<Metrics>,
    _permit: OwnedSemaphorePermit,
}

impl ConnectionSlot {
    pub(super) fn new(metrics: Arc<Metrics>, permit: OwnedSemaphorePermit) -> Self {
        metrics.connection_opened();
        Self {
            metrics,
            _permit: permit,
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.metrics.connection_ended();
    }
}

/// A connection that is ready for HTTP.
#[derive(Debug)]
pub(crate) struct Connection {
    io: Io,
    begun: HandshakeDone,
    /// When HTTP must have begun.
    deadline: Pin<Box<Sleep>>,
    /// What has been read so far, as long as it can be the beginning of HTTP/2.
    greeting: usize,
    _seat: ConnectionSlot,
}

#[derive(Debug)]
pub(super) enum Io {
    Plain(TcpStream),
    Secured(Box<TlsStream<TcpStream>>),
}

/// Whether HTTP has begun on a connection.
#[derive(Debug, Clone, Default)]
pub(crate) struct HandshakeDone(Arc<AtomicBool>);

/// Notes that a connection has sent the head of its first request in time.
pub(crate) fn mark_begun<B>(request: Request<B>) -> Request<B> {
    if let Some(HandshakeDone(begun)) = request.extensions().get() {
        begun.store(true, Ordering::Relaxed);
    }
    request
}

impl Connection {
    pub(super) fn new(io: Io, deadline: Instant, seat: ConnectionSlot) -> Self {
        Self {
            io,
            begun: HandshakeDone::default(),
            deadline: Box::pin(tokio::time::sleep_until(deadline)),
            greeting: 0,
            _seat: seat,
        }
    }

    /// Compares the next bytes with the beginning of HTTP/2, in which requests may come later.
    fn match_preface(&mut self, bytes: &[u8]) {
        let due = PREFACE.get(self.greeting..).unwrap_or_default();
        let same = due.len().min(bytes.len());
        if bytes[..same] != due[..same] {
            // HTTP/1: the first request itself must come in time.
            self.greeting = usize::MAX;
            return;
        }
        self.greeting = self.greeting.saturating_add(bytes.len());
        if self.greeting != usize::MAX && self.greeting >= PREFACE.len() + FRAME_HEAD {
            self.begun.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Connected for Connection {
    type ConnectInfo = HandshakeDone;

    fn connect_info(&self) -> HandshakeDone {
        self.begun.clone()
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let has_begun = this.begun.0.load(Ordering::Relaxed);
        if !has_begun && this.deadline.as_mut().poll(context).is_ready() {
            let error = io::Error::new(io::ErrorKind::TimedOut, "HTTP did not begin in time");
            return Poll::Ready(Err(error));
        }
        let before = buffer.filled().len();
        let read = match &mut this.io {
            Io::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Io::Secured(stream) => Pin::new(stream).poll_read(context, buffer),
        };
        if !has_begun && this.greeting != usize::MAX && read.is_ready() {
            this.match_preface(&buffer.filled()[before..]);
        }
        read
    }
}

/// Passes a call on to whichever stream it is.
macro_rules! either {
    ($this:expr, $stream:ident => $call:expr) => {
        match &mut $this.get_mut().io {
            Io::Plain($stream) => {
                let $stream = Pin::new($stream);
                $call
            }
            Io::Secured($stream) => {
                let $stream = Pin::new($stream);
                $call
            }
        }
    };
}

impl AsyncWrite for Connection {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        either!(self, stream => stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        either!(self, stream => stream.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        match &self.io {
            Io::Plain(stream) => stream.is_write_vectored(),
            Io::Secured(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => stream.poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => stream.poll_shutdown(context))
    }
}

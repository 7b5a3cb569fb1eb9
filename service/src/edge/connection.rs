//! A connection, plain or with TLS: counted while it is open, closed if HTTP does not start in time, and
//! asked for its round trip.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use http::Request;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;
use tonic::transport::server::Connected;

use super::round_trip::RoundTrip;
use crate::metrics::Metrics;

/// The connection preface of an HTTP/2 client, which a frame follows.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Size of the header of an HTTP/2 frame, in bytes.
const FRAME_HEADER_BYTES: usize = 9;

/// Time between two measurements of the round trip.
const MEASUREMENT_INTERVAL: Duration = Duration::from_millis(100);

/// The slot of an open connection, freed when it is dropped.
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
        self.metrics.connection_closed();
    }
}

/// A connection that is ready for HTTP.
#[derive(Debug)]
pub(crate) struct Connection {
    io: Io,
    info: ConnectionInfo,
    /// When the round trip is measured again.
    next_measurement: Instant,
    /// Expires when HTTP should have started.
    deadline: Pin<Box<Sleep>>,
    /// Number of bytes read while they match the preface of HTTP/2; `usize::MAX` once they do not.
    matched_bytes: usize,
    _slot: ConnectionSlot,
}

/// The byte stream of a connection.
#[derive(Debug)]
pub(super) enum Io {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Io {
    fn tcp_stream(&self) -> &TcpStream {
        match self {
            Self::Plain(stream) => stream,
            Self::Tls(stream) => stream.get_ref().0,
        }
    }
}

/// What requests know of their connection.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConnectionInfo {
    handshake: HandshakeDone,
    pub(super) round_trip: RoundTrip,
}

/// Whether HTTP has started on a connection.
#[derive(Debug, Clone, Default)]
struct HandshakeDone(Arc<AtomicBool>);

/// Returns the round trip of the connection of a call; unknown for a call within the process.
pub(crate) fn round_trip_of<T>(call: &tonic::Request<T>) -> RoundTrip {
    let connection = call.extensions().get::<ConnectionInfo>();
    connection.map_or_else(RoundTrip::default, |info| info.round_trip.clone())
}

/// Records that a connection has sent the head of its first request in time.
pub(crate) fn mark_handshake_done<B>(request: Request<B>) -> Request<B> {
    if let Some(info) = request.extensions().get::<ConnectionInfo>() {
        info.handshake.0.store(true, Ordering::Relaxed);
    }
    request
}

impl Connection {
    pub(super) fn new(io: Io, deadline: Instant, slot: ConnectionSlot) -> Self {
        Self {
            io,
            info: ConnectionInfo::default(),
            next_measurement: Instant::now(),
            deadline: Box::pin(tokio::time::sleep_until(deadline)),
            matched_bytes: 0,
            _slot: slot,
        }
    }

    /// Measures the round trip, unless that was done a moment ago.
    fn measure_round_trip(&mut self) {
        let now = Instant::now();
        if now >= self.next_measurement {
            self.next_measurement = now + MEASUREMENT_INTERVAL;
            self.info.round_trip.measure(self.io.tcp_stream());
        }
    }

    /// Compares the next bytes with the preface of HTTP/2, after which the first request may take
    /// any time.
    fn match_preface(&mut self, bytes: &[u8]) {
        let expected = PREFACE.get(self.matched_bytes..).unwrap_or_default();
        let length = expected.len().min(bytes.len());
        if bytes[..length] != expected[..length] {
            // HTTP/1: the first request itself must arrive in time.
            self.matched_bytes = usize::MAX;
            return;
        }
        self.matched_bytes = self.matched_bytes.saturating_add(bytes.len());
        if self.matched_bytes != usize::MAX
            && self.matched_bytes >= PREFACE.len() + FRAME_HEADER_BYTES
        {
            self.info.handshake.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Connected for Connection {
    type ConnectInfo = ConnectionInfo;

    fn connect_info(&self) -> ConnectionInfo {
        self.info.clone()
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let is_done = this.info.handshake.0.load(Ordering::Relaxed);
        if !is_done && this.deadline.as_mut().poll(context).is_ready() {
            let error = io::Error::new(io::ErrorKind::TimedOut, "HTTP did not start in time");
            return Poll::Ready(Err(error));
        }
        let before = buffer.filled().len();
        let read = match &mut this.io {
            Io::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Io::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        };
        if !is_done && this.matched_bytes != usize::MAX && read.is_ready() {
            this.match_preface(&buffer.filled()[before..]);
        }
        this.measure_round_trip();
        read
    }
}

/// Forwards a call to the byte stream of a connection.
macro_rules! forward {
    ($this:expr, $stream:ident => $call:expr) => {
        match &mut $this.get_mut().io {
            Io::Plain($stream) => {
                let $stream = Pin::new($stream);
                $call
            }
            Io::Tls($stream) => {
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
        forward!(self, stream => stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        forward!(self, stream => stream.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        match &self.io {
            Io::Plain(stream) => stream.is_write_vectored(),
            Io::Tls(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        forward!(self, stream => stream.poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        forward!(self, stream => stream.poll_shutdown(context))
    }
}

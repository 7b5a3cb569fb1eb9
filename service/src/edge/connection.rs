//! A connection, plain or with TLS: counted while it is open, closed if a request does not arrive in time,
//! and asked for its round trip.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;
use tonic::transport::server::Connected;

use super::connection_calls::ConnectionCalls;
use super::connection_limits::{ConnectionSlot, Standing};
use super::round_trip::RoundTrip;

/// The connection preface of an HTTP/2 client, which a frame follows.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Size of the header of an HTTP/2 frame, in bytes.
const FRAME_HEADER_BYTES: usize = 9;

/// Time between two measurements of the round trip.
const MEASUREMENT_INTERVAL: Duration = Duration::from_millis(100);

/// Maximum time for a connection of the reserve to present the admin token.
const RESERVED_LIMIT: Duration = Duration::from_secs(2);

/// How long a connection may stay open without a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct RequestLimits {
    /// Time for the handshake of TLS and the start of HTTP: over HTTP/1, for the whole head of the first
    /// request.
    pub(super) handshake: Duration,
    /// Time for the first request over HTTP/2, and for the next one over HTTP/1.
    pub(super) idle: Duration,
}

impl RequestLimits {
    /// Returns the limits of a new connection.
    pub(super) fn of_connection(self, standing: Standing) -> Self {
        match standing {
            Standing::Ordinary => self,
            Standing::Reserved => Self {
                handshake: self.handshake.min(RESERVED_LIMIT),
                idle: self.idle.min(RESERVED_LIMIT),
            },
        }
    }
}

/// A connection that is ready for HTTP.
#[derive(Debug)]
pub(crate) struct Connection {
    io: Io,
    info: ConnectionInfo,
    /// When the round trip is measured again.
    next_measurement: Instant,
    /// Expires when a request should have arrived.
    deadline: Pin<Box<Sleep>>,
    idle_limit: Duration,
    protocol: Protocol,
    /// Number of calls that had ended when the deadline was last set.
    ended_calls: u64,
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

/// The protocol of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protocol {
    /// The bytes read so far, this number of them, are the start of the preface of HTTP/2.
    Unknown(usize),
    Http1,
    Http2,
}

/// What requests know of their connection.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionInfo {
    pub(super) calls: ConnectionCalls,
    pub(super) round_trip: RoundTrip,
    pub(super) client: IpAddr,
    standing: Standing,
}

impl ConnectionInfo {
    /// Returns the information about an ordinary connection of a client.
    #[cfg(test)]
    pub(super) fn of_test(client: IpAddr) -> Self {
        Self {
            calls: ConnectionCalls::default(),
            round_trip: RoundTrip::default(),
            client,
            standing: Standing::Ordinary,
        }
    }

    /// Returns `true` if the connection is of the reserve and has not presented the admin token.
    pub(super) fn awaits_admin_token(&self) -> bool {
        self.standing == Standing::Reserved && !self.calls.is_operator()
    }
}

/// Returns the round trip of the connection of a call; unknown for a call within the process.
pub(crate) fn round_trip_of<T>(call: &tonic::Request<T>) -> RoundTrip {
    let connection = call.extensions().get::<ConnectionInfo>();
    connection.map_or_else(RoundTrip::default, |info| info.round_trip.clone())
}

impl Connection {
    /// Returns a connection that closes at the deadline unless HTTP has started by then.
    pub(super) fn new(
        io: Io,
        deadline: Instant,
        idle_limit: Duration,
        slot: ConnectionSlot,
    ) -> Self {
        Self {
            io,
            info: ConnectionInfo {
                calls: ConnectionCalls::default(),
                round_trip: RoundTrip::default(),
                client: slot.client(),
                standing: slot.standing,
            },
            next_measurement: Instant::now(),
            deadline: Box::pin(tokio::time::sleep_until(deadline)),
            idle_limit,
            protocol: Protocol::Unknown(0),
            ended_calls: 0,
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

    /// Returns `true` if the client has let pass the time for a request. Bytes of one that is not complete
    /// do not extend it.
    fn is_overdue(&mut self, context: &mut Context<'_>) -> bool {
        let (started, ended) = (self.info.calls.started(), self.info.calls.ended());
        if ended != self.ended_calls {
            self.ended_calls = ended;
            self.extend_deadline();
        }
        let awaits_request = match self.protocol {
            Protocol::Http2 => started == 0,
            Protocol::Unknown(_) | Protocol::Http1 => started == ended,
        };
        awaits_request && self.deadline.as_mut().poll(context).is_ready()
    }

    /// Compares the next bytes with the preface of HTTP/2 and the header of a frame. Over HTTP/1, the head
    /// of the first request must arrive in the same time.
    fn match_preface(&mut self, matched: usize, bytes: &[u8]) {
        let expected = PREFACE.get(matched..).unwrap_or_default();
        let length = expected.len().min(bytes.len());
        if bytes[..length] != expected[..length] {
            self.protocol = Protocol::Http1;
            return;
        }
        let matched = matched.saturating_add(bytes.len());
        self.protocol = if matched >= PREFACE.len() + FRAME_HEADER_BYTES {
            self.extend_deadline();
            Protocol::Http2
        } else {
            Protocol::Unknown(matched)
        };
    }

    /// Gives the client the time for another request.
    fn extend_deadline(&mut self) {
        let deadline = Instant::now() + self.idle_limit;
        self.deadline.as_mut().reset(deadline);
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
        if this.is_overdue(context) {
            let error = io::Error::new(io::ErrorKind::TimedOut, "no request arrived in time");
            return Poll::Ready(Err(error));
        }
        let before = buffer.filled().len();
        let read = match &mut this.io {
            Io::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Io::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        };
        if let Protocol::Unknown(matched) = this.protocol
            && read.is_ready()
        {
            this.match_preface(matched, &buffer.filled()[before..]);
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

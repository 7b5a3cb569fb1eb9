//! The calls of one connection, as far as they decide how long it may stay open.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};

use axum::body::Body;
use axum::response::Response;
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio_util::bytes::Bytes;

/// Counts of the calls of one connection. Clones share them.
#[derive(Debug, Clone, Default)]
pub(super) struct ConnectionCalls(Arc<CallCounts>);

#[derive(Debug, Default)]
struct CallCounts {
    started: AtomicU64,
    ended: AtomicU64,
    /// Whether a call has presented the admin token.
    is_operator: AtomicBool,
}

impl ConnectionCalls {
    /// Counts a call as open until the guard is dropped.
    pub(super) fn start(&self) -> OpenCall {
        self.0.started.fetch_add(1, Ordering::Relaxed);
        OpenCall(self.clone())
    }

    /// Returns the number of calls that have started.
    pub(super) fn started(&self) -> u64 {
        self.0.started.load(Ordering::Relaxed)
    }

    /// Returns the number of calls that have ended.
    pub(super) fn ended(&self) -> u64 {
        self.0.ended.load(Ordering::Relaxed)
    }

    /// Records that the connection is the operator's.
    pub(super) fn set_operator(&self) {
        self.0.is_operator.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the connection is the operator's.
    pub(super) fn is_operator(&self) -> bool {
        self.0.is_operator.load(Ordering::Relaxed)
    }
}

/// A call that is open until this is dropped.
pub(super) struct OpenCall(ConnectionCalls);

impl Drop for OpenCall {
    fn drop(&mut self) {
        self.0.0.ended.fetch_add(1, Ordering::Relaxed);
    }
}

impl OpenCall {
    /// Returns the response, with whose body the call ends.
    pub(super) fn until_end_of(self, response: Response) -> Response {
        response.map(|body| Body::new(CallBody { body, _call: self }))
    }
}

/// The body of a response, with the call that it ends.
struct CallBody {
    body: Body,
    _call: OpenCall,
}

impl HttpBody for CallBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

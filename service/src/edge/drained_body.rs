//! The body of a request over HTTP/1 that is read to its end even if the call is answered before: a
//! connection that is closed while its client still sends loses the answer.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use http_body::{Body as HttpBody, Frame, SizeHint};
use http_body_util::BodyExt;
use tokio::runtime::Handle;
use tokio_util::bytes::Bytes;

/// Maximum number of bytes that are read after the answer.
const MAX_DRAINED: usize = 64 << 20;

/// Maximum time for that.
const DRAIN_LIMIT: Duration = Duration::from_secs(10);

/// A body that is read to its end when it is dropped.
pub(super) struct DrainedBody {
    /// `None` while it is being dropped.
    body: Option<Body>,
}

impl DrainedBody {
    pub(super) fn new(body: Body) -> Self {
        Self { body: Some(body) }
    }
}

impl HttpBody for DrainedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        match &mut self.body {
            Some(body) => Pin::new(body).poll_frame(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body
            .as_ref()
            .map_or_else(SizeHint::default, HttpBody::size_hint)
    }
}

impl Drop for DrainedBody {
    fn drop(&mut self) {
        if let Some(body) = self.body.take()
            && !body.is_end_stream()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(tokio::time::timeout(DRAIN_LIMIT, drain(body)));
        }
    }
}

async fn drain(mut body: Body) {
    let mut read = 0;
    while read < MAX_DRAINED
        && let Some(Ok(frame)) = body.frame().await
    {
        read += frame.data_ref().map_or(0, Bytes::len);
    }
}

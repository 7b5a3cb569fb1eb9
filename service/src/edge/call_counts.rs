//! Counts every call of the API by its method, its code and the time that it takes.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderMap;
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio_util::bytes::Bytes;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::error::{DOMAIN, Reason};
use crate::metrics::{CalledMethod, Metrics};

/// The stream on which a client plays.
pub(super) const PLAY: &str = "/botwerk.v1.MatchService/Play";

/// When a request has arrived; an extension of the request.
#[derive(Debug, Clone, Copy)]
pub(super) struct ArrivedAt(pub(super) Instant);

/// Counts a call until the end of its response.
pub(crate) async fn count_calls(
    State(metrics): State<Arc<Metrics>>,
    request: Request,
    next: Next,
) -> Response {
    let arrived = request.extensions().get::<ArrivedAt>();
    let call = CountedCall::start(
        metrics,
        CalledMethod::from_path(request.uri().path()),
        arrived.map_or_else(Instant::now, |arrived| arrived.0),
    );
    let response = next.run(request).await;
    call.until_end_of(response)
}

/// A call that is counted before its status is sent, so that a client that has the status finds it counted; as cancelled
/// when this is dropped before.
struct CountedCall {
    metrics: Arc<Metrics>,
    method: CalledMethod,
    started: Instant,
    is_counted: bool,
}

impl CountedCall {
    fn start(metrics: Arc<Metrics>, method: CalledMethod, started: Instant) -> Self {
        metrics.call_started(method);
        Self {
            metrics,
            method,
            started,
            is_counted: false,
        }
    }

    /// Counts the call with the status in headers or trailers, if they have one.
    fn count_status(&mut self, headers: &HeaderMap) {
        let Some(status) = Status::from_header_map(headers) else {
            return;
        };
        self.count(status.code());
        if let Some(reason) = reason_of(&status) {
            self.metrics.rejected(self.method, reason);
        }
    }

    fn count(&mut self, code: Code) {
        if !std::mem::replace(&mut self.is_counted, true) {
            let duration = self.started.elapsed();
            self.metrics.call_ended(self.method, code, duration);
        }
    }

    /// Returns the response, with whose body the call ends.
    fn until_end_of(mut self, response: Response) -> Response {
        self.count_status(response.headers());
        if self.is_counted {
            return response;
        }
        response.map(|body| Body::new(CountedBody { body, call: self }))
    }
}

impl Drop for CountedCall {
    fn drop(&mut self) {
        // The handler has panicked, or the client is gone.
        self.count(if std::thread::panicking() {
            Code::Internal
        } else {
            Code::Cancelled
        });
    }
}

/// Returns why the server has rejected a call, or `None` if it has not.
fn reason_of(status: &Status) -> Option<Reason> {
    if status.details().is_empty() {
        return None;
    }
    let info = status.get_details_error_info()?;
    (info.domain == DOMAIN).then(|| Reason::from_name(&info.reason))?
}

/// The body of a response, with the call that it ends.
struct CountedBody {
    body: Body,
    call: CountedCall,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &frame
            && let Some(trailers) = frame.trailers_ref()
        {
            self.call.count_status(trailers);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

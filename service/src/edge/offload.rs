//! Calls that need not be answered at once are handled on a runtime of their own, below the priority of
//! the threads that read submissions and send requests: decoding, handling and encoding.

use std::fmt;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::CONTENT_TYPE;
use http_body::{Body as _, Frame};
use http_body_util::{BodyExt, StreamBody};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::bytes::{Bytes, BytesMut};
use tokio_util::task::{AbortOnDropHandle, TaskTracker};
use tracing::Instrument;

use super::admission::Admission;
use super::call_counts::PLAY;
use crate::background;

/// Number of background threads that handle calls; heavier work has threads of its own.
const THREADS: usize = 2;

/// Number of frames of a response that wait until the transport takes them.
const RESPONSE_FRAMES: usize = 8;

/// The calls of players, which are handled where their connection is.
pub(crate) const PROMPT_MATCH_CALLS: [&str; 3] = [
    PLAY,
    "/botwerk.v1.MatchService/SubmitActions",
    "/botwerk.v1.MatchService/ResignSeat",
];

/// The stream of invitations, which a bot waits for as well.
const INVITATIONS: &str = "/botwerk.v1.BotService/StreamInvitations";

/// The service whose small requests are handled where their connection is. It computes nothing there
/// that takes long.
const PROMPT_IF_SMALL: &str = "/botwerk.v1.RulesService/";

/// Maximum size of a small request, in bytes.
const SMALL_REQUEST: usize = 4096;

/// Where the length of a message ends, which follows a byte of flags.
const LENGTH_END: usize = 5;

/// The runtime for calls that need not be answered at once.
pub(crate) struct BackgroundRuntime {
    handle: Handle,
    // `None` while it is being dropped.
    runtime: Option<Runtime>,
}

/// Marks a response that is sent directly, since a player waits for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PromptResponse;

impl BackgroundRuntime {
    /// Starts the threads.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub(crate) fn start() -> std::io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("background")
            .on_thread_start(background::lower_priority)
            .enable_all()
            .build()?;
        Ok(Self {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }

    /// Returns a handle that spawns tasks on the runtime.
    pub(crate) fn handle(&self) -> Handle {
        self.handle.clone()
    }
}

impl fmt::Debug for BackgroundRuntime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BackgroundRuntime(..)")
    }
}

/// A runtime must not wait for its threads on a thread of another runtime.
impl Drop for BackgroundRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Where calls are handled that need not be answered at once.
#[derive(Debug, Clone)]
pub(crate) struct BackgroundCalls {
    pub(crate) runtime: Handle,
    pub(crate) admission: Admission,
    /// The tasks that must end before the store is closed.
    pub(crate) tasks: TaskTracker,
}

/// Handles a call on the background runtime unless it is prompt.
pub(crate) async fn offload(
    State(background): State<BackgroundCalls>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    if PROMPT_MATCH_CALLS.contains(&path) || path == INVITATIONS || is_health_check(path) {
        let requester = Admission::player(&request);
        return requester.scope(next.run(request)).await;
    }
    let requester = background.admission.requester(&request);
    let request = if path.starts_with(PROMPT_IF_SMALL) && is_plain_grpc(&request) {
        match read_small(request).await {
            ReadRequest::Small(request) => return requester.scope(next.run(request)).await,
            ReadRequest::Large(request) => request,
        }
    } else {
        request
    };
    let handling = async move {
        let mut response = next.run(request).await;
        match response.extensions_mut().remove::<PromptResponse>() {
            Some(PromptResponse) => response,
            None => pumped(response),
        }
    };
    let BackgroundCalls { runtime, tasks, .. } = background;
    let handling = requester.scope(handling.in_current_span());
    let handling = tasks.spawn_on(handling, &runtime);
    // A client that disconnects cancels its call.
    match AbortOnDropHandle::new(handling).await {
        Ok(response) => response,
        Err(error) => {
            tracing::error!(%error, "a call failed");
            tonic::Status::internal("the call failed because of a fault in the server").into_http()
        }
    }
}

/// Returns `true` for the health of the server, which is in memory and must not wait for other calls.
fn is_health_check(path: &str) -> bool {
    path == "/healthz" || path.starts_with("/grpc.health.v1.Health/")
}

/// Returns `true` if the body starts with the length of the message, as that of a browser may not.
fn is_plain_grpc(request: &Request) -> bool {
    let content_type = request.headers().get(CONTENT_TYPE);
    content_type
        .is_some_and(|value| value == "application/grpc" || value == "application/grpc+proto")
}

/// A request whose first bytes were read.
enum ReadRequest {
    /// The message is complete, and small.
    Small(Request),
    /// The message is larger than [`SMALL_REQUEST`].
    Large(Request),
}

/// Reads a message if it is small. It stops at the length of a large one, which may never come.
async fn read_small(request: Request) -> ReadRequest {
    let (parts, mut body) = request.into_parts();
    let mut read = BytesMut::new();
    let is_small = loop {
        if let Some(length) = read.get(1..LENGTH_END) {
            let length = length
                .iter()
                .fold(0, |all, byte| all << 8 | usize::from(*byte));
            if length > SMALL_REQUEST || read.len() >= LENGTH_END + length {
                break length <= SMALL_REQUEST;
            }
        }
        match body.frame().await.map(|frame| frame.map(Frame::into_data)) {
            Some(Ok(Ok(data))) => read.extend_from_slice(&data),
            // The end, or an error that the rest of the body reports.
            _ => break true,
        }
    };
    let read = tokio_stream::once(Ok(read.freeze()));
    let body = Body::from_stream(read.chain(body.into_data_stream()));
    let request = Request::from_parts(parts, body);
    if is_small {
        ReadRequest::Small(request)
    } else {
        ReadRequest::Large(request)
    }
}

/// Encodes the body of a response on the background runtime, too.
fn pumped(response: Response) -> Response {
    if response.body().size_hint().exact().is_some() {
        // It is encoded already.
        return response;
    }
    let (parts, body) = response.into_parts();
    let (sender, receiver) = channel(RESPONSE_FRAMES);
    tokio::spawn(pump(body, sender));
    let body = Body::new(StreamBody::new(ReceiverStream::new(receiver)));
    Response::from_parts(parts, body)
}

type BodyFrame = Result<Frame<Bytes>, axum::Error>;

async fn pump(mut body: Body, sender: Sender<BodyFrame>) {
    loop {
        let frame = tokio::select! {
            frame = body.frame() => frame,
            // The client has disconnected.
            () = sender.closed() => return,
        };
        let Some(frame) = frame else { return };
        if sender.send(frame).await.is_err() {
            return;
        }
    }
}

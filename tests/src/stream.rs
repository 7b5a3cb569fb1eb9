//! A `Play` stream that tests read frame by frame.

use std::future::Future;

use botwerk_client::{Client, PlayStream, proto};
use proto::play_response::Kind;
use tonic::Status;
use tonic_types::StatusExt;

use crate::matches::CreatedMatch;
use crate::polling::LIMIT;

/// Waits for a future that must complete, with a limit generous enough for a slow machine.
///
/// # Panics
/// Panics if the future does not complete within two minutes.
pub async fn eventually<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(LIMIT, future)
        .await
        .expect("the future completes within the limit")
}

/// A `Play` stream that records every frame it has received.
#[derive(Debug)]
pub struct SeatStream {
    stream: PlayStream,
    /// All received frames, in order.
    pub frames: Vec<Kind>,
    /// An action request that arrived while other seats were joining.
    open_request: Option<proto::ActionRequest>,
}

impl SeatStream {
    /// Opens a stream that has not joined a match.
    ///
    /// # Panics
    /// Panics if the server rejects the stream.
    pub async fn open(client: &Client) -> Self {
        let stream = eventually(PlayStream::open(client)).await.unwrap();
        Self {
            stream,
            frames: Vec::new(),
            open_request: None,
        }
    }

    /// Opens a stream and joins a seat of a match.
    pub async fn join(client: &Client, created: &CreatedMatch, seat: usize) -> Self {
        let mut stream = Self::open(client).await;
        stream.join_seat(created, seat, 0).await;
        stream
    }

    /// Opens a stream and joins all seats of a match; the handle of a seat is its number plus one.
    pub async fn join_all(client: &Client, created: &CreatedMatch) -> Self {
        let mut stream = Self::open(client).await;
        for seat in 0..created.tokens.len() {
            stream.join_seat(created, seat, 0).await;
        }
        // The request of a seat may arrive before the next seat has joined.
        let mut requests = stream.frames.iter().filter_map(|frame| match frame {
            Kind::ActionRequest(request) => Some(request.clone()),
            _ => None,
        });
        stream.open_request = requests.next_back();
        stream
    }

    /// Joins one more seat and returns the server's `Joined`.
    pub async fn join_seat(
        &mut self,
        created: &CreatedMatch,
        seat: usize,
        after_seq: u64,
    ) -> proto::Joined {
        self.send_join(&created.name, &created.tokens[seat], after_seq)
            .await;
        self.joined().await
    }

    /// Sends a `Join` without waiting for the answer.
    ///
    /// # Panics
    /// Panics if the stream has ended.
    pub async fn send_join(&mut self, name: &str, token: &str, resume_after_seq: u64) {
        let view_options = proto::ViewOptions {
            include_legal_actions: true,
            include_text: true,
            ..Default::default()
        };
        let join = proto::Join {
            r#match: name.into(),
            seat_token: token.into(),
            resume_after_seq,
            view_options: Some(view_options),
            ..Default::default()
        };
        self.stream.join(join).await.unwrap();
    }

    /// Sends a submission.
    ///
    /// # Panics
    /// Panics if the stream has ended.
    pub async fn send(&self, submission: proto::Submission) {
        self.stream.submit(submission).await.unwrap();
    }

    /// Answers an action request in the game's notation.
    pub async fn submit(&self, request: &proto::ActionRequest, text: &str) {
        self.send(proto::Submission {
            text: text.into(),
            ..submission_for(request)
        })
        .await;
    }

    /// Submits one part of the turn that a request has opened.
    pub async fn submit_part(&self, request: &proto::ActionRequest, part: u32, text: &str) {
        self.send(proto::Submission {
            part,
            text: text.into(),
            ..submission_for(request)
        })
        .await;
    }

    /// Answers an action request with messages.
    pub async fn submit_actions(
        &self,
        request: &proto::ActionRequest,
        actions: Vec<proto::Action>,
    ) {
        self.send(proto::Submission {
            actions,
            ..submission_for(request)
        })
        .await;
    }

    /// Answers the next action request with its first legal action, waits until the server accepts
    /// it, and returns the request.
    pub async fn submit_first_legal(&mut self) -> proto::ActionRequest {
        let request = self.request().await;
        self.submit(&request, &request.legal_actions[0].text).await;
        self.accepted().await;
        request
    }

    /// Answers an action request and declares the search nodes used.
    pub async fn submit_with_effort(
        &self,
        request: &proto::ActionRequest,
        text: &str,
        effort: u64,
    ) {
        self.send(proto::Submission {
            text: text.into(),
            effort,
            ..submission_for(request)
        })
        .await;
    }

    /// Receives the next frame; returns `None` after the end of the stream.
    ///
    /// # Errors
    /// Returns an error if the stream has ended with one.
    pub async fn next(&mut self) -> Result<Option<Kind>, botwerk_client::ClientError> {
        let frame = self.stream.next().await?;
        self.frames.extend(frame.clone());
        Ok(frame)
    }

    /// Receives frames until `select` returns a value for one, and returns that value.
    ///
    /// # Panics
    /// Panics if the stream ends first or no such frame arrives in time.
    pub async fn wait_for<T>(&mut self, select: impl Fn(Kind) -> Option<T>) -> T {
        let frames = async {
            loop {
                let frame = self.next().await.unwrap();
                if let Some(value) = select(frame.expect("the stream is open")) {
                    return value;
                }
            }
        };
        eventually(frames).await
    }

    /// Waits for the next `Joined`.
    pub async fn joined(&mut self) -> proto::Joined {
        self.wait_for(|kind| match kind {
            Kind::Joined(joined) => Some(joined),
            Kind::Rejected(rejected) => panic!("join rejected: {rejected:?}"),
            _ => None,
        })
        .await
    }

    /// Waits for the next action request.
    pub async fn request(&mut self) -> proto::ActionRequest {
        if let Some(request) = self.open_request.take() {
            return request;
        }
        self.wait_for(|kind| match kind {
            Kind::ActionRequest(request) => Some(request),
            Kind::MatchOver(over) => panic!("expected an action request, found the end: {over:?}"),
            _ => None,
        })
        .await
    }

    /// Waits for the answer to a submission, which must be `Accepted`.
    pub async fn accepted(&mut self) -> proto::Accepted {
        self.wait_for(|kind| match kind {
            Kind::Accepted(accepted) => Some(accepted),
            Kind::Rejected(rejected) => panic!("expected `Accepted`, found {rejected:?}"),
            _ => None,
        })
        .await
    }

    /// Waits for an answer, which must be `Rejected`.
    pub async fn rejected(&mut self) -> proto::Rejected {
        self.wait_for(|kind| match kind {
            Kind::Rejected(rejected) => Some(rejected),
            Kind::Accepted(accepted) => panic!("expected `Rejected`, found {accepted:?}"),
            _ => None,
        })
        .await
    }

    /// Checks that the server has sent nothing else before it rejects a submission, which is made for a turn far ahead.
    /// The room handles one command after the other, so that frames of earlier ones precede the rejection.
    ///
    /// # Panics
    /// Panics if there is another frame.
    pub async fn assert_silent(&mut self) {
        self.send(proto::Submission {
            handle: 1,
            turn: 1_000_000,
            text: "pass".into(),
            ..Default::default()
        })
        .await;
        let frame = eventually(self.next()).await.unwrap();
        assert!(matches!(frame, Some(Kind::Rejected(_))), "{frame:?}");
    }

    /// Waits for the next update.
    pub async fn update(&mut self) -> proto::Update {
        self.wait_for(|kind| match kind {
            Kind::Update(update) => Some(update),
            _ => None,
        })
        .await
    }

    /// Waits for the end of the match.
    pub async fn over(&mut self) -> proto::MatchOver {
        self.wait_for(|kind| match kind {
            Kind::MatchOver(over) => Some(over),
            _ => None,
        })
        .await
    }

    /// Waits until the match changes to a state.
    ///
    /// # Panics
    /// Panics if it does not.
    pub async fn wait_for_state(&mut self, state: proto::MatchState) {
        let changed = |kind| match kind {
            Kind::MatchStateChanged(changed) => (changed.state() == state).then_some(()),
            _ => None,
        };
        self.wait_for(changed).await;
    }

    /// Waits for an update with an event whose action has this notation.
    pub async fn wait_for_action(&mut self, text: &str) -> proto::Update {
        self.wait_for(|kind| match kind {
            Kind::Update(update) => update
                .events
                .iter()
                .any(|event| event.text == text)
                .then_some(update),
            _ => None,
        })
        .await
    }
}

fn submission_for(request: &proto::ActionRequest) -> proto::Submission {
    proto::Submission {
        handle: request.handle,
        turn: request.turn,
        part: request.part,
        ..Default::default()
    }
}

/// Returns the reason of a rejected call.
///
/// # Panics
/// Panics if the status has no reason of the API or no message.
pub fn status_reason(status: &Status) -> String {
    let details = status.get_error_details();
    let info = details.error_info();
    let info = info.unwrap_or_else(|| panic!("no ErrorInfo in {status:?}"));
    assert_eq!(info.domain, "botwerk");
    assert!(!status.message().is_empty(), "{status:?} has no message");
    info.reason.clone()
}

/// Returns the reason of a rejected frame.
///
/// # Panics
/// Panics if the frame has no reason, message or code.
pub fn rejection_reason(rejected: &proto::Rejected) -> &'static str {
    let error = rejected.error.as_ref().unwrap();
    assert!(!error.message.is_empty() && error.code != 0, "{error:?}");
    error.reason().name()
}

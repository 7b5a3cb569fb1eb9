//! A stream of Play, read frame by frame.

use std::future::Future;
use std::time::Duration;

use botwerk_client::{Client, PlayStream, proto};
use proto::play_response::Kind;
use tonic::Status;
use tonic_types::StatusExt;

use crate::matches::Made;

/// Waits for what must happen, however slow the machine is.
///
/// # Panics
/// If it does not happen within twenty seconds.
pub async fn eventually<F: Future>(future: F) -> F::Output {
    let limit = Duration::from_secs(20);
    tokio::time::timeout(limit, future)
        .await
        .expect("it happens in the end")
}

/// Waits for something that must not happen; `None` if it has not for a while.
pub async fn soon<F: Future>(future: F) -> Option<F::Output> {
    tokio::time::timeout(Duration::from_millis(150), future)
        .await
        .ok()
}

/// A stream of Play that remembers every frame it has read.
#[derive(Debug)]
pub struct SeatStream {
    stream: PlayStream,
    /// Every frame, in order.
    pub seen: Vec<Kind>,
}

impl SeatStream {
    /// Opens a stream that has joined nothing yet.
    ///
    /// # Panics
    /// If the server refuses.
    pub async fn open(client: &Client) -> Self {
        let stream = eventually(PlayStream::open(client)).await.unwrap();
        let seen = Vec::new();
        Self { stream, seen }
    }

    /// Opens a stream and takes a seat of a match.
    pub async fn join(client: &Client, made: &Made, seat: usize) -> Self {
        let mut stream = Self::open(client).await;
        stream.take(made, seat, 0).await;
        stream
    }

    /// Takes one more seat and waits for `Joined`.
    pub async fn take(&mut self, made: &Made, seat: usize, after_seq: u64) -> proto::Joined {
        self.ask(&made.name, &made.tokens[seat], after_seq).await;
        self.joined().await
    }

    /// Asks for a seat.
    ///
    /// # Panics
    /// If the stream has ended.
    pub async fn ask(&mut self, name: &str, token: &str, resume_after_seq: u64) {
        let view_options = proto::ViewOptions {
            legal_actions: true,
            text: true,
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

    /// Sends an act.
    ///
    /// # Panics
    /// If the stream has ended.
    pub async fn send(&self, act: proto::Act) {
        self.stream.act(act).await.unwrap();
    }

    /// Answers a request in the game's notation.
    pub async fn answer(&self, request: &proto::ActRequest, text: &str) {
        self.send(proto::Act {
            text: text.into(),
            ..act_on(request)
        })
        .await;
    }

    /// Answers a request and declares search nodes.
    pub async fn answer_with(&self, request: &proto::ActRequest, text: &str, effort: u64) {
        self.send(proto::Act {
            text: text.into(),
            effort,
            ..act_on(request)
        })
        .await;
    }

    /// The next frame; `None` after the end of the stream.
    ///
    /// # Errors
    /// If the stream has ended with an error.
    pub async fn next(&mut self) -> Result<Option<Kind>, botwerk_client::ClientError> {
        let frame = self.stream.next().await?;
        self.seen.extend(frame.clone());
        Ok(frame)
    }

    /// The first frame from here on that `wanted` takes something out of.
    ///
    /// # Panics
    /// If the stream ends before, or no such frame comes.
    pub async fn until<T>(&mut self, wanted: impl Fn(Kind) -> Option<T>) -> T {
        let frames = async {
            loop {
                let frame = self.next().await.unwrap();
                if let Some(found) = wanted(frame.expect("the stream goes on")) {
                    return found;
                }
            }
        };
        eventually(frames).await
    }

    /// The next `Joined`.
    pub async fn joined(&mut self) -> proto::Joined {
        self.until(|kind| match kind {
            Kind::Joined(joined) => Some(joined),
            Kind::Rejected(rejected) => panic!("no seat: {rejected:?}"),
            _ => None,
        })
        .await
    }

    /// The next request.
    pub async fn request(&mut self) -> proto::ActRequest {
        self.until(|kind| match kind {
            Kind::ActRequest(request) => Some(request),
            Kind::MatchOver(over) => panic!("nothing is asked any more: {over:?}"),
            _ => None,
        })
        .await
    }

    /// The answer to an act, which must have been taken.
    pub async fn accepted(&mut self) -> proto::Accepted {
        self.until(|kind| match kind {
            Kind::Accepted(accepted) => Some(accepted),
            Kind::Rejected(rejected) => panic!("refused: {rejected:?}"),
            _ => None,
        })
        .await
    }

    /// The answer to something that must have been refused.
    pub async fn rejected(&mut self) -> proto::Rejected {
        self.until(|kind| match kind {
            Kind::Rejected(rejected) => Some(rejected),
            Kind::Accepted(accepted) => panic!("taken: {accepted:?}"),
            _ => None,
        })
        .await
    }

    /// The next update.
    pub async fn update(&mut self) -> proto::Update {
        self.until(|kind| match kind {
            Kind::Update(update) => Some(update),
            _ => None,
        })
        .await
    }

    /// The end of the match.
    pub async fn over(&mut self) -> proto::MatchOver {
        self.until(|kind| match kind {
            Kind::MatchOver(over) => Some(over),
            _ => None,
        })
        .await
    }

    /// Reads updates until one shows an action of this notation.
    pub async fn happens(&mut self, text: &str) -> proto::Update {
        self.until(|kind| match kind {
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

fn act_on(request: &proto::ActRequest) -> proto::Act {
    proto::Act {
        handle: request.handle,
        turn: request.turn,
        act: request.act,
        ..Default::default()
    }
}

/// The reason of a refused call.
///
/// # Panics
/// If the status carries no reason of this contract, or the words are missing.
pub fn reason_of(status: &Status) -> String {
    let details = status.get_error_details();
    let info = details.error_info();
    let info = info.unwrap_or_else(|| panic!("no ErrorInfo in {status:?}"));
    assert_eq!(info.domain, "botwerk");
    assert!(!status.message().is_empty(), "{status:?} has no words");
    info.reason.clone()
}

/// The reason of a refused frame.
///
/// # Panics
/// If it has none.
pub fn refusal(rejected: &proto::Rejected) -> &str {
    let error = rejected.error.as_ref().unwrap();
    assert!(!error.message.is_empty() && error.code != 0, "{error:?}");
    &error.reason
}

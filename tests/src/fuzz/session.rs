//! A fuzzed `Play` stream: joins, valid and invalid submissions, and pongs.

use std::time::Duration;

use arbitrary::{Result, Unstructured};
use botwerk_client::proto;
use prost::Message;
use prost_reflect::DynamicMessage;
use proto::play_request::Kind as RequestKind;
use proto::play_response::Kind as FrameKind;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};

use super::caller::{ANSWER_TIMEOUT, Caller, checked_client_reason, checked_reason};
use super::mutation::damage;
use super::submissions::{SubmissionContent, generate_content};
use super::valid::ValidRequests;
use crate::rejection_reason;

/// Maximum number of requests on one stream.
const MAX_REQUESTS: usize = 16;

/// Timeout for frames that need not arrive.
const OPTIONAL_FRAME_TIMEOUT: Duration = Duration::from_millis(1);

/// Kind under which the server's end of a stream is counted.
const STREAM_ENDED: &str = "Play ended";

/// The kind of a request, with the reason if it was rejected.
pub(super) type RequestOutcome = (&'static str, std::result::Result<(), String>);

/// A stream with the state that its frames have reported.
pub(super) struct Session {
    requests: mpsc::Sender<Vec<u8>>,
    frames: Streaming<Vec<u8>>,
    seats: Vec<JoinedSeat>,
    /// The latest submission.
    last_submission: Option<proto::Submission>,
    /// Whether every request so far was a valid message.
    is_valid: bool,
    outcomes: Vec<RequestOutcome>,
}

/// A joined seat.
struct JoinedSeat {
    joined: proto::Joined,
    request: Option<proto::ActionRequest>,
}

impl Session {
    /// Sends the requests that the bytes generate and returns the outcome of each.
    ///
    /// # Panics
    /// Panics if an answer is missing or a rejection has no reason.
    pub(super) async fn play(
        caller: &Caller,
        valid: &ValidRequests<'_>,
        source: &mut Unstructured<'_>,
    ) -> Result<Vec<RequestOutcome>> {
        let (requests, receiver) = mpsc::channel(MAX_REQUESTS);
        let mut session = Self {
            requests,
            frames: caller.play(ReceiverStream::new(receiver)).await,
            seats: Vec::new(),
            last_submission: None,
            is_valid: true,
            outcomes: Vec::new(),
        };
        for _ in 0..source.int_in_range(1..=MAX_REQUESTS)? {
            let request = session.next_request(caller, valid, source);
            // Input that ends here ends the stream; earlier outcomes still count.
            let Some(bytes) = request.ok().filter(|_| !source.is_empty()) else {
                break;
            };
            if !session.send(bytes).await {
                return Ok(session.outcomes);
            }
        }
        if source.ratio(3, 4)? {
            session.close().await;
        }
        Ok(session.outcomes)
    }

    /// Generates a valid, a mutated or an arbitrary request.
    fn next_request(
        &mut self,
        caller: &Caller,
        valid: &ValidRequests<'_>,
        source: &mut Unstructured<'_>,
    ) -> Result<Vec<u8>> {
        let must_act = self.seats.iter().any(|seat| seat.request.is_some());
        let kind = match source.int_in_range(0..=19)? {
            3..=15 if must_act => RequestKind::Submission(self.submission(source)?),
            3..=5 if !self.seats.is_empty() => RequestKind::Submission(self.submission(source)?),
            16 if self.last_submission.is_some() => {
                RequestKind::Submission(self.last_submission.clone().unwrap_or_default())
            }
            17 | 18 => {
                let any = valid.generator.message(&caller.play_request(), source)?;
                return damage(any.encode_to_vec(), source);
            }
            _ => RequestKind::Join(self.join(valid, source)?),
        };
        let request = proto::PlayRequest { kind: Some(kind) };
        if !source.ratio(3, 8)? {
            return Ok(request.encode_to_vec());
        }
        let mut message = DynamicMessage::new(caller.play_request());
        let copy = message.transcode_from(&request);
        copy.expect("the descriptors contain every message");
        valid.generator.mutate(&mut message, source)?;
        damage(message.encode_to_vec(), source)
    }

    fn join(
        &self,
        valid: &ValidRequests<'_>,
        source: &mut Unstructured<'_>,
    ) -> Result<proto::Join> {
        let (name, token) = match self.seats.last() {
            // A match starts once all seats have joined.
            Some(seat) if source.arbitrary()? => valid
                .matches
                .seat_after(&seat.joined.r#match, seat.joined.seat() as usize),
            _ => valid.matches.seat(source)?,
        };
        let has_full_view = source.ratio(7, 8)?;
        Ok(proto::Join {
            r#match: name,
            seat_token: token,
            resume_after_seq: source.int_in_range(0..=3)?,
            view_options: Some(proto::ViewOptions {
                include_legal_actions: has_full_view,
                include_text: has_full_view,
                ..Default::default()
            }),
            join_id: source.int_in_range(0..=3)?,
            ruleset_sha256: match self.seats.last() {
                Some(seat) if source.arbitrary()? => seat.joined.ruleset_sha256.clone(),
                _ => String::new(),
            },
        })
    }

    /// Generates a submission of a seat, preferably of one that must act.
    fn submission(&self, source: &mut Unstructured<'_>) -> Result<proto::Submission> {
        let acting = self.seats.iter().filter(|seat| seat.request.is_some());
        let acting: Vec<_> = acting.collect();
        let seat = if acting.is_empty() {
            source.choose(&self.seats)?
        } else {
            source.choose(&acting)?
        };
        let SubmissionContent {
            actions,
            text,
            effort,
        } = generate_content(&seat.joined, seat.request.as_ref(), source)?;
        Ok(proto::Submission {
            handle: seat.joined.handle,
            turn: seat.request.as_ref().map_or(1, |request| request.turn),
            part: seat.request.as_ref().map_or(0, |request| request.part),
            actions,
            effort,
            text,
            score: source.arbitrary()?,
            require_canonical_text: source.arbitrary()?,
            comment: source.arbitrary()?,
        })
    }

    /// Sends a request and waits for its answer; returns `false` once the stream has ended.
    async fn send(&mut self, bytes: Vec<u8>) -> bool {
        let request = proto::PlayRequest::decode(&bytes[..]);
        self.is_valid &= request.is_ok();
        if self.requests.send(bytes).await.is_err() {
            return self.drain(ANSWER_TIMEOUT).await;
        }
        let Ok(proto::PlayRequest { kind }) = request else {
            // The transport ends the stream.
            return self.drain(ANSWER_TIMEOUT).await;
        };
        if let Some(RequestKind::Submission(submission)) = &kind {
            self.last_submission = Some(submission.clone());
        }
        if !self.receive_answer(kind).await {
            return false;
        }
        let is_accepted = self
            .outcomes
            .last()
            .is_some_and(|(_, outcome)| outcome.is_ok());
        // Only accepted requests cause further frames.
        let timeout = if is_accepted {
            OPTIONAL_FRAME_TIMEOUT
        } else {
            Duration::ZERO
        };
        self.drain(timeout).await
    }

    /// Receives frames until one answers the request; returns `false` once the stream has ended.
    async fn receive_answer(&mut self, kind: Option<RequestKind>) -> bool {
        let name = match kind {
            Some(RequestKind::Join(_)) => "Play Join",
            Some(RequestKind::Submission(_)) => "Play Submission",
            None => "Play without kind",
        };
        loop {
            let frame = tokio::time::timeout(ANSWER_TIMEOUT, self.receive()).await;
            let frame = frame.unwrap_or_else(|_| panic!("{name} has no answer: {kind:?}"));
            let Some(frame) = frame else {
                let has_reason = self
                    .outcomes
                    .last()
                    .is_some_and(|(kind, _)| *kind == STREAM_ENDED);
                assert!(
                    has_reason,
                    "{name} ends the stream without a reason: {kind:?}"
                );
                return false;
            };
            if let Some(outcome) = outcome_from(kind.as_ref(), &frame) {
                self.outcomes.push((name, outcome));
                return true;
            }
        }
    }

    /// Receives frames until the timeout; returns `false` once the stream has ended.
    async fn drain(&mut self, timeout: Duration) -> bool {
        loop {
            match tokio::time::timeout(timeout, self.receive()).await {
                Ok(Some(_)) => {}
                Ok(None) => return false,
                Err(_) => {
                    assert!(timeout < ANSWER_TIMEOUT, "the stream does not end");
                    return true;
                }
            }
        }
    }

    /// Closes the request side and waits until the server ends the stream.
    async fn close(&mut self) {
        // Replacing the sender closes the request side.
        self.requests = mpsc::channel(1).0;
        self.drain(ANSWER_TIMEOUT).await;
    }

    /// Receives the next frame; returns `None` after the end of the stream.
    async fn receive(&mut self) -> Option<FrameKind> {
        let frame = match self.frames.message().await {
            Ok(Some(bytes)) => proto::PlayResponse::decode(&bytes[..]),
            Ok(None) => return None,
            Err(status) => {
                self.record_end(&status);
                return None;
            }
        };
        let kind = frame.expect("a frame is a valid message").kind;
        let kind = kind.expect("a frame has a kind");
        match &kind {
            FrameKind::Joined(joined) => self.seats.push(JoinedSeat {
                joined: joined.clone(),
                request: None,
            }),
            FrameKind::ActionRequest(request) => {
                if let Some(seat) = self.seat(request.handle) {
                    seat.request = Some(request.clone());
                }
            }
            // The request is answered, closed, or will be re-sent.
            FrameKind::Accepted(proto::Accepted { handle, .. })
            | FrameKind::Update(proto::Update { handle, .. }) => {
                if let Some(seat) = self.seat(*handle) {
                    seat.request = None;
                }
            }
            _ => {}
        }
        Some(kind)
    }

    fn seat(&mut self, handle: u32) -> Option<&mut JoinedSeat> {
        let mut seats = self.seats.iter_mut();
        seats.find(|seat| seat.joined.handle == handle)
    }

    fn record_end(&mut self, status: &Status) {
        if let Some(reason) = checked_reason("Play", self.is_valid, status) {
            self.outcomes.push((STREAM_ENDED, Err(reason)));
        }
    }
}

/// Returns the outcome of a request if the frame answers it.
fn outcome_from(
    request: Option<&RequestKind>,
    frame: &FrameKind,
) -> Option<std::result::Result<(), String>> {
    match (request, frame) {
        (Some(RequestKind::Join(_)), FrameKind::Joined(_)) => Some(Ok(())),
        (Some(RequestKind::Submission(submission)), FrameKind::Accepted(accepted)) => {
            let answered = (accepted.handle, accepted.turn, accepted.part);
            (answered == (submission.handle, submission.turn, submission.part)).then_some(Ok(()))
        }
        (request, FrameKind::Rejected(rejected)) => {
            let answered = (rejected.handle, rejected.turn, rejected.part);
            let expected = match request {
                Some(RequestKind::Submission(submission)) => {
                    (submission.handle, submission.turn, submission.part)
                }
                _ => (0, 0, 0),
            };
            let reason = checked_client_reason("Play", rejection_reason(rejected));
            (answered == expected).then_some(Err(reason))
        }
        _ => None,
    }
}

//! A stream of Play: seats taken, answers right and wrong, pings answered or not.

use std::time::Duration;

use arbitrary::{Result, Unstructured};
use botwerk_client::proto;
use prost::Message;
use prost_reflect::DynamicMessage;
use proto::play_request::Kind as Asks;
use proto::play_response::Kind as Says;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};

use super::answers::{Answer, answer};
use super::caller::{Caller, LIMIT, reason_in, why};
use super::mutation::damaged;
use super::valid::Valid;
use crate::refusal;

/// Requests of one stream at most.
const REQUESTS: usize = 16;

/// How long frames are waited for that need not come.
const PATIENCE: Duration = Duration::from_millis(1);

/// What the end of a stream by the server counts as.
const ENDED: &str = "Play ended";

/// What came of one request: its kind, and the reason if it was refused.
pub(super) type Outcome = (&'static str, std::result::Result<(), String>);

/// A stream, and what was heard on it.
pub(super) struct Session {
    requests: mpsc::Sender<Vec<u8>>,
    frames: Streaming<Vec<u8>>,
    seats: Vec<Seat>,
    /// The act that was sent last.
    last: Option<proto::Act>,
    nonce: u64,
    /// Whether every request was a message.
    whole: bool,
    outcomes: Vec<Outcome>,
}

/// A seat that was taken.
struct Seat {
    joined: proto::Joined,
    request: Option<proto::ActRequest>,
}

impl Session {
    /// Plays what the bytes choose; gives what came of each request.
    ///
    /// # Panics
    /// If an answer that must come does not, or a refusal gives no reason.
    pub(super) async fn play(
        caller: &Caller,
        valid: &Valid<'_>,
        source: &mut Unstructured<'_>,
    ) -> Result<Vec<Outcome>> {
        let (requests, receiver) = mpsc::channel(REQUESTS);
        let mut session = Self {
            requests,
            frames: caller.play(ReceiverStream::new(receiver)).await,
            seats: Vec::new(),
            last: None,
            nonce: 0,
            whole: true,
            outcomes: Vec::new(),
        };
        for _ in 0..source.int_in_range(1..=REQUESTS)? {
            let request = session.next_request(caller, valid, source);
            // Bytes that end here end the stream, and what came of it before still counts.
            let Some(bytes) = request.ok().filter(|_| !source.is_empty()) else {
                break;
            };
            if !session.send(bytes).await {
                return Ok(session.outcomes);
            }
        }
        if source.ratio(3, 4)? {
            session.leave().await;
        }
        Ok(session.outcomes)
    }

    /// A right request, changed now and then, or any.
    fn next_request(
        &mut self,
        caller: &Caller,
        valid: &Valid<'_>,
        source: &mut Unstructured<'_>,
    ) -> Result<Vec<u8>> {
        let is_asked = self.seats.iter().any(|seat| seat.request.is_some());
        let kind = match source.int_in_range(0..=19)? {
            3..=15 if is_asked => Asks::Act(self.act(source)?),
            3..=5 if !self.seats.is_empty() => Asks::Act(self.act(source)?),
            16 if self.last.is_some() => Asks::Act(self.last.clone().unwrap_or_default()),
            17 => Asks::Pong(proto::Pong { nonce: self.nonce }),
            18 => {
                let any = valid.parts.message(&caller.play_request(), source)?;
                return damaged(any.encode_to_vec(), source);
            }
            _ => Asks::Join(self.join(valid, source)?),
        };
        let request = proto::PlayRequest { kind: Some(kind) };
        if !source.ratio(3, 8)? {
            return Ok(request.encode_to_vec());
        }
        let mut message = DynamicMessage::new(caller.play_request());
        let copied = message.transcode_from(&request);
        copied.expect("the contract describes its messages");
        valid.parts.mutate(&mut message, source)?;
        damaged(message.encode_to_vec(), source)
    }

    fn join(&self, valid: &Valid<'_>, source: &mut Unstructured<'_>) -> Result<proto::Join> {
        let (name, token) = match self.seats.last() {
            // A match begins once all have come.
            Some(seat) if source.arbitrary()? => valid
                .scene
                .seat_after(&seat.joined.r#match, seat.joined.seat as usize),
            _ => valid.scene.seat(source)?,
        };
        let sees_all = source.ratio(7, 8)?;
        Ok(proto::Join {
            r#match: name,
            seat_token: token,
            resume_after_seq: source.int_in_range(0..=3)?,
            view_options: Some(proto::ViewOptions {
                legal_actions: sees_all,
                text: sees_all,
            }),
            ruleset_sha256: match self.seats.last() {
                Some(seat) if source.arbitrary()? => seat.joined.ruleset_sha256.clone(),
                _ => String::new(),
            },
        })
    }

    /// An act of a seat, one that is asked for something if there is one.
    fn act(&self, source: &mut Unstructured<'_>) -> Result<proto::Act> {
        let asked = self.seats.iter().filter(|seat| seat.request.is_some());
        let asked: Vec<_> = asked.collect();
        let seat = if asked.is_empty() {
            source.choose(&self.seats)?
        } else {
            source.choose(&asked)?
        };
        let Answer {
            actions,
            text,
            effort,
        } = answer(&seat.joined, seat.request.as_ref(), source)?;
        Ok(proto::Act {
            handle: seat.joined.handle,
            turn: seat.request.as_ref().map_or(1, |request| request.turn),
            act: seat.request.as_ref().map_or(0, |request| request.act),
            actions,
            effort,
            text,
        })
    }

    /// Sends a request and hears what is said to it; `false` once the stream has ended.
    async fn send(&mut self, bytes: Vec<u8>) -> bool {
        let request = proto::PlayRequest::decode(&bytes[..]);
        self.whole &= request.is_ok();
        if self.requests.send(bytes).await.is_err() {
            return self.drain(LIMIT).await;
        }
        let Ok(proto::PlayRequest { kind }) = request else {
            // The transport ends the stream.
            return self.drain(LIMIT).await;
        };
        if let Some(Asks::Act(act)) = &kind {
            self.last = Some(act.clone());
        }
        if let Some(Asks::Pong(_)) = kind {
            self.outcomes.push(("Play Pong", Ok(())));
        } else if !self.hear_answer(kind).await {
            return false;
        }
        let is_taken = self
            .outcomes
            .last()
            .is_some_and(|(_, outcome)| outcome.is_ok());
        // Only what was taken has consequences.
        let patience = if is_taken { PATIENCE } else { Duration::ZERO };
        self.drain(patience).await
    }

    /// Hears frames until one answers a request; `false` once the stream has ended.
    async fn hear_answer(&mut self, kind: Option<Asks>) -> bool {
        let name = match kind {
            Some(Asks::Join(_)) => "Play Join",
            Some(Asks::Act(_)) => "Play Act",
            Some(Asks::Pong(_)) | None => "Play of nothing",
        };
        loop {
            let heard = tokio::time::timeout(LIMIT, self.hear()).await;
            let heard = heard.unwrap_or_else(|_| panic!("{name} is not answered: {kind:?}"));
            let Some(says) = heard else {
                let told = self.outcomes.last().is_some_and(|(kind, _)| *kind == ENDED);
                assert!(told, "{name} ends the stream without a reason: {kind:?}");
                return false;
            };
            if let Some(outcome) = answers(kind.as_ref(), &says) {
                self.outcomes.push((name, outcome));
                return true;
            }
        }
    }

    /// Hears what is said without being asked for; `false` once the stream has ended.
    async fn drain(&mut self, patience: Duration) -> bool {
        loop {
            match tokio::time::timeout(patience, self.hear()).await {
                Ok(Some(_)) => {}
                Ok(None) => return false,
                Err(_) => {
                    assert!(patience < LIMIT, "the stream does not end");
                    return true;
                }
            }
        }
    }

    /// Says that nothing more will come, and waits for the server's end.
    async fn leave(&mut self) {
        // Our side ends with its sender.
        self.requests = mpsc::channel(1).0;
        self.drain(LIMIT).await;
    }

    /// The next frame; `None` after the end of the stream.
    async fn hear(&mut self) -> Option<Says> {
        let frame = match self.frames.message().await {
            Ok(Some(bytes)) => proto::PlayResponse::decode(&bytes[..]),
            Ok(None) => return None,
            Err(status) => {
                self.end(&status);
                return None;
            }
        };
        let says = frame.expect("a frame is whole").kind;
        let says = says.expect("a frame says something");
        match &says {
            Says::Joined(joined) => self.seats.push(Seat {
                joined: joined.clone(),
                request: None,
            }),
            Says::ActRequest(request) => {
                if let Some(seat) = self.seat(request.handle) {
                    seat.request = Some(request.clone());
                }
            }
            // What was asked is not asked any more, or asked anew.
            Says::Accepted(proto::Accepted { handle, .. })
            | Says::Update(proto::Update { handle, .. }) => {
                if let Some(seat) = self.seat(*handle) {
                    seat.request = None;
                }
            }
            Says::Ping(ping) => self.nonce = ping.nonce,
            _ => {}
        }
        Some(says)
    }

    fn seat(&mut self, handle: u32) -> Option<&mut Seat> {
        let mut seats = self.seats.iter_mut();
        seats.find(|seat| seat.joined.handle == handle)
    }

    fn end(&mut self, status: &Status) {
        if let Some(reason) = why("Play", self.whole, status) {
            self.outcomes.push((ENDED, Err(reason)));
        }
    }
}

/// What a frame says to a request, if it is the answer.
fn answers(request: Option<&Asks>, frame: &Says) -> Option<std::result::Result<(), String>> {
    match (request, frame) {
        (Some(Asks::Join(_)), Says::Joined(_)) => Some(Ok(())),
        (Some(Asks::Act(act)), Says::Accepted(accepted)) => {
            let answered = (accepted.handle, accepted.turn, accepted.act);
            (answered == (act.handle, act.turn, act.act)).then_some(Ok(()))
        }
        (request, Says::Rejected(rejected)) => {
            let answered = (rejected.handle, rejected.turn, rejected.act);
            let asked = match request {
                Some(Asks::Act(act)) => (act.handle, act.turn, act.act),
                _ => (0, 0, 0),
            };
            let reason = reason_in("Play", refusal(rejected));
            (answered == asked).then_some(Err(reason))
        }
        _ => None,
    }
}

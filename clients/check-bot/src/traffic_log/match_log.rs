//! One match as the bot sees it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use botwerk_client::proto;
use proto::ErrorReason;

use crate::event::StreamId;
use crate::violation::BotViolation;

/// Reasons of rejections after which the same request may be answered again.
const RETRYABLE_REASONS: [ErrorReason; 6] = [
    ErrorReason::IllegalAction,
    ErrorReason::BadRequest,
    ErrorReason::TooLarge,
    ErrorReason::LimitExceeded,
    ErrorReason::StoreUnavailable,
    ErrorReason::Suspended,
];

/// Reasons of rejections that are the bot's own mistake.
const BOT_FAULT_REASONS: [(ErrorReason, BotViolation); 4] = [
    (ErrorReason::IllegalAction, BotViolation::Illegal),
    (ErrorReason::BadRequest, BotViolation::Malformed),
    (ErrorReason::TooLarge, BotViolation::TooMuch),
    (ErrorReason::LimitExceeded, BotViolation::TooMuch),
];

/// Maximum transit time: a frame sent within it may have crossed another one.
const MAX_TRANSIT_TIME: Duration = Duration::from_secs(1);

/// The point at which the bot resumed a match after a disconnect.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resumed {
    /// The `resume_after_seq` of its join.
    pub(crate) after: u64,
    /// The last seq that it was sent.
    pub(crate) last_seq: u64,
}

/// The turn and part of a request.
type RequestKey = (u32, u32);

#[derive(Debug)]
struct RequestLog {
    since: Instant,
    /// Number of submissions since the request was last sent, rejected or re-sent after a join.
    answers: u32,
    /// Whether the request needs no further answer.
    is_closed: bool,
    /// Whether an answer was rejected for good.
    is_rejected: bool,
    /// Whether an answer was rejected and another one is due.
    is_open_after_rejection: bool,
}

/// One match as the bot sees it.
#[derive(Debug, Default)]
pub(crate) struct MatchLog {
    stream: StreamId,
    handle: u32,
    seat: u32,
    last_seq: u64,
    requests: BTreeMap<RequestKey, RequestLog>,
    resumed: Option<Resumed>,
    /// When the match ended, and why the seat had left it before.
    over: Option<(Instant, proto::Termination)>,
    /// Whether a rejection with FLAGGED was sent.
    is_flagged: bool,
}

impl MatchLog {
    /// Returns the stream that plays the seat.
    pub(crate) fn stream(&self) -> StreamId {
        self.stream
    }

    pub(crate) fn handle(&self) -> u32 {
        self.handle
    }

    pub(crate) fn seat(&self) -> u32 {
        self.seat
    }

    /// Returns the last seq that was sent.
    pub(crate) fn last_seq(&self) -> u64 {
        self.last_seq
    }

    pub(crate) fn resumed(&self) -> Option<Resumed> {
        self.resumed
    }

    pub(crate) fn is_flagged(&self) -> bool {
        self.is_flagged
    }

    /// Returns why the seat left before the end, or `None` while the match is in progress.
    pub(crate) fn termination(&self) -> Option<proto::Termination> {
        self.over.map(|(_, termination)| termination)
    }

    /// Returns the turn of the open request and when it was sent, or `None` if no request is open.
    pub(crate) fn open_request(&self) -> Option<(u32, Instant)> {
        let ((turn, _), request) = self.requests.last_key_value()?;
        (!request.is_closed && self.over.is_none()).then_some((*turn, request.since))
    }

    /// Returns `true` if the latest request is still to be answered because an answer was rejected.
    pub(crate) fn is_open_after_rejection(&self) -> bool {
        let latest = self.requests.last_key_value();
        latest.is_some_and(|(_, request)| request.is_open_after_rejection && !request.is_closed)
    }

    /// Returns `true` if a request was never answered: the bot may still be searching.
    pub(crate) fn has_unanswered_request(&self) -> bool {
        let mut requests = self.requests.values();
        requests.any(|request| request.answers == 0 && !request.is_rejected)
    }

    /// Returns the time since the end of the match, or `None` if a submission sent now may have
    /// crossed the end.
    pub(super) fn seconds_after_end(&self) -> Option<f64> {
        let since = self.over?.0.elapsed();
        (since > MAX_TRANSIT_TIME).then_some(since.as_secs_f64())
    }

    /// Records a submission. Returns the mistake if it was not allowed.
    pub(super) fn on_submission(
        &mut self,
        turn: u32,
        part: u32,
    ) -> Result<(), (BotViolation, String)> {
        let has_ended = self.over.is_some() || self.is_flagged;
        let Some(request) = self.requests.get_mut(&(turn, part)) else {
            let what = format!("it submitted part {part} of turn {turn}");
            return Err(if has_ended {
                (
                    BotViolation::AfterEnd,
                    format!("{what} after its match was over"),
                )
            } else {
                (
                    BotViolation::NotRequested,
                    format!("{what}, which was not requested"),
                )
            });
        };
        request.answers += 1;
        let is_first = request.answers == 1;
        if has_ended && (request.is_closed || !is_first) {
            let what = format!("it submitted again in turn {turn} after its match was over");
            return Err((BotViolation::AfterEnd, what));
        }
        if request.is_rejected && !is_first {
            let what = format!("it submitted again in turn {turn} after a final rejection");
            return Err((BotViolation::AfterRejection, what));
        }
        if !is_first {
            let what = format!("it answered part {part} of turn {turn} more than once");
            return Err((BotViolation::Duplicate, what));
        }
        Ok(())
    }
}

/// Frames that the bot receives.
impl MatchLog {
    pub(super) fn on_joined(&mut self, stream: StreamId, joined: &proto::Joined) {
        (self.stream, self.handle, self.seat) = (stream, joined.handle, joined.seat());
        self.on_seq(joined.seq);
        // A submission whose answer was lost may be resent, and gets the same answer.
        for request in self.requests.values_mut() {
            request.answers = 0;
        }
    }

    pub(super) fn on_rejoin(&mut self, resumed: Resumed) {
        self.resumed = Some(resumed);
    }

    pub(super) fn on_seq(&mut self, seq: u64) {
        self.last_seq = self.last_seq.max(seq);
    }

    pub(super) fn on_request(&mut self, request: &proto::ActionRequest) {
        self.on_seq(request.seq);
        let key = (request.turn, request.part);
        // A request that is re-sent does not extend the time.
        let since = self.requests.get(&key).map(|request| request.since);
        let request = RequestLog {
            since: since.unwrap_or_else(Instant::now),
            answers: 0,
            is_closed: false,
            is_rejected: false,
            is_open_after_rejection: false,
        };
        self.requests.insert(key, request);
    }

    /// Restarts the time of the open request after a fault that the bot did not cause.
    pub(crate) fn restart_timer(&mut self) {
        if let Some(mut last) = self.requests.last_entry() {
            last.get_mut().since = Instant::now();
        }
    }

    pub(super) fn on_accepted(&mut self, accepted: &proto::Accepted) {
        if let Some(request) = self.requests.get_mut(&(accepted.turn, accepted.part)) {
            request.is_closed = true;
        }
    }

    /// Records a rejection. Returns the mistake if it is the bot's own.
    pub(crate) fn on_rejected(
        &mut self,
        rejected: &proto::Rejected,
    ) -> Option<(BotViolation, String)> {
        let proto::Rejected { turn, part, .. } = *rejected;
        let error = rejected.error.clone().unwrap_or_default();
        let reason = error.reason();
        self.is_flagged |= reason == ErrorReason::Flagged;
        if let Some(request) = self.requests.get_mut(&(turn, part)) {
            if RETRYABLE_REASONS.contains(&reason) {
                request.answers = 0;
                request.is_open_after_rejection = true;
            } else {
                request.is_closed = true;
                request.is_rejected = true;
            }
        }
        let message = error.message;
        let mut faults = BOT_FAULT_REASONS.iter();
        let (_, violation) = faults.find(|(fault, _)| *fault == reason)?;
        let what = format!("its submission in turn {turn} was rejected: {message}");
        Some((*violation, what))
    }

    /// Records that another seat has closed the open request.
    pub(crate) fn close_request(&mut self) {
        // The answer of the bot may have crossed that, so it is no mistake.
        if let Some(mut last) = self.requests.last_entry() {
            last.get_mut().is_closed = true;
        }
    }

    pub(super) fn on_match_over(&mut self, over: &proto::MatchOver) {
        self.on_seq(over.seq);
        let termination = over.terminations().nth(self.seat as usize);
        let termination = termination.unwrap_or(proto::Termination::None);
        self.over.get_or_insert((Instant::now(), termination));
    }
}

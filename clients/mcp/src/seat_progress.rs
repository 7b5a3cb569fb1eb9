//! What a seat has received of its match, and what it has sent.

use std::path::PathBuf;
use std::time::Duration;

use botwerk_client::{RejectionEffect, proto};
use botwerk_play::match_text::state_text;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::seat_texts::SeatTexts;
use super::tool_error::ToolError;

/// What a seat waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeatStatus {
    /// The seat has not joined yet, or the match has not started.
    Starting,
    /// The seat is to act.
    ToAct,
    /// Others are to act.
    Waiting,
    /// The match has ended.
    Over,
    /// The seat cannot be played on.
    Failed,
}

/// A request that the seat has not answered.
#[derive(Debug)]
pub(super) struct OpenRequest {
    /// The request, whose view is the current one.
    pub(super) request: proto::ActionRequest,
    received: Instant,
}

/// A submission without an answer of the server.
#[derive(Debug)]
pub(super) struct PendingSubmission {
    pub(super) turn: u32,
    pub(super) part: u32,
    pub(super) text: String,
    pub(super) effort: u64,
    /// What the model says about its actions; empty for nothing.
    pub(super) comment: String,
    /// Whether the current stream has carried it.
    pub(super) is_sent: bool,
    pub(super) reply: oneshot::Sender<Result<(), ToolError>>,
}

/// What a seat has received of its match, and what it has sent.
#[derive(Default)]
pub(super) struct SeatProgress {
    /// The texts, once the seat has joined.
    pub(super) texts: Option<Box<dyn SeatTexts>>,
    /// The number of the seat.
    pub(super) seat: u32,
    /// Whether the match measures races by declared effort.
    pub(super) is_virtual: bool,
    pub(super) request: Option<OpenRequest>,
    pub(super) pending: Option<PendingSubmission>,
    /// The latest view that was received.
    pub(super) view: String,
    /// What has happened, one line for each turn.
    pub(super) lines: Vec<String>,
    /// The number of lines that the model has seen.
    seen: usize,
    /// What suspends the match, if it is suspended.
    pub(super) suspended: Option<String>,
    /// Why the connection is lost, if it is.
    pub(super) lost: Option<String>,
    pub(super) over: Option<proto::MatchOver>,
    /// The file of the record, or why it could not be written; `None` until it is due.
    pub(super) record: Option<Result<PathBuf, String>>,
    pub(super) failure: Option<ToolError>,
    /// The number of confirmed joins.
    pub(super) joins: u64,
    /// Whether the match has started.
    has_started: bool,
}

impl OpenRequest {
    /// Returns the time until the request expires, or `None` without a limit.
    pub(super) fn remaining(&self) -> Option<Duration> {
        let clocks = self.request.clocks.as_ref()?;
        let nanos = clocks.remaining_nanos?;
        let elapsed = if clocks.is_paused {
            Duration::ZERO
        } else {
            self.received.elapsed()
        };
        Some(Duration::from_nanos(nanos).saturating_sub(elapsed))
    }

    /// Returns the view of the request.
    pub(super) fn view(&self) -> &str {
        self.request
            .view
            .as_ref()
            .map_or("", |view| view.text.as_str())
    }
}

impl SeatProgress {
    /// Returns what the seat waits for.
    pub(super) fn status(&self) -> SeatStatus {
        match self {
            Self {
                failure: Some(_), ..
            } => SeatStatus::Failed,
            Self { over: Some(_), .. } => SeatStatus::Over,
            Self {
                request: Some(_), ..
            } if self.pending.is_none() => SeatStatus::ToAct,
            Self {
                has_started: false, ..
            } => SeatStatus::Starting,
            _ => SeatStatus::Waiting,
        }
    }

    /// Returns the open request, or why the seat cannot act.
    pub(super) fn open_request(&self) -> Result<&OpenRequest, ToolError> {
        match (self.status(), &self.request, &self.failure) {
            (SeatStatus::ToAct, Some(open), _) => Ok(open),
            (SeatStatus::Failed, _, Some(failure)) => Err(failure.clone()),
            (SeatStatus::Over, ..) => {
                let message = "the match has ended; `transcript` returns it";
                Err(ToolError::new("MATCH_OVER", message))
            }
            _ => {
                let message = "it is not your turn; call `wait`";
                Err(ToolError::new("NOT_YOUR_TURN", message))
            }
        }
    }

    /// Returns the number of lines so far.
    pub(super) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns `true` if something has happened that the model has not seen.
    pub(super) fn has_unseen(&self) -> bool {
        self.seen < self.lines.len()
    }

    /// Returns the lines that the model has not seen, and marks them as seen.
    pub(super) fn take_unseen(&mut self) -> Vec<String> {
        self.finish_line();
        let unseen = self.lines[self.seen..].to_vec();
        self.seen = self.lines.len();
        unseen
    }

    /// Ends the line of the turn in progress.
    pub(super) fn finish_line(&mut self) {
        let line = self.texts.as_mut().and_then(|texts| texts.take());
        self.lines.extend(line);
    }

    /// Handles a confirmed join.
    pub(super) fn on_joined(&mut self, joined: &proto::Joined) {
        self.finish_line();
        self.lost = None;
        self.joins += 1;
        self.seat = joined.seat();
        self.is_virtual = joined.uses_virtual_time;
        self.has_started |= joined.state() == proto::MatchState::Running;
        self.suspended = (joined.state() == proto::MatchState::Suspended)
            .then(|| "the match is suspended".to_owned());
        self.keep_open_request(joined.view.as_ref());
        if let Some(pending) = &mut self.pending {
            pending.is_sent = false;
        }
        if let Some(view) = &joined.view {
            self.set_view(&view.text);
        }
    }

    /// Keeps the open request if the seat still has to make its decision. It is sent again then, but until that the
    /// seat would seem to wait.
    fn keep_open_request(&mut self, view: Option<&proto::View>) {
        let texts = self.texts.as_ref();
        let stage = texts
            .zip(view)
            .and_then(|(texts, view)| texts.stage_to_act(&view.text));
        let is_open = |open: &OpenRequest| stage == Some(open.request.stage.as_str());
        match &mut self.request {
            Some(open) if is_open(open) => open.request.view = view.cloned(),
            request => *request = None,
        }
    }

    /// Handles a request.
    pub(super) fn on_request(&mut self, request: proto::ActionRequest) {
        self.has_started = true;
        self.finish_line();
        if let Some(view) = &request.view {
            self.set_view(&view.text);
        }
        let is_answered = |pending: &mut PendingSubmission| {
            (pending.turn, pending.part) == (request.turn, request.part)
        };
        match self
            .pending
            .as_mut()
            .map(|pending| (is_answered(pending), pending))
        {
            // The request was sent again, so that its answer is due again.
            Some((true, pending)) => pending.is_sent = false,
            Some((false, _)) => self.pending = None,
            None => {}
        }
        self.request = Some(OpenRequest {
            request,
            received: Instant::now(),
        });
    }

    /// Handles visible events. Returns `true` if they may have closed the open request: no frame tells.
    pub(super) fn on_update(&mut self, update: &proto::Update) -> bool {
        self.has_started = true;
        let Some(texts) = &mut self.texts else {
            return false;
        };
        for event in &update.events {
            self.lines.extend(texts.add(event));
        }
        if let Some(race) = &update.race {
            self.lines.extend(texts.take());
            self.lines.push(race_line(&**texts, race, self.is_virtual));
        }
        self.request.is_some() && self.pending.is_none()
    }

    /// Handles an accepted submission.
    pub(super) fn on_accepted(&mut self, accepted: &proto::Accepted) {
        let key = (accepted.turn, accepted.part);
        if let Some(pending) = self.take_pending(key) {
            self.request = None;
            // A call that was cancelled receives nothing.
            let _ = pending.reply.send(Ok(()));
        }
    }

    /// Handles a rejected submission.
    pub(super) fn on_rejected(&mut self, rejected: &proto::Rejected, error: proto::Error) {
        match RejectionEffect::of_reason(error.reason()) {
            RejectionEffect::Closes => self.request = None,
            // The submission is kept until the request is sent again.
            RejectionEffect::Suspends => return,
            RejectionEffect::KeepsOpen => {}
        }
        if let Some(pending) = self.take_pending((rejected.turn, rejected.part)) {
            let error = ToolError::new(error.reason().name(), error.message);
            let _ = pending.reply.send(Err(error));
        }
    }

    /// Handles a suspended or resumed match.
    pub(super) fn on_state(&mut self, changed: &proto::MatchStateChanged) {
        let is_suspended = changed.state() == proto::MatchState::Suspended;
        self.suspended = is_suspended.then(|| state_text(changed));
        self.has_started |= changed.state() == proto::MatchState::Running;
        self.finish_line();
        self.lines.push(state_text(changed));
    }

    /// Handles the end of the match.
    pub(super) fn on_over(&mut self, over: proto::MatchOver, view: Option<String>) {
        self.finish_line();
        self.view = view.unwrap_or_else(|| std::mem::take(&mut self.view));
        self.request = None;
        self.suspended = None;
        if let Some(texts) = &self.texts {
            self.lines.extend(texts.ending(&over));
        }
        self.over = Some(over);
        self.answer_pending("MATCH_OVER", "the match has ended");
    }

    /// Handles an error after which the seat cannot be played on.
    pub(super) fn on_failure(&mut self, failure: ToolError) {
        self.request = None;
        self.answer_pending(&failure.reason, &failure.message);
        self.failure = Some(failure);
    }

    fn answer_pending(&mut self, reason: &str, message: &str) {
        if let Some(pending) = self.pending.take() {
            let _ = pending.reply.send(Err(ToolError::new(reason, message)));
        }
    }

    fn take_pending(&mut self, key: (u32, u32)) -> Option<PendingSubmission> {
        let pending = self.pending.as_ref();
        let is_same = pending.is_some_and(|pending| (pending.turn, pending.part) == key);
        if is_same { self.pending.take() } else { None }
    }

    fn set_view(&mut self, view: &str) {
        view.clone_into(&mut self.view);
        if let Some(texts) = &mut self.texts {
            texts.set_view(view);
        }
    }
}

/// Returns all announcements of a decided race, with their times.
fn race_line(texts: &dyn SeatTexts, race: &proto::RaceResult, is_virtual: bool) -> String {
    let announcements = race.announcements.iter().map(|it| {
        let who = texts.label(it.seat as usize);
        let when = if is_virtual {
            format!("{} nodes", it.effort)
        } else {
            format!(
                "{:.1} s",
                Duration::from_nanos(it.elapsed_nanos).as_secs_f64()
            )
        };
        format!("{who}: {} after {when}", it.text)
    });
    let announcements: Vec<_> = announcements.collect();
    format!("announcements of the race: {}", announcements.join("; "))
}

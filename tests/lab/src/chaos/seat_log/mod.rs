//! The log of a remote seat: its submissions, the frames it received, and whether they are consistent.

mod rollback;
#[cfg(test)]
mod rollback_tests;
mod sequenced_frame;
mod session;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use botwerk_client::proto;
use proto::MatchState;
use proto::play_response::Kind;

use super::durability_promise::{DurabilityPromise, Receipt};
use super::violation::Violation;
pub(super) use sequenced_frame::{PartKey, SequencedFrame};
use session::Session;

/// Reasons with which a correct submission may be rejected.
const EXPECTED_REASONS: [&str; 5] = [
    "WRONG_TURN",
    "MATCH_OVER",
    "FLAGGED",
    "NOT_YOUR_TURN",
    "SUSPENDED",
];

/// The content of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PlannedSubmission {
    /// The text that is sent.
    pub(super) text: String,
    pub(super) effort: u64,
    /// Its actions, each in the game's notation.
    pub(super) actions: Vec<String>,
    /// Whether it is an announcement, which competes in a race.
    pub(super) is_contested: bool,
}

/// A submission and its reply.
#[derive(Debug, Clone, Default)]
pub(super) struct SubmissionLog {
    pub(super) planned: PlannedSubmission,
    /// The reply, if it was accepted.
    pub(super) reply: Option<proto::Accepted>,
    /// The reason with which it was finally rejected.
    pub(super) rejected: Option<String>,
    /// Number of the session in which it was first sent.
    session: u64,
    /// When it was first sent.
    sent_at: Option<Instant>,
    /// When it was accepted.
    accepted: Option<Receipt>,
}

/// What a frame requires of the seat.
#[derive(Debug, PartialEq)]
pub(super) enum FrameEffect {
    Nothing,
    /// The join is confirmed.
    Joined(Box<proto::Joined>),
    /// The seat must act.
    Requested(Box<proto::ActionRequest>),
    /// A submission was accepted.
    Accepted,
    /// The match has ended.
    Over,
}

/// The log of one seat.
#[derive(Debug)]
pub(super) struct SeatLog {
    name: String,
    seat: u32,
    promise: Arc<DurabilityPromise>,
    frames: BTreeMap<u64, SequencedFrame>,
    /// When each of the frames was received.
    receipts: BTreeMap<u64, Receipt>,
    /// The run of the server in which all frames were last known to exist.
    confirmed_run: usize,
    /// Whether the start of a turn was undone since the last call of `take_undone_turn`.
    is_turn_undone: bool,
    submissions: BTreeMap<PartKey, SubmissionLog>,
    sessions: u64,
    session: Option<Session>,
    /// Submissions without a reply when a stream was lost.
    unanswered_at_disconnect: u64,
    /// Accepted submissions that were re-sent and got the same reply.
    repeated: u64,
    /// The content of the first `Joined`, which every later one must repeat.
    first_joined: Option<proto::Joined>,
}

impl SeatLog {
    pub(super) fn new(name: &str, seat: u32, promise: Arc<DurabilityPromise>) -> Self {
        Self {
            name: name.into(),
            seat,
            confirmed_run: promise.run(),
            promise,
            frames: BTreeMap::new(),
            receipts: BTreeMap::new(),
            is_turn_undone: false,
            submissions: BTreeMap::new(),
            sessions: 0,
            session: None,
            unanswered_at_disconnect: 0,
            repeated: 0,
            first_joined: None,
        }
    }

    /// Returns the log of a match that was created in this run of the server.
    pub(super) fn of_match_created_in(self, run: usize) -> Self {
        Self {
            confirmed_run: run,
            ..self
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn seat(&self) -> u32 {
        self.seat
    }

    /// Returns the `seq` of the last frame, or 0 before the first.
    pub(super) fn last(&self) -> u64 {
        self.frames.last_key_value().map_or(0, |(seq, _)| *seq)
    }

    pub(super) fn frames(&self) -> &BTreeMap<u64, SequencedFrame> {
        &self.frames
    }

    pub(super) fn submissions(&self) -> &BTreeMap<PartKey, SubmissionLog> {
        &self.submissions
    }

    /// Returns the latest accepted submission.
    pub(super) fn latest_accepted(&self) -> Option<PartKey> {
        let accepted = self
            .submissions
            .iter()
            .rev()
            .find(|(_, s)| s.reply.is_some());
        accepted.map(|(key, _)| *key)
    }

    /// Returns when the latest accepted submission was first sent: it was committed after that.
    pub(super) fn latest_accepted_sent_at(&self) -> Option<Instant> {
        self.submissions.get(&self.latest_accepted()?)?.sent_at
    }

    /// Returns the submissions whose result is unknown, for which no reply is pending and whose request still
    /// exists.
    pub(super) fn unanswered(&self) -> Vec<PartKey> {
        let is_pending = |key: &PartKey| self.session.as_ref().is_some_and(|s| s.is_pending(*key));
        let is_open = |sent: &SubmissionLog| sent.reply.is_none() && sent.rejected.is_none();
        let mut frames = self.frames.values().rev();
        let requested = frames.find_map(SequencedFrame::requested_part);
        let submissions = self.submissions.iter();
        submissions
            .filter(|(key, sent)| is_open(sent) && !is_pending(key) && Some(**key) <= requested)
            .map(|(key, _)| *key)
            .collect()
    }

    /// Returns the end of the match, or `None` before it.
    pub(super) fn over(&self) -> Option<&proto::MatchOver> {
        match self.frames.last_key_value() {
            Some((_, SequencedFrame::Over(over))) => Some(over),
            _ => None,
        }
    }

    /// Records that a stream joins the seat to receive the frames after `after`.
    pub(super) fn join(&mut self, after: u64) {
        self.sessions += 1;
        self.session = Some(Session::new(after, self.promise.run()));
    }

    /// Records that the stream is lost.
    pub(super) fn disconnect(&mut self) {
        let lost = self.session.take();
        self.unanswered_at_disconnect += lost.map_or(0, |session| session.pending_count());
    }

    /// Returns how often the seat was joined.
    pub(super) fn sessions(&self) -> u64 {
        self.sessions
    }

    /// Submissions without a reply when a stream was lost.
    pub(super) fn unanswered_at_disconnect(&self) -> u64 {
        self.unanswered_at_disconnect
    }

    /// Accepted submissions that were re-sent and got the same reply.
    pub(super) fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Sets the content of a submission before it is first sent.
    pub(super) fn decide(&mut self, key: PartKey, planned: PlannedSubmission) {
        let sent = SubmissionLog {
            planned,
            session: self.sessions,
            ..SubmissionLog::default()
        };
        self.submissions.insert(key, sent);
    }

    /// Records that a submission is sent, for the first time or again, and returns its content.
    pub(super) fn send(&mut self, key: PartKey) -> Option<&PlannedSubmission> {
        self.session.as_mut()?.send(key);
        let sent = self.submissions.get_mut(&key)?;
        sent.sent_at.get_or_insert_with(Instant::now);
        // It may be accepted this time.
        sent.rejected = None;
        Some(&sent.planned)
    }

    /// Sets the first action that must follow a restart, since the restart interrupts the open race.
    pub(super) fn expect_first(&mut self, action: String) {
        if let Some(session) = &mut self.session {
            session.expect_first(action);
        }
    }

    /// Checks a frame and adds it to the log. `in_order` is whether replies are ordered relative to
    /// sequenced frames.
    pub(super) fn handle_frame(
        &mut self,
        frame: Kind,
        in_order: bool,
    ) -> Result<FrameEffect, Violation> {
        match frame {
            Kind::Joined(joined) => self.joined(joined),
            Kind::ActionRequest(request) => {
                let effect = FrameEffect::Requested(Box::new(request.clone()));
                self.add_frame(SequencedFrame::request(request))?;
                Ok(effect)
            }
            Kind::Update(update) => self
                .add_frame(SequencedFrame::update(update))
                .map(|()| FrameEffect::Nothing),
            Kind::MatchOver(over) => self
                .add_frame(SequencedFrame::over(over))
                .map(|()| FrameEffect::Over),
            Kind::Accepted(accepted) => self
                .accepted(accepted, in_order)
                .map(|()| FrameEffect::Accepted),
            Kind::Rejected(rejected) => self
                .rejected(&rejected, in_order)
                .map(|()| FrameEffect::Nothing),
            Kind::MatchStateChanged(changed) => {
                self.settle()?;
                let name = &self.name;
                let session = self.session.as_mut();
                let session = session.ok_or_else(|| Violation::of_match(name, "not joined"))?;
                session.changed(changed.state());
                Ok(FrameEffect::Nothing)
            }
        }
    }

    fn joined(&mut self, joined: proto::Joined) -> Result<FrameEffect, Violation> {
        self.reconcile_join(&joined)?;
        let last = self.last();
        if joined.seq < last {
            let what = format!("Joined has seq {}", joined.seq);
            return Err(self.violation(last, format!("{what}, but {last} was received before")));
        }
        let content = proto::Joined {
            handle: 0,
            seq: 0,
            view: None,
            state: 0,
            ..joined.clone()
        };
        if let Some(before) = self
            .first_joined
            .as_ref()
            .filter(|before| **before != content)
        {
            let what = format!("expected Joined {before:?}, found {content:?}");
            return Err(self.violation(joined.seq, what));
        }
        self.first_joined = Some(content);
        let view_hash = joined.view.as_ref().map(|view| view.view_hash);
        let known = self
            .frames
            .get(&joined.seq)
            .and_then(SequencedFrame::view_hash);
        if let (Some(known), Some(view_hash)) = (known, view_hash)
            && known != view_hash
        {
            let what =
                format!("expected a view with hash {known:x} in Joined, found {view_hash:x}");
            return Err(self.violation(joined.seq, what));
        }
        if let Some(session) = &mut self.session {
            session.joined(joined.seq, joined.state());
        }
        Ok(FrameEffect::Joined(Box::new(joined)))
    }

    fn add_frame(&mut self, frame: SequencedFrame) -> Result<(), Violation> {
        let (seq, last) = (frame.seq(), self.last());
        if self.session.as_ref().is_some_and(|s| s.is_live(seq)) {
            self.settle()?;
        } else {
            self.reconcile_resend(&frame)?;
        }
        let session = self.session.as_mut();
        let session = session.ok_or_else(|| Violation::of_match(&self.name, "not joined"))?;
        let run = session.run();
        let added = session.add(&frame);
        added.map_err(|what| self.violation(seq, what))?;
        if let Some(known) = self.frames.get(&seq) {
            if !known.matches_resend(&frame, seq == last) {
                let what = format!("is re-sent as {frame:?}, but was received as {known:?}");
                return Err(self.violation(seq, what));
            }
            return Ok(());
        }
        if let Some(key) = frame.requested_part() {
            let mut before = self.frames.range(..seq).rev();
            let before = before.find_map(|(_, frame)| frame.requested_part());
            if before.is_some_and(|before| before >= key) {
                let what = format!("requests {key:?} after {before:?}");
                return Err(self.violation(seq, what));
            }
            if self
                .submissions
                .get(&key)
                .is_some_and(|s| s.reply.is_some())
            {
                return Err(self.violation(seq, format!("requests {key:?}, which was accepted")));
            }
        }
        self.frames.insert(seq, frame);
        self.receipts.insert(seq, Receipt::now(run));
        Ok(())
    }

    /// Checks that no known frame is missing among those re-sent after the join.
    pub(super) fn settle(&mut self) -> Result<(), Violation> {
        let Some(session) = self.session.as_mut() else {
            return Ok(());
        };
        let Some((after, joined)) = session.settle() else {
            return Ok(());
        };
        let missed = self.frames.range(after.saturating_add(1)..);
        let missed = missed.take_while(|(seq, _)| **seq <= joined);
        let mut expected = missed.filter(|(_, frame)| frame.requested_part().is_none());
        if let Some((seq, frame)) = expected.find(|(seq, _)| !session.has_received(**seq)) {
            if self.is_reconciling() {
                return self.roll_back(*seq - 1).map(|()| self.confirm());
            }
            let what = format!("is missing after {after}; it was {frame:?}");
            return Err(self.violation(*seq, what));
        }
        self.confirm();
        Ok(())
    }

    fn accepted(&mut self, accepted: proto::Accepted, in_order: bool) -> Result<(), Violation> {
        // The answer to a unary call may overtake the missed frames of a stream.
        if in_order {
            self.settle()?;
        }
        let accepted = proto::Accepted {
            handle: 0,
            ..accepted
        };
        let key = (accepted.turn, accepted.part);
        self.record_reply(key, accepted.seq)?;
        let (sessions, last) = (
            self.sessions,
            self.session.as_ref().map_or(0, Session::last),
        );
        let run = self.session.as_ref().map_or(0, Session::run);
        let Some(sent) = self.submissions.get_mut(&key) else {
            let what = format!("accepts {key:?}, which was never sent");
            return Err(self.violation(accepted.seq, what));
        };
        if let Some(before) = sent.reply {
            if before != accepted {
                let what =
                    format!("replies to {key:?} with {accepted:?}, but did so with {before:?}");
                return Err(self.violation(accepted.seq, what));
            }
            self.repeated += 1;
            return Ok(());
        }
        sent.reply = Some(accepted);
        sent.accepted = Some(Receipt::now(run));
        sent.rejected = None;
        let is_new = sent.session == sessions;
        if in_order && is_new && accepted.seq != last {
            let what = format!("accepts {key:?} after frame {last}");
            return Err(self.violation(accepted.seq, what));
        }
        // In virtual time the charged time is derived from the effort.
        let is_wall_time = self
            .first_joined
            .as_ref()
            .is_some_and(|joined| !joined.uses_virtual_time);
        if is_wall_time && accepted.charged_nanos > accepted.elapsed_nanos.unwrap_or(0) {
            let what = format!("charges more than elapsed: {accepted:?}");
            return Err(self.violation(accepted.seq, what));
        }
        Ok(())
    }

    fn rejected(&mut self, rejected: &proto::Rejected, in_order: bool) -> Result<(), Violation> {
        if in_order {
            self.settle()?;
        }
        let key = (rejected.turn, rejected.part);
        let (reason, message) = match &rejected.error {
            Some(error) => (error.reason().name(), error.message.as_str()),
            None => ("", "a rejection without a reason"),
        };
        let last = self.last();
        if !EXPECTED_REASONS.contains(&reason) {
            return Err(self.violation(last, format!("{key:?} is rejected: {reason}, {message}")));
        }
        self.record_reply(key, last)?;
        let Some(sent) = self.submissions.get_mut(&key) else {
            return Err(self.violation(last, format!("rejects {key:?}, which was never sent")));
        };
        if sent.reply.is_some() && reason != "MATCH_OVER" {
            let what = format!("{key:?} was accepted, but is rejected now: {reason}, {message}");
            return Err(self.violation(last, what));
        }
        // A submission that a suspended or closed match rejects may have been stored before.
        if !["SUSPENDED", "MATCH_OVER"].contains(&reason) && sent.reply.is_none() {
            sent.rejected = Some(reason.into());
        }
        Ok(())
    }

    /// Counts a reply. There is one for each time that a submission was sent.
    fn record_reply(&mut self, key: PartKey, seq: u64) -> Result<(), Violation> {
        let is_expected = self.session.as_mut().is_some_and(|s| s.record_reply(key));
        if is_expected {
            return Ok(());
        }
        Err(self.violation(seq, format!("{key:?} got more replies than it was sent")))
    }

    /// Returns the state of the match according to this stream.
    pub(super) fn state(&self) -> MatchState {
        let session = self.session.as_ref();
        session.map_or(MatchState::Unspecified, Session::state)
    }

    /// Creates a violation of this seat.
    pub(super) fn violation(&self, seq: u64, what: impl Into<String>) -> Violation {
        Violation::of_match(&self.name, what)
            .of_seat(self.seat)
            .at(seq)
    }
}

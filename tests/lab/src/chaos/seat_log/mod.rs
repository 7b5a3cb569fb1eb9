//! What a remote seat remembers of its match, and whether all that it is told fits together.

mod report;
mod session;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use botwerk_client::proto;
use proto::MatchState;
use proto::play_response::Kind;

use super::fault::Violation;
pub(super) use report::{PartKey, SequencedFrame};
use session::Session;

/// Reasons for which an act may be refused although it was right to send it.
const HARMLESS: [&str; 5] = [
    "WRONG_TURN",
    "MATCH_OVER",
    "FLAGGED",
    "NOT_YOUR_TURN",
    "SUSPENDED",
];

/// What a seat does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PlannedSubmission {
    /// As it is sent.
    pub(super) text: String,
    pub(super) effort: u64,
    /// Its actions, each in the game's notation.
    pub(super) actions: Vec<String>,
    /// Whether it is an announcement that others may be found to have been faster than.
    pub(super) contested: bool,
}

/// An act that was sent, and what came of it.
#[derive(Debug, Clone, Default)]
pub(super) struct SubmissionLog {
    pub(super) deed: PlannedSubmission,
    /// What was answered, to the letter.
    pub(super) answer: Option<proto::Accepted>,
    /// The reason for which it was refused for good.
    pub(super) refused: Option<String>,
    /// The number of the session in which it was sent first.
    session: u64,
}

/// What a seat has to do after a frame.
#[derive(Debug, PartialEq)]
pub(super) enum FrameEffect {
    Nothing,
    /// The seat is taken.
    Joined(Box<proto::Joined>),
    /// The seat is to act.
    RequestLog(Box<proto::ActionRequest>),
    /// An act was accepted.
    Accepted,
    /// The match has ended.
    Over,
}

/// One seat's memory.
#[derive(Debug)]
pub(super) struct SeatLog {
    name: String,
    seat: u32,
    reports: BTreeMap<u64, SequencedFrame>,
    acts: BTreeMap<PartKey, SubmissionLog>,
    sessions: u64,
    session: Option<Session>,
    /// Acts whose answer was still awaited when a stream was lost.
    unanswered_at_disconnect: u64,
    /// Accepted acts that were sent again and got their answer again.
    repeated: u64,
    /// What `Joined` said first and must say every time.
    first_joined: Option<proto::Joined>,
}

impl SeatLog {
    pub(super) fn new(name: &str, seat: u32) -> Self {
        Self {
            name: name.into(),
            seat,
            reports: BTreeMap::new(),
            acts: BTreeMap::new(),
            sessions: 0,
            session: None,
            unanswered_at_disconnect: 0,
            repeated: 0,
            first_joined: None,
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn seat(&self) -> u32 {
        self.seat
    }

    /// The number of the last report, 0 before the first.
    pub(super) fn last(&self) -> u64 {
        self.reports.last_key_value().map_or(0, |(seq, _)| *seq)
    }

    pub(super) fn reports(&self) -> &BTreeMap<u64, SequencedFrame> {
        &self.reports
    }

    pub(super) fn acts(&self) -> &BTreeMap<PartKey, SubmissionLog> {
        &self.acts
    }

    /// The latest act that was accepted.
    pub(super) fn latest_accepted(&self) -> Option<PartKey> {
        let accepted = self.acts.iter().rev().find(|(_, s)| s.answer.is_some());
        accepted.map(|(key, _)| *key)
    }

    /// Acts of which nobody knows yet what became of them and which no answer is awaited for.
    pub(super) fn unanswered(&self) -> Vec<PartKey> {
        let awaited = |key: &PartKey| self.session.as_ref().is_some_and(|s| s.awaits(*key));
        let open = |sent: &SubmissionLog| sent.answer.is_none() && sent.refused.is_none();
        let acts = self.acts.iter();
        acts.filter(|(key, sent)| open(sent) && !awaited(key))
            .map(|(key, _)| *key)
            .collect()
    }

    /// How the match ended, once it has.
    pub(super) fn over(&self) -> Option<&proto::MatchOver> {
        match self.reports.last_key_value() {
            Some((_, SequencedFrame::Over(over))) => Some(over),
            _ => None,
        }
    }

    /// A stream joins the seat, to be told what came after a report.
    pub(super) fn join(&mut self, after: u64) {
        self.sessions += 1;
        self.session = Some(Session::new(after));
    }

    /// The stream is lost.
    pub(super) fn lost(&mut self) {
        let lost = self.session.take();
        self.unanswered_at_disconnect += lost.map_or(0, |session| session.awaited());
    }

    /// How often the seat was joined.
    pub(super) fn sessions(&self) -> u64 {
        self.sessions
    }

    /// Acts whose answer was still awaited when a stream was lost.
    pub(super) fn unanswered_at_disconnect(&self) -> u64 {
        self.unanswered_at_disconnect
    }

    /// Accepted acts that were sent again and got their answer again.
    pub(super) fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Decides what the seat does.
    pub(super) fn decide(&mut self, key: PartKey, deed: PlannedSubmission) {
        let sent = SubmissionLog {
            deed,
            session: self.sessions,
            ..SubmissionLog::default()
        };
        self.acts.insert(key, sent);
    }

    /// An act goes out, for the first time or again; gives its content.
    pub(super) fn send(&mut self, key: PartKey) -> Option<&PlannedSubmission> {
        self.session.as_mut()?.send(key);
        let sent = self.acts.get_mut(&key)?;
        // It may be taken this time.
        sent.refused = None;
        Some(&sent.deed)
    }

    /// What comes next after the open race was broken off by the restart, if anything does.
    pub(super) fn expect_first(&mut self, action: String) {
        if let Some(session) = &mut self.session {
            session.expect_first(action);
        }
    }

    /// Takes a frame. `in_order` says whether answers come in the same order as reports.
    pub(super) fn handle_frame(
        &mut self,
        frame: Kind,
        in_order: bool,
    ) -> Result<FrameEffect, Violation> {
        match frame {
            Kind::Joined(joined) => self.joined(joined),
            Kind::ActionRequest(request) => {
                let heard = FrameEffect::RequestLog(Box::new(request.clone()));
                self.report(SequencedFrame::request(request))?;
                Ok(heard)
            }
            Kind::Update(update) => self
                .report(SequencedFrame::update(update))
                .map(|()| FrameEffect::Nothing),
            Kind::MatchOver(over) => self
                .report(SequencedFrame::over(over))
                .map(|()| FrameEffect::Over),
            Kind::Accepted(accepted) => self
                .accepted(accepted, in_order)
                .map(|()| FrameEffect::Accepted),
            Kind::Rejected(rejected) => self.rejected(&rejected).map(|()| FrameEffect::Nothing),
            Kind::MatchStateChanged(changed) => {
                self.settle()?;
                let name = &self.name;
                let session = self.session.as_mut();
                let session = session.ok_or_else(|| Violation::of_match(name, "not joined"))?;
                session.changed(changed.state());
                Ok(FrameEffect::Nothing)
            }
            Kind::Ping(_) => Ok(FrameEffect::Nothing),
        }
    }

    fn joined(&mut self, joined: proto::Joined) -> Result<FrameEffect, Violation> {
        let last = self.last();
        if joined.seq < last {
            let what = format!("after a restart the match stands at report {}", joined.seq);
            return Err(self.fault(last, format!("{what}, but {last} was told before")));
        }
        let terms = proto::Joined {
            handle: 0,
            seq: 0,
            view: None,
            state: 0,
            ..joined.clone()
        };
        if let Some(before) = self
            .first_joined
            .as_ref()
            .filter(|before| **before != terms)
        {
            let what = format!("Joined says {terms:?}, but said {before:?}");
            return Err(self.fault(joined.seq, what));
        }
        self.first_joined = Some(terms);
        let view_hash = joined.view.as_ref().map(|view| view.view_hash);
        let known = self
            .reports
            .get(&joined.seq)
            .and_then(SequencedFrame::view_hash);
        if let (Some(known), Some(view_hash)) = (known, view_hash)
            && known != view_hash
        {
            let what = format!("Joined shows a view {view_hash:x}, the report was {known:x}");
            return Err(self.fault(joined.seq, what));
        }
        if let Some(session) = &mut self.session {
            session.joined(joined.seq, joined.state());
        }
        Ok(FrameEffect::Joined(Box::new(joined)))
    }

    fn report(&mut self, report: SequencedFrame) -> Result<(), Violation> {
        let (seq, last) = (report.seq(), self.last());
        if self.session.as_ref().is_some_and(|s| s.is_live(seq)) {
            self.settle()?;
        }
        let session = self.session.as_mut();
        let session = session.ok_or_else(|| Violation::of_match(&self.name, "not joined"))?;
        let placed = session.place(&report);
        placed.map_err(|what| self.fault(seq, what))?;
        if let Some(known) = self.reports.get(&seq) {
            if !known.matches_resend(&report, seq == last) {
                let what = format!("is told as {report:?}, but was told as {known:?}");
                return Err(self.fault(seq, what));
            }
            return Ok(());
        }
        if let Some(key) = report.asks() {
            let mut before = self.reports.range(..seq).rev();
            let before = before.find_map(|(_, report)| report.asks());
            if before.is_some_and(|before| before >= key) {
                let what = format!("asks for {key:?} after {before:?}");
                return Err(self.fault(seq, what));
            }
            if self.acts.get(&key).is_some_and(|s| s.answer.is_some()) {
                return Err(self.fault(seq, format!("asks for {key:?}, which was accepted")));
            }
        }
        self.reports.insert(seq, report);
        Ok(())
    }

    /// Everything missed has come: nothing known may be missing among it.
    pub(super) fn settle(&mut self) -> Result<(), Violation> {
        let Some(session) = self.session.as_mut() else {
            return Ok(());
        };
        let Some((after, joined)) = session.settle() else {
            return Ok(());
        };
        let missed = self.reports.range(after.saturating_add(1)..);
        let missed = missed.take_while(|(seq, _)| **seq <= joined);
        let mut owed = missed.filter(|(_, report)| report.asks().is_none());
        if let Some((seq, report)) = owed.find(|(seq, _)| !session.was_told(**seq)) {
            let what = format!("is missing behind {after}; it was {report:?}");
            return Err(self.fault(*seq, what));
        }
        Ok(())
    }

    fn accepted(&mut self, accepted: proto::Accepted, in_order: bool) -> Result<(), Violation> {
        self.settle()?;
        let accepted = proto::Accepted {
            handle: 0,
            ..accepted
        };
        let key = (accepted.turn, accepted.part);
        self.answered(key, accepted.seq)?;
        let (sessions, last) = (
            self.sessions,
            self.session.as_ref().map_or(0, Session::last),
        );
        let Some(sent) = self.acts.get_mut(&key) else {
            let what = format!("accepts {key:?}, which was never sent");
            return Err(self.fault(accepted.seq, what));
        };
        if let Some(before) = sent.answer {
            if before != accepted {
                let what = format!("answers {key:?} with {accepted:?}, but did so with {before:?}");
                return Err(self.fault(accepted.seq, what));
            }
            self.repeated += 1;
            return Ok(());
        }
        sent.answer = Some(accepted);
        sent.refused = None;
        let is_new = sent.session == sessions;
        if in_order && is_new && accepted.seq != last {
            let what = format!("accepts {key:?} after report {last}");
            return Err(self.fault(accepted.seq, what));
        }
        // On virtual time effort is one thing and the clock another.
        let by_clock = self
            .first_joined
            .as_ref()
            .is_some_and(|terms| !terms.virtual_time);
        if by_clock && accepted.charged_nanos > accepted.elapsed_nanos {
            let what = format!("charges more than has passed: {accepted:?}");
            return Err(self.fault(accepted.seq, what));
        }
        Ok(())
    }

    fn rejected(&mut self, rejected: &proto::Rejected) -> Result<(), Violation> {
        self.settle()?;
        let key = (rejected.turn, rejected.part);
        let (reason, message) = match &rejected.error {
            Some(error) => (error.reason.as_str(), error.message.as_str()),
            None => ("", "a refusal without a reason"),
        };
        let last = self.last();
        if !HARMLESS.contains(&reason) {
            return Err(self.fault(last, format!("{key:?} is refused: {reason}, {message}")));
        }
        self.answered(key, last)?;
        let Some(sent) = self.acts.get_mut(&key) else {
            return Err(self.fault(last, format!("refuses {key:?}, which was never sent")));
        };
        if sent.answer.is_some() && reason != "MATCH_OVER" {
            let what = format!("{key:?} was accepted, but is refused now: {reason}, {message}");
            return Err(self.fault(last, what));
        }
        // What a match that stands still or has closed refuses may have been stored before.
        if !["SUSPENDED", "MATCH_OVER"].contains(&reason) && sent.answer.is_none() {
            sent.refused = Some(reason.into());
        }
        Ok(())
    }

    /// Counts an answer; there is one for each time that an act was sent.
    fn answered(&mut self, key: PartKey, seq: u64) -> Result<(), Violation> {
        let counted = self.session.as_mut().is_some_and(|s| s.answered(key));
        if counted {
            return Ok(());
        }
        Err(self.fault(
            seq,
            format!("{key:?} is answered once more than it was sent"),
        ))
    }

    /// Where the match stands, as far as this stream was told.
    pub(super) fn state(&self) -> MatchState {
        let session = self.session.as_ref();
        session.map_or(MatchState::Unspecified, Session::state)
    }

    /// A fault of this seat.
    pub(super) fn fault(&self, seq: u64, what: impl Into<String>) -> Violation {
        Violation::of_match(&self.name, what)
            .of_seat(self.seat)
            .at(seq)
    }
}

//! One match as the bot has seen it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use botwerk_client::proto;

use crate::check_bot::event::LineId;
use crate::check_bot::violation::BotViolation;

/// Refusals after which the same request may be answered once more.
const PASSING: [&str; 5] = [
    "ILLEGAL_ACTION",
    "BAD_REQUEST",
    "LIMIT_EXCEEDED",
    "STORE_UNAVAILABLE",
    "SUSPENDED",
];

/// Refusals that are the bot's own mistake.
const MISTAKES: [&str; 3] = ["ILLEGAL_ACTION", "BAD_REQUEST", "LIMIT_EXCEEDED"];

/// What is said at the same time crosses on its way for as long at most.
const CROSSING: Duration = Duration::from_secs(1);

/// Where the bot went on with a match after a cut.
#[derive(Debug, Clone, Copy)]
pub(in crate::check_bot) struct Resumed {
    /// What it named as the last report that it had seen.
    pub(in crate::check_bot) after: u64,
    /// The last report that it was sent.
    pub(in crate::check_bot) seen: u64,
}

/// A request by turn and act.
type RequestKey = (u32, u32);

#[derive(Debug)]
struct RequestLog {
    since: Instant,
    /// Acts that answered it since it was asked, refused or asked again.
    answers: u32,
    /// Whether it needs no answer any more.
    is_closed: bool,
    /// Whether an answer was refused for good.
    is_refused: bool,
}

/// One match as the bot has seen it.
#[derive(Debug, Default)]
pub(in crate::check_bot) struct MatchLog {
    line: LineId,
    handle: u32,
    seat: u32,
    seen: u64,
    asked: BTreeMap<RequestKey, RequestLog>,
    resumed: Option<Resumed>,
    /// When the match was over, and why the seat had left it before.
    over: Option<(Instant, proto::Termination)>,
    /// Whether it was told that its time was up.
    is_flagged: bool,
}

impl MatchLog {
    /// The stream that plays the seat.
    pub(in crate::check_bot) fn line(&self) -> LineId {
        self.line
    }

    pub(in crate::check_bot) fn handle(&self) -> u32 {
        self.handle
    }

    pub(in crate::check_bot) fn seat(&self) -> u32 {
        self.seat
    }

    /// The last report that it was sent.
    pub(in crate::check_bot) fn seen(&self) -> u64 {
        self.seen
    }

    pub(in crate::check_bot) fn resumed(&self) -> Option<Resumed> {
        self.resumed
    }

    pub(in crate::check_bot) fn is_flagged(&self) -> bool {
        self.is_flagged
    }

    /// Why its seat has left the match that is over; `None` as long as it goes on.
    pub(in crate::check_bot) fn end(&self) -> Option<proto::Termination> {
        self.over.map(|(_, termination)| termination)
    }

    /// The request that waits for an answer, and since when.
    pub(in crate::check_bot) fn open(&self) -> Option<(u32, Instant)> {
        let ((turn, _), asked) = self.asked.last_key_value()?;
        (!asked.is_closed && self.over.is_none()).then_some((*turn, asked.since))
    }

    /// Whether a request was never answered: the bot may think about it still.
    pub(in crate::check_bot) fn is_thought_about(&self) -> bool {
        let mut asked = self.asked.values();
        asked.any(|asked| asked.answers == 0 && !asked.is_refused)
    }

    /// Seconds since the end, if an act that comes now was thought of after it.
    pub(super) fn seconds_after_end(&self) -> Option<f64> {
        let since = self.over?.0.elapsed();
        (since > CROSSING).then_some(since.as_secs_f64())
    }

    /// Takes an act, or says what is wrong with it.
    pub(super) fn take(&mut self, turn: u32, act: u32) -> Result<(), (BotViolation, String)> {
        let has_ended = self.over.is_some() || self.is_flagged;
        let Some(asked) = self.asked.get_mut(&(turn, act)) else {
            let what = format!("it acted in turn {turn}, act {act}");
            return Err(if has_ended {
                (
                    BotViolation::AfterEnd,
                    format!("{what}, after its match was over for it"),
                )
            } else {
                (
                    BotViolation::Unasked,
                    format!("{what}, which it was not asked for"),
                )
            });
        };
        asked.answers += 1;
        let is_first = asked.answers == 1;
        if has_ended && (asked.is_closed || !is_first) {
            let what = format!("it acted again in turn {turn} after its match was over for it");
            return Err((BotViolation::AfterEnd, what));
        }
        if asked.is_refused && !is_first {
            let what = format!("it acted again in turn {turn}, which was closed to it");
            return Err((BotViolation::Again, what));
        }
        if !is_first {
            let what = format!("it answered turn {turn}, act {act} more than once");
            return Err((BotViolation::Twice, what));
        }
        Ok(())
    }
}

/// What the bot is told.
impl MatchLog {
    pub(super) fn has_joined(&mut self, line: LineId, joined: &proto::Joined) {
        (self.line, self.handle, self.seat) = (line, joined.handle, joined.seat);
        self.sees(joined.seq);
        // An act whose answer was lost may be sent again, and gets the same answer.
        for asked in self.asked.values_mut() {
            asked.answers = 0;
        }
    }

    pub(super) fn is_joined_again(&mut self, resumed: Resumed) {
        self.resumed = Some(resumed);
    }

    pub(super) fn sees(&mut self, seq: u64) {
        self.seen = self.seen.max(seq);
    }

    pub(super) fn is_asked(&mut self, request: &proto::ActionRequest) {
        self.sees(request.seq);
        let key = (request.turn, request.part);
        // Whoever is only asked again has no more time.
        let since = self.asked.get(&key).map(|asked| asked.since);
        let asked = RequestLog {
            since: since.unwrap_or_else(Instant::now),
            answers: 0,
            is_closed: false,
            is_refused: false,
        };
        self.asked.insert(key, asked);
    }

    /// Gives the bot its time anew, after trouble that it could not help.
    pub(in crate::check_bot) fn restart_timer(&mut self) {
        if let Some(mut last) = self.asked.last_entry() {
            last.get_mut().since = Instant::now();
        }
    }

    pub(super) fn is_accepted(&mut self, accepted: &proto::Accepted) {
        if let Some(asked) = self.asked.get_mut(&(accepted.turn, accepted.part)) {
            asked.is_closed = true;
        }
    }

    /// Notes a refusal; says so if it is the bot's own mistake.
    pub(in crate::check_bot) fn is_refused(
        &mut self,
        rejected: &proto::Rejected,
    ) -> Option<String> {
        let proto::Rejected {
            turn, part: act, ..
        } = *rejected;
        let error = rejected.error.clone().unwrap_or_default();
        let reason = &*error.reason;
        self.is_flagged |= reason == "FLAGGED";
        if let Some(asked) = self.asked.get_mut(&(turn, act)) {
            if PASSING.contains(&reason) {
                asked.answers = 0;
            } else {
                asked.is_closed = true;
                asked.is_refused = true;
            }
        }
        let message = error.message;
        let what = || format!("its act in turn {turn} was refused: {message}");
        MISTAKES.contains(&reason).then(what)
    }

    /// The open request is answered by others.
    pub(in crate::check_bot) fn is_answered_by_others(&mut self) {
        // The bot may have answered before it learns of it, so an answer is no mistake.
        if let Some(mut last) = self.asked.last_entry() {
            last.get_mut().is_closed = true;
        }
    }

    pub(super) fn is_over(&mut self, over: &proto::MatchOver) {
        self.sees(over.seq);
        let termination = over.terminations().nth(self.seat as usize);
        let termination = termination.unwrap_or(proto::Termination::Unspecified);
        self.over.get_or_insert((Instant::now(), termination));
    }
}

//! The state of one seat: occupancy, open request, accepted submissions and termination.

use std::collections::BTreeMap;

use botwerk_engine::record::RecordComment;
use botwerk_engine::{Seat, Termination, is_spelling_of};

use super::frame::Accepted;
use super::open_request::{OpenRequest, SearchHandle};
use super::stamp::Stamp;
use crate::error::{Error, Reason};
use crate::store::SubmissionRow;
use crate::token::TokenHash;
use botwerk_engine::clock::{Charge, SeatClock};

/// Maximum size of all comments of a seat since the match was opened, in bytes: as much as is kept of its log.
const MAX_COMMENT_BYTES: usize = 64 << 10;

/// A submission that was accepted, so that resending it returns the same answer.
#[derive(Debug, Clone)]
pub(super) struct AcceptedSubmission {
    content: String,
    effort: u64,
    score: Option<i32>,
    accepted: Accepted,
}

/// The state of one seat in a room.
#[derive(Debug)]
pub(super) struct SeatState {
    seat: Seat,
    /// The hash of the seat token; `None` for a seat that an agent plays.
    token: Option<TokenHash>,
    open: Option<OpenRequest>,
    /// The latest turn that was requested, and when its time started.
    turn_started: Option<(u32, Stamp)>,
    /// The latest turn that an agent searched for, and when its time started.
    search_started: Option<(u32, Stamp)>,
    clock: SeatClock,
    /// The accepted submissions by turn and part.
    accepted: BTreeMap<(u32, u32), AcceptedSubmission>,
    has_joined: bool,
    /// Whether its program has failed before the match has started.
    has_failed: bool,
    /// Since when no stream has played the seat.
    offline_since: Option<Stamp>,
    /// What was wrong with each illegal submission.
    illegal_submissions: Vec<String>,
    /// Number of texts that were no turn.
    unparsable_submissions: u32,
    /// The size of all comments since the match was opened.
    comment_bytes: usize,
    termination: Option<Termination>,
}

impl AcceptedSubmission {
    /// Returns the answer if a submission with this content is the same again.
    ///
    /// # Errors
    /// Returns an error if the content differs.
    pub(super) fn answer_again(
        &self,
        content: &str,
        is_lenient: bool,
        effort: u64,
        score: Option<i32>,
    ) -> Result<Accepted, Error> {
        let is_same =
            self.content == content || is_lenient && is_spelling_of(content, &self.content);
        if is_same && (self.effort, self.score) == (effort, score) {
            return Ok(self.accepted);
        }
        let Accepted { turn, part, .. } = self.accepted;
        let message = format!(
            "turn {turn}, part {part} was already submitted as `{}`; resend it unchanged or answer \
             the next request",
            self.content
        );
        Err(Error::new(Reason::AlreadySubmitted, message))
    }
}

impl SeatState {
    /// Creates the state of a seat that nobody has joined. Without a token an agent plays it.
    pub(super) fn new(seat: Seat, token: Option<TokenHash>) -> Self {
        Self {
            seat,
            token,
            open: None,
            turn_started: None,
            search_started: None,
            clock: SeatClock::default(),
            accepted: BTreeMap::new(),
            has_joined: false,
            has_failed: false,
            offline_since: None,
            illegal_submissions: Vec::new(),
            unparsable_submissions: 0,
            comment_bytes: 0,
            termination: None,
        }
    }

    /// Returns the seat.
    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns `true` if an agent plays the seat.
    pub(super) fn is_agent(&self) -> bool {
        self.token.is_none()
    }

    /// Returns the hash of the seat token, or `None` if an agent plays the seat.
    pub(super) fn token(&self) -> Option<TokenHash> {
        self.token
    }

    /// Returns `true` if the token grants access to the seat.
    pub(super) fn admits(&self, token: &str) -> bool {
        self.token.is_some_and(|hash| hash.admits(token))
    }

    /// Returns a comment of the seat on a submission; `None` for an empty one, or if the seat has written as much as is kept.
    pub(super) fn comment(&mut self, turn: u32, part: u32, text: &str) -> Option<RecordComment> {
        if text.is_empty() {
            return None;
        }
        let comment = RecordComment::new(self.seat.index() as u32, turn, part, text);
        let bytes = self.comment_bytes + comment.text.len();
        if bytes > MAX_COMMENT_BYTES {
            return None;
        }
        self.comment_bytes = bytes;
        Some(comment)
    }

    /// Returns `true` if the seat has not left the match.
    pub(super) fn is_active(&self) -> bool {
        self.termination.is_none()
    }

    /// Returns an error if the seat has left the match.
    pub(super) fn check_active(&self) -> Result<(), Error> {
        let Some(termination) = self.termination else {
            return Ok(());
        };
        let reason = match termination {
            Termination::Flagged => Reason::Flagged,
            Termination::NoShow => Reason::NoShow,
            Termination::Resigned
            | Termination::Illegal
            | Termination::Disconnected
            | Termination::Crashed
            | Termination::Infra => Reason::NotYourTurn,
        };
        let message = format!("the seat has left the match: {termination}");
        Err(Error::new(reason, message))
    }

    /// Returns why the seat left, or `None` if it has not.
    pub(super) fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Sets why the seat left.
    pub(super) fn set_termination(&mut self, termination: Option<Termination>) {
        self.termination = termination;
    }

    /// Returns `true` if an agent plays the seat or a stream has ever joined it.
    pub(super) fn is_taken(&self) -> bool {
        self.is_agent() || self.has_joined
    }

    /// Returns `true` if the match waits for the seat before it starts.
    pub(super) fn is_awaited_at_start(&self) -> bool {
        !self.is_taken() && !self.has_failed
    }

    /// Records that the program of the seat has failed before the match has started.
    pub(super) fn record_failed_start(&mut self) {
        self.has_joined = false;
        self.has_failed = true;
    }

    /// Returns why a seat that is not taken leaves when the match starts.
    pub(super) fn absence(&self) -> Termination {
        if self.has_failed {
            Termination::Crashed
        } else {
            Termination::NoShow
        }
    }

    /// Records that a stream has joined the seat.
    pub(super) fn join(&mut self) {
        self.has_joined = true;
        self.has_failed = false;
        self.offline_since = None;
    }

    /// Returns `true` if the seat needs a stream and has none, given whether one plays it.
    pub(super) fn is_offline(&self, is_connected: bool) -> bool {
        !self.is_agent() && self.is_active() && !is_connected
    }

    /// Records whether the seat is offline now, given whether a stream plays it.
    pub(super) fn update_presence(&mut self, is_connected: bool, now: Stamp) {
        if self.is_offline(is_connected) {
            self.offline_since.get_or_insert(now);
        } else {
            self.offline_since = None;
        }
    }

    /// Records a submission without a stream, which shows that the seat was played at that time.
    pub(super) fn record_activity(&mut self, at: Stamp) {
        if let Some(since) = &mut self.offline_since {
            *since = at.max(*since);
        }
    }

    /// Returns since when the seat is offline, or `None` if it is not.
    pub(super) fn offline_since(&self) -> Option<Stamp> {
        self.offline_since
    }

    /// Returns the open request, if there is one.
    pub(super) fn open_request(&self) -> Option<&OpenRequest> {
        self.open.as_ref()
    }

    /// Opens the request for a submission unless it is open. In a race a client's time runs from the
    /// start of the turn and an agent's from its first search in it, otherwise from the request or the
    /// search for this part: what the server does between two parts is not charged.
    pub(super) fn open_request_for(&mut self, turn: u32, part: u32, is_race: bool, now: Stamp) {
        let is_same = |open: &OpenRequest| (open.turn(), open.part()) == (turn, part);
        if self.open.as_ref().is_some_and(is_same) {
            return;
        }
        let started = self.turn_started.filter(|(started, _)| *started == turn);
        let turn_start = started.map_or(now, |(_, at)| at);
        self.turn_started = Some((turn, turn_start));
        let start = match (self.is_agent(), is_race) {
            (false, true) => Some(turn_start),
            (false, false) => Some(now),
            (true, true) if part > 0 => self.race_start(turn),
            (true, _) => None,
        };
        self.open = Some(OpenRequest::new(turn, part, turn_start, start));
    }

    /// Starts the time of a client whose request was opened at `opened` and is queued since `queued`.
    pub(super) fn start_queued_request(&mut self, opened: Stamp, queued: Stamp) {
        let is_new = |open: &&mut OpenRequest| open.start() == Some(opened);
        if let Some(open) = self.open.as_mut().filter(is_new) {
            open.start_time(queued);
        }
    }

    /// Closes the open request.
    pub(super) fn close_request(&mut self) {
        self.open = None;
    }

    /// Returns the turn for which the agent of the seat must start a search, if there is one.
    pub(super) fn turn_to_search(&self) -> Option<u32> {
        let open = self.open.as_ref().filter(|open| open.has_no_search())?;
        self.is_agent().then(|| open.turn())
    }

    /// Sets the search for the open request; `None` if the agent is still busy.
    pub(super) fn set_search(&mut self, search: Option<SearchHandle>) {
        if let Some(open) = &mut self.open {
            open.set_search(search);
        }
    }

    /// Starts the time of an agent, whose search for `turn` has started, unless it is running.
    pub(super) fn start_search_time(&mut self, turn: u32, at: Stamp) {
        let open = self.open.as_mut().filter(|open| open.turn() == turn);
        if let Some(open) = open.filter(|open| open.start().is_none()) {
            open.start_time(at);
            self.search_started = Some((turn, at));
        }
    }

    /// Returns when the time of the open request started if that was before the request, otherwise
    /// `None`.
    pub(super) fn continued_start(&self) -> Option<Stamp> {
        self.open.as_ref().and_then(OpenRequest::continued_start)
    }

    /// Returns when the seat's time in the race of a turn started, or `None` if it has not.
    pub(super) fn race_start(&self, turn: u32) -> Option<Stamp> {
        let started = if self.is_agent() {
            self.search_started
        } else {
            self.turn_started
        };
        started.filter(|(of, _)| *of == turn).map(|(_, at)| at)
    }

    /// Drops the search for the open request, so that the agent searches again later.
    pub(super) fn defer_search(&mut self) {
        if let Some(open) = &mut self.open {
            let start = open.continued_start();
            *open = OpenRequest::new(open.turn(), open.part(), open.turn_start(), start);
        }
    }

    /// Returns the clock.
    pub(super) fn clock(&self) -> &SeatClock {
        &self.clock
    }

    /// Charges a submission, and completes its turn if it has ended it.
    pub(super) fn charge(&mut self, turn: u32, charge: Charge, is_completed: bool) {
        self.clock.charge(turn, charge);
        if is_completed {
            self.clock.complete();
        }
    }

    /// Restores the charge of an accepted submission after a restart of the server.
    pub(super) fn restore_charge(&mut self, row: &SubmissionRow, is_virtual: bool) {
        let compensated = if is_virtual || self.is_agent() {
            0
        } else {
            row.nanos.unwrap_or(0).saturating_sub(row.charged)
        };
        let charge = Charge {
            charged: row.charged,
            compensated,
        };
        self.clock.charge(row.turn, charge);
    }

    /// Completes the latest turn unless it is the open one, after a restart of the server.
    pub(super) fn restore_open_turn(&mut self, open: Option<u32>) {
        self.clock.restore_open_turn(open);
    }

    /// Returns the accepted submission with this turn and part, if there is one.
    pub(super) fn accepted(&self, turn: u32, part: u32) -> Option<&AcceptedSubmission> {
        self.accepted.get(&(turn, part))
    }

    /// Returns the turn and the elapsed nanoseconds, if it has any, of every accepted submission, in order.
    pub(super) fn accepted_times(&self) -> impl Iterator<Item = (u32, Option<u64>)> {
        let submissions = self.accepted.iter();
        submissions.map(|((turn, _), submission)| (*turn, submission.accepted.elapsed_nanos))
    }

    /// Records an accepted submission and returns its answer.
    pub(super) fn remember(&mut self, row: SubmissionRow) -> Accepted {
        let accepted = Accepted {
            seq: row.seq,
            turn: row.turn,
            part: row.part,
            elapsed_nanos: row.nanos,
            charged_nanos: row.charged,
            view_hash: row.view_hash,
        };
        let submission = AcceptedSubmission {
            content: row.content,
            effort: row.effort,
            score: row.score,
            accepted,
        };
        self.accepted.insert((row.turn, row.part), submission);
        accepted
    }

    /// Returns the number of illegal submissions.
    pub(super) fn illegal_submissions(&self) -> u32 {
        self.illegal_submissions.len() as u32
    }

    /// Returns the number of texts that were no turn.
    pub(super) const fn unparsable_submissions(&self) -> u32 {
        self.unparsable_submissions
    }

    /// Counts an illegal submission, with what was wrong with it.
    pub(super) fn record_illegal(&mut self, message: String) {
        self.illegal_submissions.push(message);
    }

    /// Counts a text that is no turn, which has no penalty.
    pub(super) fn record_unparsable(&mut self) {
        self.unparsable_submissions = self.unparsable_submissions.saturating_add(1);
    }

    /// Returns the error of a submission, with all faults of the seat if they have reached the limit, after which it
    /// is removed.
    pub(super) fn with_faults(&self, mut error: Error, limit: u32) -> Error {
        if error.reason == Reason::IllegalAction && self.illegal_submissions() >= limit {
            let faults = self.illegal_submissions.iter().enumerate();
            let faults: Vec<_> = faults
                .map(|(index, message)| format!("({}) {message}", index + 1))
                .collect();
            error.message += &format!(
                "; the seat leaves the match after {} illegal submissions: {}",
                faults.len(),
                faults.join("; ")
            );
            if self.unparsable_submissions > 0 {
                error.message += &format!(
                    "; {} unparsable ones were not counted",
                    self.unparsable_submissions
                );
            }
        }
        error
    }

    /// Moves all start times by a suspension.
    pub(super) fn shift(&mut self, suspended_at: Stamp, resumed_at: Stamp) {
        if let Some(open) = &mut self.open {
            open.shift(suspended_at, resumed_at);
        }
        let turn_started = self.turn_started.as_mut().map(|(_, started)| started);
        let search_started = self.search_started.as_mut().map(|(_, started)| started);
        let offline_since = self.offline_since.as_mut();
        for start in [turn_started, search_started, offline_since]
            .into_iter()
            .flatten()
        {
            *start = start.shifted(suspended_at, resumed_at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::new_token;

    fn remote_seat() -> SeatState {
        SeatState::new(Seat::FIRST, Some(new_token().unwrap().1))
    }

    #[test]
    fn time_of_a_client_starts_with_its_request_and_that_of_an_agent_with_its_search() {
        let now = Stamp::now();
        let mut client = remote_seat();
        client.open_request_for(1, 0, false, now);
        assert_eq!(client.open_request().unwrap().start(), Some(now));
        client.open_request_for(1, 1, false, now.after_nanos(5));
        client.start_queued_request(now.after_nanos(5), now.after_nanos(6));
        client.start_queued_request(now.after_nanos(5), now.after_nanos(7));
        let open = client.open_request().unwrap();
        assert_eq!(open.start(), Some(now.after_nanos(6)));
        assert_eq!(open.turn_start(), now);
        client.open_request_for(1, 2, true, now.after_nanos(8));
        assert_eq!(client.open_request().unwrap().start(), Some(now));
        assert_eq!(client.turn_to_search(), None);
        let mut agent = SeatState::new(Seat::FIRST, None);
        agent.open_request_for(1, 0, false, now);
        assert_eq!(agent.open_request().unwrap().start(), None);
        assert_eq!(agent.turn_to_search(), Some(1));
        agent.set_search(Some(SearchHandle::default()));
        agent.start_search_time(1, now.after_nanos(7));
        assert_eq!(
            agent.open_request().unwrap().start(),
            Some(now.after_nanos(7))
        );
        assert_eq!(agent.turn_to_search(), None);
        agent.defer_search();
        assert_eq!(agent.turn_to_search(), Some(1));
    }

    #[test]
    fn resent_submission_returns_the_stored_answer() {
        let mut seat = remote_seat();
        let row = SubmissionRow {
            seat: 0,
            turn: 2,
            part: 0,
            content: "pass".into(),
            nanos: Some(7),
            charged: 5,
            stalled: 0,
            effort: 3,
            score: Some(-2),
            seq: 4,
            view_hash: 1,
        };
        let answer = seat.remember(row);
        let accepted = seat.accepted(2, 0).unwrap();
        assert_eq!(
            accepted.answer_again("pass", false, 3, Some(-2)),
            Ok(answer)
        );
        assert_eq!(
            accepted.answer_again("Move: `Pass`", true, 3, Some(-2)),
            Ok(answer)
        );
        assert!(
            accepted
                .answer_again("Move: `Pass`", false, 3, Some(-2))
                .is_err()
        );
        for (content, effort, score) in [
            ("pass", 4, Some(-2)),
            ("say 5", 3, Some(-2)),
            ("pass", 3, None),
        ] {
            let error = accepted
                .answer_again(content, true, effort, score)
                .unwrap_err();
            assert_eq!(error.reason, Reason::AlreadySubmitted);
        }
        assert!(seat.accepted_times().eq([(2, Some(7))]));
    }

    #[test]
    fn activity_without_a_stream_extends_the_time_until_removal() {
        let now = Stamp::now();
        let mut seat = remote_seat();
        seat.update_presence(false, now);
        seat.record_activity(now.after_nanos(9));
        seat.update_presence(false, now.after_nanos(20));
        assert_eq!(seat.offline_since(), Some(now.after_nanos(9)));
        seat.shift(now.after_nanos(10), now.after_nanos(15));
        assert_eq!(seat.offline_since(), Some(now.after_nanos(14)));
        seat.update_presence(true, now);
        assert_eq!(seat.offline_since(), None);
        seat.set_termination(Some(Termination::Resigned));
        assert!(!seat.is_offline(false));
    }
}

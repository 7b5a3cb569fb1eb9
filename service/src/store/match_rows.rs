//! Matches as they are stored, and what is committed of them at once.

use botwerk_engine::record::{OutcomeLine, RecordComment};

use super::timestamps::now_micros;
use super::tournament_rows::ScoredAttempt;
use super::worker_rows::WorkerPlay;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::seat_result::SeatResult;

/// A match as it is stored, without its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MatchRow {
    pub(crate) id: MatchId,
    /// The creator's id of the request, if any; a second match with the same id is rejected.
    pub(crate) request_id: Option<String>,
    pub(crate) state: MatchState,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// Everything that stays the same through the match, as JSON.
    pub(crate) setup: String,
    /// The number of events so far.
    pub(crate) events: u64,
    /// The record's outcome line as JSON, once the match has ended.
    pub(crate) outcome: Option<String>,
    /// The running hash of the record's last line, once the match has ended.
    pub(crate) head: Option<String>,
    /// The time of the end in microseconds since 1970, once the match has ended; `None` if a former version has played it.
    pub(crate) ended_micros: Option<i64>,
    /// When the record was deleted, in microseconds since 1970, if its tournament keeps records for a time only. The events
    /// and submissions are gone then.
    pub(crate) record_deleted_micros: Option<i64>,
}

impl MatchRow {
    /// Returns the outcome; `None` before the end, and if it is stored corrupt.
    pub(crate) fn read_outcome(&self) -> Option<OutcomeLine> {
        serde_json::from_str(self.outcome.as_ref()?).ok()
    }

    /// Checks that the events of the match are stored.
    ///
    /// # Errors
    /// Returns an error if they were deleted.
    pub(crate) fn check_record(&self) -> Result<(), Error> {
        if self.record_deleted_micros.is_none() {
            return Ok(());
        }
        let message = format!(
            "match {}: its record was deleted, since its tournament keeps records for a time (`record_days`); its set-up \
             and its result remain",
            self.id
        );
        Err(Error::new(Reason::NotFound, message))
    }
}

/// Which matches a list contains.
#[derive(Debug, Clone, Default)]
pub(crate) struct MatchFilter {
    /// Those with this id or a later one.
    pub(crate) from: Option<MatchId>,
    /// Those with an earlier id.
    pub(crate) before: Option<MatchId>,
    /// Those in this state.
    pub(crate) state: Option<MatchState>,
    /// Those of a player.
    pub(crate) player: Option<PlayerFilter>,
}

/// Which matches of a player a list contains.
#[derive(Debug, Clone, Default)]
pub(crate) struct PlayerFilter {
    /// The name of the player: of a seat, or of the bot that plays it.
    pub(crate) name: String,
    /// Those against the player with this name.
    pub(crate) opponent: Option<String>,
    /// Those with this result for the first seat of the player.
    pub(crate) result: Option<SeatResult>,
    /// Those that ended at this time in microseconds since 1970 or later.
    pub(crate) ended_from: Option<i64>,
    /// Those that ended before this time in microseconds since 1970.
    pub(crate) ended_before: Option<i64>,
}

impl PlayerFilter {
    /// Returns `true` if a list contains a match, in which the player has a seat and meets the opponent.
    pub(super) fn admits(&self, row: &MatchRow, seat: usize) -> bool {
        let has_result = || {
            let outcome = row.read_outcome();
            let places = outcome.map_or_else(Vec::new, |outcome| outcome.places);
            SeatResult::from_places(&places, seat)
        };
        let ended = row.ended_micros;
        self.result
            .is_none_or(|result| has_result() == Some(result))
            && self
                .ended_from
                .is_none_or(|from| ended.is_some_and(|ended| ended >= from))
            && self
                .ended_before
                .is_none_or(|before| ended.is_some_and(|ended| ended < before))
    }
}

/// A page of a list of matches: up to a number of rows and a number of bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MatchPage {
    pub(crate) rows: Vec<MatchRow>,
    /// The id before which the next page starts; `None` if the page is the last.
    pub(crate) next: Option<MatchId>,
    /// The size of the rows, in bytes.
    bytes: usize,
}

impl MatchPage {
    /// Maximum size of a page, in bytes, unless one row is larger.
    const MAX_BYTES: usize = 256 << 10;

    /// Adds a row to a page of at most `limit` rows. Returns `false` if the page is full: the row is the first after it.
    pub(super) fn push(&mut self, row: MatchRow, limit: usize) -> bool {
        let bytes = row.setup.len() + row.outcome.as_ref().map_or(0, String::len);
        let is_full = self.rows.len() >= limit || self.bytes + bytes > Self::MAX_BYTES;
        if is_full && !self.rows.is_empty() {
            self.next = self.rows.last().map(|last| last.id.clone());
            return false;
        }
        self.bytes += bytes;
        self.rows.push(row);
        true
    }
}

/// Lines of events or comments of a match, as long as a page may be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct EventPage {
    /// The record's lines as JSON, each with a newline after it.
    pub(crate) lines: String,
    /// What the next page starts after; `None` if there is none.
    pub(crate) next: Option<i64>,
}

impl EventPage {
    /// What the first page starts after.
    pub(crate) const START: i64 = -1;

    /// Size at which a page ends, in bytes.
    const FULL_BYTES: usize = 64 << 10;

    /// Adds the lines of a commit with its number. Returns `false` if the page is full then.
    pub(super) fn push(&mut self, number: i64, lines: &str) -> bool {
        self.lines.push_str(lines);
        if !lines.is_empty() && !lines.ends_with('\n') {
            self.lines.push('\n');
        }
        let is_full = self.lines.len() >= Self::FULL_BYTES;
        self.next = is_full.then_some(number);
        !is_full
    }
}

/// An accepted submission, stored so that a resent one gets the same answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SubmissionRow {
    /// The seat that submitted.
    pub(crate) seat: u32,
    /// The number of the action request.
    pub(crate) turn: u32,
    /// The zero-based index of the submission within its turn.
    pub(crate) part: u32,
    /// The actions in the game's notation.
    pub(crate) content: String,
    /// The time that the submission took, in nanoseconds; `None` on virtual time if it is too late to count.
    pub(crate) nanos: Option<u64>,
    /// The time that the seat's clock was charged, in nanoseconds.
    pub(crate) charged: u64,
    /// The time for which the server was stalled meanwhile, in nanoseconds.
    pub(crate) stalled: u64,
    /// The declared number of search nodes.
    pub(crate) effort: u64,
    /// The declared score.
    pub(crate) score: Option<i32>,
    /// The number of the last frame that the seat was sent before the answer.
    pub(crate) seq: u64,
    /// The hash of the seat's view after the submission.
    pub(crate) view_hash: u64,
}

/// What is stored of a match at once, all or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Commit {
    /// The match.
    pub(crate) id: MatchId,
    /// The number of events stored before this commit. The commit is rejected if there are more or
    /// fewer.
    pub(crate) expected_events: u64,
    /// The record's lines of the new events, as JSON.
    pub(crate) events: Vec<String>,
    /// The submissions that were accepted.
    pub(crate) submissions: Vec<SubmissionRow>,
    /// The comment of the submission, if it has one.
    pub(crate) comment: Option<RecordComment>,
    /// The new state.
    pub(crate) state: MatchState,
    /// The record's outcome line, if the match ends with this commit.
    pub(crate) outcome: Option<OutcomeLine>,
    /// The running hash of the record's last line, if the match ends with this commit.
    pub(crate) head: Option<String>,
    /// The time of the end in microseconds since 1970, if the match ends with this commit.
    pub(crate) ended_micros: Option<i64>,
    /// The result, if the match ends with this commit and belongs to a tournament.
    pub(crate) scored: Option<ScoredAttempt>,
    /// The worker that has played the match; `None` if a server has.
    pub(crate) played_by: Option<WorkerPlay>,
}

impl Commit {
    /// Returns a commit that changes only the state.
    pub(crate) fn new(id: MatchId, expected_events: u64, state: MatchState) -> Self {
        Self {
            id,
            expected_events,
            events: Vec::new(),
            submissions: Vec::new(),
            comment: None,
            state,
            outcome: None,
            head: None,
            ended_micros: state.has_ended().then(now_micros),
            scored: None,
            played_by: None,
        }
    }
}

/// Everything stored of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredMatch {
    /// The match.
    pub(crate) row: MatchRow,
    /// The record's event lines in order, as JSON.
    pub(crate) events: Vec<String>,
    /// The accepted submissions, in the order in which they were stored.
    pub(crate) submissions: Vec<SubmissionRow>,
}

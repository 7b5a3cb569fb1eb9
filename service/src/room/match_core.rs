//! The position of a match with what is stored of it: changes are written before they take effect.

use std::sync::Arc;

use botwerk_engine::record::{EventLine, OutcomeLine, RecordComment};
use botwerk_engine::{AnyAction, AnyGame, Event, GameViews, Referee, Seat, Termination, Viewer};
use tracing::Instrument;

use super::attempt_observers::{AttemptEnd, AttemptEnded, AttemptObservers};
use super::life::MatchEnd;
use super::running_record::RunningRecord;
use super::scoring::match_result;
use super::seats::RoomSeats;
use super::setup::MatchSetup;
use crate::error::Error;
use crate::match_description::MatchDescription;
use crate::match_state::MatchState;
use crate::server_secret::SignedHead;
use crate::store::{
    Commit, MatchRow, ScoredAttempt, Store, StoreError, SubmissionRow, WriteCommand, to_json,
};
use crate::traces::TARGET;
use crate::work_guard::fault_point;

/// A change that was not made.
#[derive(Debug)]
pub(super) enum ChangeError {
    /// The rules do not allow the change.
    Rejected(Error),
    /// The change could not be stored.
    Store(StoreError),
}

/// The position of a match, what is stored of it, and the events that are stored but not published.
pub(super) struct MatchCore {
    row: MatchRow,
    setup: MatchSetup,
    /// The match before its first event.
    start: Referee<AnyGame>,
    referee: Referee<AnyGame>,
    /// The record up to the last stored event.
    record: RunningRecord,
    unpublished: Vec<Event<AnyAction>>,
    store: Arc<dyn Store>,
    attempt_observers: Arc<AttemptObservers>,
}

impl MatchCore {
    /// Creates the core of the stored match `row`, which was read as `setup`. `start` is the
    /// match before its first event, `referee` and `record` after the stored ones, all of which are
    /// published.
    pub(super) fn new(
        row: MatchRow,
        setup: MatchSetup,
        start: Referee<AnyGame>,
        referee: Referee<AnyGame>,
        record: RunningRecord,
        store: Arc<dyn Store>,
        attempt_observers: Arc<AttemptObservers>,
    ) -> Self {
        Self {
            row,
            setup,
            start,
            referee,
            record,
            unpublished: Vec::new(),
            store,
            attempt_observers,
        }
    }

    /// Returns the stored match. Its set-up is empty, since it was read.
    pub(super) fn row(&self) -> &MatchRow {
        &self.row
    }

    /// Returns what stays the same through the match.
    pub(super) fn setup(&self) -> &MatchSetup {
        &self.setup
    }

    /// Returns the position.
    pub(super) fn referee(&self) -> &Referee<AnyGame> {
        &self.referee
    }

    /// Describes the match without what is known only of connected clients.
    pub(super) fn describe(&self) -> MatchDescription {
        self.setup.describe(&self.row, self.store.secret())
    }

    /// Returns the head of the record with its signature, once the match has ended.
    pub(super) fn signed_head(&self) -> Option<SignedHead> {
        let head = self.row.head.as_ref()?;
        Some(self.store.secret().sign(head))
    }

    /// Returns the match before its first event.
    pub(super) fn start(&self) -> Referee<AnyGame> {
        self.start.clone()
    }

    /// Removes and returns the events that are stored but not published.
    pub(super) fn take_unpublished(&mut self) -> Vec<Event<AnyAction>> {
        std::mem::take(&mut self.unpublished)
    }

    /// Makes a change to the match and stores it, with the submission that caused it and its comment. Returns how the match
    /// ended if it did.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow the change or it could not be stored; the match is
    /// as before then.
    pub(super) async fn change<E: Into<Error>>(
        &mut self,
        change: impl FnOnce(&mut Referee<AnyGame>, &mut Vec<Event<AnyAction>>) -> Result<(), E>,
        submission: Option<(&mut SubmissionRow, Option<RecordComment>)>,
        seats: &RoomSeats,
    ) -> Result<Option<MatchEnd>, ChangeError> {
        let mut changed = self.referee.clone();
        let mut events = Vec::new();
        change(&mut changed, &mut events).map_err(|error| ChangeError::Rejected(error.into()))?;
        fault_point("apply");
        let mut end = None;
        if !events.is_empty() || submission.is_some() {
            let mut record = self.record.clone();
            let commit = self.commit_of(&changed, &events, submission, &mut record);
            end = commit.outcome.is_some().then_some(MatchEnd::Decided);
            self.write(commit, record, seats)
                .await
                .map_err(ChangeError::Store)?;
        }
        self.referee = changed;
        self.unpublished.extend(events);
        Ok(end)
    }

    /// Returns the commit of a change that leads to `changed`, whose events are appended to the record.
    fn commit_of(
        &self,
        changed: &Referee<AnyGame>,
        events: &[Event<AnyAction>],
        submission: Option<(&mut SubmissionRow, Option<RecordComment>)>,
        record: &mut RunningRecord,
    ) -> Commit {
        let (submission, comment) = submission.unzip();
        let submission = submission.map(|row| {
            if let Some(seat) = Seat::new(row.seat as usize) {
                let view = changed.view(Viewer::Seat(seat));
                row.view_hash = changed.game().view_hash(&view);
            }
            row.clone()
        });
        let outcome = OutcomeLine::from_referee(changed);
        let state = if outcome.is_some() {
            MatchState::Over
        } else {
            MatchState::Running
        };
        Commit {
            events: self.append_events(events, submission.as_ref(), record),
            submissions: submission.into_iter().collect(),
            comment: comment.flatten(),
            outcome,
            ..self.state_commit(state)
        }
    }

    /// Stores that the match has this state.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub(super) async fn store_state(
        &mut self,
        state: MatchState,
        seats: &RoomSeats,
    ) -> Result<(), StoreError> {
        self.write(self.state_commit(state), self.record.clone(), seats)
            .await
    }

    /// Stores that the match was aborted, with the reason and why each seat has left.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub(super) async fn store_abort(
        &mut self,
        reason: &str,
        terminations: &[Option<Termination>],
        seats: &RoomSeats,
    ) -> Result<(), StoreError> {
        let outcome = OutcomeLine::aborted(reason, terminations);
        let commit = Commit {
            outcome: Some(outcome),
            ..self.state_commit(MatchState::Aborted)
        };
        self.write(commit, self.record.clone(), seats).await
    }

    fn state_commit(&self, state: MatchState) -> Commit {
        Commit::new(self.row.id.clone(), self.row.events, state)
    }

    /// Writes a commit, whose events are part of the record. One that ends the match also stores the result for its
    /// tournament, and is reported to the observer of the tournament.
    async fn write(
        &mut self,
        mut commit: Commit,
        mut record: RunningRecord,
        seats: &RoomSeats,
    ) -> Result<(), StoreError> {
        let ended = commit.outcome.as_ref().and_then(|outcome| {
            let tournament = self.setup.tournament.as_ref()?;
            let result = match_result(
                tournament,
                commit.state,
                outcome,
                record.fingerprint(),
                seats,
                &commit.submissions,
            );
            Some(AttemptEnded {
                attempt: tournament.attempt.clone(),
                end: result.map_or(AttemptEnd::Aborted, AttemptEnd::Scored),
            })
        });
        commit.scored = ended.as_ref().and_then(|ended| {
            Some(ScoredAttempt {
                attempt: ended.attempt.clone(),
                result: ended.end.result()?.clone(),
            })
        });
        let (state, events) = (commit.state, commit.events.len() as u64);
        let outcome = commit.outcome.as_ref().map(to_json);
        if let Some(outcome) = &commit.outcome {
            fault_point("record");
            commit.head = Some(record.end(outcome));
        }
        let (head, ended_micros) = (commit.head.clone(), commit.ended_micros);
        let written = self.store.write(WriteCommand::Commit(commit));
        let span = tracing::info_span!(target: TARGET, "commit", events);
        written.instrument(span).await?;
        self.record = record;
        self.row.events += events;
        self.row.state = state;
        if outcome.is_some() {
            self.row.outcome = outcome;
            self.row.head = head;
            self.row.ended_micros = ended_micros;
        }
        if let Some(ended) = ended {
            self.attempt_observers.notify(ended);
        }
        Ok(())
    }

    /// Appends new events to the record; returns their lines as JSON.
    fn append_events(
        &self,
        events: &[Event<AnyAction>],
        submission: Option<&SubmissionRow>,
        record: &mut RunningRecord,
    ) -> Vec<String> {
        let game = self.referee.game();
        let line = |(i, event): (usize, &Event<AnyAction>)| {
            let mut line = EventLine::new(game, self.row.events + 1 + i as u64, event);
            let own = submission
                .filter(|row| line.actor == row.seat.to_string())
                .filter(|row| line.turn == Some(row.turn) && line.part == Some(row.part));
            line.charged_nanos = own
                .map(|row| row.charged)
                .filter(|charged| *charged != line.elapsed_nanos.unwrap_or(0));
            line.stalled_nanos = own.map(|row| row.stalled).filter(|nanos| *nanos > 0);
            let text = to_json(&line);
            record.append(&line, &text);
            text
        };
        events.iter().enumerate().map(line).collect()
    }
}

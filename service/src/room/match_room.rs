//! The room of one match: its parts, and the steps that every change of the match consists of.

use std::sync::Arc;

use botwerk_engine::record::RecordComment;
use botwerk_engine::{AnyAction, AnyGame, Event, Referee, Seat, Termination, Viewer};

use super::agents::{AgentRequest, RoomAgents};
use super::context::RoomContext;
use super::deadlines::Deadlines;
use super::frame::{ClockReading, Frame, MatchOver, StateChanged};
use super::frame_sequencer::IssuedRequest;
use super::inbox::Inbox;
use super::life::{Life, MatchEnd};
use super::match_clock::MatchClock;
use super::match_core::{ChangeError, MatchCore};
use super::publisher::FramePublisher;
use super::seat::SeatState;
use super::seats::RoomSeats;
use super::stamp::Stamp;
use super::suspension::Suspension;
use crate::error::{Error, Reason};
use crate::match_state::MatchState;
use crate::requester::Requester;
use crate::store::{StoreError, SubmissionRow, WriteCommand};
use crate::work_guard::fault_point;

/// The room of one match.
pub(super) struct Room {
    /// What all rooms share.
    pub(super) context: Arc<RoomContext>,
    /// The queue of commands.
    pub(super) inbox: Arc<Inbox>,
    /// The state of the match, with what is known only in that state.
    pub(super) life: Life,
    /// The time limits, and how far time was processed.
    pub(super) clock: MatchClock,
    /// The seats.
    pub(super) seats: RoomSeats,
    /// The published frames and their subscribers.
    pub(super) publisher: FramePublisher,
    /// The position and what is stored of it.
    pub(super) core: MatchCore,
    /// The agents that play seats.
    pub(super) agents: RoomAgents,
}

impl Room {
    /// Returns the position, stored but not necessarily published.
    pub(super) fn referee(&self) -> &Referee<AnyGame> {
        self.core.referee()
    }

    /// Returns the deadlines of the open decision.
    pub(super) fn deadlines(&self) -> Deadlines<'_> {
        Deadlines::new(&self.clock, self.core.referee(), &self.seats)
    }

    /// Returns `true` if no seat needs a stream that has none.
    pub(super) fn is_complete(&self) -> bool {
        let mut seats = self.seats.iter();
        seats.all(|seat| !seat.is_offline(self.publisher.is_connected(seat.seat())))
    }

    /// Returns `true` if a client may still act for a seat.
    pub(super) fn has_player(&self) -> bool {
        !self.life.is_over() && self.seats.iter().any(|seat| !seat.is_agent())
    }

    /// Returns an error unless the match is running and the seat is active.
    pub(super) fn check_can_act(&self, seat: Seat) -> Result<(), Error> {
        // A seat that was too late learns so even if that has ended the match.
        if self.seats[seat].termination() == Some(Termination::Flagged) {
            let message = "the seat ran out of time and has left the match";
            return Err(Error::new(Reason::Flagged, message));
        }
        self.life.check_running()?;
        self.seats[seat].check_active()
    }

    /// Returns the number of a viewer's latest sequenced frame.
    pub(super) fn seq(&self, viewer: Viewer) -> u64 {
        self.publisher.sequencer().seq(viewer) + u64::from(self.life.has_published_end())
    }

    /// Makes a change to the match, stores it and publishes it.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow the change or it could not be stored; nothing has
    /// changed then.
    pub(super) async fn change<E: Into<Error>>(
        &mut self,
        change: impl FnOnce(&mut Referee<AnyGame>, &mut Vec<Event<AnyAction>>) -> Result<(), E>,
    ) -> Result<(), Error> {
        self.store_change(change, None).await?;
        self.publish();
        Ok(())
    }

    /// Makes a change to the match and stores it, with the submission that caused it and its comment.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow the change or it could not be stored; nothing has
    /// changed then.
    pub(super) async fn store_change<E: Into<Error>>(
        &mut self,
        change: impl FnOnce(&mut Referee<AnyGame>, &mut Vec<Event<AnyAction>>) -> Result<(), E>,
        submission: Option<(&mut SubmissionRow, Option<RecordComment>)>,
    ) -> Result<(), Error> {
        let changed = self.core.change(change, submission, &self.seats);
        match changed.await {
            Ok(end) => {
                self.seats.set_terminations(self.core.referee());
                if let Some(end) = end {
                    self.life.record_end(end);
                }
                Ok(())
            }
            Err(ChangeError::Rejected(error)) => Err(error),
            Err(ChangeError::Store(error)) => Err(self.record_store_failure(&error)),
        }
    }

    /// Stores that the match has this state.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub(super) async fn store_state(&mut self, state: MatchState) -> Result<(), Error> {
        let stored = self.core.store_state(state, &self.seats).await;
        stored.map_err(|error| self.record_store_failure(&error))
    }

    /// Checks that the store accepts writes; suspends the match if it does not.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub(super) async fn probe_store(&mut self) -> Result<(), Error> {
        let probed = self.context.store.write(WriteCommand::Probe).await;
        probed.map_err(|error| self.record_store_failure(&error))
    }

    /// Ends the match without an outcome; `terminations` says why each seat has left.
    ///
    /// # Errors
    /// Returns an error if that could not be stored.
    pub(super) async fn abort_match(
        &mut self,
        reason: &str,
        terminations: Vec<Option<Termination>>,
    ) -> Result<(), Error> {
        let stored = self.core.store_abort(reason, &terminations, &self.seats);
        if let Err(error) = stored.await {
            return Err(self.record_store_failure(&error));
        }
        self.life.record_end(MatchEnd::Aborted);
        for (seat, termination) in self.seats.iter_mut().zip(terminations) {
            seat.set_termination(termination);
        }
        self.publish();
        Ok(())
    }

    /// Schedules a retry of a failed write and suspends a running match until it succeeds. Returns the
    /// error for the client that caused the write.
    fn record_store_failure(&mut self, error: &StoreError) -> Error {
        tracing::warn!(%error, "store write failed");
        // From the arrival of what could not be stored: the wait for the store is nobody's time.
        let since = self.clock.processed_until();
        if let Some(suspension) = self.life.record_store_failure(since, Stamp::now()) {
            self.publish_suspension(suspension);
        }
        Error::new(Reason::StoreUnavailable, error.to_string())
    }

    /// Reports to all viewers that the match is suspended.
    pub(super) fn publish_suspension(&mut self, suspension: Suspension) {
        let cause = suspension.cause().description();
        tracing::warn!(cause, "match suspended");
        self.publish_state(cause);
    }

    /// Publishes what was stored since the last time, and requests the next submissions.
    pub(super) fn publish(&mut self) {
        let events = self.core.take_unpublished();
        let now = self.inbox.next_stamp();
        let decision = self.referee().decision().map(|ask| (ask.stage, ask.number));
        if !self.life.is_waiting() {
            self.clock.set_decision(decision, now);
        }
        // Time starts for all requested seats in one step, before any frame is sent (MR-24).
        self.seats
            .update_requests(self.core.referee(), self.life, now);
        let deadlines = Deadlines::new(&self.clock, self.core.referee(), &self.seats);
        let life = self.life;
        self.publisher
            .publish(events, |viewer| deadlines.reading(viewer, life));
        if !self
            .referee()
            .decision()
            .is_some_and(|ask| ask.simultaneous)
        {
            // The requests are in the queues of their clients now.
            let queued = self.inbox.next_stamp();
            for seat in self.seats.iter_mut() {
                seat.start_queued_request(now, queued);
            }
        }
        self.start_searches();
        self.publish_end(now);
        self.update_presence(now);
    }

    /// Records which seats are offline.
    pub(super) fn update_presence(&mut self, now: Stamp) {
        for seat in self.seats.iter_mut() {
            seat.update_presence(self.publisher.is_connected(seat.seat()), now);
        }
    }

    /// Starts the searches of agents that must act in a running match.
    pub(super) fn start_searches(&mut self) {
        if !self.life.is_running() {
            return;
        }
        for seat in Seat::all(self.seats.len()) {
            if let Some(turn) = self.seats[seat].turn_to_search() {
                self.start_search(seat, turn);
            }
        }
    }

    fn start_search(&mut self, seat: Seat, turn: u32) {
        let viewer = Viewer::Seat(seat);
        let budget = self.deadlines().decision_budget(seat);
        let referee = self.core.referee();
        let request = AgentRequest {
            view: referee.view(viewer),
            earlier_views: referee.earlier_views(viewer),
            seat,
            turn,
            time_start: self.seats[seat].continued_start(),
        };
        let pool = &self.context.pool;
        let requester = Requester::Match(self.core.row().id.clone());
        let guard = &self.context.guard;
        let search =
            self.agents
                .start_search((pool, &requester), guard, referee.game(), request, budget);
        self.seats[seat].set_search(search);
    }

    /// Reports the end of the match to all viewers, unless that was done before.
    fn publish_end(&mut self, now: Stamp) {
        let Some(end) = self.life.publish_end(now) else {
            return;
        };
        fault_point("end");
        let terminations: Vec<_> = self.seats.iter().map(SeatState::termination).collect();
        for viewer in self.publisher.sequencer().viewers() {
            let frame = self.end_frame(viewer, end, terminations.clone());
            self.publisher.send(viewer, Frame::MatchOver(frame));
        }
        tracing::info!(state = end.state().label(), "match ended");
    }

    /// Returns the frame that reports the end of the match to a viewer, or `None` before the end was
    /// published.
    pub(super) fn published_end_frame(&self, viewer: Viewer) -> Option<MatchOver> {
        let end = self.life.end().filter(|_| self.life.has_published_end())?;
        let terminations = self.seats.iter().map(SeatState::termination);
        Some(self.end_frame(viewer, end, terminations.collect()))
    }

    fn end_frame(
        &self,
        viewer: Viewer,
        end: MatchEnd,
        terminations: Vec<Option<Termination>>,
    ) -> MatchOver {
        let outcome = match end {
            MatchEnd::Decided => self.referee().outcome(),
            MatchEnd::Aborted => None,
        };
        let sequencer = self.publisher.sequencer();
        MatchOver {
            seq: sequencer.seq(viewer) + 1,
            match_id: self.core.row().id.clone(),
            outcome,
            state: end.state(),
            terminations,
            view_hash: sequencer.view_hash(viewer),
            record_head: self.core.signed_head(),
        }
    }

    /// Reports the state of the match to all viewers.
    pub(super) fn publish_state(&mut self, message: &'static str) {
        for viewer in self.publisher.sequencer().viewers() {
            let frame = StateChanged {
                state: self.life.state(),
                message,
                clocks: self.clocks(viewer),
            };
            self.publisher.send(viewer, Frame::StateChanged(frame));
        }
    }

    /// Returns the remaining times as a viewer sees them.
    pub(super) fn clocks(&self, viewer: Viewer) -> ClockReading {
        self.deadlines().reading(viewer, self.life)
    }

    /// Returns the latest request of a seat if it is open. While the match is suspended no request is
    /// open; it is sent again on resumption.
    pub(super) fn open_request(&self, seat: Seat) -> Option<IssuedRequest> {
        let open = self.seats[seat].open_request()?;
        let issued = self.publisher.sequencer().issued_request(seat)?;
        (self.life.is_running() && open.turn() == issued.turn).then_some(issued)
    }

    /// Sends every connected seat its open request again, unless it was sent a newer one than in
    /// `before`.
    pub(super) fn resend_requests(&mut self, before: &[Option<IssuedRequest>]) {
        for (seat, before) in Seat::all(self.seats.len()).zip(before) {
            let issued = self.publisher.sequencer().issued_request(seat);
            if issued == *before
                && let Some(request) = self.open_request(seat)
            {
                let clocks = self.clocks(Viewer::Seat(seat));
                self.publisher.resend_request(seat, request, clocks);
            }
        }
    }
}

//! The transitions of a match: start, suspension, resumption, abort.

use botwerk_engine::{AnyAction, AnyGame, Event, Referee, Termination};

use super::life::Life;
use super::match_room::Room;
use super::seat::SeatState;
use super::stamp::Stamp;
use super::suspension::{Suspension, SuspensionCause};
use crate::error::{Error, Reason};
use crate::match_state::MatchState;
use crate::work_guard::fault_point;

impl Room {
    /// Starts or resumes a match that was read from the store, as far as it needs no client.
    pub(super) async fn start_recovered(&mut self) {
        match self.life {
            Life::Waiting { .. } => self.start_if_complete().await,
            Life::Suspended(suspension) => {
                tracing::info!(events = self.core.row().events, "match recovered");
                self.publish_suspension(suspension);
                self.publish();
                self.resume_if_rejoined().await;
            }
            Life::Running { .. } | Life::Over { .. } => self.publish(),
        }
    }

    /// Advances the room's clock to `now` and enforces deadlines. All commands stamped earlier have
    /// been executed.
    pub(super) async fn advance_time(&mut self, now: Stamp) {
        self.clock.advance(now);
        if self.life.take_due_retry(now) {
            self.retry_writes().await;
        }
        if self.life.has_pending_retry() {
            return;
        }
        match self.life {
            Life::Waiting { join_deadline, .. } if join_deadline <= now => self.start().await,
            Life::Running { .. } => self.enforce_deadlines(now).await,
            Life::Suspended(suspension) => self.abort_unrejoined(suspension, now).await,
            Life::Waiting { .. } | Life::Over { .. } => {}
        }
    }

    /// Retries what could not be stored.
    async fn retry_writes(&mut self) {
        match self.life.suspension().map(Suspension::cause) {
            Some(SuspensionCause::StoreFailure { .. }) => self.resume().await,
            Some(SuspensionCause::AwaitingRejoin { .. }) => self.resume_if_rejoined().await,
            Some(SuspensionCause::Shutdown) => {}
            None => self.start_if_complete().await,
        }
        if self.life.suspension().is_some() {
            return;
        }
        for (seat, removal) in self.seats.take_pending_removals() {
            self.remove_seat(seat, removal).await;
        }
        self.publish();
    }

    /// Starts a match that waits, once it need not wait for another seat.
    pub(super) async fn start_if_complete(&mut self) {
        if self.life.is_waiting() && !self.seats.is_awaiting_start() {
            self.start().await;
        }
    }

    /// Starts the match; the seats that are not taken leave it at once. A start that cannot be stored
    /// is tried again later.
    async fn start(&mut self) {
        let absent = self.seats.not_taken();
        if absent.len() == self.seats.len() {
            return self.abort_unjoined().await;
        }
        fault_point("start");
        let absence = |seat| (seat, self.seats[seat].absence());
        let absent: Vec<_> = absent.into_iter().map(absence).collect();
        let change = |referee: &mut Referee<AnyGame>, events: &mut Vec<Event<AnyAction>>| {
            for (seat, termination) in &absent {
                // At least one seat stays, so that none leaves after the end.
                referee.remove_seat(*seat, *termination, events)?;
            }
            referee.resolve_chance(events);
            Ok::<_, Error>(())
        };
        if self.store_change(change, None).await.is_err() {
            return;
        }
        // A match that starts without an event is stored as running all the same.
        if self.core.row().state == MatchState::Waiting
            && self.store_state(MatchState::Running).await.is_err()
        {
            return;
        }
        self.life.start();
        let issued = self.publisher.sequencer().issued_requests();
        self.publish();
        self.resend_requests(&issued);
    }

    /// Aborts a match that no seat has joined. An abort that cannot be stored is tried again later.
    async fn abort_unjoined(&mut self) {
        let terminations = self.seats.iter().map(|seat| Some(seat.absence()));
        let terminations = terminations.collect();
        let _ = self.abort_match("aborted", terminations).await;
    }

    /// Resumes a match that waits for its seats, once all have rejoined.
    pub(super) async fn resume_if_rejoined(&mut self) {
        if self.life.is_awaiting_rejoin() && self.is_complete() {
            self.resume().await;
        }
    }

    /// Resumes a suspended match, if that can be stored.
    async fn resume(&mut self) {
        let Some(suspension) = self.life.suspension() else {
            return;
        };
        // A commit of a state that is stored already would not write anything.
        let stored = if self.core.row().state == MatchState::Running {
            self.probe_store().await
        } else {
            self.store_state(MatchState::Running).await
        };
        if stored.is_err() {
            return;
        }
        if let SuspensionCause::AwaitingRejoin {
            was_race_interrupted: true,
            ..
        } = suspension.cause()
            && let Err(error) = self.break_race().await
        {
            if error.reason == Reason::StoreUnavailable {
                return;
            }
            tracing::error!(%error, "interrupted race not ended");
        }
        let now = self.inbox.next_stamp();
        self.clock.shift(suspension.since(), now);
        self.seats.shift(suspension.since(), now);
        self.life.resume(now);
        self.publish_state("the match has resumed");
        let issued = self.publisher.sequencer().issued_requests();
        self.publish();
        self.resend_requests(&issued);
    }

    /// Ends a race that the end of the server interrupted: how long each seat had searched is unknown.
    /// The announcements that were applied before count.
    async fn break_race(&mut self) -> Result<(), Error> {
        let deadline = self.referee().deadline();
        let is_overtime = self.referee().overtime_end_nanos().is_some();
        if deadline.is_none() && !is_overtime {
            return Ok(());
        }
        let change = |referee: &mut Referee<AnyGame>, events: &mut Vec<Event<AnyAction>>| {
            match deadline.filter(|_| !is_overtime) {
                Some(deadline) => referee.apply_referee_action(deadline.action, events)?,
                None => {
                    referee.resolve_race(|_| u64::MAX, events);
                }
            }
            referee.resolve_chance(events);
            Ok::<_, Error>(())
        };
        self.store_change(change, None).await
    }

    /// Aborts a match whose seats have not rejoined by their deadline: that is not attributable to a
    /// seat, so the match has no result. An abort that cannot be stored is tried again later.
    async fn abort_unrejoined(&mut self, suspension: Suspension, now: Stamp) {
        match suspension.cause() {
            SuspensionCause::AwaitingRejoin {
                rejoin_deadline, ..
            } if rejoin_deadline <= now => {
                let termination = |seat: &SeatState| {
                    let is_connected = self.publisher.is_connected(seat.seat());
                    let infra = seat.is_offline(is_connected).then_some(Termination::Infra);
                    seat.termination().or(infra)
                };
                let terminations = self.seats.iter().map(termination).collect();
                let _ = self.abort_match("infra", terminations).await;
            }
            SuspensionCause::AwaitingRejoin { .. }
            | SuspensionCause::StoreFailure { .. }
            | SuspensionCause::Shutdown => {}
        }
    }

    /// Suspends a running match because the server is shutting down. If that cannot be stored, the
    /// match is found running after the restart and resumes all the same.
    pub(super) async fn suspend_for_shutdown(&mut self) {
        if let Some(suspension) = self.life.suspend_for_shutdown(Stamp::now()) {
            self.publish_suspension(suspension);
            let _ = self.store_state(MatchState::Suspended).await;
        }
    }
}

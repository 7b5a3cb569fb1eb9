//! Deadlines that pass: races are resolved, rules are applied, seats are removed.

use botwerk_engine::{
    AnyAction, AnyGame, Event, GameRace, Referee, Removal, Seat, Submission, SubmissionError,
};

use super::deadlines::PendingDeadline;
use super::match_room::Room;
use super::stamp::Stamp;
use crate::error::{Error, Reason};

impl Room {
    /// Returns the next deadline of a running match.
    pub(super) fn next_deadline(&self) -> Option<Stamp> {
        let round_trip = |seat| self.publisher.round_trip(seat);
        self.deadlines().next_change(round_trip)
    }

    /// Applies every deadline that has passed by `now` in a running match, and resolves what can be
    /// resolved of a race.
    pub(super) async fn enforce_deadlines(&mut self, now: Stamp) {
        while self.life.is_running() {
            if self.referee().next_race_nanos().is_some() && self.resolve_race().await {
                continue;
            }
            if self.referee().has_held_announcements() && !self.clock.is_virtual() {
                return;
            }
            let round_trip = |seat| self.publisher.round_trip(seat);
            let deadline = self.deadlines().next(round_trip);
            let Some(deadline) = deadline.filter(|deadline| deadline.at() <= now) else {
                return;
            };
            match deadline {
                PendingDeadline::Removal(_, seat, removal) => {
                    self.remove_seat(seat, removal).await;
                }
                PendingDeadline::Rule(_, action) => self.apply_rule_deadline(action).await,
            }
        }
    }

    /// Resolves the open race as far as possible. Returns `true` if anything was resolved.
    async fn resolve_race(&mut self) -> bool {
        let times = self.deadlines().earliest_times();
        let mut is_resolved = false;
        let change = |referee: &mut Referee<AnyGame>, events: &mut Vec<Event<AnyAction>>| {
            is_resolved = times.resolve_race(referee, events);
            referee.resolve_chance(events);
            Ok::<_, SubmissionError>(())
        };
        if let Err(error) = self.change(change).await {
            tracing::debug!(%error, "race not resolved");
            return false;
        }
        is_resolved
    }

    /// Applies the rules' action for a time limit that has passed.
    async fn apply_rule_deadline(&mut self, action: AnyAction) {
        let silent: Vec<Seat> = if self.clock.is_virtual() {
            self.deadlines().clocked_seats().collect()
        } else {
            Vec::new()
        };
        let pass = self.referee().game().pass_action(self.referee().state());
        let times = self.deadlines().earliest_times();
        let change = |referee: &mut Referee<AnyGame>, events: &mut Vec<Event<AnyAction>>| {
            match pass {
                // On virtual time the limit makes the silent seats pass (MR-25).
                Some(pass) if !silent.is_empty() => {
                    for seat in silent {
                        let submission = Submission {
                            seat,
                            actions: &[pass],
                            nanos: None,
                            effort: 0,
                            score: None,
                        };
                        // The last pass breaks the round off for the remaining seats.
                        let _ = referee.submit(submission, events);
                    }
                    times.resolve_race(referee, events);
                }
                _ => referee.apply_referee_action(action, events)?,
            }
            referee.resolve_chance(events);
            Ok::<_, Error>(())
        };
        if let Err(error) = self.change(change).await {
            tracing::debug!(%error, "deadline not applied");
        }
    }

    /// Removes a seat from the match. A removal that cannot be stored is tried again later.
    pub(super) async fn remove_seat(&mut self, seat: Seat, removal: impl Into<Removal>) {
        let removal = removal.into();
        if let Err(error) = self.try_remove_seat(seat, removal).await
            && error.reason == Reason::StoreUnavailable
        {
            self.seats.defer_removal(seat, removal);
        }
    }

    /// Removes a seat from the match.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow it or it could not be stored.
    pub(super) async fn try_remove_seat(
        &mut self,
        seat: Seat,
        removal: Removal,
    ) -> Result<(), Error> {
        let times = self.deadlines().earliest_times();
        let change = |referee: &mut Referee<AnyGame>, events: &mut Vec<Event<AnyAction>>| {
            referee.remove_seat(seat, removal, events)?;
            times.resolve_race(referee, events);
            referee.resolve_chance(events);
            Ok::<_, Error>(())
        };
        self.change(change).await
    }
}

//! The deadlines of the open decision, and the clocks as viewers see them.

use botwerk_engine::{
    AnyAction, AnyGame, Event, GameRace, Referee, Removal, Seat, Seats, Termination, Viewer,
};

use super::agents::DecisionBudget;
use super::frame::ClockReading;
use super::life::Life;
use super::match_clock::MatchClock;
use super::open_request::OpenRequest;
use super::seat::SeatState;
use super::seats::RoomSeats;
use super::stamp::Stamp;
use super::suspension::Suspension;

/// A deadline of the open decision and its effect.
#[derive(Debug, Clone, Copy)]
pub(super) enum PendingDeadline<A> {
    /// The referee applies an action of the rules.
    Rule(Stamp, A),
    /// The seat is removed.
    Removal(Stamp, Seat, Removal),
}

impl<A> PendingDeadline<A> {
    /// Returns when the deadline passes.
    pub(super) fn at(&self) -> Stamp {
        match self {
            Self::Rule(at, _) | Self::Removal(at, ..) => *at,
        }
    }
}

/// Computes the deadlines of a match from its clock, its position and its seats.
pub(super) struct Deadlines<'a> {
    clock: &'a MatchClock,
    referee: &'a Referee<AnyGame>,
    seats: &'a RoomSeats,
}

impl<'a> Deadlines<'a> {
    /// Creates a view of these parts of a room.
    pub(super) fn new(
        clock: &'a MatchClock,
        referee: &'a Referee<AnyGame>,
        seats: &'a RoomSeats,
    ) -> Self {
        Self {
            clock,
            referee,
            seats,
        }
    }

    /// Returns the deadline that passes first. `round_trip` returns the nanoseconds of the round trip of
    /// a seat's connection.
    pub(super) fn next(
        &self,
        round_trip: impl Fn(Seat) -> u64,
    ) -> Option<PendingDeadline<AnyAction>> {
        let offline = self.seats.iter().filter_map(|seat| {
            let at = self.clock.offline_deadline(seat.offline_since()?)?;
            let removal = Termination::Disconnected.into();
            Some(PendingDeadline::Removal(at, seat.seat(), removal))
        });
        let lag = |seat: &SeatState| self.lag_allowance(seat, round_trip(seat.seat()));
        // On wall time overtime ends for each seat by its own time: see `EarliestTimes`.
        let is_by_seat = !self.clock.is_virtual() && self.referee.overtime_end_nanos().is_some();
        self.rule_deadline()
            .filter(|_| !is_by_seat)
            .into_iter()
            .chain(self.flag_deadlines(lag))
            .chain(offline)
            .min_by_key(PendingDeadline::at)
    }

    /// Returns the next time at which a running match changes without a command or an agent's event.
    pub(super) fn next_change(&self, round_trip: impl Fn(Seat) -> u64) -> Option<Stamp> {
        let deadline = || self.next(round_trip).map(|deadline| deadline.at());
        // On virtual time no seat is awaited longer than the rules allow (MR-25).
        let race = self.referee.next_race_nanos();
        let Some(best) = race.filter(|_| !self.clock.is_virtual()) else {
            return deadline();
        };
        // A seat that can still be earlier by then is played by an agent, which reports its choice.
        let open = self.seats.iter().filter_map(SeatState::open_request);
        let resolved_at = open
            .filter_map(|open| open.slower_than(best))
            .filter(|at| *at > self.clock.processed_until())
            .max();
        if self.referee.has_held_announcements() {
            resolved_at
        } else {
            resolved_at.into_iter().chain(deadline()).min()
        }
    }

    /// Returns the earliest times at which seats can still be found to have announced.
    pub(super) fn earliest_times(&self) -> EarliestTimes {
        let processed_until = self.clock.processed_until();
        // The next request of a seat that has announced continues its time.
        let next_request = |seat: &SeatState| {
            let start = seat.race_start(self.referee.turn(seat.seat()));
            start.map_or(0, |start| processed_until.next().nanos_since(start))
        };
        let bound = |seat: &SeatState| match seat.open_request() {
            // On virtual time all seats are awaited (MR-25).
            _ if self.clock.is_virtual() => 0,
            Some(open) => open.earliest_possible(processed_until),
            None => next_request(seat),
        };
        EarliestTimes(self.seats.iter().map(bound).collect())
    }

    /// Returns the nanoseconds that a submission took which arrived at `stamp`; none if it arrived
    /// before the request for its part was sent.
    pub(super) fn elapsed(&self, seat: Seat, stamp: Stamp) -> u64 {
        let start = self.seats[seat].open_request().and_then(OpenRequest::start);
        start.map_or(0, |start| stamp.nanos_since(start))
    }

    /// Returns the seats whose submissions a time limit applies to. On virtual time agents are always
    /// awaited, since their choices must not depend on the load of the server (MR-25).
    pub(super) fn clocked_seats(&self) -> Seats {
        let awaited = self.referee.awaited_seats();
        if self.clock.is_virtual() {
            awaited
                .filter(|seat| !self.seats[*seat].is_agent())
                .collect()
        } else {
            awaited
        }
    }

    /// Returns the rules' deadline, as long as it applies to any seat.
    fn rule_deadline(&self) -> Option<PendingDeadline<AnyAction>> {
        let limit = self.clock.rule_limit(self.referee)?;
        let at = self.clock.decision_deadline(limit.nanos);
        let rule = PendingDeadline::Rule(at, limit.action);
        (!self.clocked_seats().is_empty()).then_some(rule)
    }

    /// Returns when the clocks of awaited seats reach zero, `lag_allowance` nanoseconds later than they
    /// show, with the effect of each.
    fn flag_deadlines(
        &self,
        lag_allowance: impl Fn(&SeatState) -> u64,
    ) -> impl Iterator<Item = PendingDeadline<AnyAction>> {
        let clocked = self.clocked_seats();
        let deadline = self.referee.deadline();
        let replacement = deadline
            .filter(|deadline| deadline.replaces_flagging)
            .map(|deadline| deadline.action);
        self.seats.iter().filter_map(move |seat| {
            let remaining = self
                .time_remaining(seat)
                .filter(|_| clocked.contains(seat.seat()))?;
            let open = seat.open_request()?;
            let limit = remaining.saturating_add(lag_allowance(seat));
            let at = open.start()?.after_nanos(limit);
            Some(match replacement {
                Some(action) => PendingDeadline::Rule(at, action),
                None => PendingDeadline::Removal(at, seat.seat(), Removal::flagged(limit)),
            })
        })
    }

    /// Returns the nanoseconds that a seat had left with its latest submission, or `None` if no clock
    /// runs against it.
    pub(super) fn time_remaining(&self, seat: &SeatState) -> Option<u64> {
        if self.referee.decision().is_none_or(|ask| ask.simultaneous) {
            return None;
        }
        let turn = seat.open_request()?.turn();
        seat.clock().remaining(self.clock.control(), turn)
    }

    /// Returns the maximum lag compensation of a seat's next submission in nanoseconds.
    pub(super) fn lag_allowance(&self, seat: &SeatState, round_trip: u64) -> u64 {
        let (control, cap) = (self.clock.control(), self.clock.lag_cap_millis());
        seat.clock().lag_allowance(control, round_trip, cap)
    }

    /// Returns the limits of an agent's decision. Its time is a share of its clock that leaves enough
    /// for the rest of the match. On virtual time only its nodes are limited, since its choice must
    /// not depend on the load of the server (MR-25), unless its own settings limit its time.
    pub(super) fn decision_budget(&self, seat: Seat) -> DecisionBudget {
        let control = self.clock.control();
        let state = &self.seats[seat];
        let is_clocked = self.time_remaining(state).is_some() && !self.clock.is_virtual();
        let open = state.open_request().filter(|_| is_clocked);
        DecisionBudget {
            nodes: control.budget_nodes,
            nanos: open.and_then(|open| state.clock().thinking_nanos(control, open.turn())),
        }
    }

    /// Returns the rules' action for a seat that passes, if a submission that takes `nanos` would come
    /// after the end of the race.
    pub(super) fn pass_if_late(&self, nanos: u64) -> Option<AnyAction> {
        let limit = self.clock.rule_limit(self.referee)?.nanos;
        let pass = self.referee.game().pass_action(self.referee.state())?;
        (nanos > limit).then_some(pass)
    }

    /// Returns the remaining times as a viewer sees them.
    pub(super) fn reading(&self, viewer: Viewer, life: Life) -> ClockReading {
        let is_awaited = match viewer {
            Viewer::Seat(seat) => self.seats[seat].open_request().is_some(),
            Viewer::Spectator => true,
        };
        // Lag compensation is nothing to rely on, so it is not shown.
        let deadlines = self
            .rule_deadline()
            .into_iter()
            .chain(self.flag_deadlines(|_| 0));
        let deadline = deadlines
            .map(|deadline| deadline.at())
            .min()
            .filter(|_| is_awaited && !life.is_over());
        let suspension = life.suspension();
        let now = suspension.map_or_else(Stamp::now, Suspension::since);
        ClockReading {
            remaining_nanos: deadline.map(|deadline| deadline.nanos_since(now)),
            bank_nanos: self.banks(now),
            is_paused: suspension.is_some(),
        }
    }

    /// Returns the nanoseconds in each seat's bank; empty without banks.
    fn banks(&self, now: Stamp) -> Vec<u64> {
        let control = self.clock.control();
        if control.bank.is_none() {
            return Vec::new();
        }
        let bank = |seat: &SeatState| {
            let open = seat
                .open_request()
                .filter(|_| self.time_remaining(seat).is_some());
            let turn = open.map_or(0, OpenRequest::turn);
            let remaining = seat.clock().remaining(control, turn).unwrap_or(0);
            let start = open.and_then(OpenRequest::start);
            let running = start.map_or(0, |start| now.nanos_since(start));
            remaining.saturating_sub(running)
        };
        self.seats.iter().map(bank).collect()
    }
}

/// The earliest times at which the seats of a match can still be found to have announced in a race, in
/// nanoseconds by seat.
#[derive(Debug)]
pub(super) struct EarliestTimes(Vec<u64>);

impl EarliestTimes {
    /// Resolves the open race as far as no seat can be found earlier. Returns `true` if anything was
    /// resolved.
    pub(super) fn resolve_race(
        &self,
        referee: &mut Referee<AnyGame>,
        events: &mut Vec<Event<AnyAction>>,
    ) -> bool {
        referee.resolve_race(|seat| self.0[seat.index()], events)
    }
}

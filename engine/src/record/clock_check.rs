//! The checks of a record's clocks: no seat acts after its time, and seats leave for a reason that the
//! match allows.

use super::header::ClockKind;
use super::lines::EventLine;
use super::replay::{Replay, VerifyError};
use crate::clock::{Charge, SeatClock};
use crate::game::{Actor, Game};
use crate::referee::{Event, Removal, SubmissionInfo};
use crate::seat::Seat;
use crate::termination::Termination;

impl<G: Game> Replay<'_, G> {
    /// Returns the seat that leaves with an event.
    pub(super) fn leaving_seat(&self, event: &Event<G::Action>) -> Option<Seat> {
        let leaving = self.referee.game().leaving_seat(event.action);
        leaving.filter(|_| event.actor == Actor::Referee)
    }

    /// Checks that a seat leaves for a reason that is possible in this match and at this position.
    pub(super) fn check_removal(&self, event: &Event<G::Action>) -> Result<(), String> {
        let Some(seat) = self.leaving_seat(event) else {
            return Ok(());
        };
        let removal = event.removal;
        let removal = removal.ok_or("termination: expected why the seat leaves")?;
        let impossible = |why: &str| {
            let termination = removal.termination;
            Err(format!(
                "termination: seat {seat} cannot leave as {termination}: {why}"
            ))
        };
        if removal.termination != Termination::Flagged && removal.elapsed_nanos.is_some() {
            return Err("elapsed_nanos: only a flagged seat has the time of its clock".into());
        }
        let has_agent = self.record.header.seats[seat.index()].agent.is_some();
        match removal.termination {
            Termination::Flagged => self.check_flag(seat, removal),
            Termination::Disconnected if self.control.has_clock() => {
                impossible("its clock limits for how long it is offline")
            }
            Termination::Resigned | Termination::Disconnected | Termination::NoShow
                if has_agent =>
            {
                impossible("a built-in agent plays it")
            }
            Termination::NoShow if !self.has_only_absent_seats() => {
                impossible("the match has started")
            }
            Termination::Infra => impossible("that is not attributable to a seat"),
            Termination::Resigned
            | Termination::Illegal
            | Termination::Disconnected
            | Termination::NoShow
            | Termination::Crashed => Ok(()),
        }
    }

    /// Returns `true` if no event precedes the next one but the removal of seats that were not joined, or whose program
    /// failed before.
    fn has_only_absent_seats(&self) -> bool {
        let removal = |event: &Event<G::Action>| event.removal.map(|it| it.termination);
        let is_absent =
            |termination| matches!(termination, Termination::NoShow | Termination::Crashed);
        let latest = self.latest.as_ref();
        latest.is_none_or(|event| removal(event).is_some_and(is_absent))
    }

    /// Checks that the clock of a flagged seat was running and has reached zero.
    fn check_flag(&self, seat: Seat, removal: Removal) -> Result<(), String> {
        let Some(remaining) = self.remaining_nanos(seat) else {
            return Err(format!(
                "termination: seat {seat} cannot leave as FLAGGED: no clock was running against it"
            ));
        };
        let latest = remaining.saturating_add(self.max_lag_nanos(seat));
        match removal.elapsed_nanos {
            Some(elapsed) if (remaining..=latest).contains(&elapsed) => Ok(()),
            _ => Err(format!(
                "elapsed_nanos: expected from {remaining} to {latest}, when the clock of seat {seat} \
                 reached zero"
            )),
        }
    }

    /// Checks that the times of a match on wall time are not those of virtual time: then the header was
    /// changed, since no clock measures exactly what efforts are computed to.
    ///
    /// # Errors
    /// Returns an error if all times follow from the efforts.
    pub fn check_clock_kind(&self) -> Result<(), VerifyError> {
        let record = self.record;
        let mut submissions = record.events.iter().filter(|line| line.turn.is_some());
        let mut efforts = submissions.clone().filter_map(|line| line.effort);
        let is_computed = |line: &EventLine| {
            let time = line.elapsed_nanos.unwrap_or(0);
            let computed = self
                .referee
                .game()
                .virtual_time(line.effort.unwrap_or(0), 0);
            computed == Some(time)
        };
        if record.header.clock == ClockKind::Virtual
            || efforts.all(|effort| effort == 0)
            || !submissions.all(is_computed)
        {
            return Ok(());
        }
        let message = "clock: the times of all submissions are those of virtual time".into();
        Err(VerifyError { seq: 0, message })
    }

    /// Checks that a submission was made before the clock of its seat reached zero, and that its seat
    /// paid for it.
    pub(super) fn check_charge(
        &self,
        seat: Seat,
        line: &EventLine,
        info: SubmissionInfo,
    ) -> Result<(), String> {
        let header = &self.record.header;
        if let Some(nodes) = self.control.budget_nodes.filter(|max| info.effort > *max) {
            return Err(format!("effort: expected at most {nodes} nodes"));
        }
        let elapsed = info.elapsed_nanos;
        let Some(remaining) = self.remaining_nanos(seat) else {
            return if line.charged_nanos.is_none() || line.charged_nanos == elapsed {
                Ok(())
            } else {
                Err("charged_nanos: no clock was running against the seat".into())
            };
        };
        // Only on virtual time a submission may have no time.
        let elapsed = elapsed.unwrap_or(0);
        let charged = line.charged_nanos.unwrap_or(elapsed);
        // The lag of an agent is not compensated.
        let has_agent = header.seats[seat.index()].agent.is_some();
        let lag = if has_agent {
            0
        } else {
            self.max_lag_nanos(seat)
        };
        let is_virtual = header.clock == ClockKind::Virtual && !has_agent;
        // On virtual time the elapsed time follows from the effort, and the charged time was measured.
        if !is_virtual && !(elapsed.saturating_sub(lag)..=elapsed).contains(&charged) {
            return Err(format!(
                "charged_nanos: expected at most {lag} ns less than the {elapsed} ns elapsed"
            ));
        }
        // An agent is not flagged on virtual time, and on wall time its thread stops it.
        if !has_agent && charged > remaining.saturating_add(lag) {
            return Err(format!(
                "charged_nanos: the clock of seat {seat} had reached zero after {remaining} ns"
            ));
        }
        Ok(())
    }

    /// Charges the submission that an applied event has started, unless `None`, and completes the turns
    /// that are over.
    pub(super) fn update_clocks(
        &mut self,
        line: &EventLine,
        charged: Option<(Seat, SubmissionInfo)>,
    ) {
        if let Some((seat, info)) = charged {
            let elapsed = info.elapsed_nanos.unwrap_or(0);
            let charged = line.charged_nanos.unwrap_or(elapsed);
            let is_compensated = self.record.header.clock == ClockKind::Wall;
            let compensated = if is_compensated {
                elapsed.saturating_sub(charged)
            } else {
                0
            };
            let charge = Charge {
                charged,
                compensated,
            };
            self.clocks[seat.index()].charge(info.turn, charge);
        }
        let awaited = self.referee.awaited_seats();
        for (seat, clock) in Seat::all(self.clocks.len()).zip(&mut self.clocks) {
            let open = awaited.contains(seat).then(|| self.referee.turn(seat));
            clock.restore_open_turn(open);
        }
    }

    /// Returns the nanoseconds that a seat has left, or `None` if no clock is running against it.
    pub fn remaining_nanos(&self, seat: Seat) -> Option<u64> {
        let decision = self.referee.decision()?;
        if decision.simultaneous || !self.referee.awaited_seats().contains(seat) {
            return None;
        }
        let turn = self.referee.turn(seat);
        self.clock(seat).remaining(self.control, turn)
    }

    /// Returns the nanoseconds after which a built-in agent on a seat stops its search, or `None` if no clock
    /// is running against it.
    pub fn thinking_nanos(&self, seat: Seat) -> Option<u64> {
        self.remaining_nanos(seat)?;
        let turn = self.referee.turn(seat);
        self.clock(seat).thinking_nanos(self.control, turn)
    }

    /// Returns the most nanoseconds of lag that can be compensated; the record does not tell how long
    /// the round trips were.
    fn max_lag_nanos(&self, seat: Seat) -> u64 {
        let clock = self.clock(seat);
        clock.lag_allowance(self.control, u64::MAX, u32::MAX)
    }

    fn clock(&self, seat: Seat) -> &SeatClock {
        &self.clocks[seat.index()]
    }
}

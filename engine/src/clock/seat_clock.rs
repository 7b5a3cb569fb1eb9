//! The clock of one seat: time used, time left, and lag compensation.

use super::time_control::TimeControl;

/// Nanoseconds in a millisecond.
const MILLISECOND: u64 = 1_000_000;

/// Maximum nanoseconds of lag that can be compensated in a match without any completed turn.
const MAX_INITIAL_LAG_ALLOWANCE: u64 = 1000 * MILLISECOND;

/// Maximum nanoseconds by which each completed turn raises the lag allowance.
const MAX_LAG_ALLOWANCE_PER_TURN: u64 = 20 * MILLISECOND;

/// The share of the time control that can be compensated is one in this number, so that a client with
/// a slow connection has at most a tenth more time than its opponents.
const LAG_SHARE: u64 = 10;

/// Time used by one seat, in nanoseconds. Races are not counted.
///
/// ```
/// use botwerk_engine::clock::{Charge, SeatClock, TimeControl};
///
/// let control: TimeControl = "bank 60s+1s".parse().unwrap();
/// let mut clock = SeatClock::default();
/// clock.charge(1, Charge::new(20_000_000_000, 0));
/// clock.complete();
/// assert_eq!(clock.remaining(control, 2), Some(41_000_000_000));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatClock {
    /// Time charged in all turns.
    charged: u64,
    /// Lag compensated in all turns.
    compensated: u64,
    /// Number of completed turns.
    turns: u64,
    /// The turn of the latest submission, unless that completed it.
    latest: Option<TurnTime>,
}

/// Time charged in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct TurnTime {
    number: u32,
    charged: u64,
}

/// The two parts of a submission's elapsed time, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge {
    /// The time that the seat's clock pays.
    pub charged: u64,
    /// The time that is compensated as lag.
    pub compensated: u64,
}

impl Charge {
    /// Splits the time of a submission, of which at most `lag_allowance` is compensated.
    pub fn new(elapsed: u64, lag_allowance: u64) -> Self {
        let compensated = elapsed.min(lag_allowance);
        Self {
            charged: elapsed - compensated,
            compensated,
        }
    }
}

impl SeatClock {
    /// Returns the time that was left with the latest submission of a turn, or `None` without a limit.
    pub fn remaining(&self, control: TimeControl, turn: u32) -> Option<u64> {
        if let Some(limit) = control.turn_millis {
            return Some((limit * MILLISECOND).saturating_sub(self.charged_in(turn)));
        }
        let bank = control.bank?;
        let granted = bank.base_millis + bank.increment_millis.saturating_mul(self.turns);
        Some((granted.saturating_mul(MILLISECOND)).saturating_sub(self.charged))
    }

    /// Returns the nanoseconds after which a built-in agent stops its search in a turn, a share of its clock
    /// that leaves enough for the rest of the match; `None` without a limit.
    pub fn thinking_nanos(&self, control: TimeControl, turn: u32) -> Option<u64> {
        let remaining = self.remaining(control, turn)?;
        Some(match control.bank {
            Some(bank) => {
                let increment = bank.increment_millis.saturating_mul(MILLISECOND);
                (remaining / 20 + increment / 4 * 3).min(remaining / 10 * 9)
            }
            None => remaining / 10 * 9,
        })
    }

    /// Returns the maximum lag compensation of a submission after the given round trip.
    pub fn lag_allowance(&self, control: TimeControl, round_trip: u64, cap_millis: u32) -> u64 {
        let (initial, per_turn) = match (control.turn_millis, control.bank) {
            (Some(limit), _) => (limit, limit),
            (None, Some(bank)) => (bank.base_millis, bank.increment_millis),
            (None, None) => (0, 0),
        };
        let share = |millis: u64| millis.saturating_mul(MILLISECOND) / LAG_SHARE;
        let initial = share(initial).min(MAX_INITIAL_LAG_ALLOWANCE);
        let per_turn = share(per_turn).min(MAX_LAG_ALLOWANCE_PER_TURN);
        let total = initial.saturating_add(per_turn.saturating_mul(self.turns));
        let remaining = total.saturating_sub(self.compensated);
        round_trip
            .min(u64::from(cap_millis) * MILLISECOND)
            .min(remaining)
    }

    /// Charges a submission.
    pub fn charge(&mut self, turn: u32, charge: Charge) {
        let Charge {
            charged,
            compensated,
        } = charge;
        let before = self.charged_in(turn);
        if self.latest.is_some_and(|latest| latest.number != turn) {
            self.complete();
        }
        self.latest = Some(TurnTime {
            number: turn,
            charged: before.saturating_add(charged),
        });
        self.charged = self.charged.saturating_add(charged);
        self.compensated = self.compensated.saturating_add(compensated);
    }

    /// Completes the latest turn.
    pub fn complete(&mut self) {
        self.turns += u64::from(self.latest.take().is_some());
    }

    /// Completes the latest turn unless it is the open one.
    pub fn restore_open_turn(&mut self, open: Option<u32>) {
        if self
            .latest
            .is_some_and(|latest| Some(latest.number) != open)
        {
            self.complete();
        }
    }

    fn charged_in(&self, turn: u32) -> u64 {
        let latest = self.latest.filter(|latest| latest.number == turn);
        latest.map_or(0, |latest| latest.charged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Bank;

    fn bank(base_millis: u64, increment_millis: u64) -> TimeControl {
        TimeControl {
            bank: Some(Bank {
                base_millis,
                increment_millis,
            }),
            ..TimeControl::default()
        }
    }

    fn charge(millis: u64) -> Charge {
        Charge::new(millis * MILLISECOND, 0)
    }

    #[test]
    fn bank_is_charged_and_grows_with_every_completed_turn() {
        let (control, mut clock) = (bank(100, 10), SeatClock::default());
        assert_eq!(clock.remaining(control, 1), Some(100 * MILLISECOND));
        clock.charge(1, charge(30));
        assert_eq!(clock.remaining(control, 1), Some(70 * MILLISECOND));
        clock.charge(1, charge(20));
        clock.complete();
        assert_eq!(clock.remaining(control, 2), Some(60 * MILLISECOND));
    }

    #[test]
    fn turn_limit_applies_to_every_turn() {
        let control = TimeControl {
            turn_millis: Some(50),
            ..TimeControl::default()
        };
        let mut clock = SeatClock::default();
        clock.charge(1, charge(40));
        assert_eq!(clock.remaining(control, 1), Some(10 * MILLISECOND));
        clock.complete();
        assert_eq!(clock.remaining(control, 2), Some(50 * MILLISECOND));
    }

    #[test]
    fn open_turn_stays_open_after_a_restart_and_others_are_completed() {
        let control = bank(100, 10);
        let mut clock = SeatClock::default();
        clock.charge(1, charge(30));
        clock.restore_open_turn(Some(1));
        assert_eq!(clock.remaining(control, 1), Some(70 * MILLISECOND));
        clock.restore_open_turn(Some(2));
        assert_eq!(clock.remaining(control, 2), Some(80 * MILLISECOND));
    }

    #[test]
    fn lag_is_compensated_within_an_allowance() {
        let (control, mut clock) = (bank(60_000, 500), SeatClock::default());
        let allowance = |clock: &SeatClock, millis| {
            clock.lag_allowance(control, millis * MILLISECOND, 100) / MILLISECOND
        };
        assert_eq!(allowance(&clock, 30), 30);
        assert_eq!(allowance(&clock, 300), 100);
        clock.charge(1, Charge::new(1020 * MILLISECOND, 1000 * MILLISECOND));
        assert_eq!(allowance(&clock, 300), 0);
        clock.complete();
        assert_eq!(allowance(&clock, 300), 20);
    }

    #[test]
    fn lag_allowance_is_at_most_a_tenth_of_the_time_control() {
        let (control, mut clock) = (bank(200, 2), SeatClock::default());
        let round_trip = 100 * MILLISECOND;
        let allowance = |clock: &SeatClock| clock.lag_allowance(control, round_trip, 100);
        assert_eq!(allowance(&clock), 20 * MILLISECOND);
        clock.charge(1, Charge::new(round_trip, 20 * MILLISECOND));
        clock.complete();
        assert_eq!(allowance(&clock), MILLISECOND / 5);
        let control = TimeControl {
            turn_millis: Some(50),
            ..TimeControl::default()
        };
        let clock = SeatClock::default();
        assert_eq!(
            clock.lag_allowance(control, round_trip, 100),
            5 * MILLISECOND
        );
        let without_clock = TimeControl::default();
        assert_eq!(clock.lag_allowance(without_clock, round_trip, 100), 0);
    }
}

//! The clock of one seat: time used, time left, and lag compensation.

use botwerk_tournament::configuration::TimeControl;

/// Nanoseconds in a millisecond.
const MILLISECOND: u64 = 1_000_000;

/// Nanoseconds of lag that can be compensated in a match without any completed turn.
const INITIAL_LAG_ALLOWANCE: u64 = 1000 * MILLISECOND;

/// Nanoseconds by which each completed turn raises the lag allowance.
const LAG_ALLOWANCE_PER_TURN: u64 = 20 * MILLISECOND;

/// Time used by one seat, in nanoseconds. Races are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SeatClock {
    /// Time charged in all turns.
    charged: u64,
    /// Lag compensated in all turns.
    compensated: u64,
    /// Number of completed turns.
    turns: u64,
    /// The turn of the latest submission, unless that completed it.
    latest: Option<TurnTime>,
}

/// Time used in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct TurnTime {
    number: u32,
    elapsed: u64,
    charged: u64,
}

impl SeatClock {
    /// Returns the time since the latest submission of a turn for one that arrives `elapsed` after the
    /// turn's request.
    pub(super) fn time_since_last_part(&self, turn: u32, elapsed: u64) -> u64 {
        elapsed.saturating_sub(self.used_in(turn).elapsed)
    }

    /// Returns the time from a turn's request to its latest submission.
    pub(super) fn elapsed(&self, turn: u32) -> u64 {
        self.used_in(turn).elapsed
    }

    /// Returns the time that was left with the latest submission of a turn, or `None` without a limit.
    pub(super) fn remaining(&self, control: TimeControl, turn: u32) -> Option<u64> {
        if let Some(limit) = control.turn_millis {
            return Some((limit * MILLISECOND).saturating_sub(self.used_in(turn).charged));
        }
        let bank = control.bank?;
        let granted = bank.base_millis + bank.increment_millis.saturating_mul(self.turns);
        Some((granted.saturating_mul(MILLISECOND)).saturating_sub(self.charged))
    }

    /// Returns the maximum lag compensation of a submission after the given round trip.
    pub(super) fn lag_allowance(&self, round_trip: u64, cap_millis: u32) -> u64 {
        let total =
            INITIAL_LAG_ALLOWANCE.saturating_add(LAG_ALLOWANCE_PER_TURN.saturating_mul(self.turns));
        let remaining = total.saturating_sub(self.compensated);
        round_trip
            .min(u64::from(cap_millis) * MILLISECOND)
            .min(remaining)
    }

    /// Charges a submission `charged` of the time `step` that it took.
    pub(super) fn charge(&mut self, turn: u32, step: u64, charged: u64) {
        let used = self.used_in(turn);
        if self.latest.is_some_and(|latest| latest.number != turn) {
            self.complete();
        }
        self.latest = Some(TurnTime {
            number: turn,
            elapsed: used.elapsed.saturating_add(step),
            charged: used.charged.saturating_add(charged),
        });
        self.charged = self.charged.saturating_add(charged);
        self.compensated = self
            .compensated
            .saturating_add(step.saturating_sub(charged));
    }

    /// Completes the latest turn.
    pub(super) fn complete(&mut self) {
        self.turns += u64::from(self.latest.take().is_some());
    }

    /// Restarts the time of the open turn, if there is one, after a restart of the server. What was
    /// charged stays charged.
    pub(super) fn restart_turn(&mut self, open: Option<u32>) {
        if self
            .latest
            .is_some_and(|latest| Some(latest.number) != open)
        {
            self.complete();
        }
        if let Some(latest) = &mut self.latest {
            latest.elapsed = 0;
        }
    }

    fn used_in(&self, turn: u32) -> TurnTime {
        self.latest
            .filter(|latest| latest.number == turn)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use botwerk_tournament::configuration::Bank;

    fn bank(base_millis: u64, increment_millis: u64) -> TimeControl {
        TimeControl {
            bank: Some(Bank {
                base_millis,
                increment_millis,
            }),
            ..TimeControl::default()
        }
    }

    #[test]
    fn bank_is_charged_and_grows_with_every_completed_turn() {
        let (control, mut clock) = (bank(100, 10), SeatClock::default());
        assert_eq!(clock.remaining(control, 1), Some(100 * MILLISECOND));
        clock.charge(1, 30 * MILLISECOND, 30 * MILLISECOND);
        assert_eq!(clock.remaining(control, 1), Some(70 * MILLISECOND));
        // The second submission of the turn is charged from the first one on.
        assert_eq!(
            clock.time_since_last_part(1, 50 * MILLISECOND),
            20 * MILLISECOND
        );
        clock.charge(1, 20 * MILLISECOND, 20 * MILLISECOND);
        clock.complete();
        assert_eq!(clock.remaining(control, 2), Some(60 * MILLISECOND));
        assert_eq!(clock.elapsed(2), 0);
    }

    #[test]
    fn turn_limit_applies_to_every_turn() {
        let control = TimeControl {
            turn_millis: Some(50),
            ..TimeControl::default()
        };
        let mut clock = SeatClock::default();
        clock.charge(1, 40 * MILLISECOND, 40 * MILLISECOND);
        assert_eq!(clock.remaining(control, 1), Some(10 * MILLISECOND));
        clock.complete();
        assert_eq!(clock.remaining(control, 2), Some(50 * MILLISECOND));
    }

    #[test]
    fn lag_is_compensated_within_an_allowance() {
        let mut clock = SeatClock::default();
        assert_eq!(clock.lag_allowance(30 * MILLISECOND, 100), 30 * MILLISECOND);
        assert_eq!(
            clock.lag_allowance(300 * MILLISECOND, 100),
            100 * MILLISECOND
        );
        clock.charge(1, 1020 * MILLISECOND, 20 * MILLISECOND);
        assert_eq!(clock.lag_allowance(300 * MILLISECOND, 100), 0);
        clock.complete();
        assert_eq!(
            clock.lag_allowance(300 * MILLISECOND, 100),
            LAG_ALLOWANCE_PER_TURN
        );
    }
}

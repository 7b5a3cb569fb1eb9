//! A seat's clock: what it has used, what is left, and what the transport is forgiven.

use botwerk_tournament::configuration::TimeControl;

/// Nanoseconds in a millisecond.
const MILLISECOND: u64 = 1_000_000;

/// What the transport is forgiven in a match: at its start, and with every turn.
const LAG_STOCK: u64 = 1000 * MILLISECOND;
const LAG_A_TURN: u64 = 20 * MILLISECOND;

/// What a seat has used of its time. Only turns under the clock count: races do not.
///
/// All times are in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SeatClock {
    /// Charged in all turns.
    charged: u64,
    /// Forgiven in all turns.
    forgiven: u64,
    /// Turns that have been completed.
    turns: u64,
    /// The turn of the latest act, unless that has completed it.
    latest: Option<Turn>,
}

/// What was used in a turn so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Turn {
    number: u32,
    elapsed: u64,
    charged: u64,
}

impl SeatClock {
    /// Time that an act of a turn takes which arrives `elapsed` after the turn's request.
    pub(super) fn step(&self, turn: u32, elapsed: u64) -> u64 {
        elapsed.saturating_sub(self.used_in(turn).elapsed)
    }

    /// Time from a turn's request to its latest act.
    pub(super) fn elapsed(&self, turn: u32) -> u64 {
        self.used_in(turn).elapsed
    }

    /// Time that was left with the latest act of a turn; `None` without a limit.
    pub(super) fn left(&self, control: TimeControl, turn: u32) -> Option<u64> {
        if let Some(limit) = control.turn_millis {
            return Some((limit * MILLISECOND).saturating_sub(self.used_in(turn).charged));
        }
        let bank = control.bank?;
        let given = bank.base_millis + bank.increment_millis.saturating_mul(self.turns);
        Some((given.saturating_mul(MILLISECOND)).saturating_sub(self.charged))
    }

    /// What an act is forgiven at most, its transport having taken so long.
    pub(super) fn allowance(&self, transport: u64, cap_millis: u32) -> u64 {
        let given = LAG_STOCK.saturating_add(LAG_A_TURN.saturating_mul(self.turns));
        let stock = given.saturating_sub(self.forgiven);
        transport
            .min(u64::from(cap_millis) * MILLISECOND)
            .min(stock)
    }

    /// Counts an act that took `step` and was charged `charged`.
    pub(super) fn count(&mut self, turn: u32, step: u64, charged: u64) {
        let used = self.used_in(turn);
        if self.latest.is_some_and(|latest| latest.number != turn) {
            self.complete();
        }
        self.latest = Some(Turn {
            number: turn,
            elapsed: used.elapsed.saturating_add(step),
            charged: used.charged.saturating_add(charged),
        });
        self.charged = self.charged.saturating_add(charged);
        self.forgiven = self.forgiven.saturating_add(step.saturating_sub(charged));
    }

    /// Counts the latest turn as completed.
    pub(super) fn complete(&mut self) {
        self.turns += u64::from(self.latest.take().is_some());
    }

    /// Goes on after a restart in an open turn, or in none: its time runs anew, but what was charged
    /// stays charged.
    pub(super) fn go_on(&mut self, open: Option<u32>) {
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

    fn used_in(&self, turn: u32) -> Turn {
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
    fn a_bank_is_charged_and_grows_with_every_completed_turn() {
        let (control, mut clock) = (bank(100, 10), SeatClock::default());
        assert_eq!(clock.left(control, 1), Some(100 * MILLISECOND));
        clock.count(1, 30 * MILLISECOND, 30 * MILLISECOND);
        assert_eq!(clock.left(control, 1), Some(70 * MILLISECOND));
        // The second act of the turn is charged from the first one on.
        assert_eq!(clock.step(1, 50 * MILLISECOND), 20 * MILLISECOND);
        clock.count(1, 20 * MILLISECOND, 20 * MILLISECOND);
        clock.complete();
        assert_eq!(clock.left(control, 2), Some(60 * MILLISECOND));
        assert_eq!(clock.elapsed(2), 0);
    }

    #[test]
    fn a_turn_has_its_limit_anew() {
        let control = TimeControl {
            turn_millis: Some(50),
            ..TimeControl::default()
        };
        let mut clock = SeatClock::default();
        clock.count(1, 40 * MILLISECOND, 40 * MILLISECOND);
        assert_eq!(clock.left(control, 1), Some(10 * MILLISECOND));
        clock.complete();
        assert_eq!(clock.left(control, 2), Some(50 * MILLISECOND));
    }

    #[test]
    fn the_transport_is_forgiven_from_a_stock() {
        let mut clock = SeatClock::default();
        assert_eq!(clock.allowance(30 * MILLISECOND, 100), 30 * MILLISECOND);
        assert_eq!(clock.allowance(300 * MILLISECOND, 100), 100 * MILLISECOND);
        clock.count(1, 1020 * MILLISECOND, 20 * MILLISECOND);
        assert_eq!(clock.allowance(300 * MILLISECOND, 100), 0);
        clock.complete();
        assert_eq!(clock.allowance(300 * MILLISECOND, 100), LAG_A_TURN);
    }
}

//! The clock of a match: how far time was processed, and when the open decision started.

use std::time::Duration;

use botwerk_engine::clock::TimeControl;
use botwerk_engine::{AnyAction, AnyGame, GameRace, Referee};

use super::stamp::Stamp;

/// Identifies a decision: its stage and its number.
type DecisionKey = (&'static str, u32);

/// A time limit of the rules for the open decision, and its effect.
#[derive(Debug, Clone, Copy)]
pub(super) struct RuleLimit<A> {
    /// Nanoseconds from the start of the decision.
    pub(super) nanos: u64,
    /// The referee action that applies once the limit has expired.
    pub(super) action: A,
}

/// What the time of a match is limited by, and how far it has passed.
#[derive(Debug)]
pub(super) struct MatchClock {
    control: TimeControl,
    is_virtual: bool,
    lag_cap_millis: u32,
    offline_limit: Duration,
    decision: Option<DecisionKey>,
    phase_started: Stamp,
    /// All commands stamped earlier have been executed.
    processed_until: Stamp,
}

impl MatchClock {
    /// Creates the clock of a match without an open decision.
    ///
    /// `lag_cap_millis` applies unless the time control sets another cap; `offline_limit` is the time
    /// for which a seat may be offline while no clock runs against it.
    pub(super) fn new(
        control: TimeControl,
        is_virtual: bool,
        lag_cap_millis: u32,
        offline_limit: Duration,
        now: Stamp,
    ) -> Self {
        Self {
            control,
            is_virtual,
            lag_cap_millis: control.lag_cap_millis.unwrap_or(lag_cap_millis),
            offline_limit,
            decision: None,
            phase_started: now,
            processed_until: now,
        }
    }

    /// Returns how the match limits time.
    pub(super) fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns `true` if times are computed from declared search nodes (MR-25).
    pub(super) fn is_virtual(&self) -> bool {
        self.is_virtual
    }

    /// Returns the maximum lag compensation of a submission in milliseconds.
    pub(super) fn lag_cap_millis(&self) -> u32 {
        self.lag_cap_millis
    }

    /// Returns when a seat that is offline since then is removed, or `None` if its clock limits that.
    pub(super) fn offline_deadline(&self, since: Stamp) -> Option<Stamp> {
        (!self.control.has_clock()).then(|| since.after(self.offline_limit))
    }

    /// Returns the time up to which all commands have been executed.
    pub(super) fn processed_until(&self) -> Stamp {
        self.processed_until
    }

    /// Records that all commands stamped before `now` have been executed.
    pub(super) fn advance(&mut self, now: Stamp) {
        self.processed_until = self.processed_until.max(now);
    }

    /// Starts the time of the open decision, unless it is the same as before.
    pub(super) fn set_decision(&mut self, decision: Option<DecisionKey>, now: Stamp) {
        if self.decision != decision {
            self.decision = decision;
            self.phase_started = now;
        }
    }

    /// Moves the start of the decision by a suspension.
    pub(super) fn shift(&mut self, suspended_at: Stamp, resumed_at: Stamp) {
        self.phase_started = self.phase_started.shifted(suspended_at, resumed_at);
    }

    /// Returns the time limit of the rules for the open decision: the end of overtime in a race with an
    /// announcement, and otherwise the match's own limit in a race if that is shorter.
    pub(super) fn rule_limit(&self, referee: &Referee<AnyGame>) -> Option<RuleLimit<AnyAction>> {
        let decision = referee.decision()?;
        if let Some(nanos) = referee.overtime_end_nanos() {
            let overtime = referee.game().overtime(referee.state())?;
            let action = overtime.close;
            return Some(RuleLimit { nanos, action });
        }
        let deadline = referee.deadline()?;
        let round = self.control.round_millis;
        let round = round.filter(|_| decision.simultaneous);
        let milliseconds = round.map_or(deadline.milliseconds, |round| {
            round.min(deadline.milliseconds)
        });
        Some(RuleLimit {
            nanos: milliseconds * 1_000_000,
            action: deadline.action,
        })
    }

    /// Returns when a time limit of the open decision passes.
    pub(super) fn decision_deadline(&self, nanos: u64) -> Stamp {
        self.phase_started.after_nanos(nanos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decision_keeps_its_start_until_another_one_opens() {
        let now = Stamp::now();
        let control = TimeControl {
            turn_millis: Some(1),
            ..TimeControl::default()
        };
        let mut clock = MatchClock::new(control, false, 100, Duration::ZERO, now);
        assert!(clock.offline_deadline(now).is_none());
        let later = now.after_nanos(5);
        clock.set_decision(Some(("race", 1)), later);
        clock.set_decision(Some(("race", 1)), later.next());
        assert_eq!(clock.decision_deadline(2), later.after_nanos(2));
        clock.set_decision(Some(("show", 1)), later.next());
        clock.shift(later.next(), later.after_nanos(11));
        assert_eq!(
            clock.decision_deadline(0),
            later.after_nanos(11),
            "the start moves by the suspension"
        );
    }

    #[test]
    fn processed_time_never_moves_back() {
        let now = Stamp::now();
        let control = TimeControl::default();
        let mut clock = MatchClock::new(control, false, 0, Duration::from_secs(1), now);
        clock.advance(now.next());
        clock.advance(now);
        assert_eq!(clock.processed_until(), now.next());
        assert_eq!(
            clock.offline_deadline(now),
            Some(now.after(Duration::from_secs(1)))
        );
    }
}

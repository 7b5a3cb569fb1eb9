//! Conversions of time controls.

use botwerk_engine::clock::{Bank, TimeControl};
use botwerk_proto::v1 as proto;
use proto::time_control::Kind;

const NANOS_PER_MILLI: u64 = 1_000_000;

/// Returns the time control of a message without validating it, see [`TimeControl::validate`].
pub fn time_control(message: Option<&proto::TimeControl>) -> TimeControl {
    let Some(message) = message else {
        return TimeControl::default();
    };
    let mut control = TimeControl {
        lag_cap_millis: message
            .lag_cap_nanos
            .map(|cap| u32::try_from(millis(cap)).unwrap_or(u32::MAX)),
        ..TimeControl::default()
    };
    match message.kind {
        None => {}
        Some(Kind::TurnNanos(limit)) => control.turn_millis = Some(millis(limit)),
        Some(Kind::RoundNanos(limit)) => control.round_millis = Some(millis(limit)),
        Some(Kind::Bank(bank)) => {
            control.bank = Some(Bank {
                base_millis: millis(bank.base_nanos),
                increment_millis: millis(bank.increment_nanos),
            });
        }
        Some(Kind::BudgetNodes(nodes)) => control.budget_nodes = Some(nodes),
    }
    control
}

/// Returns the message of a time control, or `None` if nothing is set.
pub fn time_control_message(control: TimeControl) -> Option<proto::TimeControl> {
    let bank = |bank: Bank| proto::Bank {
        base_nanos: nanos(bank.base_millis),
        increment_nanos: nanos(bank.increment_millis),
    };
    let kind = control
        .turn_millis
        .map(|limit| Kind::TurnNanos(nanos(limit)))
        .or(control
            .round_millis
            .map(|limit| Kind::RoundNanos(nanos(limit))))
        .or(control.bank.map(bank).map(Kind::Bank))
        .or(control.budget_nodes.map(Kind::BudgetNodes));
    (control != TimeControl::default()).then_some(proto::TimeControl {
        kind,
        lag_cap_nanos: control.lag_cap_millis.map(|cap| nanos(cap.into())),
    })
}

/// Returns a time in milliseconds, rounded up.
const fn millis(nanos: u64) -> u64 {
    nanos.div_ceil(NANOS_PER_MILLI)
}

/// Returns a time in nanoseconds; one that is too long for them is as long as they can say.
const fn nanos(millis: u64) -> u64 {
    millis.saturating_mul(NANOS_PER_MILLI)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_control_survives_the_conversion_and_has_a_text() {
        let text = |kind| {
            let message = proto::TimeControl {
                kind: Some(kind),
                lag_cap_nanos: None,
            };
            let control = time_control(Some(&message));
            assert_eq!(time_control_message(control), Some(message));
            control.to_text().unwrap()
        };
        let bank = proto::Bank {
            base_nanos: nanos(60_000),
            increment_nanos: nanos(50),
        };
        assert_eq!(text(Kind::TurnNanos(nanos(1500))), "turn 1500ms");
        assert_eq!(text(Kind::RoundNanos(30_000_000_000)), "round 30s");
        assert_eq!(text(Kind::Bank(bank)), "bank 60s+50ms");
        assert_eq!(text(Kind::BudgetNodes(1000)), "budget 1000 nodes");
        assert_eq!(TimeControl::default().to_text(), None);
        assert_eq!((millis(1), nanos(u64::MAX)), (1, u64::MAX));
    }
}

//! Conversions of time controls.

use botwerk_engine::clock::{Bank, TimeControl};
use botwerk_proto::v1 as proto;
use proto::time_control::Kind;

/// Returns the time control of a message without validating it, see [`TimeControl::validate`].
pub fn time_control(message: Option<&proto::TimeControl>) -> TimeControl {
    let Some(message) = message else {
        return TimeControl::default();
    };
    let mut control = TimeControl {
        lag_cap_millis: message.lag_cap_millis,
        ..TimeControl::default()
    };
    match message.kind {
        None => {}
        Some(Kind::TurnMillis(limit)) => control.turn_millis = Some(limit),
        Some(Kind::RoundMillis(limit)) => control.round_millis = Some(limit),
        Some(Kind::Bank(bank)) => {
            control.bank = Some(Bank {
                base_millis: bank.base_millis,
                increment_millis: bank.increment_millis,
            });
        }
        Some(Kind::BudgetNodes(nodes)) => control.budget_nodes = Some(nodes),
    }
    control
}

/// Returns the message of a time control, or `None` if nothing is set.
pub fn time_control_message(control: TimeControl) -> Option<proto::TimeControl> {
    let bank = |bank: Bank| proto::Bank {
        base_millis: bank.base_millis,
        increment_millis: bank.increment_millis,
    };
    let kind = control
        .turn_millis
        .map(Kind::TurnMillis)
        .or(control.round_millis.map(Kind::RoundMillis))
        .or(control.bank.map(bank).map(Kind::Bank))
        .or(control.budget_nodes.map(Kind::BudgetNodes));
    (control != TimeControl::default()).then_some(proto::TimeControl {
        kind,
        lag_cap_millis: control.lag_cap_millis,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_control_survives_the_conversion_and_has_a_text() {
        let text = |kind| {
            let message = proto::TimeControl {
                kind: Some(kind),
                lag_cap_millis: None,
            };
            let control = time_control(Some(&message));
            assert_eq!(time_control_message(control), Some(message));
            control.to_text().unwrap()
        };
        let bank = proto::Bank {
            base_millis: 60_000,
            increment_millis: 50,
        };
        assert_eq!(text(Kind::TurnMillis(1500)), "turn 1500ms");
        assert_eq!(text(Kind::RoundMillis(30_000)), "round 30s");
        assert_eq!(text(Kind::Bank(bank)), "bank 60s+50ms");
        assert_eq!(text(Kind::BudgetNodes(1000)), "budget 1000 nodes");
        assert_eq!(TimeControl::default().to_text(), None);
    }
}

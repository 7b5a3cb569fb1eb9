//! How time is limited, as a message.

use botwerk_proto::v1 as proto;
use botwerk_tournament::configuration::{Bank, TimeControl};
use proto::time_control::Kind;

/// Reads a message, whatever its limits are: see [`TimeControl::validate`].
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

/// The message; `None` where nothing is set.
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
    fn a_control_is_written_as_people_say_it() {
        let words = |kind| {
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
        assert_eq!(words(Kind::TurnMillis(1500)), "turn 1500ms");
        assert_eq!(words(Kind::RoundMillis(30_000)), "round 30s");
        assert_eq!(words(Kind::Bank(bank)), "bank 60s+50ms");
        assert_eq!(words(Kind::BudgetNodes(1000)), "budget 1000 nodes");
        assert_eq!(TimeControl::default().to_text(), None);
    }

    #[test]
    fn a_control_stored_before_banks_is_read() {
        let old = r#"{"turn_millis":200,"round_millis":null}"#;
        let control: TimeControl = serde_json::from_str(old).unwrap();
        assert_eq!(control.to_text().as_deref(), Some("turn 200ms"));
    }
}

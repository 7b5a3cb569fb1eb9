//! How time is limited.

use std::fmt;

use botwerk_engine::format_millis;
use serde::{Deserialize, Serialize};

use super::FieldError;

/// The longest limit: a day, in milliseconds.
const DAY: u64 = 86_400_000;

/// The largest budget of nodes.
pub(super) const MOST_NODES: u64 = 1 << 48;

/// How a match's clock limits time, beside the limits of the rules. At most one of the first four is
/// set; none means that there is no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TimeControl {
    /// Milliseconds for every answer of one seat that others wait for.
    pub turn_millis: Option<u64>,
    /// Milliseconds for a race, where the game's own limit is longer.
    pub round_millis: Option<u64>,
    /// Time for the whole match.
    #[serde(default)]
    pub bank: Option<Bank>,
    /// Search nodes for every answer.
    #[serde(default)]
    pub budget_nodes: Option<u64>,
    /// Milliseconds of transport that an act is forgiven at most; `None`: as the server says.
    #[serde(default)]
    pub lag_cap_millis: Option<u32>,
}

/// Time for a whole match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bank {
    /// Milliseconds at the start.
    pub base_millis: u64,
    /// Milliseconds added after every turn.
    pub increment_millis: u64,
}

impl TimeControl {
    /// Everything that is wrong with it.
    pub fn validate(self) -> Vec<FieldError> {
        let mut faults = Vec::new();
        let mut wrong = |name: &str, message: String| {
            let field = format!("time_control{name}");
            faults.push(FieldError { field, message });
        };
        let bank = self.bank;
        let times = [
            (".turn", self.turn_millis, 1),
            (".round", self.round_millis, 1),
            (".base", bank.map(|bank| bank.base_millis), 1),
            (".increment", bank.map(|bank| bank.increment_millis), 0),
            (".lag_cap", self.lag_cap_millis.map(u64::from), 0),
        ];
        for (name, time, least) in times {
            if let Some(time) = time.filter(|time| !(least..=DAY).contains(time)) {
                wrong(name, format!("{time} ms; a limit is {least} ms to a day"));
            }
        }
        let nodes = self.budget_nodes;
        if let Some(nodes) = nodes.filter(|nodes| !(1..=MOST_NODES).contains(nodes)) {
            let message = format!("{nodes} nodes; a budget is 1 to {MOST_NODES}");
            wrong(".nodes", message);
        }
        let kinds = [
            self.turn_millis.is_some(),
            self.round_millis.is_some(),
            bank.is_some(),
            nodes.is_some(),
        ];
        if kinds.into_iter().filter(|is_set| *is_set).count() > 1 {
            wrong("", "take one of turn, round, base and nodes".into());
        }
        faults
    }

    /// Whether a clock can take a seat out of the match.
    pub const fn has_clock(self) -> bool {
        self.turn_millis.is_some() || self.bank.is_some()
    }

    /// In words, for records; `None` where nothing is limited.
    pub fn to_text(self) -> Option<String> {
        let text = self.to_string();
        (!text.is_empty()).then_some(text)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(limit) = self.turn_millis {
            write!(f, "turn {}", format_millis(limit))?;
        } else if let Some(limit) = self.round_millis {
            write!(f, "round {}", format_millis(limit))?;
        } else if let Some(bank) = self.bank {
            let [base, increment] = [bank.base_millis, bank.increment_millis].map(format_millis);
            write!(f, "bank {base}+{increment}")?;
        } else if let Some(nodes) = self.budget_nodes {
            write!(f, "budget {nodes} nodes")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_that_is_none_is_told() {
        let control = TimeControl {
            turn_millis: Some(0),
            bank: Some(Bank {
                base_millis: DAY + 1,
                increment_millis: 0,
            }),
            budget_nodes: Some(0),
            ..TimeControl::default()
        };
        let fields: Vec<_> = control.validate().into_iter().map(|f| f.field).collect();
        let expected = ["turn", "base", "nodes"].map(|name| format!("time_control.{name}"));
        assert_eq!(fields[..3], expected);
        assert_eq!(fields[3..], ["time_control"]);
        assert_eq!(TimeControl::default().validate(), []);
    }
}

//! How a match's clock limits time, beside the limits of the rules.

use std::fmt;

use botwerk_proto::v1 as proto;
use proto::time_control::Kind;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Reason};

/// The longest limit: a day, in milliseconds.
const DAY: u64 = 86_400_000;

/// The largest budget of nodes.
const NODES: u64 = 1 << 48;

/// How time is limited; nothing is set where a match has no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct TimeControl {
    /// Milliseconds for every answer of one seat that others wait for.
    pub(crate) turn_millis: Option<u64>,
    /// Milliseconds for a race, where the game's own limit is longer.
    pub(crate) round_millis: Option<u64>,
    /// Time for the whole match.
    #[serde(default)]
    pub(crate) bank: Option<Bank>,
    /// Search nodes for every answer.
    #[serde(default)]
    pub(crate) budget_nodes: Option<u64>,
    /// Milliseconds of transport that an act is forgiven at most; `None`: as the server says.
    #[serde(default)]
    pub(crate) lag_cap_millis: Option<u32>,
}

/// Time for a whole match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bank {
    /// Milliseconds at the start.
    pub(crate) base_millis: u64,
    /// Milliseconds added after every turn.
    pub(crate) increment_millis: u64,
}

impl TimeControl {
    /// Reads a message; an error names the limit that is none.
    pub(crate) fn from_message(message: Option<&proto::TimeControl>) -> Result<Self, Error> {
        let Some(message) = message else {
            return Ok(Self::default());
        };
        let mut control = Self {
            lag_cap_millis: message.lag_cap_millis,
            ..Self::default()
        };
        match message.kind {
            None => {}
            Some(Kind::TurnMillis(limit)) => control.turn_millis = Some(millis(limit, 1)?),
            Some(Kind::RoundMillis(limit)) => control.round_millis = Some(millis(limit, 1)?),
            Some(Kind::Bank(bank)) => {
                control.bank = Some(Bank {
                    base_millis: millis(bank.base_millis, 1)?,
                    increment_millis: millis(bank.increment_millis, 0)?,
                });
            }
            Some(Kind::BudgetNodes(nodes)) => control.budget_nodes = Some(budget(nodes)?),
        }
        if let Some(cap) = control.lag_cap_millis {
            millis(u64::from(cap), 0)?;
        }
        Ok(control)
    }

    /// The message; `None` where nothing is set.
    pub(super) fn message(self) -> Option<proto::TimeControl> {
        let bank = |bank: Bank| proto::Bank {
            base_millis: bank.base_millis,
            increment_millis: bank.increment_millis,
        };
        let kind = self
            .turn_millis
            .map(Kind::TurnMillis)
            .or(self.round_millis.map(Kind::RoundMillis))
            .or(self.bank.map(bank).map(Kind::Bank))
            .or(self.budget_nodes.map(Kind::BudgetNodes));
        (self != Self::default()).then_some(proto::TimeControl {
            kind,
            lag_cap_millis: self.lag_cap_millis,
        })
    }

    /// Whether a clock can take a seat out of the match.
    pub(super) fn has_clock(self) -> bool {
        self.turn_millis.is_some() || self.bank.is_some()
    }

    /// In words, for records; `None` where nothing is limited.
    pub(crate) fn words(self) -> Option<String> {
        let text = self.to_string();
        (!text.is_empty()).then_some(text)
    }
}

fn millis(limit: u64, least: u64) -> Result<u64, Error> {
    if (least..=DAY).contains(&limit) {
        return Ok(limit);
    }
    let message = format!("time_control: {limit} ms; a limit is {least} ms to a day");
    Err(Error::new(Reason::BadRequest, message))
}

fn budget(nodes: u64) -> Result<u64, Error> {
    if (1..=NODES).contains(&nodes) {
        return Ok(nodes);
    }
    let message = format!("time_control: {nodes} nodes; a budget is 1 to {NODES}");
    Err(Error::new(Reason::BadRequest, message))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(limit) = self.turn_millis {
            write!(f, "turn {}", Millis(limit))?;
        } else if let Some(limit) = self.round_millis {
            write!(f, "round {}", Millis(limit))?;
        } else if let Some(bank) = self.bank {
            let (base, increment) = (Millis(bank.base_millis), Millis(bank.increment_millis));
            write!(f, "bank {base}+{increment}")?;
        } else if let Some(nodes) = self.budget_nodes {
            write!(f, "budget {nodes} nodes")?;
        }
        Ok(())
    }
}

/// A time in the unit that shows it shortest.
struct Millis(u64);

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            whole if whole % 1000 == 0 => write!(f, "{}s", whole / 1000),
            millis => write!(f, "{millis}ms"),
        }
    }
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
            let control = TimeControl::from_message(Some(&message)).unwrap();
            assert_eq!(control.message(), Some(message));
            control.words().unwrap()
        };
        let bank = proto::Bank {
            base_millis: 60_000,
            increment_millis: 50,
        };
        assert_eq!(words(Kind::TurnMillis(1500)), "turn 1500ms");
        assert_eq!(words(Kind::RoundMillis(30_000)), "round 30s");
        assert_eq!(words(Kind::Bank(bank)), "bank 60s+50ms");
        assert_eq!(words(Kind::BudgetNodes(1000)), "budget 1000 nodes");
        assert_eq!(TimeControl::default().words(), None);
    }

    #[test]
    fn a_control_stored_before_banks_is_read() {
        let old = r#"{"turn_millis":200,"round_millis":null}"#;
        let control: TimeControl = serde_json::from_str(old).unwrap();
        assert_eq!(control.words().as_deref(), Some("turn 200ms"));
    }
}

//! Time controls.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::notation::ParseError;
use crate::options::{format_millis, parse_millis};

/// Maximum of every limit of a [`TimeControl`] in milliseconds: a day.
pub const MAX_CLOCK_MILLIS: u64 = 86_400_000;

/// Maximum node budget of a [`TimeControl`].
pub const MAX_BUDGET_NODES: u64 = 1 << 48;

/// How the server limits time, in addition to the limits of the rules. At most one of turn limit,
/// round limit, bank and node budget is set; without any of them there is no clock.
///
/// ```
/// use botwerk_engine::clock::TimeControl;
///
/// let control: TimeControl = "bank 60s+500ms".parse().unwrap();
/// assert_eq!(control.bank.unwrap().increment_millis, 500);
/// assert!(control.has_clock());
/// assert_eq!(control.to_string(), "bank 60s+500ms");
/// assert!("bank 60".parse::<TimeControl>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TimeControl {
    /// Turn limit, in milliseconds.
    pub turn_millis: Option<u64>,
    /// Round limit of a race, in milliseconds. It applies if the game's own limit is longer.
    pub round_millis: Option<u64>,
    /// Time for the whole match.
    #[serde(default)]
    pub bank: Option<Bank>,
    /// Search nodes per choice.
    #[serde(default)]
    pub budget_nodes: Option<u64>,
    /// Maximum lag compensation per submission, in milliseconds. `None`: the server's default.
    #[serde(default)]
    pub lag_cap_millis: Option<u32>,
}

/// An error of a [`TimeControl`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct TimeControlError {
    /// The field, such as `time_control.turn`.
    pub field: &'static str,
    /// What is wrong with it, as human-readable text.
    pub message: String,
}

/// A seat's time for the whole match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bank {
    /// Time at the start, in milliseconds.
    pub base_millis: u64,
    /// Time added after every completed turn, in milliseconds.
    pub increment_millis: u64,
}

impl TimeControl {
    /// Returns all errors, or an empty list if the time control is valid.
    pub fn validate(self) -> Vec<TimeControlError> {
        let mut errors = Vec::new();
        let mut report = |field: &'static str, message: String| {
            errors.push(TimeControlError { field, message });
        };
        let bank = self.bank;
        let times = [
            ("time_control.turn", self.turn_millis, 1),
            ("time_control.round", self.round_millis, 1),
            ("time_control.base", bank.map(|bank| bank.base_millis), 1),
            (
                "time_control.increment",
                bank.map(|bank| bank.increment_millis),
                0,
            ),
            (
                "time_control.lag_cap",
                self.lag_cap_millis.map(u64::from),
                0,
            ),
        ];
        for (name, time, min) in times {
            if let Some(time) = time.filter(|time| !(min..=MAX_CLOCK_MILLIS).contains(time)) {
                let message = format!("expected {min} to {MAX_CLOCK_MILLIS} ms, found {time} ms");
                report(name, message);
            }
        }
        let nodes = self.budget_nodes;
        if let Some(nodes) = nodes.filter(|nodes| !(1..=MAX_BUDGET_NODES).contains(nodes)) {
            report(
                "time_control.nodes",
                format!("expected 1 to {MAX_BUDGET_NODES}, found {nodes}"),
            );
        }
        let kinds = [
            self.turn_millis.is_some(),
            self.round_millis.is_some(),
            bank.is_some(),
            nodes.is_some(),
        ];
        if kinds.into_iter().filter(|is_set| *is_set).count() > 1 {
            report(
                "time_control",
                "set only one of turn, round, base and nodes".into(),
            );
        }
        errors
    }

    /// Returns `true` if a seat can be flagged by its clock: under a turn limit or a bank.
    pub const fn has_clock(self) -> bool {
        self.turn_millis.is_some() || self.bank.is_some()
    }

    /// Returns the text form used in records, or `None` if nothing is limited.
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

impl FromStr for TimeControl {
    type Err = ParseError;

    /// Parses the text of a record, such as `turn 200ms`, `round 30s`, `bank 60s+500ms` or
    /// `budget 9 nodes`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let parsed = parse_limit(text).filter(|control| {
            // Each time control has one text, so that a record has one form.
            control.to_string() == text && control.validate().is_empty()
        });
        let expected = "`turn TIME`, `round TIME`, `bank TIME+TIME` or `budget NUMBER nodes`";
        parsed.ok_or_else(|| ParseError::new("time control", text, 0, expected))
    }
}

fn parse_limit(text: &str) -> Option<TimeControl> {
    let (kind, limit) = text.split_once(' ')?;
    let mut control = TimeControl::default();
    match kind {
        "turn" => control.turn_millis = Some(parse_millis(limit)?),
        "round" => control.round_millis = Some(parse_millis(limit)?),
        "bank" => {
            let (base, increment) = limit.split_once('+')?;
            control.bank = Some(Bank {
                base_millis: parse_millis(base)?,
                increment_millis: parse_millis(increment)?,
            });
        }
        "budget" => control.budget_nodes = Some(limit.strip_suffix(" nodes")?.parse().ok()?),
        _ => return None,
    }
    Some(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(control: TimeControl) -> Vec<&'static str> {
        let errors = control.validate().into_iter();
        errors.map(|error| error.field).collect()
    }

    fn turn(millis: u64) -> TimeControl {
        TimeControl {
            turn_millis: Some(millis),
            ..TimeControl::default()
        }
    }

    fn budget(nodes: u64) -> TimeControl {
        TimeControl {
            budget_nodes: Some(nodes),
            ..TimeControl::default()
        }
    }

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
    fn every_invalid_limit_is_reported() {
        let control = TimeControl {
            turn_millis: Some(0),
            bank: bank(MAX_CLOCK_MILLIS + 1, 0).bank,
            ..budget(0)
        };
        assert_eq!(
            fields(control),
            [
                "time_control.turn",
                "time_control.base",
                "time_control.nodes",
                "time_control",
            ]
        );
    }

    #[test]
    fn limits_are_inclusive() {
        let valid = [
            TimeControl::default(),
            turn(1),
            turn(86_400_000),
            bank(1, 0),
            bank(1, 86_400_000),
            budget(1),
            budget(1 << 48),
            TimeControl {
                lag_cap_millis: Some(0),
                ..turn(1)
            },
        ];
        for control in valid {
            assert_eq!(control.validate(), [], "{control}");
        }
        assert_eq!(fields(turn(86_400_001)), ["time_control.turn"]);
        assert_eq!(fields(bank(1, 86_400_001)), ["time_control.increment"]);
        assert_eq!(fields(budget((1 << 48) + 1)), ["time_control.nodes"]);
        let both = TimeControl {
            round_millis: Some(1),
            ..turn(1)
        };
        assert_eq!(fields(both), ["time_control"]);
    }

    #[test]
    fn clocks_are_turn_limits_and_banks() {
        assert!(turn(1).has_clock() && bank(1, 0).has_clock());
        assert!(!budget(1).has_clock() && !TimeControl::default().has_clock());
    }

    #[test]
    fn text_names_the_limit() {
        assert_eq!(turn(200).to_text().as_deref(), Some("turn 200ms"));
        let bank = bank(60_000, 50).to_text();
        assert_eq!(bank.as_deref(), Some("bank 60s+50ms"));
        assert_eq!(budget(9).to_text().as_deref(), Some("budget 9 nodes"));
        assert_eq!(TimeControl::default().to_text(), None);
    }

    #[test]
    fn text_is_parsed_in_one_form_only() {
        for control in [turn(200), bank(60_000, 50), bank(1, 0), budget(9)] {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
        let invalid = [
            "",
            "turn",
            "turn 0s",
            "turn 1000ms",
            "turn 200ms ",
            "bank 60s",
            "bank 60s+",
            "budget 09 nodes",
            "budget 9",
            "hour 1s",
        ];
        for text in invalid {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}

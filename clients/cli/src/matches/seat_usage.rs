//! What a seat's player used in a match: decisions, search nodes and time.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use serde::Serialize;

/// What one seat's player used.
#[derive(Debug, Clone, Default)]
pub(super) struct SeatUsage {
    decisions: Vec<Duration>,
    /// Number of search nodes declared.
    effort: u64,
    /// Time until a program was ready; `None` for an agent.
    start: Option<Duration>,
}

/// The times of one seat's player, as they are printed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct SeatTimes {
    /// Number of decisions.
    decisions: usize,
    /// Median and maximum time of a decision.
    median_micros: f64,
    max_micros: f64,
    /// Time until a program was ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_millis: Option<f64>,
}

/// `67 decisions, median 41.2 µs, maximum 730.5 µs`, with the time of the start of a program.
impl Display for SeatTimes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (count, median, max) = (self.decisions, self.median_micros, self.max_micros);
        write!(
            f,
            "{count} decisions, median {median:.1} µs, maximum {max:.1} µs"
        )?;
        match self.start_millis {
            Some(start) => write!(f, ", ready after {start:.1} ms"),
            None => Ok(()),
        }
    }
}

impl SeatUsage {
    /// Creates the usage of a player that has not decided, with the time until a program was ready.
    pub(super) const fn new(start: Option<Duration>) -> Self {
        Self {
            decisions: Vec::new(),
            effort: 0,
            start,
        }
    }

    /// Adds a decision with its time and search nodes.
    pub(super) fn add(&mut self, time: Duration, effort: u64) {
        self.decisions.push(time);
        self.effort = self.effort.saturating_add(effort);
    }

    /// Returns the number of decisions.
    pub(super) fn decisions(&self) -> u64 {
        self.decisions.len() as u64
    }

    /// Returns the number of search nodes of all decisions together.
    pub(super) const fn effort(&self) -> u64 {
        self.effort
    }

    /// Returns the time of all decisions together.
    pub(super) fn total(&self) -> Duration {
        self.decisions.iter().sum()
    }

    /// Returns the times. Without decisions all times are 0.
    pub(super) fn times(&self) -> SeatTimes {
        let mut sorted = self.decisions.clone();
        sorted.sort_unstable();
        let micros = |time: Option<&Duration>| time.map_or(0.0, |it| it.as_nanos() as f64 / 1e3);
        SeatTimes {
            decisions: sorted.len(),
            median_micros: micros(sorted.get(sorted.len() / 2)),
            max_micros: micros(sorted.last()),
            start_millis: self.start.map(|start| start.as_secs_f64() * 1e3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_median_and_maximum() {
        let nothing = SeatUsage::default().times();
        assert_eq!((nothing.decisions, nothing.start_millis), (0, None));
        let mut usage = SeatUsage::new(Some(Duration::from_millis(2)));
        for micros in [5, 1, 9] {
            usage.add(Duration::from_micros(micros), 7);
        }
        assert_eq!(usage.total(), Duration::from_micros(15));
        assert_eq!((usage.decisions(), usage.effort()), (3, 21));
        let expected = SeatTimes {
            decisions: 3,
            median_micros: 5.0,
            max_micros: 9.0,
            start_millis: Some(2.0),
        };
        assert_eq!(usage.times(), expected);
        let text = "3 decisions, median 5.0 µs, maximum 9.0 µs, ready after 2.0 ms";
        assert_eq!(expected.to_string(), text);
    }
}

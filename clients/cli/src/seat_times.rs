//! How long a seat's player took in a match.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use serde::Serialize;

/// The times of one seat's player.
#[derive(Debug, Clone, Default)]
pub(super) struct SeatTimes {
    decisions: Vec<Duration>,
    /// Time until a program was ready; `None` for an agent.
    start: Option<Duration>,
}

/// The times of one seat's player, as they are printed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct SeatTimesSummary {
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
impl Display for SeatTimesSummary {
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

impl SeatTimes {
    /// Creates the times of a player that has not decided, with the time until a program was ready.
    pub(super) const fn new(start: Option<Duration>) -> Self {
        Self {
            decisions: Vec::new(),
            start,
        }
    }

    /// Adds the time of a decision.
    pub(super) fn add(&mut self, decision: Duration) {
        self.decisions.push(decision);
    }

    /// Returns the time of all decisions together.
    pub(super) fn total(&self) -> Duration {
        self.decisions.iter().sum()
    }

    /// Returns the summary. Without decisions all times are 0.
    pub(super) fn summary(&self) -> SeatTimesSummary {
        let mut sorted = self.decisions.clone();
        sorted.sort_unstable();
        let micros = |time: Option<&Duration>| time.map_or(0.0, |it| it.as_nanos() as f64 / 1e3);
        SeatTimesSummary {
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
    fn summary_has_median_and_maximum() {
        let nothing = SeatTimes::default().summary();
        assert_eq!((nothing.decisions, nothing.start_millis), (0, None));
        let mut times = SeatTimes::new(Some(Duration::from_millis(2)));
        for micros in [5, 1, 9] {
            times.add(Duration::from_micros(micros));
        }
        assert_eq!(times.total(), Duration::from_micros(15));
        let expected = SeatTimesSummary {
            decisions: 3,
            median_micros: 5.0,
            max_micros: 9.0,
            start_millis: Some(2.0),
        };
        assert_eq!(times.summary(), expected);
        let text = "3 decisions, median 5.0 µs, maximum 9.0 µs, ready after 2.0 ms";
        assert_eq!(expected.to_string(), text);
    }
}

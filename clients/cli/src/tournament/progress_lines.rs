//! The progress of a tournament, as `tournament run` prints it.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use botwerk_client::{WatchedTournament, proto};
use proto::TournamentState;
use serde_json::json;

use super::description::planned_matches;
use super::live_table::{live_rows, progress_text, remaining_text};
use super::obstacles;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress_bar::ProgressBar;

/// Time between two lines of progress if standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// Maximum number of entrants in the live standings on a terminal.
const MAX_LIVE_ENTRANTS: usize = 15;

/// Shows the progress of a tournament: on a terminal as a bar with the live standings, otherwise as a line
/// once a minute.
pub(super) struct ProgressPrinter {
    bar: ProgressBar,
    is_terminal: bool,
    printed_at: Instant,
}

impl ProgressPrinter {
    /// Starts with the state of a tournament.
    pub(super) fn new(tournament: &proto::Tournament) -> Self {
        let bar = ProgressBar::new(planned_matches(tournament), "matches");
        bar.set_position(tournament.result_count);
        Self {
            bar,
            is_terminal: io::stderr().is_terminal(),
            printed_at: Instant::now(),
        }
    }

    /// Shows the newest state.
    pub(super) fn show(
        &mut self,
        watched: &WatchedTournament,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let Some(tournament) = &watched.tournament else {
            return Ok(());
        };
        self.bar.set_length(planned_matches(tournament));
        self.bar.set_position(tournament.result_count);
        if self.is_terminal {
            self.bar.set_message(message(watched, tournament));
            return Ok(());
        }
        if !self.is_line_due(Instant::now()) {
            return Ok(());
        }
        if output.is_json() {
            output.json(&json!({
                "tournament": tournament.name, "results": tournament.result_count,
                "matches": planned_matches(tournament),
                "remaining_nanos": tournament.remaining_nanos,
            }))?;
        } else {
            output.line(progress_text(tournament))?;
        }
        output.flush()
    }

    /// Returns `true` once an interval.
    fn is_line_due(&mut self, now: Instant) -> bool {
        let is_due = now >= self.printed_at + LINE_INTERVAL;
        if is_due {
            self.printed_at = now;
        }
        is_due
    }

    /// Prints something above the bar.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar.
    pub(super) fn clear(&self) {
        self.bar.clear();
    }
}

/// Returns what follows the bar: when the tournament ends or why not, and the live standings.
fn message(watched: &WatchedTournament, tournament: &proto::Tournament) -> String {
    let state = if tournament.state == TournamentState::Paused as i32 {
        "paused".into()
    } else if tournament.obstacles.is_empty() {
        remaining_text(tournament).unwrap_or_default()
    } else {
        obstacles::text(tournament)
    };
    let rows = live_rows(watched, MAX_LIVE_ENTRANTS);
    format!("{state}\n{}", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_is_due_once_a_minute() {
        let mut printer = ProgressPrinter::new(&proto::Tournament::default());
        let start = printer.printed_at;
        let times = [30, 60, 90, 119, 120].map(|secs| start + Duration::from_secs(secs));
        let due = times.map(|time| printer.is_line_due(time));
        assert_eq!(due, [false, true, false, false, true]);
    }

    #[test]
    fn message_is_the_expected_end_and_the_live_standings() {
        let tournament = proto::Tournament {
            remaining_nanos: Some(61_000_000_000),
            ..Default::default()
        };
        let watched = WatchedTournament {
            tournament: Some(tournament.clone()),
            standings: vec![proto::LiveStanding {
                entrant: "solver".into(),
                ..Default::default()
            }],
        };
        let text = message(&watched, &tournament);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("about 1 min 1 s left"));
        assert!(lines.next().unwrap().starts_with("solver  ...."), "{text}");
        let paused = proto::Tournament {
            state: TournamentState::Paused as i32,
            ..tournament
        };
        assert!(message(&watched, &paused).starts_with("paused\n"));
    }
}

//! What keeps a tournament from progressing, as commands print it.

use std::time::{Duration, Instant};

use botwerk_client::proto;
use botwerk_engine::plain_line;
use serde_json::{Value, json};

use super::description::enum_name;
use super::launched_bots::LaunchedBots;
use crate::failure::Failure;
use crate::output::Output;

/// Time without a match in progress after which the obstacles are printed.
const PRINT_DELAY: Duration = Duration::from_secs(3);

/// Returns the obstacles of a tournament as human-readable text, or an empty text.
pub(super) fn text(tournament: &proto::Tournament) -> String {
    let messages = tournament.obstacles.iter();
    let messages: Vec<_> = messages
        .map(|obstacle| plain_line(&obstacle.message))
        .collect();
    messages.join("; ")
}

/// Returns the obstacles of a tournament as JSON.
pub(super) fn list_json(tournament: &proto::Tournament) -> Value {
    let obstacle = |obstacle: &proto::TournamentObstacle| {
        let kind = enum_name(obstacle.kind().as_str_name(), "OBSTACLE_KIND_");
        json!({"kind": kind, "entrant": obstacle.entrant, "message": obstacle.message})
    };
    tournament.obstacles.iter().map(obstacle).collect()
}

/// Prints the obstacles of a tournament without matches in progress after a while, and again if they
/// change.
#[derive(Default)]
pub(super) struct ObstaclePrinter {
    /// Since when no match has been in progress because of obstacles.
    since: Option<Instant>,
    printed: Vec<String>,
}

impl ObstaclePrinter {
    /// Returns the lines to print now, at most one for each obstacle.
    fn lines(
        &mut self,
        tournament: &proto::Tournament,
        bots: &LaunchedBots,
        now: Instant,
    ) -> Vec<String> {
        if tournament.obstacles.is_empty() || tournament.running_matches > 0 {
            *self = Self::default();
            return Vec::new();
        }
        let since = *self.since.get_or_insert(now);
        if now < since + PRINT_DELAY {
            return Vec::new();
        }
        let line = |obstacle: &proto::TournamentObstacle| match bots.state_text(&obstacle.entrant) {
            Some(state) => format!("{}: {state}", plain_line(&obstacle.message)),
            None => plain_line(&obstacle.message),
        };
        let lines: Vec<_> = tournament.obstacles.iter().map(line).collect();
        let is_new = |line: &&String| !self.printed.contains(line);
        let new = lines.iter().filter(is_new).cloned().collect();
        self.printed = lines;
        new
    }

    /// Prints what is new.
    pub(super) fn print(
        &mut self,
        tournament: &proto::Tournament,
        bots: &LaunchedBots,
        output: &mut Output,
    ) -> Result<(), Failure> {
        for line in self.lines(tournament, bots, Instant::now()) {
            if output.is_json() {
                output.json(&json!({"tournament": tournament.name, "obstacle": line}))?;
            } else {
                output.line(format!("waiting: {line}"))?;
            }
            output.flush()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tournament(messages: &[&str]) -> proto::Tournament {
        let obstacle = |message: &&str| proto::TournamentObstacle {
            message: (*message).into(),
            ..Default::default()
        };
        proto::Tournament {
            obstacles: messages.iter().map(obstacle).collect(),
            ..Default::default()
        }
    }

    #[test]
    fn obstacles_are_printed_after_a_while_and_once() {
        let (mut printer, bots) = (ObstaclePrinter::default(), LaunchedBots::default());
        let start = Instant::now();
        let one = tournament(&["a is offline"]);
        assert_eq!(printer.lines(&one, &bots, start), [""; 0]);
        let later = start + PRINT_DELAY;
        assert_eq!(printer.lines(&one, &bots, later), ["a is offline"]);
        assert_eq!(printer.lines(&one, &bots, later), [""; 0]);
        let two = tournament(&["a is offline", "b is\nbusy"]);
        assert_eq!(printer.lines(&two, &bots, later), ["b is busy"]);
        // A match in progress restarts the delay.
        let running = proto::Tournament {
            running_matches: 1,
            ..one.clone()
        };
        assert_eq!(printer.lines(&running, &bots, later), [""; 0]);
        assert_eq!(printer.lines(&one, &bots, later), [""; 0]);
        let again = printer.lines(&one, &bots, later + PRINT_DELAY);
        assert_eq!(again, ["a is offline"]);
    }
}

//! What happens to the entrants of a tournament, as `tournament run` prints it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use botwerk_client::{WatchedTournament, proto};
use botwerk_engine::plain_line;
use serde_json::json;

use super::launched_bots::LaunchedBots;
use crate::failure::Failure;
use crate::output::Output;

/// Time between two lines about the failures of one entrant.
const FAILURE_INTERVAL: Duration = Duration::from_secs(10);

/// Prints withdrawals, and the entrants that leave matches early.
#[derive(Debug, Default)]
pub(super) struct EventPrinter {
    withdrawn: BTreeSet<String>,
    /// The number of matches that each entrant has left early, and when a line about it was printed.
    failures: BTreeMap<String, (u64, Option<Instant>)>,
}

/// One line.
#[derive(Debug, PartialEq)]
enum EventLine {
    Withdrawn {
        entrant: String,
        message: String,
        is_annulled: bool,
    },
    LeftEarly {
        entrant: String,
        failures: u64,
        matches: u64,
    },
}

impl EventPrinter {
    /// Starts with the withdrawals that are known.
    pub(super) fn new(tournament: &proto::Tournament) -> Self {
        Self {
            withdrawn: open_withdrawals(tournament)
                .map(|withdrawal| withdrawal.entrant.clone())
                .collect(),
            failures: BTreeMap::new(),
        }
    }

    /// Prints what has happened since the last call.
    pub(super) fn print(
        &mut self,
        watched: &WatchedTournament,
        bots: &LaunchedBots,
        output: &mut Output,
    ) -> Result<(), Failure> {
        for line in self.lines(watched, Instant::now()) {
            if output.is_json() {
                output.json(&line.json())?;
            } else {
                output.line(line.text(bots))?;
            }
            output.flush()?;
        }
        Ok(())
    }

    fn lines(&mut self, watched: &WatchedTournament, now: Instant) -> Vec<EventLine> {
        let mut lines = Vec::new();
        for standing in &watched.standings {
            let known = self.failures.get(&standing.entrant).copied();
            let (failures, printed_at) = known.unwrap_or_default();
            let is_due = printed_at.is_none_or(|at| now >= at + FAILURE_INTERVAL);
            if standing.left_early > failures && is_due {
                lines.push(EventLine::LeftEarly {
                    entrant: standing.entrant.clone(),
                    failures: standing.left_early,
                    matches: standing.matches,
                });
                let printed = (standing.left_early, Some(now));
                self.failures.insert(standing.entrant.clone(), printed);
            }
        }
        let Some(tournament) = &watched.tournament else {
            return lines;
        };
        let withdrawn: BTreeSet<_> = open_withdrawals(tournament)
            .map(|withdrawal| withdrawal.entrant.clone())
            .collect();
        let new = open_withdrawals(tournament).filter(|it| !self.withdrawn.contains(&it.entrant));
        lines.extend(new.map(|withdrawal| EventLine::Withdrawn {
            entrant: withdrawal.entrant.clone(),
            message: withdrawal.message.clone(),
            is_annulled: withdrawal.is_annulled,
        }));
        self.withdrawn = withdrawn;
        lines
    }
}

fn open_withdrawals(tournament: &proto::Tournament) -> impl Iterator<Item = &proto::Withdrawal> {
    let withdrawals = tournament.withdrawals.iter();
    withdrawals.filter(|withdrawal| !withdrawal.is_readmitted)
}

impl EventLine {
    fn text(&self, bots: &LaunchedBots) -> String {
        match self {
            Self::Withdrawn {
                entrant,
                message,
                is_annulled,
            } => {
                let results = if *is_annulled {
                    "none of its matches counts"
                } else {
                    "its remaining matches are forfeited"
                };
                let (entrant, message) = (plain_line(entrant), plain_line(message));
                format!("{entrant} is withdrawn: {message}; {results}")
            }
            Self::LeftEarly {
                entrant,
                failures,
                matches,
            } => format!(
                "{} left {failures} of {matches} matches early{}",
                plain_line(entrant),
                bots.last_log_line(entrant)
            ),
        }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Self::Withdrawn {
                entrant,
                message,
                is_annulled,
            } => json!({"withdrawn": entrant, "message": message, "annulled": is_annulled}),
            Self::LeftEarly {
                entrant,
                failures,
                matches,
            } => json!({"entrant": entrant, "left_early": failures, "matches": matches}),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched(left_early: u64, withdrawals: &[bool]) -> WatchedTournament {
        let withdrawal = |readmitted: &bool| proto::Withdrawal {
            entrant: "a".into(),
            message: "crashed".into(),
            is_annulled: true,
            is_readmitted: *readmitted,
        };
        WatchedTournament {
            tournament: Some(proto::Tournament {
                withdrawals: withdrawals.iter().map(withdrawal).collect(),
                ..Default::default()
            }),
            standings: vec![proto::LiveStanding {
                entrant: "a".into(),
                matches: 9,
                left_early,
                ..Default::default()
            }],
        }
    }

    #[test]
    fn each_event_is_one_line() {
        let mut printer = EventPrinter::default();
        let bots = LaunchedBots::default();
        let start = Instant::now();
        let mut lines = |watched: &WatchedTournament, secs| {
            let lines = printer.lines(watched, start + Duration::from_secs(secs));
            lines
                .iter()
                .map(|line| line.text(&bots))
                .collect::<Vec<_>>()
        };
        assert_eq!(lines(&watched(0, &[]), 0), [""; 0]);
        assert_eq!(lines(&watched(1, &[]), 0), ["a left 1 of 9 matches early"]);
        // Further failures are printed together.
        assert_eq!(lines(&watched(2, &[]), 1), [""; 0]);
        let expected = "a is withdrawn: crashed; none of its matches counts";
        assert_eq!(lines(&watched(3, &[false]), 2), [expected]);
        assert_eq!(
            lines(&watched(3, &[false]), 11),
            ["a left 3 of 9 matches early"]
        );
        assert_eq!(lines(&watched(3, &[true]), 12), [""; 0]);
        assert_eq!(lines(&watched(3, &[true, false]), 13), [expected]);
    }
}

//! Whether a player has reached the required scores, and how it has played.

use serde::Serialize;

use super::requirement_file::{Reference, RequirementFile};
use crate::bot_log::char_start;
use crate::failure::Failure;
use crate::matches::finished_match::{FinishedMatch, ProgramLog};
use crate::matches::series_summary::{PlayerSummary, SeriesSummary};
use crate::output::Output;

/// Maximum number of bytes of a program's log in a report.
const MAX_LOG_BYTES: usize = 4 << 10;

/// The numbers of the players in a series of matches.
const PLAYER: usize = 0;
pub(super) const REFERENCE: usize = 1;

/// What matches say about a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", content = "error", rename_all = "snake_case")]
pub(super) enum Verdict {
    Passed,
    Failed,
    /// Nothing, for this reason.
    Error(String),
}

/// Whether a player has passed, and how it has played.
#[derive(Debug, Serialize)]
pub(super) struct RequirementReport {
    pub(super) player: String,
    pub(super) game: &'static str,
    pub(super) seed: String,
    #[serde(flatten)]
    pub(super) verdict: Verdict,
    pub(super) references: Vec<ReferenceResult>,
}

/// The matches against one reference player.
#[derive(Debug, Serialize)]
pub(super) struct ReferenceResult {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) verdict: Verdict,
    pub(super) matches: u64,
    pub(super) min_score: f64,
    pub(super) with_confidence: bool,
    /// The sums of the player.
    #[serde(flatten)]
    pub(super) result: PlayerSummary,
    /// Why the player has lost matches other than on the board.
    pub(super) fault_messages: Vec<String>,
    /// The end of the log of the player's last match with one.
    pub(super) log: String,
}

impl ReferenceResult {
    /// Judges the matches of the first player against the reference player, the second one, unless there is an error for
    /// which they say nothing.
    pub(super) fn new(
        reference: &Reference,
        summary: SeriesSummary,
        played: &[FinishedMatch],
        error: Option<String>,
    ) -> Option<Self> {
        let result = summary.players.into_iter().next()?;
        let reached = if reference.with_confidence {
            result.interval.map(|[low, _]| low)
        } else {
            result.score.score_rate
        };
        let verdict = match error {
            Some(error) => Verdict::Error(error),
            None if reached.is_some_and(|reached| reached >= reference.min_score) => {
                Verdict::Passed
            }
            None => Verdict::Failed,
        };
        Some(Self {
            name: reference.name.clone(),
            verdict,
            matches: played.len() as u64,
            min_score: reference.min_score,
            with_confidence: reference.with_confidence,
            result,
            fault_messages: fault_messages(played),
            log: last_log(played),
        })
    }

    /// Returns the figures in one line.
    pub(super) fn text(&self) -> String {
        let required = 100.0 * self.min_score;
        let certainty = if self.with_confidence {
            "of the lower end of the interval"
        } else {
            "of the score rate"
        };
        format!("{}; required: {required:.1} % {certainty}", self.result)
    }
}

/// Returns why matches say nothing about a player, or `None` if they do.
pub(super) fn error(reference: &Reference, played: &[FinishedMatch]) -> Option<String> {
    let fault = |played: &FinishedMatch| {
        let message = &played.fault_of(REFERENCE)?.message;
        let number = played.r#match;
        Some(format!(
            "match {number}: the reference player failed: {message}; a win against it says nothing, repair it"
        ))
    };
    let (wanted, found) = (reference.matches, played.len() as u64);
    let interrupted = || {
        (found < wanted)
            .then(|| format!("interrupted after {found} of {wanted} matches; run again"))
    };
    played.iter().find_map(fault).or_else(interrupted)
}

fn fault_messages(played: &[FinishedMatch]) -> Vec<String> {
    let message = |played: &FinishedMatch| {
        let message = &played.fault_of(PLAYER)?.message;
        Some(format!("match {}: {message}", played.r#match))
    };
    played.iter().filter_map(message).collect()
}

/// Returns the end of the player's last log with a text.
fn last_log(played: &[FinishedMatch]) -> String {
    let logs = played
        .iter()
        .rev()
        .filter_map(|played| played.logs.get(played.seat_of(PLAYER))?.as_ref());
    let mut texts = logs.filter_map(|log| match log {
        ProgramLog::Text { log, .. } if !log.is_empty() => Some(log),
        _ => None,
    });
    texts.next().map_or_else(String::new, |text| {
        let start = char_start(text, text.len().saturating_sub(MAX_LOG_BYTES));
        text[start..].to_owned()
    })
}

impl RequirementReport {
    /// Adds up the results: all must have passed, and none may be without an answer.
    pub(super) fn new(
        file: &RequirementFile,
        player: String,
        references: Vec<ReferenceResult>,
    ) -> Self {
        Self {
            player,
            game: file.game.name(),
            seed: file.seed.clone(),
            verdict: overall_verdict(&references),
            references,
        }
    }

    /// Prints the report.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(self);
        }
        for reference in &self.references {
            let verdict = match reference.verdict {
                Verdict::Passed => "pass",
                Verdict::Failed => "FAIL",
                Verdict::Error(_) => "ERROR",
            };
            output.line(format!(
                "{verdict} {}: {}",
                reference.name,
                reference.text()
            ))?;
            if let Verdict::Error(error) = &reference.verdict {
                output.line(format!("  {error}"))?;
            }
            for message in &reference.fault_messages {
                output.line(format!("  {message}"))?;
            }
            if reference.verdict != Verdict::Passed && !reference.log.is_empty() {
                output.line("  the end of its last log:")?;
                for line in reference.log.lines() {
                    output.line(format!("  | {line}"))?;
                }
            }
        }
        let verdict = match self.verdict {
            Verdict::Passed => "passes",
            Verdict::Failed => "does not pass",
            Verdict::Error(_) => "is not judged",
        };
        output.line(format!("{} {verdict}", self.player))
    }
}

fn overall_verdict(references: &[ReferenceResult]) -> Verdict {
    let error = |reference: &ReferenceResult| match &reference.verdict {
        Verdict::Error(error) => Some(format!("reference {}: {error}", reference.name)),
        Verdict::Passed | Verdict::Failed => None,
    };
    let has_passed = |reference: &ReferenceResult| reference.verdict == Verdict::Passed;
    match references.iter().find_map(error) {
        Some(error) => Verdict::Error(error),
        None if references.iter().all(has_passed) => Verdict::Passed,
        None => Verdict::Failed,
    }
}

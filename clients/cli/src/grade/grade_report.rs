//! The result of a grade.

use serde::Serialize;

use super::grade_file::{GradeFile, Reference};
use crate::arena::{ArenaLog, ArenaMatch, ArenaSummary, PlayerSummary};
use crate::bot_log::char_start;
use crate::failure::Failure;
use crate::output::Output;

/// Maximum number of bytes of a bot's log in a report.
const MAX_LOG_BYTES: usize = 4 << 10;

/// Whether a bot has passed, and how it has played.
#[derive(Debug, Serialize)]
pub(super) struct GradeReport {
    pub(super) bot: String,
    pub(super) game: &'static str,
    pub(super) seed: String,
    pub(super) passed: bool,
    pub(super) references: Vec<ReferenceGrade>,
}

/// The matches against one reference player.
#[derive(Debug, Serialize)]
pub(super) struct ReferenceGrade {
    pub(super) name: String,
    pub(super) passed: bool,
    pub(super) matches: u64,
    pub(super) min_score: f64,
    pub(super) with_confidence: bool,
    /// The sums of the bot.
    #[serde(flatten)]
    pub(super) result: PlayerSummary,
    /// Why the bot has lost matches other than on the board.
    pub(super) fault_messages: Vec<String>,
    /// The end of the log of the bot's last match with one.
    pub(super) log: String,
}

impl ReferenceGrade {
    /// Grades the matches of a bot, which is the first player.
    pub(super) fn new(
        reference: &Reference,
        summary: ArenaSummary,
        played: &[ArenaMatch],
    ) -> Option<Self> {
        let result = summary.players.into_iter().next()?;
        let is_complete = played.len() as u64 == reference.matches;
        let reached = if reference.with_confidence {
            result.interval.map(|[low, _]| low)
        } else {
            result.score_rate
        };
        let passed = is_complete && reached.is_some_and(|reached| reached >= reference.min_score);
        Some(Self {
            name: reference.name.clone(),
            passed,
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

fn fault_messages(played: &[ArenaMatch]) -> Vec<String> {
    let mut messages = Vec::new();
    for played in played {
        let own_seat = played.seat_of(0);
        for fault in played.faults.iter().filter(|fault| fault.seat == own_seat) {
            messages.push(format!("match {}: {}", played.r#match, fault.message));
        }
    }
    messages
}

/// Returns the end of the bot's last log with a text.
fn last_log(played: &[ArenaMatch]) -> String {
    let logs = played
        .iter()
        .rev()
        .filter_map(|played| played.logs.get(played.seat_of(0))?.as_ref());
    let mut texts = logs.filter_map(|log| match log {
        ArenaLog::Text { log, .. } if !log.is_empty() => Some(log),
        _ => None,
    });
    texts.next().map_or_else(String::new, |text| {
        let start = char_start(text, text.len().saturating_sub(MAX_LOG_BYTES));
        text[start..].to_owned()
    })
}

impl GradeReport {
    /// Adds up the grades: all must have passed.
    pub(super) fn new(file: &GradeFile, bot: String, references: Vec<ReferenceGrade>) -> Self {
        Self {
            bot,
            game: file.game.name(),
            seed: file.seed.clone(),
            passed: references.iter().all(|reference| reference.passed),
            references,
        }
    }

    /// Prints the report.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(self);
        }
        for reference in &self.references {
            let verdict = if reference.passed { "pass" } else { "FAIL" };
            output.line(format!(
                "{verdict} {}: {}",
                reference.name,
                reference.text()
            ))?;
            for message in &reference.fault_messages {
                output.line(format!("  {message}"))?;
            }
            if !reference.passed && !reference.log.is_empty() {
                output.line("  the end of its last log:")?;
                for line in reference.log.lines() {
                    output.line(format!("  | {line}"))?;
                }
            }
        }
        let (bot, verdict) = (
            &self.bot,
            if self.passed {
                "passes"
            } else {
                "does not pass"
            },
        );
        output.line(format!("{bot} {verdict}"))
    }
}

//! The result of `strength`.

use std::collections::BTreeMap;
use std::time::Duration;

use botwerk_agents::strength::{Interval, ResourceUsage, WinDrawLoss};
use botwerk_agents::{AgentSpec, Roster};
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::args::times;
use super::runner::{StrengthResults, StrengthRunner};
use crate::failure::Failure;
use crate::output::Output;

/// The result; its fields are those of the JSON output.
#[derive(Serialize)]
pub(super) struct StrengthReport<'a> {
    game: &'static str,
    player: String,
    /// The agent on all other seats.
    opponent: Option<String>,
    /// Number of planned matches.
    planned: u64,
    /// Number of counted matches.
    matches: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The player's score rate.
    score: Option<f64>,
    /// The score rate of an equally strong player, where it is not one half.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_score: Option<f64>,
    /// The 95 % confidence interval of the score rate.
    interval: Option<Interval>,
    /// Why there is no interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval_error: Option<String>,
    /// Number of matches that do not repeat another one.
    distinct: u64,
    /// Results by the player's seat.
    by_seat: Vec<ScoreSummary>,
    by_rule: BTreeMap<&'a str, ScoreSummary>,
    /// Average number of turns of all seats per match.
    turns: Option<f64>,
    /// The player and its opponent.
    players: Vec<PlayerUsage>,
    /// Number of choices of reproducible agents that were checked.
    choices: u64,
    /// Records that verification rejected; they are not counted.
    rejected: &'a [String],
    faults: &'a [String],
    seed: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening_turns: Option<u32>,
    concurrency: usize,
    /// Whether agents with a time limit competed for cores.
    shares_cores: bool,
    seconds: f64,
    records: Option<String>,
}

/// The results of a part of the matches.
#[derive(Serialize)]
struct ScoreSummary {
    wins: u64,
    draws: u64,
    losses: u64,
    score: Option<f64>,
}

/// Average cost of a player's turn.
#[derive(Serialize)]
struct PlayerUsage {
    player: String,
    turns: u64,
    millis_per_turn: Option<f64>,
    effort_per_turn: Option<f64>,
    faults: u64,
}

/// The conditions under which the matches were played.
pub(super) struct RunConditions {
    pub(super) planned: u64,
    pub(super) concurrency: usize,
    pub(super) shares_cores: bool,
    pub(super) elapsed: Duration,
}

impl<'a> StrengthReport<'a> {
    pub(super) fn new<G: Roster>(
        runner: &'a StrengthRunner<'_, G>,
        results: &'a StrengthResults,
        conditions: &RunConditions,
    ) -> Self {
        let comparison = &results.comparison;
        let tally = comparison.tally();
        let interval = comparison.interval();
        let seats = runner.players.seats;
        let mut names = runner.players.specs.iter().map(AgentSpec::to_string);
        let players = names.clone().zip(comparison.usage());
        let by_rule = comparison.by_rule().iter();
        Self {
            game: G::spec().id.name(),
            player: names.next().unwrap_or_default(),
            opponent: names.next(),
            planned: conditions.planned,
            matches: tally.matches(),
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            score: tally.score_rate(),
            expected_score: (seats > 2).then(|| 1.0 / seats as f64),
            interval: interval.ok(),
            interval_error: interval.err().map(|error| error.to_string()),
            distinct: comparison.distinct(),
            by_seat: comparison.by_seat().iter().map(ScoreSummary::new).collect(),
            by_rule: by_rule
                .map(|(rule, tally)| (rule.as_str(), ScoreSummary::new(tally)))
                .collect(),
            turns: comparison.mean_turns(),
            players: players
                .map(|(name, usage)| PlayerUsage::new(name, usage))
                .collect(),
            choices: results.choices,
            rejected: &results.rejected,
            faults: &results.faults,
            seed: runner.seed.text(),
            opening_turns: runner.players.opening_turns(),
            concurrency: conditions.concurrency,
            shares_cores: conditions.shares_cores,
            seconds: conditions.elapsed.as_secs_f64(),
            records: runner.archive.directory(),
        }
    }

    /// Prints the result, as text or as one JSON object.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(self);
        }
        self.print_score(output)?;
        output.line("")?;
        output.line(self.score_table())?;
        output.line("")?;
        output.line(self.usage_table())?;
        output.line("")?;
        self.print_details(output)
    }

    fn print_score(&self, output: &mut Output) -> Result<(), Failure> {
        let Self {
            wins,
            draws,
            losses,
            ..
        } = self;
        output.line(self.title())?;
        let score = self.score.map_or_else(|| "-".to_owned(), percent);
        let expected = self.expected_score.map_or_else(String::new, |expected| {
            format!(" (equal strength: {})", percent(expected))
        });
        let counted = format!("score {score}{expected}: {wins} won, {draws} drawn, {losses} lost");
        match (&self.interval, &self.interval_error) {
            (Some(Interval { low, high }), _) => {
                let (low, high) = (percent(*low), percent(*high));
                output.line(format!("{counted}; 95 % interval {low} to {high}"))
            }
            (None, error) => {
                let error = error.as_deref().unwrap_or_default();
                output.line(format!("{counted}\nno interval: {error}"))
            }
        }
    }

    /// Returns the names of the players.
    fn title(&self) -> String {
        let player = &self.player;
        match (&self.opponent, self.by_seat.len()) {
            (None, _) => format!("{player} alone"),
            (Some(opponent), 2) => format!("{player} against {opponent}"),
            (Some(opponent), seats) => {
                format!("{player} against {opponent} on {} seats", seats - 1)
            }
        }
    }

    /// Returns the scores by seat and by rule.
    fn score_table(&self) -> String {
        let mut table = table(["", "matches", "won", "drawn", "lost", "score"]);
        let mut add = |name: String, summary: &ScoreSummary| {
            let ScoreSummary {
                wins,
                draws,
                losses,
                score,
            } = *summary;
            let matches = wins + draws + losses;
            let results = [matches, wins, draws, losses].map(|count| count.to_string());
            let score = score.map_or_else(|| "-".to_owned(), percent);
            table.add_row([name].into_iter().chain(results).chain([score]));
        };
        for (seat, summary) in self.by_seat.iter().enumerate() {
            add(format!("on seat {seat}"), summary);
        }
        for (rule, summary) in &self.by_rule {
            add(format!("ended by {rule}"), summary);
        }
        table.trim_fmt()
    }

    /// Returns the average cost of the players' turns.
    fn usage_table(&self) -> String {
        let mut table = table(["", "turns", "ms per turn", "effort per turn", "faults"]);
        let number =
            |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |v| format!("{v:.1}"));
        for player in &self.players {
            table.add_row([
                player.player.clone(),
                player.turns.to_string(),
                number(player.millis_per_turn),
                number(player.effort_per_turn),
                player.faults.to_string(),
            ]);
        }
        table.trim_fmt()
    }

    fn print_details(&self, output: &mut Output) -> Result<(), Failure> {
        let Self {
            planned,
            matches,
            distinct,
            choices,
            seconds,
            seed,
            concurrency,
            ..
        } = self;
        let turns = self.turns.unwrap_or_default();
        output.line(format!(
            "{matches} of {planned} matches counted, {distinct} of them distinct, {turns:.1} turns each"
        ))?;
        let openings = self.opening_turns.map_or_else(String::new, |turns| {
            let often = times(self.by_seat.len());
            format!(", openings of {turns} turns, each played {often}")
        });
        output.line(format!(
            "seed {seed}{openings}; {concurrency} at a time, {seconds:.1} s"
        ))?;
        if let Some(directory) = &self.records {
            output.line(format!("records: {directory}"))?;
        }
        output.line(format!(
            "verified: the rules of every match, and {choices} choices of reproducible agents"
        ))?;
        for fault in self.faults {
            output.line(format!("removed: {fault}"))?;
        }
        for rejected in self.rejected {
            output.line(format!("not counted: {rejected}"))?;
        }
        Ok(())
    }
}

impl ScoreSummary {
    fn new(tally: &WinDrawLoss) -> Self {
        Self {
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            score: tally.score_rate(),
        }
    }
}

impl PlayerUsage {
    fn new(player: String, usage: ResourceUsage) -> Self {
        Self {
            player,
            turns: usage.turns,
            millis_per_turn: usage.millis_per_turn(),
            effort_per_turn: usage.effort_per_turn(),
            faults: usage.faults,
        }
    }
}

/// Creates a table whose first column is text and all others numbers.
fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Formats a ratio in per cent.
fn percent(ratio: f64) -> String {
    format!("{:.1} %", ratio * 100.0)
}

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
pub(super) struct Report<'a> {
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
    even: Option<f64>,
    /// The 95 % confidence interval of the score rate.
    interval: Option<Interval>,
    /// Why there is no interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_interval: Option<String>,
    /// Number of matches that do not repeat another one.
    distinct: u64,
    /// Results by the player's seat.
    by_seat: Vec<Part>,
    by_rule: BTreeMap<&'a str, Part>,
    /// Average number of turns of all seats per match.
    turns: Option<f64>,
    /// The player and its opponent.
    players: Vec<Spent>,
    /// Number of choices of reproducible agents that were checked.
    choices: u64,
    /// Records that verification rejected; they are not counted.
    refused: &'a [String],
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
struct Part {
    wins: u64,
    draws: u64,
    losses: u64,
    score: Option<f64>,
}

/// Average cost of a player's turn.
#[derive(Serialize)]
struct Spent {
    player: String,
    turns: u64,
    millis_a_turn: Option<f64>,
    effort_a_turn: Option<f64>,
    faults: u64,
}

/// The conditions under which the matches were played.
pub(super) struct Manner {
    pub(super) planned: u64,
    pub(super) concurrency: usize,
    pub(super) shares_cores: bool,
    pub(super) passed: Duration,
}

impl<'a> Report<'a> {
    pub(super) fn new<G: Roster>(
        runner: &'a StrengthRunner<'_, G>,
        counts: &'a StrengthResults,
        manner: &Manner,
    ) -> Self {
        let comparison = &counts.comparison;
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
            planned: manner.planned,
            matches: tally.matches(),
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            score: tally.score_rate(),
            even: (seats > 2).then(|| 1.0 / seats as f64),
            interval: interval.ok(),
            no_interval: interval.err().map(|why| why.to_string()),
            distinct: comparison.distinct(),
            by_seat: comparison.by_seat().iter().map(Part::new).collect(),
            by_rule: by_rule
                .map(|(rule, tally)| (rule.as_str(), Part::new(tally)))
                .collect(),
            turns: comparison.mean_turns(),
            players: players
                .map(|(name, spending)| Spent::new(name, spending))
                .collect(),
            choices: counts.choices,
            refused: &counts.refused,
            faults: &counts.faults,
            seed: runner.seed.text(),
            opening_turns: runner.players.opening_turns,
            concurrency: manner.concurrency,
            shares_cores: manner.shares_cores,
            seconds: manner.passed.as_secs_f64(),
            records: runner.archive.folder(),
        }
    }

    /// Prints the result, as text or as one JSON object.
    pub(super) fn say(&self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(self);
        }
        self.say_score(output)?;
        output.line("")?;
        output.line(self.scores())?;
        output.line("")?;
        output.line(self.spent())?;
        output.line("")?;
        self.say_rest(output)
    }

    fn say_score(&self, output: &mut Output) -> Result<(), Failure> {
        let Self {
            wins,
            draws,
            losses,
            ..
        } = self;
        output.line(self.who())?;
        let score = self.score.map_or_else(|| "-".to_owned(), share);
        let even = self.even.map_or_else(String::new, |even| {
            format!(" (an even player: {})", share(even))
        });
        let counted = format!("score {score}{even}: {wins} won, {draws} drawn, {losses} lost");
        match (&self.interval, &self.no_interval) {
            (Some(Interval { low, high }), _) => {
                let (low, high) = (share(*low), share(*high));
                output.line(format!("{counted}; 95 % interval {low} to {high}"))
            }
            (None, why) => {
                let why = why.as_deref().unwrap_or_default();
                output.line(format!("{counted}\nno interval: {why}"))
            }
        }
    }

    /// Returns the names of the players.
    fn who(&self) -> String {
        let player = &self.player;
        match (&self.opponent, self.by_seat.len()) {
            (None, _) => format!("{player} alone"),
            (Some(against), 2) => format!("{player} against {against}"),
            (Some(against), seats) => {
                format!("{player} against {against} on {} seats", seats - 1)
            }
        }
    }

    /// Returns the scores by seat and by rule.
    fn scores(&self) -> String {
        let mut table = table(["", "matches", "won", "drawn", "lost", "score"]);
        let mut add = |name: String, part: &Part| {
            let Part {
                wins,
                draws,
                losses,
                score,
            } = *part;
            let matches = wins + draws + losses;
            let counts = [matches, wins, draws, losses].map(|count| count.to_string());
            let score = score.map_or_else(|| "-".to_owned(), share);
            table.add_row([name].into_iter().chain(counts).chain([score]));
        };
        for (seat, part) in self.by_seat.iter().enumerate() {
            add(format!("on seat {seat}"), part);
        }
        for (rule, part) in &self.by_rule {
            add(format!("ended by {rule}"), part);
        }
        table.trim_fmt()
    }

    /// Returns the average cost of the players' turns.
    fn spent(&self) -> String {
        let mut table = table(["", "turns", "ms a turn", "effort a turn", "faults"]);
        let number =
            |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |v| format!("{v:.1}"));
        for spent in &self.players {
            table.add_row([
                spent.player.clone(),
                spent.turns.to_string(),
                number(spent.millis_a_turn),
                number(spent.effort_a_turn),
                spent.faults.to_string(),
            ]);
        }
        table.trim_fmt()
    }

    fn say_rest(&self, output: &mut Output) -> Result<(), Failure> {
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
        if let Some(folder) = &self.records {
            output.line(format!("records: {folder}"))?;
        }
        output.line(format!(
            "verified: the rules of every match, and {choices} choices of reproducible players"
        ))?;
        for fault in self.faults {
            output.line(format!("taken out: {fault}"))?;
        }
        for refused in self.refused {
            output.line(format!("not counted: {refused}"))?;
        }
        Ok(())
    }
}

impl Part {
    fn new(tally: &WinDrawLoss) -> Self {
        Self {
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            score: tally.score_rate(),
        }
    }
}

impl Spent {
    fn new(player: String, spending: ResourceUsage) -> Self {
        Self {
            player,
            turns: spending.turns,
            millis_a_turn: spending.millis_per_turn(),
            effort_a_turn: spending.effort_per_turn(),
            faults: spending.faults,
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
fn share(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

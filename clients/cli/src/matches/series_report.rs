//! The report on a series of matches.

use botwerk_client::proto;
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::finished_match::FinishedMatch;
use super::match_series::MatchSeries;
use super::series_summary::{ScoreSummary, SeriesSummary};
use crate::failure::Failure;
use crate::output::Output;
use crate::tournament::standings::sprt_text;
use crate::tournament::statistics::SprtStatistics;

/// Everything that is printed; its fields are those of the JSON output.
#[derive(Serialize)]
pub(super) struct SeriesReport<'a> {
    game: &'static str,
    seed: &'a str,
    /// Number of sampled opening turns; `None` in games without sampled openings.
    opening_turns: Option<u32>,
    #[serde(flatten)]
    summary: SeriesSummary,
    /// The state of the sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtStatistics>,
    #[serde(skip)]
    sprt_text: Option<String>,
    /// Number of planned matches.
    planned: u64,
    /// Whether agents with a time limit had to share cores.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    shares_cores: bool,
    matches: &'a [FinishedMatch],
}

impl<'a> SeriesReport<'a> {
    /// Adds up the matches that were played, with the state of the sequential test.
    pub(super) fn new(
        series: &'a MatchSeries,
        matches: &'a [FinishedMatch],
        sprt: Option<&proto::SprtState>,
        shares_cores: bool,
    ) -> Self {
        Self {
            game: series.game.id().name(),
            seed: series.seed.text(),
            opening_turns: series.game.opening_turns(),
            summary: SeriesSummary::new(&series.players, series.block_size, matches),
            sprt: sprt.map(SprtStatistics::new),
            sprt_text: sprt.map(sprt_text),
            planned: series.matches,
            shares_cores,
            matches,
        }
    }

    /// Prints the report on several matches.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        output.line(self.title())?;
        for player in &self.summary.players {
            output.line(format!("  {player}"))?;
        }
        if let Some(expected) = self.summary.expected_score {
            output.line(format!("  equal strength: {}", percent(Some(expected))))?;
        }
        if let Some(error) = &self.summary.interval_error {
            output.line(format!("no interval: {error}"))?;
        }
        if let Some(pairs) = self.summary.pentanomial {
            let pairs = pairs.map(|count| count.to_string()).join(" ");
            output.line(format!("pairs with 0, ½, 1, 1½ and 2 points: {pairs}"))?;
        }
        if let Some(text) = &self.sprt_text {
            output.line(text)?;
        }
        output.line("")?;
        output.line(self.score_table())?;
        if self
            .summary
            .players
            .iter()
            .any(|player| player.decisions.is_some())
        {
            output.line("")?;
            output.line(self.usage_table())?;
        }
        self.print_faults(output)
    }

    /// Prints the result of a single match.
    pub(super) fn print_single(
        &self,
        played: &FinishedMatch,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let FinishedMatch {
            seed, rule, events, ..
        } = played;
        output.line(format!(
            "seed {seed}: ended by {rule} after {events} events"
        ))?;
        for (seat, player) in played.seats.iter().enumerate() {
            let player = &self.summary.players[*player].player;
            let place = played.places[seat];
            let points = played.points.get(seat);
            let points = points.map_or_else(String::new, |points| format!(", {points} points"));
            output.line(format!("  seat {seat}, {player}: place {place}{points}"))?;
            if let Some(times) = played.times.get(seat) {
                output.line(format!("    {times}"))?;
            }
        }
        for fault in &played.faults {
            let (seat, message) = (fault.seat, &fault.message);
            output.line(format!("  seat {seat} was removed: {message}"))?;
        }
        if let Some(record) = &played.record {
            output.line(format!("  record: {}", record.display()))?;
        }
        Ok(())
    }

    fn title(&self) -> String {
        let (game, seed, count) = (self.game, self.seed, self.matches.len() as u64);
        let openings = self
            .opening_turns
            .map_or_else(String::new, |turns| format!(", openings of {turns} turns"));
        let played = match self.planned {
            planned if planned > count && self.sprt.is_none() => {
                format!("{count} of {planned} matches")
            }
            _ => format!("{count} matches"),
        };
        let distinct = match self.summary.distinct {
            distinct if distinct < count => {
                format!(", {distinct} of them distinct: repeats count once for intervals")
            }
            _ => ", all distinct".into(),
        };
        format!("{game}, seed {seed}{openings}, {played}{distinct}")
    }

    /// Returns the scores of the first player by seat and by rule.
    fn score_table(&self) -> String {
        let Some(first) = self.summary.players.first() else {
            return String::new();
        };
        let mut table = table(&[&first.player, "matches", "won", "drawn", "lost", "score"]);
        let mut add = |name: String, summary: &ScoreSummary| {
            let [wins, draws, losses] = [summary.wins, summary.draws, summary.losses];
            let counts =
                [wins + draws + losses, wins, draws, losses].map(|count| count.to_string());
            table.add_row(
                [name]
                    .into_iter()
                    .chain(counts)
                    .chain([percent(summary.score_rate)]),
            );
        };
        for (seat, summary) in first.by_seat.iter().enumerate() {
            add(format!("on seat {seat}"), summary);
        }
        for (rule, summary) in &first.by_rule {
            add(format!("ended by {rule}"), summary);
        }
        table.trim_fmt()
    }

    /// Returns the mean cost of the players' decisions.
    fn usage_table(&self) -> String {
        let mut players = self.summary.players.iter();
        let has_times = players.any(|player| player.millis_per_decision.is_some());
        let time = has_times.then_some("ms per decision");
        let columns = ["", "decisions", "effort per decision"];
        let columns: Vec<&str> = columns.into_iter().chain(time).collect();
        let mut table = table(&columns);
        let number = |value: Option<f64>, decimals: usize| match value {
            Some(value) => format!("{value:.decimals$}"),
            None => "-".to_owned(),
        };
        for player in &self.summary.players {
            let row = [
                player.player.clone(),
                player.decisions.unwrap_or_default().to_string(),
                number(player.effort_per_decision, 1),
            ];
            let time = has_times.then(|| number(player.millis_per_decision, 3));
            table.add_row(row.into_iter().chain(time));
        }
        table.trim_fmt()
    }

    fn print_faults(&self, output: &mut Output) -> Result<(), Failure> {
        for played in self.matches {
            for fault in &played.faults {
                let player = &self.summary.players[played.seats[fault.seat]].player;
                let (number, message) = (played.r#match, &fault.message);
                output.line(format!("match {number}: {player} lost: {message}"))?;
            }
        }
        Ok(())
    }
}

/// Creates a table whose first column is text and all others numbers.
fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Formats a ratio in per cent.
fn percent(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{:.1} %", ratio * 100.0))
}

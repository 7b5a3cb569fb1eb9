//! `tournament standings`: prints the standings.

use botwerk_client::proto;
use clap::Args;

use super::description::{has_ended, headline, state, verdict};
use super::number::{count, estimate, millis_per_turn, percent};
use super::source::SourceArgs;
use super::statistics::Statistics;
use super::table_format::{FormatArgs, TableFormat};
use super::text_table::{TextTable, escape_markdown};
use crate::connection::block_on;
use crate::failure::Failure;
use crate::output::Output;

/// Arguments of `tournament standings`.
#[derive(Debug, Args)]
pub(super) struct StandingsArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Prints the standings.
pub(super) fn run(args: &StandingsArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let (source, name) = args.source.open().await?;
        let table = source.standings(&name).await?;
        output.line(text(&table, args.format.format_or_default(output))?)
    })
}

/// Returns the standings with a heading and notes.
pub(crate) fn text(
    table: &proto::GetStandingsResponse,
    format: TableFormat,
) -> Result<String, Failure> {
    let tournament = table.tournament.clone().unwrap_or_default();
    let (results, matches) = (tournament.result_count, tournament.match_count);
    let head = format!(
        "{}; {}, {results} of {matches} matches",
        headline(&tournament),
        state(&tournament)
    );
    Ok(match format {
        TableFormat::Table => {
            let text_table = text_table(&table.standings).text();
            format!("{head}\n\n{text_table}\n\n{}", notes(table).join("\n"))
        }
        TableFormat::Markdown => {
            let notes = notes(table)
                .into_iter()
                .map(|note| format!("- {}", escape_markdown(&note)));
            let notes: Vec<_> = notes.collect();
            let (head, text_table) = (
                escape_markdown(&head),
                text_table(&table.standings).markdown(),
            );
            format!("{head}\n\n{text_table}\n\n{}", notes.join("\n"))
        }
        TableFormat::Csv => Statistics::new(table).text_table().csv()?,
        TableFormat::Json => json_lines(&Statistics::new(table)).map_err(std::io::Error::from)?,
    })
}

/// Returns one JSON object for the tournament, and one per entrant.
fn json_lines(statistics: &Statistics<'_>) -> serde_json::Result<String> {
    let mut lines = vec![serde_json::to_string(&statistics.head)?];
    for line in &statistics.standings {
        lines.push(serde_json::to_string(line)?);
    }
    Ok(lines.join("\n"))
}

/// A column of the standings.
struct Column {
    head: &'static str,
    is_text: bool,
    /// Whether the column is omitted if it has no content.
    is_optional: bool,
    cell: fn(&proto::Standing) -> String,
}

impl Column {
    const fn number_column(head: &'static str, cell: fn(&proto::Standing) -> String) -> Self {
        Self {
            head,
            is_text: false,
            is_optional: false,
            cell,
        }
    }

    const fn text_column(head: &'static str, cell: fn(&proto::Standing) -> String) -> Self {
        Self {
            is_text: true,
            ..Self::number_column(head, cell)
        }
    }

    const fn optional(self) -> Self {
        Self {
            is_optional: true,
            ..self
        }
    }
}

const COLUMNS: [Column; 10] = [
    Column::number_column("place", |line| line.place.to_string()),
    Column::text_column("entrant", entrant),
    Column::number_column("matches", |line| line.matches.to_string()),
    Column::number_column("points", |line| format!("{:.1}", line.points)),
    Column::number_column("score rate", |line| {
        line.score_rate.map_or_else(dash, percent)
    }),
    Column::number_column("Elo [95 %]", |line| {
        line.elo.as_ref().map_or_else(dash, estimate)
    }),
    Column::number_column("LOS", |line| line.los.map_or_else(String::new, percent)).optional(),
    Column::number_column("+/=/-", |line| {
        format!("{}/{}/{}", line.wins, line.draws, line.losses)
    }),
    Column::text_column("left early", left_early).optional(),
    Column::number_column("ms per turn", |line| {
        millis_per_turn(line).unwrap_or_else(dash)
    }),
];

/// Returns the standings as a table of text.
pub(super) fn text_table(standings: &[proto::Standing]) -> TextTable {
    let is_needed = |column: &&Column| {
        let is_filled = |line| !(column.cell)(line).is_empty();
        !column.is_optional || standings.iter().any(is_filled)
    };
    let columns: Vec<_> = COLUMNS.iter().filter(is_needed).collect();
    let mut text_table = TextTable::default();
    for column in &columns {
        text_table = if column.is_text {
            text_table.text_column(column.head)
        } else {
            text_table.number_column(column.head)
        };
    }
    for line in standings {
        text_table.add(columns.iter().map(|column| (column.cell)(line)).collect());
    }
    text_table
}

fn dash() -> String {
    "-".into()
}

fn entrant(line: &proto::Standing) -> String {
    let withdrawn = if line.withdrawn { " (withdrawn)" } else { "" };
    format!("{}{withdrawn}", line.entrant)
}

/// Returns how often the entrant left a match early, by termination.
fn left_early(line: &proto::Standing) -> String {
    let reasons = line.terminations.iter().filter_map(|left| {
        let reason = super::description::termination(left.termination())?;
        Some(format!("{} {}", left.count, reason.replace('_', " ")))
    });
    reasons.collect::<Vec<_>>().join(", ")
}

/// Returns the notes below the table.
fn notes(table: &proto::GetStandingsResponse) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(sprt) = &table.sprt {
        notes.push(sprt_text(sprt));
    }
    let (blocks, uncounted) = (table.counted_blocks, table.uncounted_matches);
    let has_ended = table.tournament.as_ref().is_some_and(has_ended);
    let yet = if has_ended { "" } else { " yet" };
    notes.push(format!(
        "{} for Elo; {} not count{yet}",
        match blocks {
            1 => "1 complete block counts".into(),
            blocks => format!("{blocks} complete blocks count"),
        },
        match uncounted {
            1 => "1 finished match does".into(),
            uncounted => format!("{uncounted} finished matches do"),
        }
    ));
    let adjudicated: u64 = table.standings.iter().map(|line| line.adjudicated).sum();
    if adjudicated > 0 {
        // Both entrants of a match count it.
        notes.push(format!(
            "matches that ended by adjudication: {}",
            adjudicated / 2
        ));
    }
    let byes = table.standings.iter().filter(|line| line.byes > 0);
    let byes = byes.map(|line| format!("{} for {}", count(line.byes, "bye"), line.entrant));
    let byes: Vec<_> = byes.collect();
    if !byes.is_empty() {
        notes.push(format!("a point for each bye: {}", byes.join(", ")));
    }
    notes
}

/// Describes the state of an SPRT.
pub(super) fn sprt_text(sprt: &proto::SprtState) -> String {
    let verdict = match sprt.verdict() {
        proto::SprtVerdict::Unspecified => verdict(sprt).into(),
        _ => format!("{} is accepted", verdict(sprt)),
    };
    let [llr, lower, upper] =
        [sprt.llr, sprt.lower, sprt.upper].map(|value| format!("{value:+.2}"));
    let pairs = count(sprt.pairs, "pair");
    format!(
        "log-likelihood ratio {llr} between {lower} (H0) and {upper} (H1) after {pairs}: {verdict}"
    )
}

#[cfg(test)]
mod tests;

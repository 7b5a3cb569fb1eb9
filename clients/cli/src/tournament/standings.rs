//! `tournament standings`: the table.

use botwerk_client::proto;
use clap::Args;

use super::description::{has_ended, headline, state, verdict};
use super::figures::Figures;
use super::number::{count, estimate, millis_a_turn, share};
use super::source::SourceArgs;
use super::table_format::{FormArgs, TableFormat};
use super::text_table::{TextTable, escaped};
use crate::connection::block_on;
use crate::failure::Failure;
use crate::output::Output;

/// Which table, and how it is written.
#[derive(Debug, Args)]
pub(super) struct StandingsArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    form: FormArgs,
}

/// Shows the table.
pub(super) fn run(args: &StandingsArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let (source, name) = args.source.open().await?;
        let table = source.standings(&name).await?;
        output.line(text(&table, args.form.form(output))?)
    })
}

/// The table with a line above and notes below it.
pub(crate) fn text(
    table: &proto::GetStandingsResponse,
    form: TableFormat,
) -> Result<String, Failure> {
    let tournament = table.tournament.clone().unwrap_or_default();
    let (results, matches) = (tournament.result_count, tournament.match_count);
    let head = format!(
        "{}; {}, {results} of {matches} matches",
        headline(&tournament),
        state(&tournament)
    );
    Ok(match form {
        TableFormat::Table => {
            let sheet = sheet(&table.standings).text();
            format!("{head}\n\n{sheet}\n\n{}", notes(table).join("\n"))
        }
        TableFormat::Markdown => {
            let notes = notes(table)
                .into_iter()
                .map(|note| format!("- {}", escaped(&note)));
            let notes: Vec<_> = notes.collect();
            let (head, sheet) = (escaped(&head), sheet(&table.standings).markdown());
            format!("{head}\n\n{sheet}\n\n{}", notes.join("\n"))
        }
        TableFormat::Csv => Figures::new(table).sheet().csv()?,
        TableFormat::Json => json_lines(&Figures::new(table)).map_err(std::io::Error::from)?,
    })
}

/// An object for the tournament, and one for each entrant.
fn json_lines(figures: &Figures<'_>) -> serde_json::Result<String> {
    let mut lines = vec![serde_json::to_string(&figures.head)?];
    for line in &figures.standings {
        lines.push(serde_json::to_string(line)?);
    }
    Ok(lines.join("\n"))
}

/// A column of the table.
struct Column {
    head: &'static str,
    is_words: bool,
    /// Whether it is there only if somebody has something in it.
    may_lack: bool,
    cell: fn(&proto::Standing) -> String,
}

impl Column {
    const fn numbers(head: &'static str, cell: fn(&proto::Standing) -> String) -> Self {
        Self {
            head,
            is_words: false,
            may_lack: false,
            cell,
        }
    }

    const fn words(head: &'static str, cell: fn(&proto::Standing) -> String) -> Self {
        Self {
            is_words: true,
            ..Self::numbers(head, cell)
        }
    }

    const fn if_any(self) -> Self {
        Self {
            may_lack: true,
            ..self
        }
    }
}

const COLUMNS: [Column; 10] = [
    Column::numbers("place", |line| line.place.to_string()),
    Column::words("entrant", entrant),
    Column::numbers("matches", |line| line.matches.to_string()),
    Column::numbers("points", |line| format!("{:.1}", line.points)),
    Column::numbers("share", |line| line.score_rate.map_or_else(nothing, share)),
    Column::numbers("Elo [95 %]", |line| {
        line.elo.as_ref().map_or_else(nothing, estimate)
    }),
    Column::numbers("superiority", |line| {
        line.los.map_or_else(String::new, share)
    })
    .if_any(),
    Column::numbers("+/=/-", |line| {
        format!("{}/{}/{}", line.wins, line.draws, line.losses)
    }),
    Column::words("left early", left_early).if_any(),
    Column::numbers("ms a turn", |line| {
        millis_a_turn(line).unwrap_or_else(nothing)
    }),
];

/// The table as people read it.
pub(super) fn sheet(standings: &[proto::Standing]) -> TextTable {
    let is_needed = |column: &&Column| {
        let is_filled = |line| !(column.cell)(line).is_empty();
        !column.may_lack || standings.iter().any(is_filled)
    };
    let columns: Vec<_> = COLUMNS.iter().filter(is_needed).collect();
    let mut sheet = TextTable::default();
    for column in &columns {
        sheet = if column.is_words {
            sheet.text_column(column.head)
        } else {
            sheet.number_column(column.head)
        };
    }
    for line in standings {
        sheet.add(columns.iter().map(|column| (column.cell)(line)).collect());
    }
    sheet
}

fn nothing() -> String {
    "-".into()
}

fn entrant(line: &proto::Standing) -> String {
    let withdrawn = if line.withdrawn { " (withdrawn)" } else { "" };
    format!("{}{withdrawn}", line.entrant)
}

/// How often it left a match early, by reason.
fn left_early(line: &proto::Standing) -> String {
    let reasons = line.terminations.iter().filter_map(|left| {
        let reason = super::description::termination(left.termination())?;
        Some(format!("{} {}", left.count, reason.replace('_', " ")))
    });
    reasons.collect::<Vec<_>>().join(", ")
}

/// What stands beneath the table.
fn notes(table: &proto::GetStandingsResponse) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(sprt) = &table.sprt {
        notes.push(test(sprt));
    }
    let (blocks, waiting) = (table.counted_blocks, table.uncounted_matches);
    let has_ended = table.tournament.as_ref().is_some_and(has_ended);
    let yet = if has_ended { "" } else { " yet" };
    notes.push(format!(
        "{} for strength; {} not count{yet}",
        match blocks {
            1 => "1 complete block counts".into(),
            blocks => format!("{blocks} complete blocks count"),
        },
        match waiting {
            1 => "1 finished match does".into(),
            waiting => format!("{waiting} finished matches do"),
        }
    ));
    let byes = table.standings.iter().filter(|line| line.byes > 0);
    let byes = byes.map(|line| format!("{} for {}", count(line.byes, "bye"), line.entrant));
    let byes: Vec<_> = byes.collect();
    if !byes.is_empty() {
        notes.push(format!("a point for each bye: {}", byes.join(", ")));
    }
    notes
}

/// How far a test is.
pub(super) fn test(sprt: &proto::SprtState) -> String {
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

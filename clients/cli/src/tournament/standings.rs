//! `tournament show --view standings`: prints the standings.

use botwerk_client::proto;
use clap::Args;
use proto::Termination;

use super::description::{format_name, headline, planned_matches, state, verdict};
use super::number::{count, estimate, millis_per_turn, percent, signed};
use super::source::Source;
use super::statistics::Statistics;
use super::table_format::TableFormat;
use super::text_table::{TextTable, escape_markdown};
use crate::failure::Failure;
use crate::output::Output;

/// Arguments of the view.
#[derive(Debug, Args)]
pub(super) struct StandingsArgs {
    /// Final table of this season of a league, instead of the present table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    season: Option<u32>,
    /// Show the newest version of each player only
    #[arg(long)]
    newest: bool,
}

/// Prints the standings.
pub(super) async fn show(
    source: &Source,
    name: &str,
    args: &StandingsArgs,
    format: TableFormat,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut table = match args.season {
        Some(season) => source.final_standings(name, season).await?,
        None => source.standings(name).await?,
    };
    if args.newest {
        table.standings.retain(|line| !line.is_former_version);
        close_gaps(&mut table.standings);
    }
    output.line(text(&table, format)?)
}

/// Numbers the places of the entrants that are shown again. Equal ones share a place.
fn close_gaps(standings: &mut [proto::Standing]) {
    let mut previous = None;
    for (index, line) in standings.iter_mut().enumerate() {
        let place = match previous {
            Some((before, place)) if before == line.place => place,
            _ => index as u32 + 1,
        };
        previous = Some((line.place, place));
        line.place = place;
    }
}

/// Returns the standings with a heading and notes.
pub(crate) fn text(
    table: &proto::GetStandingsResponse,
    format: TableFormat,
) -> Result<String, Failure> {
    let tournament = table.tournament.clone().unwrap_or_default();
    let results = tournament.result_count;
    let (state, matches) = match table.final_season {
        0 => (state(&tournament), planned_matches(&tournament)),
        season => (format!("final table of season {season}"), results),
    };
    let headline = headline(&tournament);
    let head = format!("{headline}; {state}, {results} of {matches} matches");
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

/// When a column of the standings is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnCondition {
    Always,
    /// If it has content.
    Filled,
    /// If it has content and entrants have equal points.
    EqualPoints,
}

/// A column of the standings.
struct Column {
    head: &'static str,
    is_text: bool,
    /// When the column is shown.
    condition: ColumnCondition,
    cell: fn(&proto::Standing) -> String,
}

impl Column {
    const fn number_column(head: &'static str, cell: fn(&proto::Standing) -> String) -> Self {
        Self {
            head,
            is_text: false,
            condition: ColumnCondition::Always,
            cell,
        }
    }

    const fn text_column(head: &'static str, cell: fn(&proto::Standing) -> String) -> Self {
        Self {
            is_text: true,
            ..Self::number_column(head, cell)
        }
    }

    const fn shown_if(self, condition: ColumnCondition) -> Self {
        Self { condition, ..self }
    }
}

const COLUMNS: [Column; 19] = [
    Column::number_column("place", |line| line.place.to_string()),
    Column::text_column("entrant", entrant),
    Column::number_column("matches", |line| line.matches.to_string()),
    Column::number_column("points", |line| format!("{:.1}", line.points)),
    Column::number_column("Buchholz", |line| {
        tie_break(line, |them| Some(them.buchholz))
    })
    .shown_if(ColumnCondition::EqualPoints),
    Column::number_column("SB", |line| {
        tie_break(line, |them| Some(them.sonneborn_berger))
    })
    .shown_if(ColumnCondition::EqualPoints),
    Column::number_column("direct", |line| {
        tie_break(line, |them| them.direct_encounter)
    })
    .shown_if(ColumnCondition::EqualPoints),
    Column::number_column("score rate", |line| {
        line.score_rate.map_or_else(dash, percent)
    }),
    Column::number_column("regular", regular_score_rate).shown_if(ColumnCondition::Filled),
    Column::number_column("Elo [95 %]", |line| {
        line.elo.as_ref().map_or_else(dash, estimate)
    }),
    Column::number_column("LOS", |line| line.los.map_or_else(String::new, percent))
        .shown_if(ColumnCondition::Filled),
    Column::number_column("+/=/-", |line| {
        format!("{}/{}/{}", line.wins, line.draws, line.losses)
    }),
    left_early("resigned", |line| {
        left_early_as(line, Termination::Resigned)
    }),
    left_early("flagged", |line| left_early_as(line, Termination::Flagged)),
    left_early("illegal", |line| left_early_as(line, Termination::Illegal)),
    left_early("crashed", |line| left_early_as(line, Termination::Crashed)),
    left_early("disconnected", |line| {
        left_early_as(line, Termination::Disconnected)
    }),
    left_early("no show", |line| left_early_as(line, Termination::NoShow)),
    Column::number_column("ms per turn (99 %, max)", |line| {
        millis_per_turn(line).unwrap_or_else(dash)
    }),
];

/// Returns the standings as a table of text.
pub(super) fn text_table(standings: &[proto::Standing]) -> TextTable {
    let has_equal_points = has_equal_points(standings);
    let is_needed = |column: &&Column| {
        let is_filled = || standings.iter().any(|line| !(column.cell)(line).is_empty());
        match column.condition {
            ColumnCondition::Always => true,
            ColumnCondition::Filled => is_filled(),
            ColumnCondition::EqualPoints => has_equal_points && is_filled(),
        }
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

/// Returns `true` if entrants that have played have equal points.
fn has_equal_points(standings: &[proto::Standing]) -> bool {
    let played = standings.iter().filter(|line| line.matches > 0);
    let mut points: Vec<f64> = played.map(|line| line.points).collect();
    points.sort_by(f64::total_cmp);
    let mut neighbours = points.windows(2);
    neighbours.any(|pair| pair[0].total_cmp(&pair[1]).is_eq())
}

/// Returns the text of a tie-break, or an empty text if the entrant has none.
fn tie_break(line: &proto::Standing, value: fn(&proto::TieBreaks) -> Option<f64>) -> String {
    let value = line.tie_breaks.as_ref().and_then(value);
    value.map_or_else(String::new, |value| value.to_string())
}

fn dash() -> String {
    "-".into()
}

fn entrant(line: &proto::Standing) -> String {
    let marks = [
        (line.is_anchor, "anchor"),
        (line.is_former_version, "former"),
        (line.is_withdrawn, "withdrawn"),
    ];
    let marks = marks.into_iter().filter(|(is_set, _)| *is_set);
    let marks: Vec<_> = marks.map(|(_, mark)| mark).collect();
    if marks.is_empty() {
        return line.entrant.clone();
    }
    format!("{} ({})", line.entrant, marks.join(", "))
}

/// Returns the column of a reason for which entrants have left matches early.
const fn left_early(head: &'static str, cell: fn(&proto::Standing) -> String) -> Column {
    Column::number_column(head, cell).shown_if(ColumnCondition::Filled)
}

/// Returns how often the entrant has left a match early for this reason, or an empty text if it has not.
fn left_early_as(line: &proto::Standing, termination: Termination) -> String {
    let mut terminations = line.terminations.iter();
    let counted = terminations.find(|counted| counted.termination() == termination);
    counted.map_or_else(String::new, |counted| counted.count.to_string())
}

/// Returns the score rate in matches that no seat left early but by resigning, or an empty text if all were.
fn regular_score_rate(line: &proto::Standing) -> String {
    if line.regular_matches == line.matches {
        return String::new();
    }
    line.regular_score_rate.map_or_else(dash, percent)
}

/// Returns what the results count for: each is in one of the numbers.
fn counted_text(counts: &proto::ResultCounts) -> String {
    let parts = |parts: &[(u64, &str)]| {
        let parts = parts.iter().filter(|(results, _)| *results > 0);
        let parts: Vec<_> = parts
            .map(|(results, what)| format!("{results} {what}"))
            .collect();
        parts.join(", ")
    };
    let points_only = parts(&[
        (counts.repeated, "that repeat others action by action"),
        (
            counts.unrated,
            "in blocks with a forfeited, annulled or voided match",
        ),
        (counts.open, "in blocks that are not complete"),
    ]);
    let nothing = parts(&[
        (counts.after_verdict, "after the verdict"),
        (counts.annulled, "annulled"),
        (counts.voided, "voided"),
    ]);
    let mut text = format!("{} count for points and Elo", count(counts.rated, "result"));
    if !points_only.is_empty() {
        text += &format!("; for points only: {points_only}");
    }
    if !nothing.is_empty() {
        text += &format!("; for nothing: {nothing}");
    }
    text
}

/// Returns the notes below the table.
fn notes(table: &proto::GetStandingsResponse) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(sprt) = &table.sprt {
        notes.push(sprt_text(sprt));
    }
    // A final table of an earlier version has no counts.
    notes.extend(table.result_counts.as_ref().map(counted_text));
    if table
        .standings
        .iter()
        .any(|line| line.regular_matches < line.matches)
    {
        notes.push(
            "regular: the score rate in matches that no seat left early but by resigning".into(),
        );
    }
    if has_equal_points(&table.standings) && table.standings[0].tie_breaks.is_some() {
        let setup = table
            .tournament
            .as_ref()
            .and_then(|tournament| tournament.setup.as_ref());
        let first = match setup.map(format_name) {
            Some("swiss") => "Buchholz, ",
            _ => "",
        };
        notes.push(format!(
            "equal points: {first}Sonneborn-Berger (SB) and direct encounter decide"
        ));
    }
    notes.extend(table.standings.iter().filter_map(misfit));
    notes.extend(neighbours(table));
    let adjudicated: u64 = table.standings.iter().map(|line| line.adjudicated).sum();
    if adjudicated > 0 {
        // Both entrants of a match count it.
        notes.push(match adjudicated / 2 {
            1 => "1 match ended by adjudication".into(),
            matches => format!("{matches} matches ended by adjudication"),
        });
    }
    let byes = table.standings.iter().filter(|line| line.byes > 0);
    let byes = byes.map(|line| format!("{} for {}", count(line.byes, "bye"), line.entrant));
    let byes: Vec<_> = byes.collect();
    if !byes.is_empty() {
        notes.push(format!("a point for each bye: {}", byes.join(", ")));
    }
    notes
}

/// Returns a note on a rotation that gives every entrant each seat, but not each neighbour, or `None`.
fn neighbours(table: &proto::GetStandingsResponse) -> Option<String> {
    let setup = table.tournament.as_ref()?.setup.as_ref()?;
    let seats = setup.setup.as_ref()?.seats;
    let is_cyclic = setup.rotation() == proto::Rotation::Cyclic;
    (seats > 2 && is_cyclic).then(|| {
        "every entrant has had each seat, but in a block always between the same others: rotation = \"all\" plays every order"
            .to_owned()
    })
}

/// Returns a note on an anchor whose results contradict its rating, or `None`.
fn misfit(line: &proto::Standing) -> Option<String> {
    let (fixed, measured) = (line.elo.as_ref()?.value, line.measured_elo.as_ref()?);
    let is_below = measured.low.is_some_and(|low| fixed < low);
    let is_above = measured.high.is_some_and(|high| fixed > high);
    (is_below || is_above).then(|| {
        format!(
            "the results of the anchor {} say {}, not {}: measure its rating again, in a round robin of the anchors",
            line.entrant,
            estimate(measured),
            signed(fixed)
        )
    })
}

/// Describes the state of an SPRT.
pub(crate) fn sprt_text(sprt: &proto::SprtState) -> String {
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

//! `tournament show --view bracket`: prints the bracket of a knockout.

use botwerk_client::proto;
use serde_json::json;

use super::description::headline;
use super::source::Source;
use super::table_format::TableFormat;
use super::text_table::{TextTable, escape_markdown};
use crate::failure::{Failure, Reason};
use crate::output::Output;

/// Prints one line per matchup.
pub(super) async fn show(
    source: &Source,
    name: &str,
    format: TableFormat,
    output: &mut Output,
) -> Result<(), Failure> {
    let table = source.standings(name).await?;
    if table.bracket.is_empty() {
        let message = format!(
            "{name}: only a knockout has a bracket; `botwerk tournament show --view crosstable` shows the results of \
             entrants against each other"
        );
        return Err(Failure::new(Reason::BadArgument, message));
    }
    output.line(text(&table, format)?)
}

fn text(table: &proto::GetStandingsResponse, format: TableFormat) -> Result<String, Failure> {
    let head = table.tournament.as_ref().map(headline).unwrap_or_default();
    Ok(match format {
        TableFormat::Table => format!("{head}\n\n{}", text_table(&table.bracket).text()),
        TableFormat::Markdown => {
            let rows = text_table(&table.bracket).markdown();
            format!("{}\n\n{rows}", escape_markdown(&head))
        }
        TableFormat::Csv => text_table(&table.bracket).csv()?,
        TableFormat::Json => {
            let lines = table
                .bracket
                .iter()
                .map(|matchup| json(matchup).to_string());
            lines.collect::<Vec<_>>().join("\n")
        }
    })
}

fn text_table(bracket: &[proto::BracketMatchup]) -> TextTable {
    let rounds = bracket.last().map_or(0, |matchup| matchup.round);
    let mut text_table = TextTable::default()
        .text_column("round")
        .text_column("entrant")
        .number_column("points")
        .text_column("opponent")
        .number_column("points of opponent")
        .text_column("winner");
    for matchup in bracket {
        let [one, other] = [0, 1].map(|side| side_cells(matchup, side));
        let round = round_name(matchup.round, rounds);
        let ([one, points], [other, other_points]) = (one, other);
        let winner = matchup.winner.clone();
        text_table.add(vec![round, one, points, other, other_points, winner]);
    }
    text_table
}

/// Returns the name and the points of one side of a matchup.
fn side_cells(matchup: &proto::BracketMatchup, side: usize) -> [String; 2] {
    let points = matchup.points.get(side);
    match matchup.entrants.get(side) {
        None => ["bye".into(), String::new()],
        Some(open) if open.is_empty() => ["?".into(), String::new()],
        Some(name) if matchup.entrants.len() == 1 => [name.clone(), String::new()],
        Some(name) => [
            name.clone(),
            points.map_or_else(String::new, f64::to_string),
        ],
    }
}

/// Returns the name of a round in a knockout of this number of rounds.
pub(super) fn round_name(round: u32, rounds: u32) -> String {
    match rounds.saturating_sub(round) {
        0 => "final".into(),
        1 => "semi-final".into(),
        2 => "quarter-final".into(),
        _ => format!("round {round}"),
    }
}

fn json(matchup: &proto::BracketMatchup) -> serde_json::Value {
    let known = |name: &String| Some(name.clone()).filter(|name| !name.is_empty());
    json!({
        "round": matchup.round,
        "entrants": matchup.entrants.iter().map(known).collect::<Vec<_>>(),
        "points": matchup.points,
        "winner": known(&matchup.winner),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::samples::{IDLE, NAME, OTHER, bracket, table};

    #[test]
    fn every_matchup_is_a_row() {
        let text = text_table(&bracket()).text();
        let normalised = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<_> = text.lines().map(normalised).collect();
        let expected = [
            "round entrant points opponent points of opponent winner".to_owned(),
            format!("semi-final {NAME} bye {NAME}"),
            format!("semi-final {OTHER} 1.5 {IDLE} 0.5 {OTHER}"),
            format!("final {NAME} 0 {OTHER} 0"),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn undecided_entrants_are_null_in_json() {
        let mut table = table();
        table.bracket = bracket();
        table.bracket[2].entrants[1].clear();
        let text = text(&table, TableFormat::Json).unwrap();
        let lines = text.lines().map(serde_json::from_str);
        let lines: Vec<serde_json::Value> = lines.map(Result::unwrap).collect();
        assert_eq!(lines[2]["entrants"], json!([NAME, null]));
        assert_eq!(
            (&lines[1]["winner"], &lines[2]["winner"]),
            (&json!(OTHER), &json!(null))
        );
    }

    #[test]
    fn last_rounds_have_names() {
        let names = [1, 2, 3, 4].map(|round| round_name(round, 4));
        assert_eq!(names, ["round 1", "quarter-final", "semi-final", "final"]);
    }
}

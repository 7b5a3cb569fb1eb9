//! `tournament show --view crosstable`: prints the crosstable.

use botwerk_client::proto;
use serde_json::json;

use super::description::{headline, seats};
use super::head_to_head::{HeadToHead, HeadToHeadTable};
use super::source::Source;
use super::table_format::TableFormat;
use super::text_table::{TextTable, escape_markdown};
use crate::failure::Failure;
use crate::output::Output;

/// Prints the crosstable: text as a square, JSON and CSV with one line per pair of entrants.
pub(super) async fn show(
    source: &Source,
    name: &str,
    format: TableFormat,
    output: &mut Output,
) -> Result<(), Failure> {
    let table = source.standings(name).await?;
    let results = HeadToHeadTable::read(source, name, &table).await?;
    let tournament = table.tournament.unwrap_or_default();
    let text = text(&tournament, &results, format)?;
    // JSON output before the first match is empty, without a line.
    if text.is_empty() {
        return Ok(());
    }
    output.line(text)
}

fn text(
    tournament: &proto::Tournament,
    results: &HeadToHeadTable,
    format: TableFormat,
) -> Result<String, Failure> {
    let has_two_seats = seats(tournament) == 2;
    let (head, note) = (headline(tournament), note(has_two_seats));
    Ok(match format {
        TableFormat::Table => format!(
            "{head}\n\n{}\n\n{note}",
            square(results, has_two_seats).text()
        ),
        TableFormat::Markdown => {
            let square = square(results, has_two_seats).markdown();
            format!("{}\n\n{square}\n\n{note}", escape_markdown(&head))
        }
        TableFormat::Csv => lines(results).csv()?,
        TableFormat::Json => json_lines(results),
    })
}

const fn note(has_two_seats: bool) -> &'static str {
    if has_two_seats {
        "points of the row against the column, and number of matches"
    } else {
        "how often the row was ahead of the column, and number of matches"
    }
}

/// Returns a table with one row and one column per entrant.
fn square(results: &HeadToHeadTable, has_two_seats: bool) -> TextTable {
    let names = results.names();
    let mut sheet = TextTable::default()
        .number_column("")
        .text_column("entrant");
    for number in 1..=names.len() {
        sheet = sheet.number_column(number.to_string());
    }
    for (entrant, name) in names.iter().enumerate() {
        let mut row = vec![(entrant + 1).to_string(), name.clone()];
        row.extend((0..names.len()).map(|opponent| {
            if opponent == entrant {
                "·".into()
            } else {
                cell(results.between(entrant, opponent), has_two_seats)
            }
        }));
        sheet.add(row);
    }
    sheet
}

fn cell(result: HeadToHead, has_two_seats: bool) -> String {
    match (result.matches(), has_two_seats) {
        (0, _) => "-".into(),
        (matches, true) => format!("{}/{matches}", result.points()),
        (matches, false) => format!("{}/{matches}", result.wins),
    }
}

/// Iterates over all pairs that have met, from both sides.
fn all_pairs(results: &HeadToHeadTable) -> impl Iterator<Item = (&str, &str, HeadToHead)> {
    let names = || results.names().iter().enumerate();
    let all_pairs = names().flat_map(move |one| names().map(move |other| (one, other)));
    let pairs = all_pairs.map(|((entrant, name), (opponent, other))| {
        (
            name.as_str(),
            other.as_str(),
            results.between(entrant, opponent),
        )
    });
    pairs.filter(|(_, _, result)| result.matches() > 0)
}

fn lines(results: &HeadToHeadTable) -> TextTable {
    let mut sheet = TextTable::default();
    for column in [
        "entrant", "opponent", "matches", "points", "wins", "draws", "losses",
    ] {
        sheet = sheet.text_column(column);
    }
    for (entrant, opponent, result) in all_pairs(results) {
        sheet.add(vec![
            entrant.to_owned(),
            opponent.to_owned(),
            result.matches().to_string(),
            result.points().to_string(),
            result.wins.to_string(),
            result.draws.to_string(),
            result.losses.to_string(),
        ]);
    }
    sheet
}

fn json_lines(results: &HeadToHeadTable) -> String {
    let lines = all_pairs(results).map(|(entrant, opponent, result)| {
        let object = json!({
            "entrant": entrant, "opponent": opponent, "matches": result.matches(),
            "points": result.points(), "wins": result.wins, "draws": result.draws,
            "losses": result.losses,
        });
        object.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::tournament::samples::{IDLE, NAME, OTHER, pairing, table, tournament};

    fn two_seat_results() -> HeadToHeadTable {
        let mut results = HeadToHeadTable::new(&table());
        results.add(&pairing(0, &[NAME, OTHER], &[1, 2]));
        results.add(&pairing(1, &[OTHER, NAME], &[1, 1]));
        results
    }

    fn printed(format: TableFormat) -> String {
        text(&tournament(), &two_seat_results(), format).unwrap()
    }

    #[test]
    fn two_seat_matches_score_points() {
        let text = printed(TableFormat::Table);
        let normalised = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<_> = text.lines().map(normalised).collect();
        assert_eq!(lines[2], "entrant 1 2 3");
        assert_eq!(lines[3], format!("1 {NAME} · 1.5/2 -"));
        assert_eq!(lines[4], format!("2 {OTHER} 0.5/2 · -"));
        assert_eq!(lines[5], format!("3 {IDLE} - - ·"));
        assert!(
            printed(TableFormat::Markdown).contains(r#"| 1 | \<a\&b\|"c",d\> | · | 1.5/2 | - |"#)
        );
    }

    #[test]
    fn larger_matches_count_wins() {
        let mut tournament = tournament();
        let setup = tournament.setup.as_mut().unwrap();
        setup.setup.as_mut().unwrap().seats = 3;
        let mut results = HeadToHeadTable::new(&table());
        results.add(&pairing(0, &[NAME, OTHER, IDLE], &[1, 2, 2]));
        results.add(&pairing(1, &[OTHER, IDLE, NAME], &[1, 2, 3]));
        let text = text(&tournament, &results, TableFormat::Table).unwrap();
        let row = text.lines().nth(4).unwrap();
        assert!(row.contains("1/2") && !row.contains("1.5"), "{text}");
        assert!(text.contains("was ahead"), "{text}");
    }

    #[test]
    fn csv_and_json_have_a_line_per_pair() {
        let text = printed(TableFormat::Csv);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows[0], vec![NAME, OTHER, "2", "1.5", "1", "1", "0"]);
        assert_eq!(rows[1], vec![OTHER, NAME, "2", "0.5", "0", "1", "1"]);
        assert_eq!(rows.len(), 2);
        let json = printed(TableFormat::Json);
        let first: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert_eq!([&first["entrant"], &first["opponent"]], [NAME, OTHER]);
        assert_eq!(first["points"], 1.5);
    }
}

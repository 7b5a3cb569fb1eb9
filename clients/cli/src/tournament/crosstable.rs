//! `tournament crosstable`: everybody against everybody.

use botwerk_client::proto;
use clap::Args;
use serde_json::json;

use super::description::{headline, seats};
use super::head_to_head::{HeadToHead, HeadToHeadTable};
use super::source::SourceArgs;
use super::table_format::{FormArgs, TableFormat};
use super::text_table::{TextTable, escaped};
use crate::connection::block_on;
use crate::failure::Failure;
use crate::output::Output;

/// Which tournament, and how the table is written.
#[derive(Debug, Args)]
pub(super) struct CrosstableArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    form: FormArgs,
}

/// Shows the table. People see a square; programs get a line for every two who have met.
pub(super) fn run(args: &CrosstableArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let (source, name) = args.source.open().await?;
        let table = source.standings(&name).await?;
        let meetings = HeadToHeadTable::read(&source, &name, &table).await?;
        let tournament = table.tournament.unwrap_or_default();
        let text = text(&tournament, &meetings, args.form.form(output))?;
        // Before the first match there is nothing for programs, not even an empty line.
        if text.is_empty() {
            return Ok(());
        }
        output.line(text)
    })
}

fn text(
    tournament: &proto::Tournament,
    meetings: &HeadToHeadTable,
    form: TableFormat,
) -> Result<String, Failure> {
    let is_of_two = seats(tournament) == 2;
    let (head, note) = (headline(tournament), note(is_of_two));
    Ok(match form {
        TableFormat::Table => format!("{head}\n\n{}\n\n{note}", square(meetings, is_of_two).text()),
        TableFormat::Markdown => {
            let square = square(meetings, is_of_two).markdown();
            format!("{}\n\n{square}\n\n{note}", escaped(&head))
        }
        TableFormat::Csv => lines(meetings).csv()?,
        TableFormat::Json => json_lines(meetings),
    })
}

const fn note(is_of_two: bool) -> &'static str {
    if is_of_two {
        "points of the row against the column, and matches"
    } else {
        "how often the row came out ahead of the column, and matches"
    }
}

/// A row and a column an entrant.
fn square(meetings: &HeadToHeadTable, is_of_two: bool) -> TextTable {
    let names = meetings.names();
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
                cell(meetings.of(entrant, opponent), is_of_two)
            }
        }));
        sheet.add(row);
    }
    sheet
}

fn cell(meeting: HeadToHead, is_of_two: bool) -> String {
    match (meeting.matches(), is_of_two) {
        (0, _) => "-".into(),
        (matches, true) => format!("{}/{matches}", meeting.points()),
        (matches, false) => format!("{}/{matches}", meeting.wins),
    }
}

/// Every two who have met, from both sides.
fn all(meetings: &HeadToHeadTable) -> impl Iterator<Item = (&str, &str, HeadToHead)> {
    let names = || meetings.names().iter().enumerate();
    let all = names().flat_map(move |one| names().map(move |other| (one, other)));
    let met = all.map(|((entrant, name), (opponent, other))| {
        (
            name.as_str(),
            other.as_str(),
            meetings.of(entrant, opponent),
        )
    });
    met.filter(|(_, _, meeting)| meeting.matches() > 0)
}

fn lines(meetings: &HeadToHeadTable) -> TextTable {
    let mut sheet = TextTable::default();
    for column in [
        "entrant", "opponent", "matches", "points", "wins", "ties", "losses",
    ] {
        sheet = sheet.text_column(column);
    }
    for (entrant, opponent, meeting) in all(meetings) {
        sheet.add(vec![
            entrant.to_owned(),
            opponent.to_owned(),
            meeting.matches().to_string(),
            meeting.points().to_string(),
            meeting.wins.to_string(),
            meeting.ties.to_string(),
            meeting.losses.to_string(),
        ]);
    }
    sheet
}

fn json_lines(meetings: &HeadToHeadTable) -> String {
    let lines = all(meetings).map(|(entrant, opponent, meeting)| {
        let object = json!({
            "entrant": entrant, "opponent": opponent, "matches": meeting.matches(),
            "points": meeting.points(), "wins": meeting.wins, "ties": meeting.ties,
            "losses": meeting.losses,
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

    fn of_two() -> HeadToHeadTable {
        let mut meetings = HeadToHeadTable::new(&table());
        meetings.add(&pairing(0, &[NAME, OTHER], &[1, 2]));
        meetings.add(&pairing(1, &[OTHER, NAME], &[1, 1]));
        meetings
    }

    fn told(form: TableFormat) -> String {
        text(&tournament(), &of_two(), form).unwrap()
    }

    #[test]
    fn matches_of_two_bring_points() {
        let text = told(TableFormat::Table);
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<_> = text.lines().map(words).collect();
        assert_eq!(lines[2], "entrant 1 2 3");
        assert_eq!(lines[3], format!("1 {NAME} · 1.5/2 -"));
        assert_eq!(lines[4], format!("2 {OTHER} 0.5/2 · -"));
        assert_eq!(lines[5], format!("3 {IDLE} - - ·"));
        assert!(told(TableFormat::Markdown).contains(r#"| 1 | \<a\&b\|"c",d\> | · | 1.5/2 | - |"#));
    }

    #[test]
    fn at_larger_tables_it_counts_who_is_ahead() {
        let mut tournament = tournament();
        let setup = tournament.setup.as_mut().unwrap();
        setup.setup.as_mut().unwrap().seats = 3;
        let mut meetings = HeadToHeadTable::new(&table());
        meetings.add(&pairing(0, &[NAME, OTHER, IDLE], &[1, 2, 2]));
        meetings.add(&pairing(1, &[OTHER, IDLE, NAME], &[1, 2, 3]));
        let text = text(&tournament, &meetings, TableFormat::Table).unwrap();
        let row = text.lines().nth(4).unwrap();
        assert!(row.contains("1/2") && !row.contains("1.5"), "{text}");
        assert!(text.contains("came out ahead"), "{text}");
    }

    #[test]
    fn programs_get_a_line_for_every_two() {
        let text = told(TableFormat::Csv);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows[0], vec![NAME, OTHER, "2", "1.5", "1", "1", "0"]);
        assert_eq!(rows[1], vec![OTHER, NAME, "2", "0.5", "0", "1", "1"]);
        assert_eq!(rows.len(), 2);
        let json = told(TableFormat::Json);
        let first: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert_eq!([&first["entrant"], &first["opponent"]], [NAME, OTHER]);
        assert_eq!(first["points"], 1.5);
    }
}

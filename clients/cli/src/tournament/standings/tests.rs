//! The standings in every output format.

use botwerk_client::proto;
use serde_json::Value;

use super::*;
use crate::tournament::samples::{IDLE, NAME, OTHER, table};

#[test]
fn table_has_heading_rows_and_notes() {
    let text = text(&table(), TableFormat::Table).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let head = "a & b: round-robin in some-game with 2 seats; running, 8 of 24 matches";
    assert_eq!(lines[0], head);
    let normalised = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "place entrant matches points score rate regular Elo [95 %] LOS +/=/- flagged \
                    ms per turn (99 %, max)";
    assert_eq!(normalised(lines[2]), expected);
    let first = format!(
        "1 {NAME} 8 6.5 81.2 % 90.0 % +254.5 [-12.3, inf] 98.7 % 6/1/1 1 12.5 (30.5, 31.0)"
    );
    assert_eq!(normalised(lines[3]), first);
    assert!(lines[4].contains("-254.5 [-inf, +12.3]"), "{text}");
    assert_eq!(
        normalised(lines[5]),
        format!("3 {IDLE} (withdrawn) 0 1.0 - - 0/0/0 -")
    );
    let notes = [
        "6 results count for points and Elo; for points only: 2 that repeat others action by action, 1 in blocks that \
         are not complete; for nothing: 1 annulled",
        "regular: the score rate in matches that no seat left early but by resigning",
        "3 matches ended by adjudication",
        "a point for each bye: 1 bye for `idle`",
    ];
    assert_eq!(lines[7..], notes);
}

#[test]
fn empty_optional_columns_are_omitted() {
    let mut table = table();
    for line in &mut table.standings {
        line.terminations.clear();
        line.regular_matches = line.matches;
        line.los = None;
    }
    let text = text(&table, TableFormat::Table).unwrap();
    assert!(
        ["flagged", "regular", "LOS"]
            .iter()
            .all(|it| !text.contains(it)),
        "{text}"
    );
}

#[test]
fn tie_breaks_are_shown_between_equal_points() {
    let mut table = table();
    let printed = |table: &proto::GetStandingsResponse| text(table, TableFormat::Table).unwrap();
    assert!(!printed(&table).contains("Buchholz"));
    table.standings[1].points = table.standings[0].points;
    let tied = printed(&table);
    let normalised = tied.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        normalised.contains("points Buchholz SB score rate regular"),
        "{tied}"
    );
    assert!(normalised.contains("6.5 12.5 9.75 81.2 %"), "{tied}");
    let note = "equal points: Sonneborn-Berger (SB) and direct encounter decide";
    assert!(tied.contains(note), "{tied}");
}

#[test]
fn sprt_state_is_a_note() {
    let mut table = table();
    let mut sprt = proto::SprtState {
        llr: 1.234,
        lower: -2.944,
        upper: 2.944,
        verdict: 0,
        pairs: 60,
    };
    let printed = |table: &proto::GetStandingsResponse| text(table, TableFormat::Table).unwrap();
    table.sprt = Some(sprt);
    let expected = "log-likelihood ratio +1.23 between -2.94 (H0) and +2.94 (H1) after 60 pairs: ";
    assert!(printed(&table).contains(&format!("{expected}undecided")));
    sprt.verdict = proto::SprtVerdict::H1 as i32;
    table.sprt = Some(sprt);
    assert!(printed(&table).contains(&format!("{expected}H1 is accepted")));
    let json = text(&table, TableFormat::Json).unwrap();
    let head: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(head["sprt"]["verdict"], "H1");
}

#[test]
fn json_has_one_line_for_the_tournament_and_per_entrant() {
    let text = text(&table(), TableFormat::Json).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["tournament"], "tournaments/7");
    let entrants: Vec<_> = lines[1..].iter().map(|line| &line["entrant"]).collect();
    assert_eq!(entrants, [NAME, OTHER, IDLE]);
}

#[test]
fn csv_has_one_row_per_entrant() {
    let text = text(&table(), TableFormat::Csv).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names: Vec<_> = reader
        .records()
        .map(|row| row.unwrap()[1].to_owned())
        .collect();
    assert_eq!(names, [NAME, OTHER, IDLE]);
}

#[test]
fn markdown_escapes_names() {
    let text = text(&table(), TableFormat::Markdown).unwrap();
    assert!(text.contains("\n| place | entrant | matches |"), "{text}");
    assert!(text.contains("\n| ---: | :--- | ---: |"), "{text}");
    assert!(text.contains(r#"| 1 | \<a\&b\|"c",d\> | 8 |"#), "{text}");
    assert!(text.contains(r"| \`idle\` (withdrawn) |"), "{text}");
    assert!(text.ends_with(r"1 bye for \`idle\`"), "{text}");
}

#[test]
fn places_of_the_newest_versions_have_no_gaps() {
    let mut table = table();
    table.standings[0].is_former_version = true;
    let second = table.standings[1].clone();
    table.standings.insert(2, second);
    table.standings.retain(|line| !line.is_former_version);
    close_gaps(&mut table.standings);
    let places: Vec<u32> = table.standings.iter().map(|line| line.place).collect();
    assert_eq!(places, [1, 1, 3]);
}

#[test]
fn anchor_that_does_not_fit_is_noted() {
    let mut table = table();
    let estimate = |value: f64| proto::Estimate {
        value,
        low: Some(value - 50.0),
        high: Some(value + 50.0),
    };
    table.standings[1].elo = Some(estimate(0.0));
    table.standings[1].measured_elo = Some(estimate(-20.0));
    assert_eq!(misfit(&table.standings[1]), None);
    table.standings[1].measured_elo = Some(estimate(-120.0));
    let text = text(&table, TableFormat::Table).unwrap();
    let expected = "the results of the anchor plain say -120.0 [-170.0, -70.0], not +0.0: measure";
    assert!(text.contains(expected), "{text}");
}

//! Completeness of JSON and CSV output.

use serde_json::Value;

use super::*;
use crate::tournament::samples::{NAME, table};

/// Returns the cell of a row in the named column.
fn cell<'a>(text_table: &'a [csv::StringRecord], row: usize, name: &str) -> &'a str {
    let column = text_table[0].iter().position(|head| head == name).unwrap();
    &text_table[row][column]
}

#[test]
fn csv_contains_all_fields() {
    let table = table();
    let text = Statistics::new(&table).text_table().csv().unwrap();
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).from_reader(text.as_bytes());
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 4);
    let first = |name| cell(&rows, 1, name);
    assert_eq!(first("entrant"), NAME);
    assert_eq!([first("points"), first("score_rate")], ["6.5", "0.8125"]);
    assert_eq!([first("pairs_1_half"), first("pairs_2")], ["1", "2"]);
    assert_eq!(
        [first("elo"), first("elo_low"), first("elo_high")],
        ["254.5", "-12.25", "inf"]
    );
    assert_eq!(
        [first("seat_1_points"), first("seat_1_opponents")],
        ["2.5", "4"]
    );
    assert_eq!([first("flagged"), first("no_show")], ["1", "0"]);
    assert_eq!(first("adjudicated"), "3");
    assert_eq!([first("turns"), first("think_nanos")], ["40", "500000000"]);
    assert_eq!(
        [first("turn_nanos_p99"), first("turn_nanos_max")],
        ["30500000", "31000000"]
    );
    assert_eq!(
        [
            first("buchholz"),
            first("sonneborn_berger"),
            first("direct_encounter")
        ],
        ["12.5", "9.75", ""]
    );
    // An entrant without results.
    let last = |name| cell(&rows, 3, name);
    assert_eq!([last("withdrawn"), last("byes")], ["true", "1"]);
    assert_eq!([last("turn_nanos_max"), last("buchholz")], ["", ""]);
    assert_eq!(
        [last("score_rate"), last("elo"), last("elo_high")],
        ["", "", ""]
    );
}

#[test]
fn json_contains_all_fields() {
    let table = table();
    let text = serde_json::to_string(&Statistics::new(&table)).unwrap();
    let all: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(all["format"], "round-robin");
    assert_eq!(all["state"], "running");
    assert_eq!([&all["counted_blocks"], &all["uncounted_matches"]], [3, 1]);
    assert_eq!(all["head_to_head"][0]["pentanomial"][4], 2);
    let first = &all["standings"][0];
    assert_eq!(first["entrant"], NAME);
    assert_eq!(first["elo"]["value"], 254.5);
    assert_eq!(first["elo"]["high"], Value::Null);
    assert_eq!(first["seats"][1]["points"], 2.5);
    assert_eq!(first["adjudicated"], 3);
    assert_eq!(first["terminations"]["flagged"], 1);
    assert_eq!(first["turn_times"]["median"], 11_000_000);
    assert_eq!(first["tie_breaks"]["buchholz"], 12.5);
    assert_eq!(all["standings"][2]["elo"], Value::Null);
    assert_eq!(all.get("sprt"), None);
}

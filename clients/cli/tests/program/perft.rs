//! `position perft`: counts of sequences.

use serde_json::json;

use crate::run;
use crate::{BOARD, race};

fn perft(more: &[&str]) -> botwerk_tests::Run {
    run(&[&["position", "perft", "--game", "micro-robots"], more].concat())
}

#[test]
fn perft_prints_one_count_per_depth() {
    let text = perft(&["--seed", "7", "--depth", "2"]).good();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with("depth 1: 36 leaves in "),
        "{}",
        lines[0]
    );
    assert!(lines[1].ends_with(" per second"), "{}", lines[1]);
    let position = race();
    let json = ["--position", &position, "--depth", "2", "--json"];
    // Each seat may announce 1 to 99 or pass.
    let bulk = perft(&json).good();
    let each = perft(&[&json[..], &["--no-bulk"]].concat()).good();
    assert_eq!(bulk, each);
    assert!(bulk.starts_with("{\"counts\":[200,"), "{bulk}");
    assert!(bulk.ends_with("]}\n"), "{bulk}");
}

#[test]
fn divided_counts_add_up() {
    let showing = format!("{BOARD} ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:1:5:1P");
    let args = ["--position", &showing, "--depth", "2", "--divide"];
    let answer = &perft(&[&args[..], &["--json"]].concat()).good_json()[0];
    let branches = answer["divide"].as_array().unwrap();
    let sum: u64 = branches.iter().map(|b| b["count"].as_u64().unwrap()).sum();
    assert_eq!(answer["counts"][1], json!(sum));
    assert_eq!(answer["counts"][0], json!(branches.len()));
    assert_eq!(branches[0]["actor"], "seat 1");
    let text = perft(&args).good();
    assert_eq!(text.lines().count(), 2 + branches.len());
    let race = race();
    let args = ["--position", &race, "--depth", "1", "--divide"];
    let text = perft(&args).good();
    assert!(
        text.contains("seat 0: say 1: 1\n") && text.contains("seat 1: pass: 1\n"),
        "{text}"
    );
}

#[test]
fn perft_of_a_finished_match_is_zero() {
    let over = format!("{BOARD} ; 1P ; - ; - ; 5,0 ; 0 ; 5 ; roll");
    let json = ["--position", &over, "--depth", "2", "--json"];
    assert_eq!(perft(&json).good(), "{\"counts\":[0,0]}\n");
}

#[test]
fn invalid_use_is_rejected() {
    assert_eq!(perft(&[]).code, 2);
    assert_eq!(perft(&["--depth", "0"]).code, 2);
    assert_eq!(perft(&["--depth", "256"]).code, 2);
    perft(&["--depth", "1", "--position", "nonsense"]).failed(2, "position: at byte 0");
    perft(&["--depth", "1", "--option", "side=gold", "--json"]).failed_json(2, "BAD_OPTIONS");
}

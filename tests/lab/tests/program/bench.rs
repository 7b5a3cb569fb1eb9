//! Tests of the command `bench`.

use botwerk_tests::json_lines;
use serde_json::json;

use crate::run;

#[test]
fn bench_list_contains_targets() {
    let text = run(&["bench", "--list"]).good();
    assert!(
        text.contains("    micro-robots-cold in µs, at most 0.8\n"),
        "{text}"
    );
    let list = run(&["bench", "--list", "--json"]).good_json();
    let bench = list
        .iter()
        .find(|bench| bench["name"] == "micro-robots-match");
    let figure = json!({"name": "micro-robots-match", "unit": "matches/s", "target": 60000.0});
    assert_eq!(bench.unwrap()["figures"], json!([figure]));
}

#[test]
fn bench_prints_its_figures() {
    let names = ["micro-robots-distance", "micro-robots-match-recorded"];
    let run = run(&[&["bench", "--seconds", "0.001", "--json"], &names[..]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines = json_lines(&run.stdout);
    let fields: Vec<_> = lines[0].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["name", "value", "unit", "target", "met"]);
    assert_eq!(
        (&lines[0]["unit"], &lines[0]["target"]),
        (&json!("ns"), &json!(25.0))
    );
    assert!(lines[0]["met"].is_boolean() && lines[0]["value"].as_f64() > Some(0.0));
    assert_eq!(
        (&lines[1]["target"], &lines[1]["met"]),
        (&json!(null), &json!(null))
    );
}

#[test]
fn netzwerk_benches_print_their_figures() {
    let names = [
        "netzwerk-random-play",
        "netzwerk-minimax",
        "netzwerk-threads",
    ];
    let run = run(&[&["bench", "--seconds", "0.001", "--json"], &names[..]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines = json_lines(&run.stdout);
    let printed: Vec<_> = lines
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    assert_eq!(printed, [&names[..], &["netzwerk-threads-median"]].concat());
    assert!(lines.iter().all(|line| line["value"].as_f64() > Some(0.0)));
}

#[test]
fn unknown_bench_or_invalid_duration_is_rejected() {
    run(&["bench", "warp"]).failed(2, "unknown bench `warp`; expected one of ");
    run(&["bench", "warp", "--json"]).failed_json(2, "BAD_ARGUMENT");
    assert_eq!(run(&["bench"]).code, 2);
    assert_eq!(run(&["bench", "--all", "--seconds", "0"]).code, 2);
}

#[test]
fn droids_bench_prints_its_figure() {
    let run = run(&[
        "bench",
        "--seconds",
        "0.001",
        "--json",
        "droids-random-play",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let line = &json_lines(&run.stdout)[0];
    assert_eq!(line["target"], json!(1_500_000.0));
    assert!(line["value"].as_f64() > Some(0.0), "{line}");
}

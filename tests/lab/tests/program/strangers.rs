//! Tests of the command `strangers`.

use std::collections::BTreeMap;

use botwerk_tests::json_lines;
use serde_json::{Value, json};

use crate::run;

/// Runs an attack with the smallest data and returns its figures by name, and the exit code.
fn attack(name: &str) -> (BTreeMap<String, Value>, i32) {
    let small = ["--scale", "0.001", "--seconds", "2", "--seed", "ci"];
    let run = run(&[&["--json", "strangers", name], &small[..]].concat());
    let figures = json_lines(&run.stdout).into_iter();
    let figures: BTreeMap<_, _> = figures
        .map(|figure| (figure["name"].as_str().unwrap().to_owned(), figure))
        .collect();
    assert!(
        figures.contains_key("strangers-duration"),
        "{} {}",
        run.stdout,
        run.stderr
    );
    (figures, run.code)
}

/// Runs an attack that prints nothing but figures, and asserts that it has measured all of them.
fn measure(name: &str) -> BTreeMap<String, Value> {
    let (figures, code) = attack(name);
    assert_eq!(code, 0, "{figures:?}");
    for figure in figures.values() {
        assert!(figure["value"].as_f64() >= Some(0.0), "{figures:?}");
    }
    figures
}

#[test]
fn list_contains_the_figures_to_reach() {
    let text = run(&["strangers", "--list"]).good();
    assert!(
        text.contains("    reads-memory in MB, at most 64\n"),
        "{text}"
    );
    let list = run(&["strangers", "--list", "--json"]).good_json();
    let attack = list.iter().find(|attack| attack["name"] == "source-lines");
    let figure = json!({"name": "source-lines", "unit": "lines", "target": 47_500.0});
    assert_eq!(attack.unwrap()["figures"], json!([figure]));
}

#[test]
fn unknown_attack_or_scale_is_rejected() {
    run(&["strangers", "warp"]).failed(2, "unknown attack `warp`; expected one of ");
    run(&["strangers", "--scale", "0"]).failed(2, "--scale: expected 0.0001 to 10, found 0");
    run(&["strangers", "--seconds", "0"]).failed(2, "--seconds: expected 0.1 to 3600, found 0");
}

#[test]
fn attack_of_reads_measures_memory_and_waits() {
    let figures = measure("reads");
    assert!(figures["reads-memory"]["value"].as_f64() > Some(0.0));
    assert!(figures["reads-submission"]["target"].is_null());
}

#[test]
fn attack_of_recounts_measures_waits_of_others() {
    let (figures, code) = attack("recounts");
    assert_eq!(code, 0, "{figures:?}");
    assert!(figures["recounts-sqlite"]["value"].as_f64() > Some(0.0));
}

#[test]
fn attack_by_a_held_lease_measures_the_rate_of_others() {
    let figures = measure("held-lease");
    assert!(figures["held-lease-start"]["value"].as_f64() > Some(0.0));
}

#[test]
fn attack_of_two_servers_measures_both_rates() {
    let (figures, code) = attack("two-servers");
    assert_eq!(code, 0, "{figures:?}");
    // Without PostgreSQL it measures nothing.
    let one = &figures["two-servers-one"]["value"];
    assert!(one.is_null() || one.as_f64() > Some(0.0), "{one}");
}

#[test]
fn attack_of_a_takeover_measures_time_and_memory() {
    let figures = measure("takeover");
    assert!(figures["takeover-memory"]["value"].as_f64() > Some(1.0));
}

#[test]
fn attack_of_floods_measures_submissions() {
    let figures = measure("floods");
    assert!(figures["floods-quiet-p99"]["value"].as_f64() > Some(0.0));
}

#[test]
fn attack_on_hints_measures_waits() {
    let (figures, code) = attack("hints");
    assert_eq!(code, 0, "{figures:?}");
    assert!(figures.contains_key("hints-wait"));
}

#[test]
fn attack_of_forged_results_has_none_accepted_after_the_first_difference() {
    let (figures, code) = attack("forged-results");
    assert_eq!(code, 0, "{figures:?}");
    let value = |name: &str| figures[name]["value"].as_f64();
    assert_eq!(value("forged-results-accepted"), Some(0.0), "{figures:?}");
    // The worker was one that the server believed at first, and it was found out.
    assert!(value("forged-results-before") > Some(0.0), "{figures:?}");
    assert!(value("forged-results-found").is_some(), "{figures:?}");
}

#[test]
fn lines_of_the_service_are_counted() {
    let lines = &measure("source-lines")["source-lines"]["value"];
    assert!(lines.as_f64() > Some(20_000.0), "{lines}");
}

//! Tests of the simulated disk: `chaos --power-loss`, and `bench` with slow syncs.
//!
//! Without /dev/fuse the tests are skipped, unless `BOTWERK_REQUIRE_FUSE` is set.

use std::path::Path;

use botwerk_tests::json_lines;
use serde_json::Value;

use crate::run;

fn has_fuse() -> bool {
    let has_fuse = Path::new("/dev/fuse").exists();
    if !has_fuse {
        let required = std::env::var_os("BOTWERK_REQUIRE_FUSE").is_some();
        assert!(!required, "expected /dev/fuse");
        eprintln!("skipped: requires /dev/fuse");
    }
    has_fuse
}

/// Runs trials with power cuts and returns their summary.
fn trials(arguments: &[&str]) -> Value {
    let common = ["--json", "chaos", "--power-loss", "--seed", "ci"];
    run(&[&common[..], arguments].concat()).good_json()[0].clone()
}

/// Runs 12 trials with a durability. Few matches at a time, since all are played to their ends.
fn trials_with_durability(durability: &str) -> Value {
    trials(&[
        "--durability",
        durability,
        "--trials",
        "12",
        "--concurrency",
        "10",
    ])
}

#[test]
fn full_durability_loses_nothing_at_power_cuts() {
    if !has_fuse() {
        return;
    }
    let summary = trials_with_durability("full");
    let cuts = |name: &str| summary["power_cuts"][name].as_u64().unwrap();
    assert!(
        cuts("lossy_power_cuts") >= 12 && cuts("lost_writes") > 12,
        "{summary}"
    );
    assert!(
        summary["submissions"].as_u64().unwrap() > 20 && summary["matches"].as_u64().unwrap() > 0,
        "{summary}"
    );
    for name in ["undone_frames", "undone_submissions", "undone_matches"] {
        assert_eq!(summary[name], 0, "{summary}");
    }
}

#[test]
fn durability_of_results_loses_no_result_at_power_cuts() {
    if !has_fuse() {
        return;
    }
    let summary = trials_with_durability("results");
    assert!(summary["matches"].as_u64().unwrap() > 0, "{summary}");
    let undone = ["undone_frames", "undone_submissions", "undone_matches"];
    let undone: u64 = undone
        .iter()
        .map(|name| summary[name].as_u64().unwrap())
        .sum();
    assert!(undone > 0, "the power cuts undid nothing: {summary}");
}

#[test]
fn power_cuts_break_a_promise_that_the_server_does_not_give() {
    if !has_fuse() {
        return;
    }
    let arguments = [
        "--json",
        "chaos",
        "--power-loss",
        "--durability",
        "results",
        "--expect",
        "full",
        "--trials",
        "100",
        "--seed",
        "ci",
    ];
    let run = run(&arguments);
    assert_eq!(run.code, 1, "{} {}", run.stdout, run.stderr);
    let summary = &json_lines(&run.stdout)[0];
    assert!(
        !summary["violations"].as_array().unwrap().is_empty(),
        "{summary}"
    );
    let kept = Path::new(summary["kept"].as_str().unwrap());
    assert!(kept.join("after-power-cut/chaos.db").exists());
    std::fs::remove_dir_all(kept).unwrap();
}

#[test]
fn tournaments_play_exactly_their_matches_over_power_cuts() {
    if !has_fuse() {
        return;
    }
    let summary = trials(&["--tournament", "--trials", "15"]);
    let number = |value: &Value| value.as_u64().unwrap();
    assert!(number(&summary["kills"]) >= 15, "{summary}");
    assert!(number(&summary["matches"]) > 30, "{summary}");
    // The power is cut once more at the end of each tournament.
    let cuts = number(&summary["kills"]) + number(&summary["tournaments"]);
    assert_eq!(number(&summary["power_cuts"]["power_cuts"]), cuts);
}

#[test]
fn bench_of_flags_prints_its_figures_and_fails_only_on_faults() {
    if !has_fuse() {
        return;
    }
    let arguments = [
        "--json",
        "bench",
        "tournament-flags",
        "--matches",
        "4",
        "--sync-delay-ms",
        "5",
    ];
    let run = run(&arguments);
    let figures = json_lines(&run.stdout);
    let value = |name: &str| {
        let figure = figures.iter().find(|figure| figure["name"] == name);
        figure.unwrap()["value"].as_f64().unwrap()
    };
    assert_eq!(value("tournament-flags-matches") as u64, 4, "{figures:?}");
    assert!(value("tournament-flags-submissions") > 100.0, "{figures:?}");
    // On a busy machine a slow build can flag.
    let faults = value("tournament-flags") + value("tournament-flags-other-faults");
    assert_eq!(run.code, i32::from(faults > 0.0), "{figures:?}");
}

//! Tests of the command `chaos`.

use crate::{command, run};

#[test]
fn repeatedly_killed_server_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let kept = kept.to_str().unwrap();
    let arguments = [
        "--json",
        "chaos",
        "--trials",
        "20",
        "--seed",
        "ci",
        "--concurrency",
        "8",
        "--keep-dir",
        kept,
    ];
    let output = command(&arguments).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{stdout}");
    let summary: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(summary["trials"], 20);
    assert_eq!(summary["seed"], "ci");
    let number = |name: &str| summary[name].as_u64().unwrap();
    assert!(number("kills") >= 20, "{summary}");
    assert!(number("submissions") > 50, "{summary}");
    let records = std::fs::read_dir(folder.path().join("kept/records")).unwrap();
    let records: Vec<_> = records.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(records.len() as u64, number("matches"));
    // The kept records also pass `record verify`.
    let first = records[0].to_str().unwrap();
    assert!(
        run(&["program", "--", "record", "verify", first])
            .good()
            .contains(": valid (")
    );
    let existing = run(&["chaos", "--keep-dir", kept]);
    existing.failed(2, "already exists");
    let missing = run(&["chaos", "--program", "no/such/botwerk"]);
    missing.failed(
        2,
        "no/such/botwerk: no such file; build it with `cargo build --release --features full`",
    );
}

#[test]
fn zero_trials_are_rejected() {
    let output = run(&["chaos", "--trials", "0"]);
    assert_eq!(output.code, 2, "{}", output.stderr);
}

#[test]
fn repeatedly_killed_tournaments_play_exactly_their_matches() {
    let arguments = [
        "--json",
        "chaos",
        "--tournament",
        "--trials",
        "50",
        "--seed",
        "ci",
    ];
    let summary = &run(&arguments).good_json()[0];
    let number = |name: &str| summary[name].as_u64().unwrap();
    assert!(number("kills") >= 50, "{summary}");
    assert!(
        number("tournaments") >= 1 && number("matches") > 30,
        "{summary}"
    );
}

//! `chaos`.

use crate::{command, run};

#[test]
fn a_server_killed_again_and_again_loses_doubles_and_changes_nothing() {
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
    let said = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{said}");
    let summary: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(summary["trials"], 20);
    assert_eq!(summary["seed"], "ci");
    let number = |name: &str| summary[name].as_u64().unwrap();
    assert!(number("kills") >= 20, "{summary}");
    assert!(number("acts") > 50, "{summary}");
    let records = std::fs::read_dir(folder.path().join("kept/records")).unwrap();
    let records: Vec<_> = records.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(records.len() as u64, number("matches"));
    // What was kept stands up to the other command as well.
    let first = records[0].to_str().unwrap();
    assert!(
        run(&["program", "--", "verify", first])
            .good()
            .contains("agrees")
    );
    let again = run(&["chaos", "--keep-dir", kept]);
    again.failed(2, "is there already");
    let missing = run(&["chaos", "--program", "no/such/botwerk"]);
    missing.failed(
        2,
        "no/such/botwerk: no such file; build it with `cargo build --release`",
    );
}

#[test]
fn wrong_use_of_chaos_is_refused() {
    let none = run(&["chaos", "--trials", "0"]);
    assert_eq!(none.code, 2, "{}", none.stderr);
}

#[test]
fn tournaments_killed_again_and_again_end_with_exactly_their_matches() {
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

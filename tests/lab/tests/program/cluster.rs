//! Tests of the command `cluster`.

use botwerk_test_postgres::{PostgresCluster, Sync};

use crate::command;

/// Runs trials of 100 matches each, and returns their summary.
fn run_trials(options: &[&str]) -> serde_json::Value {
    let arguments = ["--json", "cluster", "--matches", "100", "--seed", "ci"];
    let output = command(&arguments).args(options).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{stdout}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn every_match_is_counted_once_although_all_processes_are_killed() {
    if PostgresCluster::start(Sync::Off).is_none() {
        return;
    }
    let summary = run_trials(&["--trials", "3"]);
    assert_eq!(summary["trials"], 3, "{summary}");
    assert_eq!(summary["results"], 300, "{summary}");
    let kills = ["worker_kills", "server_kills", "database_kills"];
    let kills = kills.map(|kind| summary[kind].as_u64().unwrap());
    assert_eq!(kills.iter().sum::<u64>(), 18, "{summary}");
}

#[test]
fn every_match_is_counted_once_although_the_network_fails() {
    if PostgresCluster::start(Sync::Off).is_none() {
        return;
    }
    let summary = run_trials(&["--network", "--trials", "2", "--kills", "0"]);
    assert_eq!(summary["results"], 200, "{summary}");
    assert!(summary["cut_connections"].as_u64() > Some(0), "{summary}");
    assert!(summary["stalls"].as_u64() > Some(0), "{summary}");
}

//! Tests of the command `cluster`.

use botwerk_test_postgres::{PostgresCluster, Sync};

use crate::command;

#[test]
fn every_match_is_counted_once_although_all_processes_are_killed() {
    if PostgresCluster::start(Sync::Off).is_none() {
        return;
    }
    let arguments = [
        "--json",
        "cluster",
        "--trials",
        "3",
        "--matches",
        "100",
        "--seed",
        "ci",
    ];
    let output = command(&arguments).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{stdout}");
    let summary: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(summary["trials"], 3, "{summary}");
    assert_eq!(summary["results"], 300, "{summary}");
    let kills = ["worker_kills", "server_kills", "database_kills"];
    let kills = kills.map(|kind| summary[kind].as_u64().unwrap());
    assert_eq!(kills.iter().sum::<u64>(), 18, "{summary}");
}

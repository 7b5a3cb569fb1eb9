//! `botwerk-lab tune`: weights from self-play.

use std::fs;

use botwerk_tests::Run;
use serde_json::Value;

use crate::run;

const TUNE: [&str; 13] = [
    "tune",
    "--game",
    "netzwerk",
    "--rounds",
    "2",
    "--matches",
    "6",
    "--nodes",
    "200",
    "--validation-openings",
    "2",
    "--seed",
    "7",
];

/// Runs the program `botwerk` that is linked into `botwerk-lab`.
fn botwerk(arguments: &[&str]) -> Run {
    run(&[&["program", "--"], arguments].concat())
}

#[test]
fn weights_are_tuned_the_same_by_any_number_of_threads_and_go_on_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two, next) = (file("one.json"), file("two.json"), file("next.json"));
    let text = run(&[&TUNE[..], &["--out", &one]].concat()).good();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("round 1: 6 matches, "), "{text}");
    assert!(lines[1].starts_with("round 2: 12 matches, "), "{text}");
    assert!(
        lines[2].starts_with("against the initial weights: "),
        "{text}"
    );
    let threads = ["--out", &two, "--threads", "2", "--json"];
    let printed = run(&[&TUNE[..], &threads].concat()).good_json();
    let duel = &printed[2]["validation"];
    let matches: u64 = ["wins", "draws", "losses"]
        .map(|kind| duel[kind].as_u64().unwrap())
        .iter()
        .sum();
    assert_eq!(matches, 4);
    let weights = fs::read_to_string(&one).unwrap();
    assert_eq!(weights, fs::read_to_string(&two).unwrap());
    let weights: Value = serde_json::from_str(&weights).unwrap();
    assert_eq!(weights["origin"]["matches"], 12);
    assert!(
        weights["origin"]["by"]
            .as_str()
            .unwrap()
            .contains("--seed 7")
    );
    run(&[&TUNE[..], &["--from", &one, "--out", &next]].concat()).good();
    assert_ne!(fs::read(&one).unwrap(), fs::read(&next).unwrap());
}

#[test]
fn minimax_takes_the_file_that_tune_writes() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (weights, records) = (file("tuned.json"), file("records"));
    run(&[&TUNE[..], &["--out", &weights]].concat()).good();
    let tuned = format!("minimax:weights={weights},nodes=2000");
    let game = ["--game", "netzwerk", "--seed", "7"];
    let players = ["match", &tuned, "minimax:nodes=2000"];
    let to = ["--matches", "1", "--records", &records];
    botwerk(&[&players[..], &game, &to].concat()).good();
    let record = file("records/000000.bwr");
    // The record has the weights themselves, so that it is verified anywhere.
    fs::remove_file(&weights).unwrap();
    let text = fs::read_to_string(&record).unwrap();
    assert!(
        !text.contains(&weights) && text.contains("minimax:weights="),
        "{text}"
    );
    botwerk(&["record", "verify", &record]).good();
    // With other weights the agent expects something else.
    let analyze = |agent: &str| {
        let limits = ["--nodes", "2000", "--agent", agent, "--json"];
        let found = botwerk(&[&["position", "analyze"], &game[..], &limits].concat()).good_json();
        found.last().unwrap()["value"].clone()
    };
    let zeros = vec!["0"; 81].join("/");
    assert_ne!(
        analyze(&format!("minimax:weights={zeros}")),
        analyze("minimax")
    );
    let mistakes = [
        ("minimax:weights=nowhere.json", "81 whole numbers"),
        (
            "minimax:weights=Cargo.toml",
            "weights=Cargo.toml: not a file of weights",
        ),
    ];
    for (agent, message) in mistakes {
        let run = botwerk(&[&["match", agent, "random"], &game[..]].concat());
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn what_cannot_be_tuned_is_told() {
    let out = ["--out", "/nowhere/weights.json"];
    let other = ["tune", "--game", "micro-robots"];
    run(&[&other[..], &out].concat()).failed(2, "no agent with weights");
    run(&[&TUNE[..], &out].concat()).failed(2, "/nowhere/weights.json");
    let from = ["--from", "Cargo.toml"];
    run(&[&TUNE[..], &from, &out].concat()).failed(2, "Cargo.toml: not a file of weights");
}

//! `game stats`.

use std::fs;
use std::time::Duration;

use botwerk_tests::{Run, json_lines};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::interrupt::{interrupt, wait_for_handler};
use crate::{command, run};

/// A board on which matches are short.
const BOARD: [&str; 8] = [
    "game", "stats", "--game", "netzwerk", "--option", "width=3", "--option", "ranks=4",
];

fn stats(more: &[&str]) -> Run {
    run(&[&BOARD[..], more].concat())
}

fn share(estimate: &Value) -> f64 {
    estimate["value"].as_f64().unwrap()
}

#[test]
fn text_is_unchanged_and_fits_a_terminal() {
    let options = [
        "--matches",
        "20",
        "--seed",
        "7",
        "--player",
        "minimax:table=1,nodes=50",
    ];
    let compared = [
        "--compare",
        "battery_control=majority",
        "--ladder",
        "nodes=1,50",
    ];
    let text = stats(&[&options[..], &compared].concat()).good();
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{text}");
    assert_snapshot!("stats_netzwerk", text);
}

#[test]
fn output_does_not_depend_on_the_concurrency() {
    let output = |concurrency: &str| {
        let more = ["--matches", "8", "--seed", "a", "--player", "greedy"];
        let ladder = ["--compare", "turn_cap=4", "--json"];
        stats(&[&more[..], &ladder, &["--concurrency", concurrency]].concat()).good()
    };
    assert_eq!(output("1"), output("3"));
}

#[test]
fn json_has_the_documented_figures() {
    let more = [
        "--matches",
        "30",
        "--seed",
        "7",
        "--player",
        "random",
        "--json",
    ];
    let report = &stats(&more).good_json()[0];
    assert_eq!(
        (&report["game"], &report["seats"]),
        (&json!("netzwerk"), &json!(2))
    );
    let options = json!({"opening_turns": "2", "ranks": "4", "width": "3"});
    assert_eq!(
        (&report["options"], &report["players"]),
        (&options, &json!(["random"]))
    );
    let statistics = &report["statistics"];
    assert_eq!(
        (&statistics["matches"], &statistics["distinct"]),
        (&json!(30), &json!(30))
    );
    for figure in [
        "turns",
        "decisions",
        "actions",
        "chance_outcomes",
        "action_options",
        "complexity",
    ] {
        let figure = &statistics[figure];
        let [min, median, max] =
            ["min", "median", "max"].map(|name| figure[name].as_f64().unwrap());
        assert!(min <= median && median <= max, "{figure}");
        let interval = &figure["interval"];
        let mean = figure["mean"].as_f64();
        assert!(interval["low"].as_f64() <= mean && mean <= interval["high"].as_f64());
    }
    let wins = statistics["wins_by_seat"].as_array().unwrap();
    assert!((share(&wins[0]) + share(&wins[1]) - 1.0).abs() < 1e-9);
    let endings = statistics["endings"].as_array().unwrap().iter();
    let matches: u64 = endings
        .map(|ending| ending["matches"].as_u64().unwrap())
        .sum();
    assert_eq!(matches, 30);
    assert!(
        statistics["lead"]["basis"]
            .as_str()
            .unwrap()
            .contains("static evaluation")
    );
    assert_eq!(
        (&report["comparison"], &report["ladder"]),
        (&json!(null), &json!(null))
    );
}

#[test]
fn files_have_a_row_for_each_match() {
    let directory = tempdir().unwrap();
    let folder = directory.path().join("new").join("stats");
    let folder = folder.to_str().unwrap();
    let more = [
        "--matches",
        "6",
        "--seed",
        "7",
        "--player",
        "minimax:table=1",
        "--out",
        folder,
    ];
    let parts = ["--compare", "turn_cap=4", "--ladder", "nodes=1,20"];
    let text = stats(&[&more[..], &parts].concat()).good();
    assert!(text.contains("statistics.json, matches.csv, compared-matches.csv"));
    let read = |name: &str| fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let rows: Vec<_> = read("matches.csv").lines().map(str::to_owned).collect();
    assert_eq!(rows.len(), 7);
    assert!(
        rows[0].starts_with("match,seed,players,places,"),
        "{}",
        rows[0]
    );
    assert!(rows[2].starts_with("2,7/2,0 0,"), "{}", rows[2]);
    let statistics: Value = serde_json::from_str(&read("statistics.json")).unwrap();
    assert_eq!(statistics["ladder"]["rungs"][1]["matches"], 6);
    assert_eq!(fs::read_dir(folder).unwrap().count(), 3);
}

#[test]
fn players_take_turns_on_the_seats() {
    let players = [
        "--player",
        "minimax:table=1,nodes=100",
        "--player",
        "random",
    ];
    let more = ["--matches", "20", "--seed", "7", "--json"];
    let report = &stats(&[&players[..], &more].concat()).good_json()[0];
    let wins = report["statistics"]["wins_by_player"].as_array().unwrap();
    assert!(share(&wins[0]) > 0.7 && share(&wins[1]) < 0.3, "{wins:?}");
}

#[test]
fn ruleset_files_are_compared() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("mine.json");
    let mut ruleset: Value =
        serde_json::from_str(&run(&["game", "show", "droids", "--ruleset"]).good()).unwrap();
    let scenarios = ruleset["scenarios"].as_array_mut().unwrap();
    let first = scenarios
        .iter_mut()
        .find(|scenario| scenario["id"] == 1)
        .unwrap();
    first["round_cap"] = json!(1);
    fs::write(&path, ruleset.to_string()).unwrap();
    let path = path.to_str().unwrap();
    let game = [
        "game",
        "stats",
        "--game",
        "droids",
        "--option",
        "scenario=1",
        "--player",
        "random",
    ];
    let more = [
        "--matches",
        "12",
        "--seed",
        "7",
        "--compare-ruleset",
        path,
        "--json",
    ];
    let report = &run(&[&game[..], &more].concat()).good_json()[0];
    let turns = &report["comparison"]["figures"][0];
    assert_eq!(turns["name"], "turns");
    assert!(turns["difference"]["value"].as_f64() < Some(0.0), "{turns}");
    assert_eq!(report["options"].get("ruleset"), None);
    let text = run(&[&game[..], &more[..6]].concat()).good();
    assert!(text.contains("compared with ruleset of "), "{text}");
    // As the ruleset of both, it changes nothing.
    let same = ["--ruleset", path];
    let report = &run(&[&game[..], &more, &same].concat()).good_json()[0];
    let difference = &report["comparison"]["figures"][0]["difference"]["value"];
    assert_eq!(difference.as_f64(), Some(0.0));
}

#[test]
fn droids_have_statistics_alone_and_with_four_seats() {
    for seats in ["1", "4"] {
        let game = [
            "game", "stats", "--game", "droids", "--player", "greedy", "--seats", seats,
        ];
        let text = run(&[&game[..], &["--matches", "4", "--seed", "7"]].concat()).good();
        assert_eq!(text.contains("won by seat 3"), seats == "4", "{text}");
        assert_eq!(text.contains("lead changes"), seats == "4", "{text}");
    }
}

#[test]
fn repeated_matches_have_no_intervals() {
    let player = [
        "--player",
        "minimax:table=1,nodes=20",
        "--option",
        "opening_turns=0",
    ];
    let text = stats(&[&player[..], &["--matches", "4", "--seed", "7"]].concat()).good();
    assert!(
        text.contains("; 1 distinct\nno intervals: 3 of 4 matches repeat"),
        "{text}"
    );
}

#[test]
fn invalid_arguments_are_rejected() {
    let rejected = |more: &[&str], message: &str| stats(more).failed(2, message);
    assert_eq!(stats(&["--matches", "0"]).code, 2);
    rejected(&["--player", "nobody"], "agent nobody: unknown agent");
    rejected(
        &["--player", "minimax:time=1s"],
        "expected a reproducible agent",
    );
    rejected(&["--seats", "3"], "seats: expected 2, found 3");
    rejected(
        &["--player", "greedy", "--ladder", "nodes=1,2"],
        "no such setting",
    );
    rejected(
        &["--player", "minimax", "--ladder", "hats=1,2"],
        "expected one of time, level, nodes",
    );
    rejected(
        &["--player", "minimax", "--ladder", "nodes=9"],
        "two or more increasing numbers",
    );
    rejected(
        &["--player", "minimax", "--ladder", "time=1s,2s"],
        "increasing numbers",
    );
    rejected(
        &[
            "--player",
            "minimax",
            "--ladder",
            "nodes=1,2",
            "--matches",
            "5",
        ],
        "--matches: expected a multiple of 2",
    );
    let three = [
        "--player", "random", "--player", "random", "--player", "greedy",
    ];
    rejected(&three, "players: expected 1 to 2");
    rejected(&["--compare", "width"], "missing value");
    rejected(&["--compare", "width=99"], "option width");
    rejected(
        &["--compare-ruleset", "/nowhere/mine.json"],
        "/nowhere/mine.json",
    );
    rejected(&["--out", "/dev/null/stats"], "/dev/null/stats");
    stats(&["--ruleset", "/nowhere", "--json"]).failed_json(2, "FILE_ERROR");
    let droids = [
        "game",
        "stats",
        "--game",
        "droids",
        "--option",
        "scenario=1",
    ];
    let alone = run(&[&droids[..], &["--compare", "scenario=5", "--seed", "7"]].concat());
    assert_eq!(alone.code, 2, "{}", alone.stdout);
}

#[test]
fn interrupt_ends_after_the_matches_in_progress() {
    let directory = tempdir().unwrap();
    let folder = directory.path().join("stats");
    let long = [
        "game",
        "stats",
        "--game",
        "droids",
        "--player",
        "random",
        "--matches",
        "1000000",
    ];
    let more = [
        "--json",
        "--concurrency",
        "1",
        "--out",
        folder.to_str().unwrap(),
    ];
    let child = command(&[&long[..], &more].concat()).spawn().unwrap();
    wait_for_handler(&child);
    // Nothing reports the first match, which takes milliseconds.
    std::thread::sleep(Duration::from_secs(1));
    interrupt(&child);
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let report = &json_lines(&String::from_utf8(ended.stdout).unwrap())[0];
    assert_eq!(report["planned"], 1_000_000);
    let matches = report["statistics"]["matches"].as_u64();
    assert!(
        matches > Some(0) && matches < Some(1_000_000),
        "{matches:?}"
    );
}

//! `strength`.

use std::fs;
use std::io::Write;
use std::process::Child;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::program::{Run, command, json_lines, run};

/// A board on which matches are short.
const BOARD: [&str; 6] = [
    "--game", "netzwerk", "--option", "width=4", "--option", "ranks=4",
];

fn strength(players: [&str; 2], more: &[&str]) -> Run {
    let players = ["--player", players[0], "--against", players[1]];
    run(&[&["strength"], &BOARD[..], &players, more].concat())
}

const SEARCHER: &str = "minimax:nodes=2000,table=1";

#[test]
fn a_searcher_is_stronger_than_chance_and_every_record_verifies() {
    let directory = tempdir().unwrap();
    let folder = directory.path().join("records");
    let folder = folder.to_str().unwrap();
    let more = [
        "--matches",
        "20",
        "--seed",
        "ci",
        "--json",
        "--records",
        folder,
    ];
    let told = &strength([SEARCHER, "random"], &more).good_json()[0];
    let counts = ["planned", "matches", "distinct"].map(|name| told[name].as_u64().unwrap());
    assert_eq!(counts, [20, 20, 20]);
    assert!(told["score"].as_f64() > Some(0.9), "{told}");
    let interval = &told["interval"];
    assert!(interval["low"].as_f64() > Some(0.6) && interval["high"].as_f64() <= Some(1.0));
    assert_eq!(
        (&told["refused"], &told["faults"]),
        (&json!([]), &json!([]))
    );
    assert!(told["choices"].as_u64() > Some(40));
    let [own, other] = &told["players"].as_array().unwrap()[..] else {
        panic!("{told}")
    };
    assert_eq!(
        (&own["player"], &other["player"]),
        (&json!(SEARCHER), &json!("random"))
    );
    assert!(own["effort_a_turn"].as_f64() > other["effort_a_turn"].as_f64());
    assert!(own["millis_a_turn"].as_f64() > Some(0.0));

    // Both matches of a block begin alike, with seats changed.
    let table = fs::read_to_string(format!("{folder}/matches.jsonl")).unwrap();
    let mut lines = json_lines(&table);
    lines.sort_by_key(|line| line["match"].as_u64());
    assert_eq!(lines.len(), 20);
    let [first, second] = [&lines[2], &lines[3]];
    assert_eq!(
        (&first["seed"], &second["seed"]),
        (&json!("ci/2"), &json!("ci/2"))
    );
    assert_eq!(first["players"][0], second["players"][1]);
    let start = |line: &Value| {
        let record = format!("{folder}/{}", line["record"].as_str().unwrap());
        let header = &json_lines(&fs::read_to_string(record).unwrap())[0];
        assert_eq!(header["options"]["opening_seed"], line["seed"]);
        assert_eq!(header["options"]["opening_turns"], "2");
        header["start"].clone()
    };
    assert_eq!(start(first), start(second));
    assert_ne!(start(first), start(&lines[4]));
    let files: Vec<_> = lines
        .iter()
        .map(|line| format!("{folder}/{}", line["record"].as_str().unwrap()))
        .collect();
    let names: Vec<_> = files.iter().map(String::as_str).collect();
    run(&[&["verify"], &names[..]].concat()).good();
    // The folder is not to hold the matches of two runs.
    strength([SEARCHER, "random"], &more).failed_json(2, "UNREADABLE");
}

#[test]
fn the_same_seed_gives_the_same_matches_however_many_at_a_time() {
    let told = |concurrency: &str| {
        let more = [
            "--matches",
            "8",
            "--seed",
            "a",
            "--json",
            "--concurrency",
            concurrency,
        ];
        let mut told = strength(["random", "random"], &more).good_json().remove(0);
        let names = ["score", "by_rule", "by_seat", "turns", "distinct"];
        names.map(|name| told[name].take())
    };
    assert_eq!(told("1"), told("3"));
}

#[test]
fn matches_that_repeat_others_make_no_interval() {
    let players = [SEARCHER, "minimax:nodes=100,table=1"];
    let more = ["--matches", "6", "--seed", "a", "--opening-turns", "0"];
    let text = strength(players, &more).good();
    assert!(
        text.contains("\nno interval: 4 of 6 matches repeat"),
        "{text}"
    );
    let told = &strength(players, &[&more[..], &["--json"]].concat()).good_json()[0];
    assert_eq!(
        (&told["interval"], &told["distinct"]),
        (&json!(null), &json!(2))
    );
    assert!(
        told["no_interval"]
            .as_str()
            .unwrap()
            .contains("independent")
    );
}

#[test]
fn games_without_openings_are_played_from_the_same_seed_twice() {
    let players = ["--player", "solver", "--against", "first-found"];
    let more = ["--matches", "4", "--seed", "a", "--json"];
    let all = [&["strength", "--game", "micro-robots"], &players[..], &more].concat();
    let told = &run(&all).good_json()[0];
    assert_eq!(
        (&told["matches"], &told["distinct"]),
        (&json!(4), &json!(4))
    );
    assert_eq!(told["opening_turns"], json!(null));
    let turns = [&all[..], &["--opening-turns", "2"]].concat();
    run(&turns).failed_json(2, "BAD_OPTIONS");
}

#[test]
fn players_with_a_time_keep_it_and_are_warned_when_they_share_cores() {
    let players = ["minimax:time=20ms,table=1", "random"];
    let more = ["--matches", "2", "--seed", "a", "--option", "turn_cap=4"];
    let crowded = strength(players, &[&more[..], &["--concurrency", "64"]].concat());
    assert_eq!(crowded.code, 0);
    assert!(
        crowded.stderr.contains("set --concurrency lower"),
        "{}",
        crowded.stderr
    );
    let told = &strength(
        players,
        &[&more[..], &["--json", "--concurrency", "64"]].concat(),
    );
    let told = &json_lines(&told.stdout)[0];
    assert_eq!(told["shares_cores"], true);
    assert!(told["players"][0]["millis_a_turn"].as_f64() > Some(0.0));
}

#[test]
fn what_cannot_be_compared_is_told() {
    let refused = |players, more: &[&str]| strength(players, more);
    let random = ["random", "random"];
    refused(random, &["--matches", "3"]).failed(2, "--matches 3: is odd");
    refused(["deep-blue", "random"], &[]).failed(2, "agent deep-blue");
    refused(["random", "random:hat=red"], &["--json"]).failed_json(2, "BAD_OPTIONS");
    refused(random, &["--option", "opening_turns=3"]).failed(2, "--opening-turns");
    refused(random, &["--opening-turns", "99"]).failed(2, "option opening_turns");
    refused(random, &["--records", "/dev/null/records"]).failed(2, "/dev/null/records");
    assert_eq!(refused(random, &["--matches", "0"]).code, 2);
}

/// Presses Ctrl-C for a program.
fn interrupt(child: &Child) {
    let pid = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
}

#[test]
fn ctrl_c_ends_it_with_what_there_is() {
    let directory = tempdir().unwrap();
    let folder = directory.path().join("records");
    let players = ["--player", "random", "--against", "random", "--json"];
    let more = [
        "--matches",
        "1000000",
        "--records",
        folder.to_str().unwrap(),
    ];
    let mut child = command(&[&["strength"], &BOARD[..], &players, &more].concat())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().flush().unwrap();
    let table = folder.join("matches.jsonl");
    let begun = Instant::now();
    while fs::read_to_string(&table).map_or(0, |table| table.lines().count()) < 4 {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "no match is played"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
    let told = &json_lines(&String::from_utf8(output.stdout).unwrap())[0];
    let matches = told["matches"].as_u64().unwrap();
    assert!((4..1_000_000).contains(&matches), "{told}");
    let lines = fs::read_to_string(&table).unwrap().lines().count() as u64;
    assert_eq!(lines, matches);
}

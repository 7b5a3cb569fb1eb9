//! `strength`.

use std::fs;
use std::io::Write;
use std::process::Child;
use std::time::{Duration, Instant};

use botwerk_tests::{Run, json_lines};
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::{command, run};

/// A board on which matches are short.
const BOARD: [&str; 6] = [
    "--game", "netzwerk", "--option", "width=4", "--option", "ranks=4",
];

fn strength(players: [&str; 2], more: &[&str]) -> Run {
    let players = ["--player", players[0], "--opponent", players[1]];
    run(&[&["strength"], &BOARD[..], &players, more].concat())
}

const SEARCHER: &str = "minimax:nodes=2000,table=1";

#[test]
fn search_beats_random_and_every_record_verifies() {
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
    let printed = &strength([SEARCHER, "random"], &more).good_json()[0];
    let counts = ["planned", "matches", "distinct"].map(|name| printed[name].as_u64().unwrap());
    assert_eq!(counts, [20, 20, 20]);
    assert!(printed["score"].as_f64() > Some(0.9), "{printed}");
    let interval = &printed["interval"];
    assert!(interval["low"].as_f64() > Some(0.6) && interval["high"].as_f64() <= Some(1.0));
    assert_eq!(
        (&printed["rejected"], &printed["faults"]),
        (&json!([]), &json!([]))
    );
    assert!(printed["choices"].as_u64() > Some(40));
    let [own, other] = &printed["players"].as_array().unwrap()[..] else {
        panic!("{printed}")
    };
    assert_eq!(
        (&own["player"], &other["player"]),
        (&json!(SEARCHER), &json!("random"))
    );
    assert!(own["effort_per_turn"].as_f64() > other["effort_per_turn"].as_f64());
    assert!(own["millis_per_turn"].as_f64() > Some(0.0));

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
    run(&[&["record", "verify"], &names[..]].concat()).good();
    // The folder is not to hold the matches of two runs.
    strength([SEARCHER, "random"], &more).failed_json(2, "FILE_ERROR");
}

#[test]
fn same_seed_plays_the_same_matches_at_any_concurrency() {
    let printed = |concurrency: &str| {
        let more = [
            "--matches",
            "8",
            "--seed",
            "a",
            "--json",
            "--concurrency",
            concurrency,
        ];
        let mut printed = strength(["random", "random"], &more).good_json().remove(0);
        let names = ["score", "by_rule", "by_seat", "turns", "distinct"];
        names.map(|name| printed[name].take())
    };
    assert_eq!(printed("1"), printed("3"));
}

#[test]
fn repeated_matches_have_no_interval() {
    let players = [SEARCHER, "minimax:nodes=100,table=1"];
    let more = ["--matches", "6", "--seed", "a", "--opening-turns", "0"];
    let text = strength(players, &more).good();
    assert!(
        text.contains("\nno interval: 4 of 6 matches repeat"),
        "{text}"
    );
    let printed = &strength(players, &[&more[..], &["--json"]].concat()).good_json()[0];
    assert_eq!(
        (&printed["interval"], &printed["distinct"]),
        (&json!(null), &json!(2))
    );
    assert!(
        printed["interval_error"]
            .as_str()
            .unwrap()
            .contains("independent")
    );
}

#[test]
fn games_without_openings_play_each_seed_twice() {
    let players = ["--player", "solver", "--opponent", "first-found"];
    let more = ["--matches", "4", "--seed", "a", "--json"];
    let all = [&["strength", "--game", "micro-robots"], &players[..], &more].concat();
    let printed = &run(&all).good_json()[0];
    assert_eq!(
        (&printed["matches"], &printed["distinct"]),
        (&json!(4), &json!(4))
    );
    assert_eq!(printed["opening_turns"], json!(null));
    let turns = [&all[..], &["--opening-turns", "2"]].concat();
    run(&turns).failed_json(2, "BAD_OPTIONS");
}

#[test]
fn timed_players_keep_their_limits_and_shared_cores_are_warned_about() {
    let players = ["minimax:time=20ms,table=1", "random"];
    let more = ["--matches", "2", "--seed", "a", "--option", "turn_cap=4"];
    let crowded = strength(players, &[&more[..], &["--concurrency", "64"]].concat());
    assert_eq!(crowded.code, 0);
    assert!(
        crowded.stderr.contains("set --concurrency lower"),
        "{}",
        crowded.stderr
    );
    let printed = &strength(
        players,
        &[&more[..], &["--json", "--concurrency", "64"]].concat(),
    );
    let printed = &json_lines(&printed.stdout)[0];
    assert_eq!(printed["shares_cores"], true);
    assert!(printed["players"][0]["millis_per_turn"].as_f64() > Some(0.0));
}

#[test]
fn incomparable_players_are_rejected() {
    let refused = |players, more: &[&str]| strength(players, more);
    let random = ["random", "random"];
    refused(random, &["--matches", "3"]).failed(2, "--matches 3: not a multiple of 2; use 4");
    refused(["deep-blue", "random"], &[]).failed(2, "agent deep-blue");
    refused(["random", "random:hat=red"], &["--json"]).failed_json(2, "BAD_OPTIONS");
    refused(random, &["--option", "opening_turns=3"]).failed(2, "--opening-turns");
    refused(random, &["--opening-turns", "99"]).failed(2, "option opening_turns");
    refused(random, &["--records", "/dev/null/records"]).failed(2, "/dev/null/records");
    assert_eq!(refused(random, &["--matches", "0"]).code, 2);
}

const DROIDS: [&str; 5] = ["strength", "--game", "droids", "--player", "greedy"];

#[test]
fn player_takes_each_of_four_seats_with_the_same_seed() {
    let directory = tempdir().unwrap();
    let folder = directory.path().join("records");
    let folder = folder.to_str().unwrap();
    let more = ["--opponent", "random", "--seats", "4", "--matches", "8"];
    let all = [&DROIDS[..], &more, &["--seed", "1"]].concat();
    let printed = &run(&[&all[..], &["--json", "--records", folder]].concat()).good_json()[0];
    assert_eq!(
        [
            &printed["matches"],
            &printed["distinct"],
            &printed["expected_score"]
        ],
        [&json!(8), &json!(8), &json!(0.25)]
    );
    let by_seat = printed["by_seat"].as_array().unwrap();
    let of_seat = by_seat.iter().map(|part| {
        let counts = ["wins", "draws", "losses"].map(|name| part[name].as_u64().unwrap());
        counts.iter().sum()
    });
    assert_eq!(of_seat.collect::<Vec<u64>>(), [2; 4]);
    let shares = by_seat.iter().map(|part| part["score"].as_f64().unwrap());
    let score = printed["score"].as_f64().unwrap();
    assert!(
        (shares.sum::<f64>() / 4.0 - score).abs() < 1e-9,
        "{printed}"
    );

    let mut lines = json_lines(&fs::read_to_string(format!("{folder}/matches.jsonl")).unwrap());
    lines.sort_by_key(|line| line["match"].as_u64());
    let scores: f64 = lines
        .iter()
        .map(|line| line["score"].as_f64().unwrap())
        .sum();
    assert!((scores / 8.0 - score).abs() < 1e-9, "{printed}");
    let turns = |line: &Value, own: bool| -> u64 {
        let players = line["players"].as_array().unwrap().iter();
        let seats = players.zip(line["turns"].as_array().unwrap());
        let of_player = seats.filter(|(player, _)| own == (*player == "greedy"));
        of_player.map(|(_, turns)| turns.as_u64().unwrap()).sum()
    };
    for (player, own) in [("greedy", true), ("random", false)] {
        let all: u64 = lines.iter().map(|line| turns(line, own)).sum();
        let spent = &printed["players"][usize::from(!own)];
        assert_eq!(
            (&spent["player"], &spent["turns"]),
            (&json!(player), &json!(all))
        );
    }
    for (block, seed) in lines.chunks(4).zip(["1", "1/2"]) {
        assert!(block.iter().all(|line| line["seed"] == seed));
        for seat in 0..4 {
            let there = block.iter().map(|line| &line["players"][seat]);
            assert_eq!(there.filter(|player| *player == "greedy").count(), 1);
        }
    }

    let text = run(&all).good();
    assert!(
        text.starts_with("greedy against random on 3 seats\n"),
        "{text}"
    );
    assert!(text.contains(" (equal strength: 25.0 %): "), "{text}");
    assert!(text.contains("on seat 3 "), "{text}");
}

#[test]
fn missing_opponent_plays_solo_with_own_seeds() {
    let directory = tempdir().unwrap();
    let folder = directory.path().join("records");
    let folder = folder.to_str().unwrap();
    let all = [&DROIDS[..], &["--matches", "6", "--seed", "a"]].concat();
    let more = ["--seats", "1", "--json", "--records", folder];
    let printed = &run(&[&all[..], &more].concat()).good_json()[0];
    assert_eq!(
        [
            &printed["opponent"],
            &printed["expected_score"],
            &printed["draws"]
        ],
        [&json!(null), &json!(null), &json!(0)]
    );
    assert_eq!(printed["by_seat"].as_array().unwrap().len(), 1);
    let [alone] = &printed["players"].as_array().unwrap()[..] else {
        panic!("{printed}")
    };
    assert_eq!(alone["player"], "greedy");

    let mut lines = json_lines(&fs::read_to_string(format!("{folder}/matches.jsonl")).unwrap());
    lines.sort_by_key(|line| line["match"].as_u64());
    let seeds = ["a", "a/2", "a/3", "a/4", "a/5", "a/6"];
    assert!(lines.iter().map(|line| &line["seed"]).eq(seeds));
    let mut won = 0;
    for line in &lines {
        let record = format!("{folder}/{}", line["record"].as_str().unwrap());
        let record = json_lines(&fs::read_to_string(record).unwrap());
        let points = record.last().unwrap()["points"][0].as_i64().unwrap();
        assert_eq!(
            line["score"].as_f64(),
            Some(if points > 0 { 1.0 } else { 0.0 })
        );
        won += u64::from(points > 0);
    }
    assert_eq!(printed["wins"], won);

    // Nobody else is named, so that there is one seat.
    let text = run(&all).good();
    assert!(text.starts_with("greedy alone\n"), "{text}");
    assert!(!text.contains("equal strength"), "{text}");
}

#[test]
fn match_count_is_a_multiple_of_the_seats() {
    let of_seats = |seats, more: &[&str]| {
        let against = ["--opponent", "random", "--seats", seats];
        run(&[&DROIDS[..], &against, more].concat())
    };
    of_seats("4", &["--matches", "6"]).failed(2, "--matches 6: not a multiple of 4; use 8");
    of_seats("3", &["--matches", "200"]).failed(2, "use 201, as every opening is played 3 times");
    let most = u64::MAX.to_string();
    of_seats("4", &["--matches", &most]).failed(2, "use 18446744073709551612");
    let printed = &of_seats("3", &["--matches", "3", "--seed", "a", "--json"]).good_json()[0];
    assert_eq!(
        (&printed["planned"], &printed["matches"]),
        (&json!(3), &json!(3))
    );
}

#[test]
fn seats_must_match_the_players() {
    let refused = |more: &[&str]| run(&[&DROIDS[..], more].concat());
    let against = ["--opponent", "random"];
    refused(&["--seats", "4"]).failed(2, "--seats 4: only one player is named; pass --opponent");
    refused(&[&against[..], &["--seats", "1"]].concat()).failed(2, "--opponent random: no seat");
    refused(&[&against[..], &["--seats", "5"]].concat()).failed(2, "expected 1 to 4, found 5");
    refused(&["--seats", "1", "--json", "--opponent", "random"]).failed_json(2, "BAD_ARGUMENT");
    assert_eq!(refused(&["--seats", "0"]).code, 2);
    let alone = [&["strength"], &BOARD[..], &["--player", "random"]].concat();
    run(&alone).failed(
        2,
        "no opponent, but netzwerk needs at least 2 seats; pass --opponent",
    );
    run(&[&alone[..], &["--seats", "1"]].concat()).failed(2, "seats: expected 2, found 1");
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
    let players = ["--player", "random", "--opponent", "random", "--json"];
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
    let printed = &json_lines(&String::from_utf8(output.stdout).unwrap())[0];
    let matches = printed["matches"].as_u64().unwrap();
    assert!((4..1_000_000).contains(&matches), "{printed}");
    let lines = fs::read_to_string(&table).unwrap().lines().count() as u64;
    assert_eq!(lines, matches);
}

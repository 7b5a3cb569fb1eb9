//! `botwerk match` with several matches: seats, repeats, intervals, faults, usage.

use std::collections::BTreeSet;
use std::fs;

use botwerk_tests::{json_lines, wait_until_blocking};
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::interrupt::interrupt;
use crate::stdio::first_legal;
use crate::{command, run};

/// A small board of Netzwerk.
const BOARD: [&str; 6] = [
    "--game", "netzwerk", "--option", "width=2", "--option", "ranks=4",
];

/// Plays matches and returns the report on them.
fn play(players: &[&str], more: &[&str]) -> Value {
    let arguments = [&["match", "--json", "--seed", "7"], players, &BOARD, more].concat();
    run(&arguments).good_json().remove(0)
}

#[test]
fn every_start_is_played_with_seats_swapped() {
    let folder = tempdir().unwrap();
    let [records, logs] = ["records", "logs"].map(|name| folder.path().join(name));
    let bot = first_legal("echo thinking >&2");
    let bot = bot.path.to_str().unwrap();
    let (records, logs) = (records.to_str().unwrap(), logs.to_str().unwrap());
    let report = play(
        &[bot, "greedy"],
        &["--matches", "4", "--records", records, "--logs", logs],
    );
    assert_eq!(report["game"], "netzwerk");
    let matches = report["matches"].as_array().unwrap();
    let seats: Vec<_> = matches.iter().map(|it| it["seats"].to_string()).collect();
    assert_eq!(seats, ["[0,1]", "[1,0]", "[0,1]", "[1,0]"]);
    let seeds: Vec<_> = matches
        .iter()
        .map(|it| it["seed"].as_str().unwrap())
        .collect();
    assert_eq!(seeds, ["7", "7", "7/2", "7/2"]);
    let mut turns = 0;
    for (number, played) in matches.iter().enumerate() {
        let seat = number % 2;
        assert_eq!(played["faults"], Value::Array(Vec::new()), "{played}");
        run(&["record", "verify", played["record"].as_str().unwrap()]).good();
        let log = played["logs"][seat]["file"].as_str().unwrap();
        // A match may end before the bot's first turn.
        let log = fs::read_to_string(log).unwrap();
        turns += log.matches("thinking\n").count();
        assert_eq!(played["logs"][1 - seat], Value::Null);
    }
    assert!(turns > 2, "{turns}");
    let [bot, agent] = [0, 1].map(|player| &report["players"][player]);
    let sum = |player: &Value| -> u64 {
        let counts = ["wins", "draws", "losses"].map(|name| player[name].as_u64().unwrap());
        counts.iter().sum()
    };
    assert_eq!([sum(bot), sum(agent)], [4, 4]);
    assert_eq!(bot["wins"], agent["losses"]);
    let pairs = report["pentanomial"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|it| it.as_u64().unwrap()).sum::<u64>(), 2);
}

#[test]
fn concurrency_changes_no_result() {
    let bot = first_legal("");
    let bot = bot.path.to_str().unwrap();
    let one = play(&[bot, "random"], &["--matches", "6", "--concurrency", "1"]);
    let many = play(&[bot, "random"], &["--matches", "6", "--concurrency", "5"]);
    assert_eq!(one, many);
    let three = [
        "match",
        "--json",
        "--seed",
        "7",
        "--matches",
        "6",
        "random",
        "solver",
        bot,
    ];
    let board = ["--game", "micro-robots", "--option", "chips_to_win=1"];
    let report = run(&[&three[..], &board].concat()).good_json().remove(0);
    assert_eq!(report["matches"][1]["seats"].to_string(), "[1,2,0]");
    assert_eq!(report.get("pentanomial"), None);
}

#[test]
fn bots_that_fail_lose_and_the_series_continues() {
    let crashing = first_legal("echo 'Traceback: no idea' >&2; exit 3");
    let rambling = first_legal("echo '{this is no JSON}'; continue");
    let resigning = first_legal("echo '{\"type\":\"resign\"}'; continue");
    let [crashing, rambling, resigning] =
        [&crashing, &rambling, &resigning].map(|it| it.path.to_str().unwrap());
    for (bot, kind, message, log) in [
        (
            crashing,
            "CRASHED",
            "exited (exit status: 3); the last line of its log: Traceback: no idea",
            "Traceback: no idea\n",
        ),
        (
            rambling,
            "CRASHED",
            "more than 10 messages of the bot could not be used: 11 times expected a JSON object",
            "",
        ),
        (resigning, "RESIGNED", "the bot resigned", ""),
    ] {
        let report = play(&[bot, "random"], &["--matches", "2"]);
        let player = &report["players"][0];
        assert_eq!(
            [
                &player["losses"],
                &player["faults"],
                &player["fault_kinds"][kind]
            ],
            [2, 2, 2],
            "{report}"
        );
        for played in report["matches"].as_array().unwrap() {
            let fault = played["faults"][0]["message"].as_str().unwrap();
            assert!(fault.contains(message), "{fault}");
            assert_eq!(played["faults"][0]["kind"], kind);
            let seat = usize::from(played["seats"][0] != 0);
            let found = played["logs"][seat]["log"].as_str().unwrap();
            assert!(found.starts_with(log), "{found}");
        }
    }
}

#[test]
fn bot_that_never_starts_is_an_error_and_nothing_is_scored() {
    let folder = tempdir().unwrap();
    let log = folder.path().join("bot");
    let body = "#!/usr/bin/env bash\necho 'no module named x' >&2\nexit 1\n";
    fs::write(&log, body).unwrap();
    let bash = format!("bash {}", log.display());
    for (bot, message) in [
        (
            &*bash,
            "bash: exited (exit status: 1); the last line of its log: no module named x, before its hello",
        ),
        ("/nowhere/bot", "neither an agent of netzwerk nor a program"),
    ] {
        for arguments in [
            &["--matches", "2"][..],
            &["--matches", "1"],
            &["--sprt", "0,10", "--matches", "4"],
        ] {
            let failed = run(&[&["match", bot, "random"], arguments, &BOARD].concat());
            assert_eq!((failed.code, &*failed.stdout), (2, ""));
            let is_named = failed.stderr.contains(message);
            assert!(is_named, "{arguments:?}: {}", failed.stderr);
        }
    }
}

#[test]
fn repeated_matches_count_once_for_intervals() {
    let players = ["minimax:nodes=60", "minimax:nodes=200"];
    let report = play(&players, &["--matches", "20", "--opening-turns", "0"]);
    assert_eq!(report["distinct"], 2, "{report}");
    assert!(report["players"][0]["interval"].is_array(), "{report}");
    let pairs = report["pentanomial"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|it| it.as_u64().unwrap()).sum::<u64>(), 1);
    // With openings there are others.
    let report = play(&players, &["--matches", "20"]);
    assert!(report["distinct"].as_u64().unwrap() > 2, "{report}");
}

#[test]
fn commands_are_divided_as_by_a_shell() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("my bot");
    let bot = first_legal("");
    fs::copy(&bot.path, &path).unwrap();
    let plain = path.to_str().unwrap();
    for seat in [format!("'{plain}'"), format!("bash '{plain}'")] {
        let report = play(&[&seat, "random"], &["--matches", "2"]);
        assert_eq!(report["players"][0]["faults"], 0, "{report}");
        let printed = report["players"][0]["player"].as_str().unwrap();
        assert!(printed.contains("my bot'"), "{printed}");
    }
    let unquoted = run(&[&["match", plain, "random"], &BOARD[..]].concat());
    unquoted.failed(2, &format!("(did you mean `'{plain}'`?)"));
    let unended = run(&[&["match", "'bot", "random"], &BOARD[..]].concat());
    assert_eq!(unended.code, 2);
    assert!(unended.stderr.contains("has no end"), "{}", unended.stderr);
}

#[test]
fn text_has_one_line_for_each_player_and_wrong_use_is_explained() {
    let arguments = [&["match", "random", "greedy", "--seed", "7"], &BOARD[..]];
    // Without a number, one start is played with each player on each seat.
    let printed = run(&arguments.concat()).good();
    let title = "netzwerk, seed 7, openings of 2 turns, 2 matches, all distinct\n  random: +";
    assert!(printed.starts_with(title), "{printed}");
    for part in [
        ", Elo ",
        "\npairs with 0, ½, 1, 1½ and 2 points: ",
        "\n on seat 1 ",
        "\n ended by NW-",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    for (wrong, message) in [
        (
            &["random", "greedy", "--matches", "3"][..],
            "expected a multiple of 2",
        ),
        (&["random", "unheard-of"], "neither an agent"),
        (&["random", ""], "no player"),
        (&["random"], "seats: expected 2, found 1"),
        (
            &["random", "greedy", "--opening-turns", "99"],
            "option opening_turns",
        ),
        (
            &["random", "greedy", "--option", "opening_turns=4"],
            "use --opening-turns",
        ),
    ] {
        let rejected = run(&[&["match"], wrong, &BOARD].concat());
        assert_eq!(rejected.code, 2, "{wrong:?}");
        let is_explained = rejected.stderr.contains(message);
        assert!(is_explained, "{wrong:?}: {}", rejected.stderr);
    }
}

#[test]
fn usage_is_that_of_the_records_and_times_are_printed_on_request() {
    let folder = tempdir().unwrap();
    let records = folder.path().join("records");
    let players = ["minimax:nodes=2000,table=1", "random"];
    let more = [
        "--matches",
        "8",
        "--times",
        "--records",
        records.to_str().unwrap(),
    ];
    let report = play(&players, &more);
    let mut turns = 0;
    for played in report["matches"].as_array().unwrap() {
        let record = fs::read_to_string(played["record"].as_str().unwrap()).unwrap();
        let own_seat = played["seats"]
            .as_array()
            .unwrap()
            .iter()
            .position(|it| *it == 0);
        let lines = json_lines(&record);
        let own = own_seat.unwrap().to_string();
        let own_turns = lines.iter().filter(|line| line["actor"] == own.as_str());
        let own_turns: BTreeSet<u64> = own_turns
            .map(|line| line["turn"].as_u64().unwrap())
            .collect();
        turns += own_turns.len() as u64;
        assert_eq!(played["times"].as_array().unwrap().len(), 2);
    }
    let [searching, other] = [0, 1].map(|player| &report["players"][player]);
    assert_eq!(searching["decisions"], turns, "{report}");
    let effort = |player: &Value| player["effort_per_decision"].as_f64();
    assert!(effort(searching) > effort(other), "{report}");
    assert!(searching["millis_per_decision"].as_f64() > Some(0.0));
    let untimed = play(&players, &["--matches", "8"]);
    assert_eq!(untimed["players"][0].get("millis_per_decision"), None);
    assert_eq!(untimed["matches"][0].get("times"), None);
}

#[test]
fn agents_with_a_time_limit_that_share_cores_are_warned_about() {
    let arguments = [
        &[
            "match",
            "minimax:time=20ms,table=1",
            "random",
            "--option",
            "turn_cap=4",
        ][..],
        &["--matches", "128", "--concurrency", "64", "--seed", "a"],
        &BOARD,
    ]
    .concat();
    let crowded = run(&arguments);
    assert_eq!(crowded.code, 0);
    assert!(
        crowded.stderr.contains("set --concurrency lower"),
        "{}",
        crowded.stderr
    );
    let printed = run(&[&arguments[..], &["--json"]].concat()).good_json();
    assert_eq!(printed[0]["shares_cores"], true);
    assert_eq!(play(&["random", "greedy"], &[]).get("shares_cores"), None);
}

#[test]
fn players_take_each_of_four_seats_with_the_same_seed() {
    let arguments = [
        "match", "greedy", "random", "random", "random", "--game", "droids",
    ];
    let arguments = [&arguments[..], &["--matches", "8", "--seed", "1"]].concat();
    let printed = run(&[&arguments[..], &["--json"]].concat())
        .good_json()
        .remove(0);
    assert_eq!(
        [&printed["distinct"], &printed["expected_score"]],
        [&json!(8), &json!(0.25)]
    );
    let greedy = &printed["players"][0];
    let by_seat = greedy["by_seat"].as_array().unwrap();
    let counts = |part: &Value| -> u64 {
        let counts = ["wins", "draws", "losses"].map(|name| part[name].as_u64().unwrap());
        counts.iter().sum()
    };
    assert_eq!(by_seat.iter().map(counts).collect::<Vec<_>>(), [2; 4]);
    let by_rule = greedy["by_rule"].as_object().unwrap();
    assert_eq!(by_rule.values().map(counts).sum::<u64>(), 8);
    let shares = by_seat
        .iter()
        .map(|part| part["score_rate"].as_f64().unwrap());
    let score = greedy["score_rate"].as_f64().unwrap();
    assert!(
        (shares.sum::<f64>() / 4.0 - score).abs() < 1e-9,
        "{printed}"
    );
    let [low, high] = [0, 1].map(|end| greedy["interval"][end].as_f64().unwrap());
    assert!(low < score && score <= high, "{printed}");
    let matches = printed["matches"].as_array().unwrap();
    for (block, seed) in matches.chunks(4).zip(["1", "1/2"]) {
        assert!(block.iter().all(|line| line["seed"] == seed));
    }
    let text = run(&arguments).good();
    assert!(text.contains("\n  equal strength: 25.0 %\n"), "{text}");
    // Only whole starts compare the players.
    let uneven = run(&[&arguments[..6], &["droids", "--matches", "6"]].concat());
    assert!(uneven.stderr.contains("use 8"), "{}", uneven.stderr);
}

#[test]
fn player_alone_wins_a_match_if_it_has_points() {
    let arguments = [
        "match",
        "greedy",
        "--game",
        "droids",
        "--matches",
        "6",
        "--seed",
        "a",
    ];
    let printed = run(&[&arguments[..], &["--json"]].concat())
        .good_json()
        .remove(0);
    let matches = printed["matches"].as_array().unwrap();
    let seeds = ["a", "a/2", "a/3", "a/4", "a/5", "a/6"];
    assert!(matches.iter().map(|line| &line["seed"]).eq(seeds));
    let won = matches
        .iter()
        .filter(|line| line["points"][0].as_i64() > Some(0));
    assert_eq!(printed["players"][0]["wins"], won.count());
    assert_eq!(printed.get("expected_score"), None);
    assert!(printed["players"][0]["interval"].is_array(), "{printed}");
}

#[test]
fn repeated_matches_of_more_or_fewer_players_than_two_have_no_interval() {
    let arguments = [
        "match",
        "solver",
        "solver",
        "solver",
        "--game",
        "micro-robots",
        "--seed",
        "a",
    ];
    let more = ["--option", "chips_to_win=1", "--matches", "30"];
    let distinct = run(&[&arguments[..], &more, &["--json"]].concat()).good_json();
    assert!(distinct[0]["players"][0]["interval"].is_array());
    // Equal players are not played from one start again; a start that does not depend on the seed repeats.
    let fixed = [
        "match",
        "random",
        "random",
        "--seed",
        "a",
        "--matches",
        "4",
        "--json",
    ];
    let report = run(&[&fixed[..], &BOARD].concat()).good_json().remove(0);
    assert_eq!(report["distinct"], 4, "{report}");
    let alike = [
        "match",
        "minimax:nodes=60",
        "minimax:nodes=60",
        "--opening-turns",
        "0",
    ];
    let report = run(&[&alike[..], &["--matches", "4", "--json"], &BOARD].concat()).good_json();
    let report = &report[0];
    assert_eq!(
        (&report["distinct"], &report["players"][0]["interval"]),
        (&json!(1), &Value::Null)
    );
    let error = report["interval_error"].as_str().unwrap();
    assert!(error.contains("3 of 4 matches repeat others"), "{error}");
}

#[test]
fn ctrl_c_ends_it_with_what_there_is() {
    let folder = tempdir().unwrap();
    let records = folder.path().join("records");
    let arguments = [
        "match",
        "random",
        "greedy",
        "--json",
        "--matches",
        "1000000",
        "--records",
    ];
    let more = [&BOARD[..], &["--seed", "7"]].concat();
    let child = command(&[&arguments[..], &[records.to_str().unwrap()], &more].concat()).spawn();
    let child = child.unwrap();
    wait_until_blocking("four matches are played", || {
        fs::read_dir(&records).map_or(0, Iterator::count) >= 4
    });
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(1), &b""[..]));
    let printed = &json_lines(&String::from_utf8(output.stdout).unwrap())[0];
    assert_eq!(printed["planned"], 1_000_000);
    let matches = printed["matches"].as_array().unwrap().len();
    assert!((4..1_000_000).contains(&matches), "{printed}");
    assert_eq!(fs::read_dir(&records).unwrap().count(), matches);
}

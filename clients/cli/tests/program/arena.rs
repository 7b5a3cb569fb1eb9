//! `botwerk arena`: series of matches for programs that read the results.

use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::run;
use crate::stdio::first_legal;

/// A small board of Netzwerk.
const BOARD: [&str; 6] = [
    "--game", "netzwerk", "--option", "width=2", "--option", "ranks=4",
];

/// Plays an arena and returns its report.
fn play(players: &[&str], more: &[&str]) -> Value {
    let arguments = [&["arena", "--json", "--seed", "7"], players, &BOARD, more].concat();
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
        "arena",
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
fn bots_that_fail_lose_and_the_arena_continues() {
    let crashing = first_legal("echo 'Traceback: no idea' >&2; exit 3");
    let rambling = first_legal("echo '{this is no JSON}'; continue");
    let [crashing, rambling] = [&crashing, &rambling].map(|it| it.path.to_str().unwrap());
    for (bot, message, log) in [
        (
            crashing,
            "exited (exit status: 3); the last line of its log: Traceback: no idea",
            "Traceback: no idea\n",
        ),
        (
            rambling,
            "more than 10 messages of the bot could not be used: 11 times expected a JSON object",
            "",
        ),
    ] {
        let report = play(&[bot, "random"], &["--matches", "2"]);
        let losses = &report["players"][0]["losses"];
        assert_eq!(
            (losses, &report["players"][0]["faults"]),
            (&2.into(), &2.into()),
            "{report}"
        );
        for played in report["matches"].as_array().unwrap() {
            let fault = played["faults"][0]["message"].as_str().unwrap();
            assert!(fault.contains(message), "{fault}");
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
    let bash = format!("stdio:bash {}", log.display());
    for (bot, message) in [
        (
            &*bash,
            "bash: exited (exit status: 1); the last line of its log: no module named x, before its hello",
        ),
        ("stdio:/nowhere/bot", "no such"),
    ] {
        for arguments in [
            &["arena", "--matches", "2", bot, "random"][..],
            &["match", "--seat", bot, "--seat", "random"],
            &["sprt", bot, "random", "--max-pairs", "2"],
        ] {
            let failed = run(&[arguments, &BOARD].concat());
            let score = failed.stdout.lines().find(|line| line.contains("Elo"));
            assert_eq!((failed.code, score), (2, None));
            // The standard error of a single match is passed on.
            let expected = message.split(';').next().unwrap();
            let is_named = failed.stderr.to_lowercase().contains(expected);
            assert!(is_named, "{arguments:?}: {}", failed.stderr);
        }
    }
}

#[test]
fn repeated_matches_count_once_for_intervals() {
    let players = ["minimax:nodes=60", "minimax:nodes=200"];
    let report = play(&players, &["--matches", "20", "--opening-turns", "0"]);
    assert_eq!(report["distinct"], 2, "{report}");
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
    for seat in [
        plain.to_owned(),
        format!("stdio:'{plain}'"),
        format!("stdio:bash '{plain}'"),
    ] {
        let report = play(&[&seat, "random"], &["--matches", "2"]);
        assert_eq!(report["players"][0]["faults"], 0, "{report}");
        let printed = report["players"][0]["player"].as_str().unwrap();
        assert!(printed.contains("my bot'"), "{printed}");
    }
    let unended = run(&[&["arena", "stdio:'bot", "random"], &BOARD[..]].concat());
    assert_eq!(unended.code, 2);
    assert!(unended.stderr.contains("has no end"), "{}", unended.stderr);
}

#[test]
fn text_has_one_line_for_each_player_and_wrong_use_is_explained() {
    let arguments = [
        &["arena", "random", "greedy", "--matches", "2", "--seed", "7"],
        &BOARD[..],
    ];
    let printed = run(&arguments.concat()).good();
    assert!(
        printed.starts_with("netzwerk, seed 7, 2 matches\n  random: +"),
        "{printed}"
    );
    for (wrong, message) in [
        (
            &["random", "greedy", "--matches", "3"][..],
            "expected a multiple of 2",
        ),
        (&["random", "unheard-of"], "unknown agent"),
        (&["random", "stdio:"], "no command"),
        (&["random"], "2 values required"),
        (
            &["random", "greedy", "--option", "opening_turns=4"],
            "use --opening-turns",
        ),
    ] {
        let rejected = run(&[&["arena"], wrong, &BOARD].concat());
        assert_eq!(rejected.code, 2, "{wrong:?}");
        let is_explained = rejected.stderr.contains(message);
        assert!(is_explained, "{wrong:?}: {}", rejected.stderr);
    }
}

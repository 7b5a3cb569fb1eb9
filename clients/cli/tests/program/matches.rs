//! `match`, `record verify` and `record show`.

use std::fs;
use std::path::Path;

use botwerk_tests::{Run, json_lines};
use serde_json::json;
use tempfile::{TempDir, tempdir};

use crate::{match_arguments, record_match, run, run_with};

/// Plays a single match of Micro Robots.
fn play(players: &[&str], more: &[&str]) -> Run {
    run(&[&match_arguments("micro-robots", players)[..], more].concat())
}

/// A record of a match with the seed 7.
fn recorded() -> (TempDir, String) {
    let directory = tempdir().unwrap();
    let file = path(&directory, "out.bwr");
    let players = ["solver", "human"];
    record_match(&file, "micro-robots", &players, &["--seed", "7"]).good();
    (directory, file)
}

fn path(directory: &TempDir, name: &str) -> String {
    directory.path().join(name).to_str().unwrap().to_owned()
}

/// Changes what stands in a record.
fn tamper(file: &str, change: impl FnOnce(String) -> String) {
    let text = fs::read_to_string(file).unwrap();
    let changed = change(text.clone());
    assert_ne!(text, changed);
    fs::write(file, changed).unwrap();
}

#[test]
fn match_is_played_to_its_end() {
    let text = play(&["solver", "solver"], &["--seed", "7"]).good();
    assert!(text.contains("\nchips  seat 0: "), "{text}");
    assert!(text.contains("seed 7: ended by MR-26 after "), "{text}");
    assert!(text.contains("  seat 1, solver: place "), "{text}");
}

#[test]
fn match_in_json_is_reproducible() {
    let arguments = ["--seed", "7", "--json", "--option", "chips_to_win=3"];
    let play = || play(&["solver", "human:mean=1s", "random"], &arguments).good();
    assert_eq!(play(), play());
    let printed = &json_lines(&play())[0];
    assert_eq!(
        (&printed["game"], &printed["seed"]),
        (&json!("micro-robots"), &json!("7"))
    );
    let players = printed["players"].as_array().unwrap().iter();
    let names: Vec<_> = players.map(|player| &player["player"]).collect();
    assert_eq!(names, ["solver", "human:mean=1s", "random"]);
    let played = &printed["matches"][0];
    let fields: Vec<_> = played.as_object().unwrap().keys().collect();
    let expected = [
        "match",
        "block",
        "seed",
        "seats",
        "places",
        "points",
        "rule",
        "events",
        "fingerprint",
        "faults",
        "record",
        "logs",
    ];
    assert_eq!(fields, expected);
    assert_eq!(
        (&played["places"][0], &played["points"][0]),
        (&json!(1), &json!(3))
    );
}

#[test]
fn each_match_of_equal_players_has_its_own_seed_and_record() {
    let directory = tempdir().unwrap();
    let records = path(&directory, "records");
    let more = [
        "--matches",
        "3",
        "--seed",
        "a",
        "--json",
        "--records",
        &records,
    ];
    let game = ["match", "solver", "solver", "--game", "micro-robots"];
    let printed = run(&[&game[..], &more].concat()).good_json().remove(0);
    let matches = printed["matches"].as_array().unwrap();
    let seeds: Vec<_> = matches.iter().map(|line| line["seed"].clone()).collect();
    assert_eq!(seeds, [json!("a"), json!("a/2"), json!("a/3")]);
    assert_eq!(printed["distinct"], 3);
    let again = play(&["solver", "solver"], &["--seed", "a/2", "--json"]).good_json();
    assert_eq!(
        matches[1]["fingerprint"],
        again[0]["matches"][0]["fingerprint"]
    );
    let files: Vec<_> = matches
        .iter()
        .map(|line| line["record"].as_str().unwrap())
        .collect();
    let verified = run(&[&["record", "verify"], &files[..]].concat()).good();
    assert_eq!(verified.matches(": valid (").count(), 3, "{verified}");
    // The directory is not to hold the records of two runs.
    run(&[&game[..], &more].concat()).failed_json(2, "FILE_ERROR");
}

#[test]
fn missing_seed_is_random() {
    let seed = || play(&["solver", "solver"], &["--json"]).good_json()[0]["seed"].clone();
    assert_ne!(seed(), seed());
    let directory = tempdir().unwrap();
    let file = path(&directory, "out.bwr");
    record_match(&file, "micro-robots", &["solver", "solver"], &[]).good();
    let header = &json_lines(&fs::read_to_string(&file).unwrap())[0];
    assert_eq!(header["seed_origin"], "system");
    run(&["record", "verify", &file]).good();
}

#[test]
fn invalid_players_options_and_files_are_rejected() {
    play(&["solver", "deep-blue"], &[])
        .failed(2, "deep-blue: neither an agent of micro-robots nor");
    play(&["slover", "solver"], &[]).failed(2, "(did you mean `solver`?) nor a program");
    play(&["solver", "grpc:./bot"], &[]).failed(2, "botwerk tournament run FILE");
    play(&["bot:guest", "solver"], &[]).failed(2, "`player = \"bot:guest\"` in an [[entrant]]");
    play(&["solver", "deep-blue"], &["--json"]).failed_json(2, "UNKNOWN_AGENT");
    play(&["solver", "human:hat=red"], &["--json"]).failed_json(2, "BAD_OPTIONS");
    play(&["solver", "human:"], &[]).failed(2, "agent: at byte 6");
    play(&["solver"], &[]).failed(2, "seats: expected 2 to 64, found 1");
    play(&["solver", "solver"], &["--option", "expert=perhaps"]).failed(2, "option expert");
    let nowhere = ["--records", "/dev/null/records"];
    play(&["solver", "solver"], &nowhere).failed(2, "/dev/null/records");
    assert_eq!(play(&[], &[]).code, 2);
    let game = ["--game", "micro-robots"];
    let none = [&["match", "solver", "solver", "--matches", "0"], &game[..]];
    assert_eq!(run(&none.concat()).code, 2);
    let without_game = run(&["match", "solver", "solver"]);
    assert_eq!(without_game.code, 2);
    assert!(
        without_game.stderr.contains("--game <GAME>"),
        "{}",
        without_game.stderr
    );
}

#[test]
fn verify_accepts_a_record_until_it_is_altered() {
    let (_directory, file) = recorded();
    let text = run(&["record", "verify", &file]).good();
    assert!(text.starts_with(&format!("{file}: valid (")), "{text}");
    assert!(text.contains(" choices checked; decided)\n"), "{text}");
    assert!(text.contains("\n  not checked: the names; "), "{text}");
    let printed = &run(&["record", "verify", "--json", &file]).good_json()[0];
    assert_eq!(
        (&printed["file"], &printed["is_valid"]),
        (&json!(file), &json!(true))
    );
    assert!(printed["events"].as_u64() > printed["choices"].as_u64());

    tamper(&file, |text| text.replacen("say ", "say 1", 1));
    let broken = run(&["record", "verify", &file]);
    assert_eq!((broken.code, &*broken.stderr), (1, ""));
    assert!(
        broken.stdout.contains("the running hash differs"),
        "{}",
        broken.stdout
    );
    let printed = run(&["record", "verify", "--json", &file]);
    let printed = (
        printed.code,
        &json_lines(&printed.stdout)[0]["error"]["reason"],
    );
    assert_eq!(printed, (1, &json!("BAD_RECORD")));
}

#[test]
fn truncated_record_is_rejected() {
    let (_directory, file) = recorded();
    tamper(&file, |text| {
        let lines: Vec<_> = text.lines().collect();
        lines[..lines.len() - 1].join("\n") + "\n"
    });
    let run = run(&["record", "verify", "--json", &file]);
    assert_eq!(run.code, 1);
    assert_eq!(
        json_lines(&run.stdout)[0]["error"]["reason"],
        "VERIFICATION_FAILED"
    );
}

#[test]
fn record_without_its_end_is_reported_as_incomplete() {
    let (_directory, file) = recorded();
    tamper(&file, |text| {
        let lines: Vec<_> = text.lines().collect();
        lines[..2].join("\n") + "\n"
    });
    let verified = run(&["record", "verify", &file]);
    assert_eq!(verified.code, 1);
    assert!(
        verified.stdout.contains(": incomplete ("),
        "{}",
        verified.stdout
    );
    assert!(
        verified.stdout.contains("the end was cut off"),
        "{}",
        verified.stdout
    );
    let verified = run(&["record", "verify", "--json", &file]);
    let printed = &json_lines(&verified.stdout)[0];
    assert_eq!(
        (verified.code, &printed["is_valid"], &printed["is_complete"]),
        (1, &json!(true), &json!(false))
    );
}

#[test]
fn exit_code_is_the_worst_of_several_files() {
    let (directory, good) = recorded();
    let bad = path(&directory, "bad.bwr");
    fs::copy(&good, &bad).unwrap();
    tamper(&bad, |text| text + "more\n");
    let missing = path(&directory, "missing.bwr");
    assert!(!Path::new(&missing).exists());
    let both = run(&["record", "verify", &bad, &good]);
    assert_eq!((both.code, both.stdout.lines().count()), (1, 5));
    let all = run(&["record", "verify", &missing, &bad, &good]);
    assert_eq!((all.code, all.stdout.lines().count()), (2, 6));
}

#[test]
fn record_is_read_from_standard_input() {
    let (_directory, file) = recorded();
    let text = fs::read_to_string(file).unwrap();
    assert!(
        run_with(&["record", "verify", "-"], &text)
            .good()
            .starts_with("-: valid (")
    );
    assert!(
        run_with(&["record", "show", "-"], &text)
            .good()
            .contains("chance: start ")
    );
}

#[test]
fn replay_prints_a_record() {
    let (_directory, file) = recorded();
    let text = run(&["record", "show", &file]).good();
    assert!(text.starts_with("micro-robots: seat 0 solver, seat 1 human\n1 chance: start "));
    assert_eq!(text.matches("\nchips ").count(), 1, "{text}");
    let events = text
        .lines()
        .filter(|line| line.as_bytes()[0].is_ascii_digit())
        .count();
    let every = run(&["record", "show", &file, "--every"]).good();
    assert_eq!(every.matches("\nchips ").count(), events + 1, "{every}");
    let start = run(&["record", "show", &file, "--at", "0"]).good();
    assert!(
        start.contains("\nround 0\n") && !start.contains("chance"),
        "{start}"
    );
    let second = run(&["record", "show", &file, "--at", "2"]).good();
    assert!(second.contains("\n2 chance: roll "), "{second}");
    assert!(second.contains("all seats search"), "{second}");
}

#[test]
fn record_that_was_cut_is_named_at_the_place_where_it_ends() {
    let directory = tempdir().unwrap();
    let file = path(&directory, "cut.bwr");
    let board = ["--option", "width=2", "--option", "ranks=4"];
    let more = [&board[..], &["--seed", "7"]].concat();
    record_match(&file, "netzwerk", &["greedy", "greedy"], &more).good();
    let whole = fs::read_to_string(&file).unwrap();
    let lines: Vec<_> = whole.split_inclusive('\n').collect();
    let actions: Vec<serde_json::Value> = lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let turn = |line: &serde_json::Value| (line["actor"].clone(), line["turn"].clone());
    let is_next_turn = |pair: &[serde_json::Value]| turn(&pair[0]) != turn(&pair[1]);
    // The header is the first line, and the first turn ends before this one.
    let second_turn = 2 + actions[1..].windows(2).position(is_next_turn).unwrap();
    assert!(second_turn > 3, "{whole}");
    for count in 1..lines.len() - 1 {
        fs::write(&file, lines[..count].concat()).unwrap();
        let verified = run(&["record", "verify", &file]);
        assert_eq!(verified.code, 1);
        if (2..second_turn).contains(&count) {
            let expected = format!(
                "the record ends inside a turn of seat 0, after {} of its {} actions",
                count - 1,
                second_turn - 1
            );
            assert!(verified.stdout.contains(&expected), "{}", verified.stdout);
        }
        assert!(!verified.stdout.contains("would choose"), "{count}");
        let at = format!("ends after event {}: the record has no outcome", count - 1);
        for form in [&[][..], &["--json"], &["--svg"]] {
            let replayed = run(&[&["record", "show", &file], form].concat());
            assert_eq!(replayed.code, 1);
            assert!(replayed.stderr.contains(&at), "{}", replayed.stderr);
        }
        run(&["record", "show", &file, "--at", "0"]).good();
    }
}

#[test]
fn record_that_an_editor_or_transfer_has_touched_is_read() {
    let (_directory, file) = recorded();
    let whole = fs::read_to_string(&file).unwrap();
    let verified = run(&["record", "verify", &file]).good();
    for touched in [
        format!("\u{feff}{whole}"),
        whole.replace('\n', "\r\n"),
        format!("\u{feff}{}", whole.replace('\n', "\r\n")),
    ] {
        fs::write(&file, touched).unwrap();
        assert_eq!(run(&["record", "verify", &file]).good(), verified);
        run(&["record", "show", &file]).good();
    }
    // What changes a value is found as before.
    fs::write(&file, whole.replacen("solver", "solver\r", 1)).unwrap();
    run(&["record", "show", &file]).failed(1, "line 1");
}

#[test]
fn replay_prints_a_record_in_json() {
    let (_directory, file) = recorded();
    let printed = run(&["record", "show", &file, "--json"]).good_json();
    let fields: Vec<_> = printed[0].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["seq", "actor", "action", "position"]);
    assert_eq!(
        (&printed[0]["seq"], &printed[0]["actor"]),
        (&json!(1), &json!("chance"))
    );
    let third = run(&["record", "show", &file, "--json", "--at", "3"]).good_json();
    assert_eq!(third, [printed[2].clone()]);
    let start = run(&["record", "show", &file, "--json", "--at", "0"]).good_json();
    assert_eq!((start.len(), &start[0]["action"]), (1, &json!(null)));
}

#[test]
fn replay_prints_pictures() {
    let (_directory, file) = recorded();
    let strip = run(&["record", "show", &file, "--svg", "--frame-millis", "500"]).good();
    assert!(
        strip.starts_with("<svg ") && strip.contains("<animate "),
        "{strip}"
    );
    assert!(
        strip.contains(">start</text>") && strip.contains("seat 0: "),
        "{strip}"
    );
    let at = |seq: &str| run(&["record", "show", &file, "--svg", "--at", seq]).good();
    let (start, search) = (at("0"), at("2"));
    assert!(
        start.contains("round 0") && !search.contains("round 0"),
        "{start}"
    );
    assert!(search.contains("all seats search"), "{search}");
    assert!(!search.contains("<animate "));
    run(&["record", "show", &file, "--svg", "--at", "9999"]).failed(2, "--at 9999");
    assert_eq!(
        run(&["record", "show", &file, "--frame-millis", "5"]).code,
        2
    );
    assert_eq!(run(&["record", "show", &file, "--svg", "--json"]).code, 2);
}

#[test]
fn unreadable_record_is_rejected_by_replay() {
    let (_directory, file) = recorded();
    run(&["record", "show", &file, "--at", "9999"]).failed(2, "--at 9999");
    run(&["record", "show", "/nonexistent"]).failed(2, "/nonexistent");
    run(&["record", "show", "/nonexistent", "--json"]).failed_json(2, "FILE_ERROR");
    tamper(&file, |text| text.replacen("start", "stare", 1));
    run(&["record", "show", &file]).failed(1, "line 1");
    run(&["record", "show", &file, "--json"]).failed_json(1, "BAD_RECORD");
}

//! `record compare`: what a bot does now with the decisions of a recorded match.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::stdio::{GAMES, Script, first_legal};
use crate::{record_match, run};

/// Plays a match of a program against `random`, in which the program has the first seat, into a file.
fn play(game: &str, options: &[&str], bot: &Script, record: &str) {
    let seat = bot.seat();
    let options = options.iter().flat_map(|option| ["--option", option]);
    let more: Vec<_> = options.chain(["--seed", "7"]).collect();
    record_match(record, game, &[&seat, "random"], &more).good();
}

/// The last legal action for every decision.
fn last_legal() -> Script {
    first_legal(
        r#"[[ $line =~ \"legal_actions\":\[(.*)\"([^\"]*)\"\] ]] && action=${BASH_REMATCH[2]}"#,
    )
}

#[test]
fn deterministic_bot_acts_as_in_the_record_of_every_game() {
    let (folder, bot, other) = (tempdir().unwrap(), first_legal(""), last_legal());
    for (game, options) in GAMES {
        let record = folder.path().join(format!("{game}.bwr"));
        let record = record.to_str().unwrap();
        play(game, options, &bot, record);
        let command = ["record", "compare", record, "--seat", "0", "--json"];
        let same = [&command[..], &[bot.path.to_str().unwrap()]].concat();
        let lines = run(&same).good_json();
        let (summary, decisions) = lines.split_last().unwrap();
        assert!(!decisions.is_empty(), "{game}");
        assert_eq!(summary["decisions"], decisions.len(), "{game}");
        assert_eq!(summary["differ"], 0, "{game}: {lines:?}");
        let different = [&command[..], &[other.path.to_str().unwrap()]].concat();
        let run = run(&different);
        assert_eq!(run.code, 1, "{game}: {run:?}");
        let last = run.stdout.lines().last().unwrap();
        let summary: Value = serde_json::from_str(last).unwrap();
        assert!(summary["differ"].as_u64() > Some(0), "{game}: {summary}");
    }
}

#[test]
fn difference_is_printed_with_its_place() {
    let (folder, bot, other) = (tempdir().unwrap(), first_legal(""), last_legal());
    let record = folder.path().join("out.bwr");
    let record = record.to_str().unwrap();
    play("netzwerk", &["width=2", "ranks=3"], &bot, record);
    let path = other.path.to_str().unwrap();
    let printed = run(&["record", "compare", record, "--seat", "0", path]).stdout;
    let first = printed.lines().next().unwrap();
    assert!(
        first.contains("turn 1, part 0: recorded ") && first.contains("; now "),
        "{first}"
    );
    assert!(printed.contains(" differ from the record"), "{printed}");
}

#[test]
fn decision_without_an_answer_is_answered_now() {
    let (folder, bot) = (tempdir().unwrap(), first_legal(""));
    let record = folder.path().join("out.bwr");
    let record = record.to_str().unwrap();
    // It exits at its second decision, again and again.
    let failing = first_legal("echo x >>$log; [ $(wc -l <$log) -lt 2 ] || exit 1");
    play("netzwerk", &["width=2", "ranks=3"], &failing, record);
    let path = bot.path.to_str().unwrap();
    let printed = run(&["record", "compare", record, "--seat", "0", path]).good();
    assert!(
        printed.contains("the seat left the match (CRASHED); now "),
        "{printed}"
    );
}

#[test]
fn slow_decision_is_compared_with_the_clock() {
    let (folder, bot) = (tempdir().unwrap(), first_legal(""));
    let file = folder.path().join("cup.toml");
    let text = format!(
        "name = \"cup\"\ngame = \"netzwerk\"\n[options]\nwidth = 2\nranks = 3\n[time_control]\n\
         turn = \"2s\"\n[format]\nkind = \"round-robin\"\n[[entrant]]\nname = \"lines\"\n\
         player = \"{}\"\n[[entrant]]\nplayer = \"random\"\n",
        bot.path.display()
    );
    fs::write(&file, text).unwrap();
    run(&["tournament", "run", file.to_str().unwrap()]).good();
    let records = folder.path().join("records");
    let (database, records) = (file.with_extension("db"), records.to_str().unwrap());
    let database = database.to_str().unwrap();
    run(&["db", "export", database, "--out", records]).good();
    let files = fs::read_dir(Path::new(records)).unwrap().flatten();
    let mut files = files.map(|entry| entry.path());
    let record = files.find(|path| path.extension().is_some_and(|it| it == "bwr"));
    let record = record.unwrap().display().to_string();
    let header = fs::read_to_string(&record).unwrap();
    let is_first = header.find("lines") < header.find("random");
    let seat = if is_first { "0" } else { "1" };
    let in_time = [
        "record",
        "compare",
        &record,
        "--seat",
        seat,
        "--clock",
        bot.path.to_str().unwrap(),
    ];
    run(&in_time).good();
    let slow = first_legal("[ $turn != 1 ] || sleep 2.2");
    let late = [
        "record",
        "compare",
        &record,
        "--seat",
        seat,
        "--clock",
        slow.path.to_str().unwrap(),
    ];
    let run = run(&late);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.stdout.contains("ms, but the clock had 2000 ms left"),
        "{}",
        run.stdout
    );
}

#[test]
fn unusable_arguments_are_explained() {
    let (folder, bot) = (tempdir().unwrap(), first_legal(""));
    let record = folder.path().join("out.bwr");
    let record = record.to_str().unwrap();
    play("netzwerk", &["width=2", "ranks=3"], &bot, record);
    let path = bot.path.to_str().unwrap();
    let seat = run(&["record", "compare", record, "--seat", "2", path]);
    assert!(
        seat.stderr.contains("--seat 2: expected 0 to 1"),
        "{}",
        seat.stderr
    );
    let silent = run(&["record", "compare", record, "--seat", "0", "true"]);
    assert!(
        silent.stderr.contains("before its hello"),
        "{}",
        silent.stderr
    );
    let text = fs::read_to_string(record).unwrap();
    fs::write(record, text.replace("\"turn\":1", "\"turn\":2")).unwrap();
    let altered = run(&["record", "compare", record, "--seat", "0", path]);
    assert_ne!(altered.code, 0, "{}", altered.stdout);
}

#[test]
fn bot_that_calls_a_server_is_shown_the_record_as_well() {
    let folder = tempdir().unwrap();
    for (game, options, agent) in [
        (
            "netzwerk",
            &["width=3", "ranks=4"][..],
            "minimax:nodes=2000",
        ),
        ("micro-robots", &["chips_to_win=2"], "solver"),
        ("droids", &["round_cap=2"], "program-search:nodes=50"),
    ] {
        let record = folder.path().join(format!("{game}.bwr"));
        let record = record.to_str().unwrap();
        let options = options.iter().flat_map(|option| ["--option", option]);
        let more: Vec<_> = options.chain(["--seed", "7"]).collect();
        record_match(record, game, &["random", agent], &more).good();
        let rerun = ["record", "compare", record, "--seat", "1", "--json"];
        let lines = run(&[&rerun[..], &["random"]].concat());
        let last = lines.stdout.lines().last().unwrap();
        let summary: Value = serde_json::from_str(last).unwrap();
        assert!(summary["decisions"].as_u64() > Some(0), "{game}: {lines:?}");
        // Program search samples what it does not know.
        if game != "droids" {
            let same = run(&[&rerun[..], &[agent]].concat());
            let last = same.stdout.lines().last().unwrap();
            let summary: Value = serde_json::from_str(last).unwrap();
            assert_eq!(
                (same.code, &summary["differ"]),
                (0, &Value::from(0)),
                "{same:?}"
            );
        }
    }
}

#[test]
fn bot_that_calls_no_server_is_told_what_is_missing() {
    let folder = tempdir().unwrap();
    let record = folder.path().join("out.bwr");
    let record = record.to_str().unwrap();
    play(
        "netzwerk",
        &["width=2", "ranks=3"],
        &first_legal(""),
        record,
    );
    let exiting = ["record", "compare", record, "--seat", "0", "grpc:true"];
    let printed = run(&exiting);
    assert_eq!(printed.code, 2, "{printed:?}");
    assert!(
        printed.stderr.contains("the bot ended with exit code 0"),
        "{}",
        printed.stderr
    );
    let missing = [
        "record",
        "compare",
        record,
        "--seat",
        "0",
        "grpc:/nowhere/bot",
    ];
    assert!(run(&missing).stderr.contains("No such file"));
}

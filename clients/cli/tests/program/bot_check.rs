//! `bot check`.

use botwerk_tests::{PythonEnvironment, Run, bot_script, json_lines};
use botwerk_tournament::configuration::LaunchCommand;

use crate::{command, run};

/// Returns the text of a player that is a program which calls the server.
fn calling(words: &[&str]) -> String {
    let words = words.iter().map(|word| (*word).to_owned());
    format!("grpc:{}", LaunchCommand::new(words.collect()).quoted())
}

/// Checks a right bot; what it races with is found at once.
fn check_right_bot(arguments: &[&str]) -> Run {
    let bot = ["random:think=0s"];
    run(&[&["--json", "bot", "check"], arguments, &bot].concat())
}

/// The checks with their verdicts.
fn verdicts(run: &Run) -> Vec<(String, String)> {
    assert_eq!(run.stderr, "", "{}", run.stdout);
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let printed = json_lines(&run.stdout);
    let verdict =
        |printed: &serde_json::Value| (text(&printed["check"]), text(&printed["verdict"]));
    printed.iter().map(verdict).collect()
}

/// All checks.
const CHECKS: [&str; 8] = [
    "matches",
    "reconnect",
    "restart",
    "rejected-submission",
    "late-submission",
    "simultaneous",
    "resignation",
    "identifiers",
];

#[test]
fn built_in_bot_passes_every_check() {
    for game in ["netzwerk", "micro-robots", "ricochet"] {
        let run = check_right_bot(&["--game", game]);
        let expected = CHECKS.map(|check| {
            let has_none = check == "simultaneous" && game == "netzwerk";
            let verdict = if has_none { "skipped" } else { "passed" };
            (check.to_owned(), verdict.to_owned())
        });
        assert_eq!(verdicts(&run), expected, "{game}: {}", run.stdout);
        assert_eq!(run.code, 0, "{game}");
    }
}

/// What every client does; the bots of the other clients are checked by their own tests.
const CLIENT_CHECKS: [&str; 10] = [
    "server-away",
    "back-off",
    "unparsable-submission",
    "excessive-submission",
    "exception",
    "lowered-seq",
    "tls",
    "proxy",
    "redirect",
    "log",
];

#[test]
fn built_in_bot_passes_every_check_of_clients() {
    let run = check_right_bot(&["--game", "micro-robots", "--client"]);
    let expected = CHECKS.iter().chain(&CLIENT_CHECKS);
    let expected = expected.map(|check| ((*check).to_owned(), "passed".to_owned()));
    assert_eq!(
        verdicts(&run),
        expected.collect::<Vec<_>>(),
        "{}",
        run.stdout
    );
}

/// The table of the documentation names exactly these checks.
#[test]
fn documentation_lists_the_behaviours_of_clients() {
    let text = std::fs::read_to_string(bot_script("../../docs/protocol.md")).unwrap();
    let (_, section) = text.split_once("## What every client does").unwrap();
    let section = section.split_once("\n## ").unwrap().0;
    let rows: Vec<_> = section
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'))
        .collect();
    assert_eq!(rows.len(), 12, "{rows:?}");
    for check in CLIENT_CHECKS
        .iter()
        .chain(&["rejected-submission", "restart", "simultaneous"])
    {
        let names = format!("`{check}`");
        assert!(rows.iter().any(|row| row.contains(&names)), "{check}");
    }
}

#[test]
fn exited_bot_is_reported_with_its_stderr() {
    let script = "printf 'Traceback\\n\\033[31mno module grpc\\n' >&2; exit 3";
    let printed = run(&[
        "bot",
        "check",
        "--game",
        "netzwerk",
        "--check",
        "matches",
        &calling(&["sh", "-c", script]),
    ]);
    assert_eq!(
        (printed.code, &*printed.stderr),
        (1, ""),
        "{}",
        printed.stdout
    );
    let lines: Vec<_> = printed.stdout.lines().map(str::trim).collect();
    assert_eq!(lines[0], "failed   matches");
    assert!(lines[1].starts_with("it ended with exit code 3 before it was online; "));
    assert_eq!(lines[2], "it wrote to standard error: Traceback");
    assert_eq!(lines[3], "it wrote to standard error:  [31mno module grpc");
    assert_eq!(lines.len(), 4, "{lines:?}");
}

#[test]
fn fatal_fault_is_reported_once_and_ends_the_checks() {
    let started = std::time::Instant::now();
    let arguments = ["bot", "check", "--game", "netzwerk"];
    let script = "echo 'no module grpc' >&2; exit 3";
    let bot = calling(&["sh", "-c", script]);
    let printed = run(&[&arguments[..], &[&bot]].concat());
    assert_eq!(printed.code, 1, "{}", printed.stdout);
    assert_eq!(printed.stdout.matches("no module grpc").count(), 1);
    let remaining = CHECKS[1..].join(", ");
    let skipped = format!("skipped  {remaining}\n         not run: the fault above");
    assert!(printed.stdout.contains(&skipped), "{}", printed.stdout);
    // A bot that never comes online: one wait of ten seconds, not eight.
    let idle = ["grpc:sleep 600"];
    let printed = run(&[&["--json"], &arguments[..], &idle].concat());
    let expected = CHECKS.map(|check| {
        let verdict = if check == "matches" {
            "failed"
        } else {
            "skipped"
        };
        (check.to_owned(), verdict.to_owned())
    });
    assert_eq!(verdicts(&printed), expected, "{}", printed.stdout);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

/// The bots that docs/protocol.md shows.
#[test]
fn bots_of_the_documentation_pass_every_check() {
    let Some(environment) = PythonEnvironment::prepare() else {
        return;
    };
    let documents = std::fs::read_to_string(bot_script("../../docs/protocol.md")).unwrap();
    for (game, script) in [
        ("micro-robots", "bot.py"),
        ("netzwerk", "netzwerk_bot.py"),
        ("droids", "droids_bot.py"),
    ] {
        assert!(
            documents.contains(&format!("tests/python/{script}")),
            "{script}"
        );
        let python = environment.python();
        let files = ["invited_bot.py", script].map(bot_script);
        let bot = calling(&[
            python.to_str().unwrap(),
            files[0].to_str().unwrap(),
            files[1].to_str().unwrap(),
        ]);
        let mut command = command(&["--json", "bot", "check", "--game", game, &bot]);
        command.env("PYTHONPATH", environment.stubs());
        let output = command.output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        for report in json_lines(&stdout) {
            let has_none = report["check"] == "simultaneous" && game != "micro-robots";
            let expected = if has_none { "skipped" } else { "passed" };
            assert_eq!(report["verdict"], expected, "{script}: {stdout}");
        }
        assert_eq!(
            json_lines(&stdout).len(),
            CHECKS.len(),
            "{script}: {stdout}"
        );
        assert!(output.status.success(), "{script}: {stdout}");
    }
}

#[test]
fn invalid_use_is_rejected() {
    let nowhere = run(&["bot", "check", "--game", "netzwerk", "grpc:/nowhere/bot"]);
    nowhere.failed(2, "/nowhere/bot: No such file");
    let game = run(&["bot", "check", "--game", "chess", "grpc:bot"]);
    assert_eq!((game.code, &*game.stdout), (2, ""), "{}", game.stderr);
    for arguments in [
        &["bot", "check"][..],
        &["bot", "check", "--check", "luck", "grpc:bot"],
    ] {
        let refused = run(arguments);
        assert_eq!(
            (refused.code, &*refused.stdout),
            (2, ""),
            "{}",
            refused.stderr
        );
    }
}

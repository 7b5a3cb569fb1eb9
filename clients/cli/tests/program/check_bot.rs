//! `check-bot`.

use botwerk_tests::{Run, json_lines};

use crate::run;

/// The program is a bot itself.
const BOT: &str = env!("CARGO_BIN_EXE_botwerk");

/// Checks a right bot; what it races with is found at once.
fn check_right_bot(arguments: &[&str]) -> Run {
    let bot = ["--", BOT, "bot", "--agent", "random:think=0s"];
    run(&[&["--json", "check-bot"], arguments, &bot].concat())
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
    for game in ["netzwerk", "micro-robots"] {
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

#[test]
fn exited_bot_is_reported_with_its_stderr() {
    let script = "printf 'Traceback\\n\\033[31mno module grpc\\n' >&2; exit 3";
    let printed = run(&[
        "check-bot",
        "--game",
        "netzwerk",
        "--check",
        "matches",
        "--",
        "sh",
        "-c",
        script,
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
fn invalid_use_is_rejected() {
    let nowhere = run(&["check-bot", "--game", "netzwerk", "--", "/nowhere/bot"]);
    nowhere.failed(2, "/nowhere/bot: No such file");
    let game = run(&["check-bot", "--game", "chess", "--", "bot"]);
    assert_eq!((game.code, &*game.stdout), (2, ""), "{}", game.stderr);
    for arguments in [
        &["check-bot"][..],
        &["check-bot", "--check", "luck", "--", "bot"],
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

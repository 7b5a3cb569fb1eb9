//! `botwerk match --require`: players that pass, players that fail, and files that cannot be used.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::run;
use crate::stdio::first_legal;

/// A reference player.
fn reference(player: &str, matches: u64, min_score: f64, more: &str) -> String {
    format!(
        "[[reference]]\nplayer = \"{player}\"\nmatches = {matches}\nmin_score = {min_score}\n{more}\n"
    )
}

/// Writes a file about a small board of Netzwerk.
fn write(folder: &Path, text: &str) -> String {
    let path = folder.join("grade.toml");
    let head = "game = \"netzwerk\"\n[options]\nwidth = 2\nranks = 4\n";
    fs::write(&path, format!("{head}{text}")).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn bot_passes_if_it_reaches_every_score() {
    let folder = tempdir().unwrap();
    let text = reference("random", 10, 0.5, "name = \"chance\"") + &reference("greedy", 2, 0.0, "");
    let file = write(folder.path(), &text);
    let junit = folder.path().join("grade.xml");
    let junit = junit.to_str().unwrap();
    let records = folder.path().join("records");
    let arguments = [
        "match",
        "minimax:nodes=2000",
        "--require",
        &file,
        "--junit",
        junit,
    ];
    let printed = run(&[&arguments[..], &["--records", records.to_str().unwrap()]].concat()).good();
    assert!(
        printed.starts_with("pass chance: minimax:nodes=2000: +"),
        "{printed}"
    );
    assert!(
        printed.ends_with("minimax:nodes=2000 passes\n"),
        "{printed}"
    );
    let xml = fs::read_to_string(junit).unwrap();
    for count in ["tests=\"2\"", "failures=\"0\""] {
        assert!(xml.contains(count), "{count}: {xml}");
    }
    assert!(xml.contains("<testcase name=\"chance\""), "{xml}");
    run(&[
        "record",
        "verify",
        records.join("0/000009.bwr").to_str().unwrap(),
    ])
    .good();
    // The same file gives the same grade.
    let json = |()| run(&[&["--json"], &arguments[..]].concat()).good_json();
    assert_eq!(json(()), json(()));
    assert_eq!(json(())[0]["verdict"], "passed");
}

#[test]
fn bot_that_fails_is_told_why() {
    let folder = tempdir().unwrap();
    let bot = first_legal("echo 'Traceback <of> the bot' >&2; exit 3");
    let bot = bot.path.to_str().unwrap();
    let file = write(folder.path(), &reference("random", 2, 0.5, ""));
    let junit = folder.path().join("grade.xml");
    let junit = junit.to_str().unwrap();
    let graded = run(&["match", bot, "--require", &file, "--junit", junit]);
    assert_eq!(graded.code, 1, "{graded:?}");
    for part in [
        "FAIL random: ",
        "required: 50.0 % of the score rate",
        "  match 0: ",
        "  | Traceback <of> the bot",
        "does not pass",
    ] {
        assert!(graded.stdout.contains(part), "{part}: {}", graded.stdout);
    }
    let xml = fs::read_to_string(junit).unwrap();
    for part in [
        "failures=\"1\"",
        "<failure message=",
        "Traceback &lt;of&gt; the bot",
    ] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
}

#[test]
fn bot_that_never_starts_is_not_judged() {
    let folder = tempdir().unwrap();
    let file = write(folder.path(), &reference("random", 2, 0.5, ""));
    let graded = run(&["match", "false", "--require", &file]);
    assert_eq!(graded.code, 2, "{graded:?}");
    for part in ["ERROR random: ", "before its hello", "is not judged"] {
        assert!(graded.stdout.contains(part), "{part}: {}", graded.stdout);
    }
}

#[test]
fn reference_that_fails_judges_nobody() {
    let folder = tempdir().unwrap();
    let crashing = first_legal("exit 3");
    let crashing = crashing.path.to_str().unwrap();
    for (player, message) in [
        (
            "false",
            // Of either match: they are played at a time.
            ": false: exited (exit status: 1), before its hello",
        ),
        (crashing, "the reference player failed: "),
    ] {
        let text =
            reference(player, 4, 0.5, "name = \"broken\"") + &reference("random", 2, 0.0, "");
        let file = write(folder.path(), &text);
        let junit = folder.path().join("grade.xml");
        let junit = junit.to_str().unwrap();
        let arguments = ["match", "greedy", "--require", &file, "--junit", junit];
        let graded = run(&arguments);
        assert_eq!(graded.code, 2, "{graded:?}");
        for part in [
            "ERROR broken: ",
            message,
            "pass random: ",
            "greedy is not judged",
        ] {
            assert!(graded.stdout.contains(part), "{part}: {}", graded.stdout);
        }
        let xml = fs::read_to_string(junit).unwrap();
        for part in ["errors=\"1\"", "failures=\"0\"", "<error message=\"match "] {
            assert!(xml.contains(part), "{part}: {xml}");
        }
        let json = run(&[&["--json"], &arguments[..]].concat());
        assert_eq!(json.code, 2, "{json:?}");
        let overall = "\"verdict\":\"error\",\"error\":\"reference broken: match ";
        assert!(json.stdout.contains(overall), "{}", json.stdout);
    }
}

#[test]
fn confidence_needs_more_than_luck() {
    let folder = tempdir().unwrap();
    let grade = |more: &str| {
        let file = write(folder.path(), &reference("random", 2, 0.5, more));
        run(&["match", "minimax:nodes=2000", "--require", &file, "--json"])
    };
    assert_eq!(grade("").code, 0);
    let graded = grade("with_confidence = true");
    assert_eq!(graded.code, 1, "{graded:?}");
}

#[test]
fn mistakes_in_a_file_are_named() {
    let folder = tempdir().unwrap();
    for (text, message) in [
        (
            reference("random", 3, 0.5, ""),
            "reference random: matches: expected a multiple of 2",
        ),
        (
            reference("random", 0, 0.5, ""),
            "matches: expected a multiple of 2",
        ),
        (
            reference("random", 2, 1.5, ""),
            "min_score: expected 0.0 to 1.0, found 1.5",
        ),
        (
            reference("random", 2, 0.5, "colour = 1"),
            "unknown field `colour`",
        ),
        (
            reference("unheard-of", 2, 0.5, ""),
            "reference unheard-of: ",
        ),
        (String::new(), "missing field `reference`"),
        ("reference = 7\n".into(), "reference"),
        ("[[[".into(), "line 5"),
    ] {
        let file = write(folder.path(), &text);
        let rejected = run(&["match", "random", "--require", &file]);
        assert_eq!(rejected.code, 2, "{text}");
        assert!(
            rejected.stderr.contains(message),
            "{text}: {}",
            rejected.stderr
        );
        assert!(
            rejected.stderr.contains("grade.toml"),
            "{}",
            rejected.stderr
        );
    }
    let missing = run(&["match", "random", "--require", "/nowhere/grade.toml"]);
    assert_eq!(missing.code, 2);
    let file = write(folder.path(), &reference("random", 2, 0.5, ""));
    let two = run(&["match", "random", "greedy", "--require", &file]);
    two.failed(2, "--require: expected 1 player, found 2");
    for excluded in [
        &["--game", "netzwerk"][..],
        &["--matches", "2"],
        &["--sprt", "0,10"],
    ] {
        let both = run(&[&["match", "random", "--require", &file], excluded].concat());
        assert_eq!(both.code, 2);
        assert!(
            both.stderr.contains("cannot be used with"),
            "{}",
            both.stderr
        );
    }
}

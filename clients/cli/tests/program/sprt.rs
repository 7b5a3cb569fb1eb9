//! `botwerk match --sprt`: tests that end as soon as they are decided.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::run;

/// A small board of Netzwerk.
const BOARD: [&str; 6] = [
    "--game", "netzwerk", "--option", "width=2", "--option", "ranks=4",
];

/// Plays a test and returns its exit code and its report.
fn test(players: [&str; 2], more: &[&str]) -> (i32, Value) {
    let arguments = [
        &["match", "--json", "--seed", "7"],
        &players[..],
        &BOARD,
        more,
    ];
    let tested = run(&arguments.concat());
    assert_eq!(tested.stderr, "");
    (tested.code, serde_json::from_str(&tested.stdout).unwrap())
}

#[test]
fn test_ends_with_a_verdict_that_does_not_depend_on_the_concurrency() {
    let folder = tempdir().unwrap();
    let test_with = |concurrency: &str| {
        let records = folder.path().join(concurrency);
        let records = records.to_str().unwrap().to_owned();
        let more = [
            "--sprt",
            "0,50",
            "--concurrency",
            concurrency,
            "--records",
            &records,
        ];
        let (code, mut report) = test(["greedy", "random"], &more);
        assert_eq!(
            (code, &report["sprt"]["verdict"]),
            (0, &"H1".into()),
            "{report}"
        );
        let matches = report["matches"].as_array_mut().unwrap();
        // What was in progress at the verdict does not count, and leaves no record.
        assert_eq!(fs::read_dir(&records).unwrap().count(), matches.len());
        for played in matches {
            let record = played["record"].take();
            assert!(Path::new(record.as_str().unwrap()).exists());
        }
        report
    };
    let (one, many) = (test_with("1"), test_with("5"));
    assert_eq!(one, many);
    let pairs = one["pentanomial"].as_array().unwrap().iter();
    let pairs: u64 = pairs.map(|pairs| pairs.as_u64().unwrap()).sum();
    assert_eq!(one["sprt"]["pairs"], pairs);
    assert!(one["sprt"]["llr"].as_f64() >= one["sprt"]["upper"].as_f64());
}

#[test]
fn test_that_is_lost_or_undecided_fails() {
    let (code, report) = test(["random", "greedy"], &["--sprt", "-5,50", "--logistic"]);
    assert_eq!(
        (code, &report["sprt"]["verdict"]),
        (1, &"H0".into()),
        "{report}"
    );
    let (code, report) = test(["random", "greedy"], &["--sprt", "0,1", "--matches", "4"]);
    assert_eq!((code, &report["sprt"]["verdict"]), (1, &"undecided".into()));
    // Repeated pairs are no evidence: these players vary nothing.
    let players = ["minimax:nodes=60", "minimax:nodes=200"];
    let fixed = ["--sprt", "0,50", "--opening-turns", "0", "--matches", "40"];
    let (code, report) = test(players, &fixed);
    assert_eq!((code, &report["sprt"]["pairs"]), (1, &1.into()), "{report}");
    let even = [
        "match",
        "random",
        "random",
        "--sprt",
        "0,50",
        "--matches",
        "20",
        "--seed",
        "7",
    ];
    let even = run(&[&even[..], &BOARD].concat());
    assert_eq!(even.code, 1);
    assert!(even.stdout.contains(", Elo +0 ("), "{}", even.stdout);
    let arguments = ["match", "greedy", "random", "--sprt", "0,50", "--seed", "7"];
    let text = run(&[&arguments[..], &BOARD].concat()).good();
    assert!(
        text.contains(" (H1) after ") && text.contains(": H1 is accepted\n"),
        "{text}"
    );
}

/// The verdict is that of a tournament with the same matches.
#[test]
fn state_of_a_test_is_that_of_a_tournament() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("test.toml");
    let text = "name = \"test\"\ngame = \"netzwerk\"\nseed = \"7\"\n[options]\nwidth = 2\nranks = 4\n[format]\n\
                kind = \"sprt\"\nelo0 = 0.0\nelo1 = 50.0\nmax_pairs = 1000\n\
                [[entrant]]\nplayer = \"greedy\"\n[[entrant]]\nplayer = \"random\"\n";
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    run(&["tournament", "run", file]).good();
    let db = file.replace(".toml", ".db");
    let table = run(&["tournament", "show", "--db", &db, "--format", "json"]).good_json();
    let expected = &table[0]["sprt"];
    let (_, report) = test(["greedy", "random"], &["--sprt", "0,50"]);
    let fields = |state: &Value| {
        let fields: Vec<String> = state.as_object().unwrap().keys().cloned().collect();
        fields
    };
    assert_eq!(fields(expected), fields(&report["sprt"]));
    for field in ["lower", "upper", "verdict"] {
        assert_eq!(expected[field], report["sprt"][field], "{table:?}");
    }
}

#[test]
fn hypotheses_that_cannot_be_tested_are_explained() {
    for (wrong, message) in [
        (
            &["--sprt", "0,-5"][..],
            "--sprt: elo1: expected more than elo0, which is 0; found -5",
        ),
        (
            &["--sprt", "0,10", "--alpha", "2"],
            "--alpha: alpha: expected more than 0 and less than 0.5, found 2",
        ),
        (
            &["--sprt", "0,10", "--matches", "3"],
            "--matches: expected a multiple of 2",
        ),
        (
            &["--sprt", "0,10", "--matches", "1"],
            "--matches: expected a multiple of 2",
        ),
    ] {
        let arguments = [&["match", "random", "greedy"], wrong, &BOARD];
        run(&arguments.concat()).failed(2, message);
    }
    let three = [
        "match", "random", "random", "greedy", "--game", "droids", "--sprt", "0,10",
    ];
    run(&three).failed(2, "--sprt: expected 2 players, found 3");
    for (wrong, message) in [
        (
            &["--sprt", "10"][..],
            "expected two numbers such as 0,10, found 10",
        ),
        (&["--alpha", "0.1"], "--sprt <ELO0,ELO1>"),
    ] {
        let rejected = run(&[&["match", "random", "greedy"], wrong, &BOARD].concat());
        assert_eq!(rejected.code, 2);
        assert!(rejected.stderr.contains(message), "{}", rejected.stderr);
    }
}

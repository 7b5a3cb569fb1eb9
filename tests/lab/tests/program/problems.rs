//! `botwerk-lab problems`: positions of Netzwerk whose answers are known.

use crate::run;

const PROBLEMS: [&str; 7] = [
    "problems",
    "--matches-of",
    "minimax:nodes=300",
    "--problems",
    "4",
    "--seed",
    "7",
];

#[test]
fn search_solves_problems_that_random_turns_do_not() {
    let solved = |arguments: &[&str]| {
        let lines = run(&[&PROBLEMS[..], arguments, &["--json"]].concat()).good_json();
        let counts = lines.iter().map(|line| {
            assert_eq!(line["problems"], 4);
            line["solved"].as_u64().unwrap()
        });
        counts.collect::<Vec<_>>()
    };
    let found = solved(&["--player", "minimax:nodes=20000"]);
    assert!(found.iter().all(|solved| *solved >= 3), "{found:?}");
    let by_two = solved(&["--player", "minimax:nodes=20000", "--threads", "2"]);
    assert_eq!(found, by_two);
    let guessed = solved(&["--player", "random"]);
    assert!(guessed[0] <= 1, "{guessed:?}");
}

#[test]
fn positions_that_were_not_solved_are_listed() {
    let listed = ["--player", "random", "--list-failures"];
    let text = run(&[&PROBLEMS[..], &listed].concat()).good();
    let position = text
        .lines()
        .find_map(|line| line.strip_prefix("not solved: "));
    let position = position.unwrap().split(' ').count();
    assert!(position >= 4, "{text}");
}

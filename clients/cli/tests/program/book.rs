//! Chapters of the book: their programs and commands, and what these print.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run;

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What the tests below follow, chapters of one line in one folder.
const FOLLOWED: [&[&str]; 4] = [
    &["first-bot.md#lines-of-json", "course.md", "matches.md"],
    &[
        "first-bot.md#lines-of-json",
        "stdio.md",
        "organiser.md",
        "pages.md",
        "cluster.md",
    ],
    &[
        "first-bot.md#lines-of-json",
        "organiser.md#run-a-tournament",
        "operator.md",
        "configuration.md",
    ],
    &["droids-rulesets.md", "netzwerk-small-boards.md"],
];

/// Chapters that other tests follow.
const FOLLOWED_ELSEWHERE: [(&str, &str); 4] = [
    ("adding-a-game.md", "tests/xtask/src/own_game.rs"),
    ("bots.md", "clients/python/tests/test_book.py"),
    ("league.md", "clients/python/tests/test_book.py"),
    ("researcher.md", "clients/python/tests/test_book.py"),
];

/// Does what chapters say, with the program of these tests.
fn follow(chapters: &[&str]) {
    let tools = [
        ("openssl", "version"),
        ("python3", "--version"),
        ("sqlite3", "--version"),
    ];
    for (tool, argument) in tools {
        let is_missing = Command::new(tool).arg(argument).output().is_err();
        if is_missing && env::var_os("BOTWERK_REQUIRE_PYTHON").is_none() {
            eprintln!("SKIPPED: requires {tool}");
            return;
        }
    }
    let program = Path::new(env!("CARGO_BIN_EXE_botwerk")).parent().unwrap();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = [program.to_owned()]
        .into_iter()
        .chain(env::split_paths(&others));
    let done = Command::new("python3")
        .arg(format!("{REPOSITORY}/tests/book/run.py"))
        .args(chapters)
        .current_dir(format!("{REPOSITORY}/docs"))
        .env("PATH", env::join_paths(path).unwrap())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&done.stdout);
    let faults = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{printed}{faults}");
}

#[test]
fn bot_of_the_first_chapter_wins_and_is_graded_as_the_course_says() {
    follow(FOLLOWED[0]);
}

#[test]
fn evening_of_a_tournament_is_as_its_chapter_says() {
    follow(FOLLOWED[1]);
}

#[test]
fn server_is_operated_as_its_chapter_says() {
    follow(FOLLOWED[2]);
}

#[test]
fn games_are_changed_and_solved_as_their_chapters_say() {
    follow(FOLLOWED[3]);
}

#[test]
fn every_chapter_with_commands_is_followed() {
    let followed = FOLLOWED.concat().into_iter();
    let followed = followed.map(|chapter| chapter.split('#').next().unwrap());
    let mut expected: BTreeSet<_> = followed.collect();
    for (chapter, test) in FOLLOWED_ELSEWHERE {
        let text = fs::read_to_string(format!("{REPOSITORY}/{test}")).unwrap();
        assert!(text.contains(chapter), "{test} does not name {chapter}");
        expected.insert(chapter);
    }
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(format!("{REPOSITORY}/docs")).unwrap() {
        let path = entry.unwrap().path();
        let is_document = path.extension().is_some_and(|end| end == "md");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let has_commands = text.contains("\n```sh\n") || text.contains("\n```sh server\n");
        if is_document && has_commands {
            found.insert(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    let expected: BTreeSet<_> = expected.into_iter().map(str::to_owned).collect();
    assert_eq!(found, expected);
}

#[test]
fn board_on_the_first_page_is_as_the_program_draws_it() {
    let drawn = run(&["position", "show", "--game", "netzwerk", "--svg"]).good();
    let shown = fs::read_to_string(format!("{REPOSITORY}/docs/pictures/netzwerk.svg")).unwrap();
    assert_eq!(drawn, shown);
}

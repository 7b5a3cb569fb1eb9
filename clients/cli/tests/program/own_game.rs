//! Programs with a game of their own: those of `clients/cli/examples`, and the tutorial that builds one of them.

use std::fs;
use std::path::Path;
use std::process::Command;

use botwerk_tests::Program;
use tempfile::tempdir;

use crate::stdio::bots;

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The examples with their games, and the maximum number of their lines.
const EXAMPLES: [(&str, &str, usize); 2] = [
    ("connect_four", "connect-four", 150),
    ("night_shift", "night-shift", 300),
];

/// Returns the program of an example, which Cargo builds for the tests.
fn example(name: &str) -> Program {
    let botwerk = Path::new(env!("CARGO_BIN_EXE_botwerk"));
    let path = botwerk.with_file_name("examples").join(name);
    Program {
        name: "botwerk",
        executable: path.to_str().unwrap().to_owned().leak(),
    }
}

/// Returns the blocks of a language in the tutorial.
fn blocks(language: &str) -> Vec<String> {
    let tutorial = fs::read_to_string(format!("{REPOSITORY}/docs/adding-a-game.md")).unwrap();
    let start = format!("\n```{language}\n");
    let blocks = tutorial.split(&start).skip(1);
    blocks
        .map(|block| block.split_once("\n```").unwrap().0.to_owned())
        .collect()
}

#[test]
fn blocks_of_the_tutorial_are_the_example() {
    let path = format!("{REPOSITORY}/clients/cli/examples/connect_four.rs");
    let example = fs::read_to_string(path).unwrap();
    let (_, code) = example.split_once("\n\n").unwrap();
    assert_eq!(blocks("rust").join("\n\n") + "\n", code);
    for (example, _, limit) in EXAMPLES {
        let text =
            fs::read_to_string(format!("{REPOSITORY}/clients/cli/examples/{example}.rs")).unwrap();
        assert!(text.lines().count() <= limit, "{example}");
    }
}

#[test]
fn commands_of_the_tutorial_run() {
    let directory = tempdir().unwrap();
    let project = directory.path().join("connect-four");
    fs::create_dir(&project).unwrap();
    std::os::unix::fs::symlink(REPOSITORY, directory.path().join("botwerk")).unwrap();
    // The project is the example, which is compiled already.
    let cargo = "set -e; cargo() { [ \"$1 $2 $3\" = 'run --release --' ]; shift 3; \"$PROGRAM\" \"$@\"; }\n";
    let is_run = |block: &String| block.contains("cargo run --release");
    let commands = blocks("sh").into_iter().filter(is_run);
    let mut count = 0;
    for block in commands {
        let ran = Command::new("bash")
            .args(["-c", &format!("{cargo}{block}")])
            .env("PROGRAM", example("connect_four").executable)
            .current_dir(&project)
            .output()
            .unwrap();
        assert!(ran.status.success(), "{block}\n{ran:?}");
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn examples_obey_all_laws() {
    for (program, game, _) in EXAMPLES {
        let tested = example(program).run(&["game", "test", game], "").good();
        assert!(
            tested.ends_with(&format!("{game} obeys all laws\n")),
            "{tested}"
        );
    }
}

#[test]
fn bots_of_every_language_play_the_examples() {
    let directory = tempdir().unwrap();
    let bots = bots(directory.path());
    for (program, game, _) in EXAMPLES {
        let program = example(program);
        for (file, command) in &bots {
            let records = directory.path().join(format!("{game}-{file}"));
            let records = records.to_str().unwrap();
            let arguments = ["--game", game, "--matches", "1", "--records", records];
            let players = [&**command, "greedy"];
            let played = program.run(
                &[&["--json", "match"], &arguments[..], &players].concat(),
                "",
            );
            let printed = played.good_json().remove(0);
            for player in printed["players"].as_array().unwrap() {
                assert_eq!(player["faults"], 0, "{file}, {game}: {printed}");
            }
            let record = format!("{records}/000000.bwr");
            program.run(&["record", "verify", &record], "").good();
        }
    }
}

#[test]
fn four_agents_race_through_the_night() {
    let program = example("night_shift");
    let directory = tempdir().unwrap();
    let records = directory.path().to_str().unwrap();
    let agents = ["mcts:nodes=40", "greedy", "random", "mcts:nodes=20"];
    let arguments = ["--game", "night-shift", "--matches", "4"];
    let records_to = ["--records", records, "--option", "round_cap=3"];
    let arguments = [&["match"], &agents[..], &arguments, &records_to].concat();
    program.run(&arguments, "").good();
    let record = directory.path().join("000000.bwr");
    let record = record.to_str().unwrap();
    program.run(&["record", "verify", record], "").good();
    let shown = program.run(&["record", "show", record], "");
    assert!(shown.good().contains("the shift is over"));
}

#[test]
fn game_is_described_as_any_other() {
    let program = example("connect_four");
    let listed = program.run(&["game", "list"], "").good();
    assert!(listed.contains("connect-four"), "{listed}");
    let shown = program.run(&["game", "show", "connect-four"], "").good();
    for part in ["Connect four", "mcts", "greedy", "random"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn illegal_action_is_explained() {
    let start = ["position", "apply", "--game", "connect-four"];
    let six = example("connect_four").run(&[&start[..], &["drop 0"; 6]].concat(), "");
    assert!(six.good().contains("\"decisions\":6"));
    let seven = example("connect_four").run(&[&start[..], &["drop 0"; 7]].concat(), "");
    seven.failed(1, "column 0 is full");
}

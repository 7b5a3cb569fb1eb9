//! Golden text in `snapshots/`: help, lists, diagrams and transcripts as users see them.
//!
//! Set `INSTA_UPDATE=always` in the environment to rewrite the files.

use std::fmt::Write;

use insta::assert_snapshot;

use crate::{record_match, run};

const GAMES: [&str; 3] = ["micro-robots", "netzwerk", "droids"];

/// Commands that are not on the first page.
const OFF_PAGE: [&str; 1] = ["completions"];

/// Returns the names of the commands on the first page, which are indented in groups before the options.
fn commands(page: &str) -> Vec<String> {
    let listed = page.lines().take_while(|line| *line != "Options:");
    let names = listed.filter_map(|line| line.strip_prefix("  "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.chain(OFF_PAGE).map(str::to_owned).collect()
}

/// Returns the names of the subcommands in a help text.
fn subcommands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty());
    // A long description continues on an indented line of its own.
    let names = names.filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// Writes the help of a command and of its subcommands.
fn write_help(command: &[&str], text: &mut String) {
    let help = run(&[command, &["--help"]].concat()).good();
    writeln!(text, "$ botwerk {} --help\n{help}", command.join(" ")).unwrap();
    for name in subcommands(&help) {
        write_help(&[command, &[&name]].concat(), text);
    }
}

#[test]
fn help_of_every_command_is_unchanged() {
    let overview = run(&["--help"]).good();
    assert_snapshot!("help", overview);
    let commands = commands(&overview);
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands {
        let mut text = String::new();
        write_help(&[&command], &mut text);
        assert_snapshot!(format!("help_{command}"), text);
    }
}

#[test]
fn games_are_unchanged() {
    for game in GAMES {
        assert_snapshot!(format!("game_{game}"), run(&["game", "show", game]).good());
    }
    assert_snapshot!("games", run(&["game", "list"]).good());
}

#[test]
fn diagrams_are_unchanged() {
    for game in GAMES {
        let arguments = ["position", "show", "--game", game, "--seed", "golden"];
        assert_snapshot!(format!("position_{game}"), run(&arguments).good());
    }
}

#[test]
fn transcript_of_a_match_is_unchanged() {
    for game in GAMES {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("match.bwr");
        let file = file.to_str().unwrap();
        record_match(file, game, &["random", "random"], &["--seed", "golden"]).good();
        assert_snapshot!(
            format!("record_{game}"),
            run(&["record", "show", file]).good()
        );
    }
}

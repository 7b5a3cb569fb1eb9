//! Golden text in `snapshots/`: help, lists, diagrams and transcripts as users see them.
//!
//! Set `INSTA_UPDATE=always` in the environment to rewrite the files.

use std::fmt::Write;

use insta::assert_snapshot;

use crate::{race, run};

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
    let commands = subcommands(&overview);
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands {
        let mut text = String::new();
        write_help(&[&command], &mut text);
        assert_snapshot!(format!("help_{command}"), text);
    }
}

#[test]
fn games_and_agents_are_unchanged() {
    for game in ["micro-robots", "netzwerk", "droids"] {
        assert_snapshot!(format!("games_{game}"), run(&["games", game]).good());
        assert_snapshot!(format!("agents_{game}"), run(&["agents", game]).good());
    }
}

#[test]
fn diagram_of_a_position_is_unchanged() {
    let arguments = ["show", "--game", "micro-robots", "--position", &race()];
    assert_snapshot!("position_micro-robots", run(&arguments).good());
}

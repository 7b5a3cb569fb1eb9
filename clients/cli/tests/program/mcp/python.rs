//! Whole matches of every game through the client library of the Model Context Protocol for Python.

use std::path::Path;
use std::process::Command;

use botwerk_engine::GameId;
use botwerk_tests::{PythonEnvironment, bot_script, run as run_command};
use tempfile::tempdir;

use super::files;
use super::http::HttpServer;
use crate::{PROGRAM, run};

/// Plays matches of every game, and verifies their records.
fn play(environment: &PythonEnvironment, arguments: &[&str], records: &Path) {
    let mut command = Command::new(environment.python());
    command.arg(bot_script("mcp_client.py")).args(arguments);
    let output = String::from_utf8(run_command(&mut command).stdout).unwrap();
    let games: Vec<_> = output
        .lines()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    let all: Vec<_> = GameId::BUILT_IN.iter().map(|game| game.name()).collect();
    assert_eq!(games, all, "{output}");
    let records = files(records, "bwr");
    assert!(records.len() >= all.len(), "{output}");
    let mut arguments = vec!["record", "verify"];
    arguments.extend(records.iter().map(|path| path.to_str().unwrap()));
    run(&arguments).good();
}

#[test]
fn client_library_plays_whole_matches_of_every_game() {
    let Some(environment) = PythonEnvironment::prepare() else {
        return;
    };
    let directory = tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    let server = ["stdio", PROGRAM.executable, "mcp", "--transcripts", path];
    play(&environment, &server, directory.path());
    // Clients of today have sessions, those of the next version of the protocol do not.
    for mode in ["auto", "legacy"] {
        let directory = tempdir().unwrap();
        let path = directory.path().to_str().unwrap();
        let server = HttpServer::start(&["--transcripts", path], None);
        play(
            &environment,
            &["http", &server.url(), mode],
            directory.path(),
        );
    }
}

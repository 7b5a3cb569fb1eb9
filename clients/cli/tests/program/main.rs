//! The program `botwerk` as its users meet it: output, errors and exit codes.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

mod analyze;
mod backup;
mod bot_check;
mod certificates;
#[cfg(unix)]
mod cluster;
mod conformance;
mod db;
mod demo;
mod disk_full;
mod extension;
mod foreign_commands;
mod golden;
mod hidden_characters;
#[cfg(target_os = "linux")]
mod host;
mod interrupt;
mod league;
mod lists;
mod logs;
mod match_states;
mod matches;
#[cfg(feature = "mcp")]
mod mcp;
mod openings;
mod operators;
#[cfg(unix)]
mod own_game;
mod pages;
mod perft;
#[cfg(target_os = "linux")]
mod planted_faults;
mod play;
mod position_show;
mod positions;
mod recomputed_tables;
mod record_compare;
mod required_scores;
#[cfg(target_os = "linux")]
mod sandbox;
mod secrets;
mod series;
mod serve;
mod server_tournaments;
mod solve;
mod solve_ricochet;
mod sprt;
mod stats;
mod stdio;
#[cfg(unix)]
mod stores;
mod terminal;
mod tournament;
#[cfg(feature = "otlp")]
mod traces;
#[cfg(unix)]
mod upgrades;

use std::path::Path;
use std::process::Command;

use botwerk_tests::{Program, Run};

const PROGRAM: Program = Program {
    name: "botwerk",
    executable: env!("CARGO_BIN_EXE_botwerk"),
};

/// Returns a command of the program with pipes at all ends.
fn command(arguments: &[&str]) -> Command {
    PROGRAM.command(arguments)
}

/// Runs the program with these arguments and no input.
fn run(arguments: &[&str]) -> Run {
    PROGRAM.run(arguments, "")
}

/// Exports the tournament of a database to a folder.
fn export_tournament(db: &str, to: &Path) {
    let to = to.to_str().unwrap();
    run(&["tournament", "export", "--db", db, "--out", to]).good();
}

/// Returns the arguments that play a single match without a sampled opening.
fn match_arguments<'a>(game: &'a str, players: &[&'a str]) -> Vec<&'a str> {
    let start = ["match", "--game", game, "--matches", "1"];
    let opening = ["--opening-turns", "0"];
    let has_openings = game == "netzwerk";
    let opening = opening.into_iter().filter(|_| has_openings);
    start
        .into_iter()
        .chain(opening)
        .chain(players.iter().copied())
        .collect()
}

/// Plays a single match without a sampled opening into a file.
fn record_match(file: &str, game: &str, players: &[&str], more: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("records");
    let to = ["--records", records.to_str().unwrap()];
    let played = run(&[&match_arguments(game, players)[..], more, &to].concat());
    if played.code == 0 {
        std::fs::copy(records.join("000000.bwr"), file).unwrap();
    }
    played
}

/// Runs the program with these arguments and this input.
fn run_with(arguments: &[&str], input: &str) -> Run {
    PROGRAM.run(arguments, input)
}

/// The printed example (MR-30).
const BOARD: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                     6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

/// The position in which its race begins.
fn race() -> String {
    format!("{BOARD} ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:")
}

//! The program `botwerk-lab`: output, errors and exit codes.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

mod bench;
mod chaos;
mod cluster;
mod net;
mod power_loss;
mod problems;
mod strangers;
mod weights;
mod year;

use std::process::Command;

use botwerk_tests::{Program, Run};

const PROGRAM: Program = Program {
    name: "botwerk-lab",
    executable: env!("CARGO_BIN_EXE_botwerk-lab"),
};

/// Returns a command of the program with pipes at all ends.
fn command(arguments: &[&str]) -> Command {
    PROGRAM.command(arguments)
}

/// Runs the program with these arguments and no input.
fn run(arguments: &[&str]) -> Run {
    PROGRAM.run(arguments, "")
}

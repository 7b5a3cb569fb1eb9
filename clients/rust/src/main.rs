//! The program `botwerk`: plays, solves, checks and measures on the command line.

mod program;

use std::process::ExitCode;

use clap::Parser;

use program::{Cli, failure};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let json = cli.json;
    match program::run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure::report(&failure, json),
    }
}

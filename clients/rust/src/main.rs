//! The program `botwerk`: plays, solves, checks and measures on the command line.

mod program;

use std::process::ExitCode;

use clap::Parser;

use program::{Cli, failure};

/// A server makes and drops many small things: this allocator takes a tenth of its time less than
/// the system's.
#[cfg(feature = "server")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let json = cli.json;
    match program::run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure::report(&failure, json),
    }
}

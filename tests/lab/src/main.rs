//! The program `botwerk-lab`: what only developers need, benches and servers that are killed on
//! purpose.

mod bench;
mod chaos;
mod child_server;
mod program;

use std::ffi::OsString;
use std::process::ExitCode;

use botwerk_cli::failure::{self, Failure};
use botwerk_cli::output::Output;
use clap::{Parser, Subcommand};

/// The allocator of the program `botwerk`, so that benches measure what its users get.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures Botwerk, and kills its servers to find out what they lose.
#[derive(Debug, Parser)]
#[command(name = "botwerk-lab", version, arg_required_else_help = true)]
struct Cli {
    /// Write JSON lines instead of text, errors included
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure how fast things are
    Bench(bench::BenchArgs),
    /// Kill a server again and again, and prove that it loses nothing
    Chaos(chaos::ChaosArgs),
    /// Run a command line of `botwerk` in this executable: for child processes of the commands above
    #[command(name = program::COMMAND, hide = true)]
    Program {
        #[arg(last = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let Cli { json, command } = Cli::parse();
    let done = match command {
        Command::Program { arguments } => return program::run(arguments),
        Command::Bench(args) => with_output(json, |output| bench::run(&args, output)),
        Command::Chaos(args) => with_output(json, |output| chaos::run(&args, output)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure::report(&failure, env!("CARGO_PKG_NAME"), json),
    }
}

/// Runs a command and flushes its output.
fn with_output(
    json: bool,
    run: impl FnOnce(&mut Output) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut output = Output::new(json);
    let done = run(&mut output);
    let flushed = output.flush();
    done.and(flushed)
}

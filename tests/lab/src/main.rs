//! The program `botwerk-lab` for developers: benches, servers that are killed on purpose or lose power, attacks of
//! strangers, the load of clusters, and nets, weights and problems of agents.

mod bench;
mod capacity;
mod chaos;
mod child_server;
mod cluster;
mod disk;
mod net;
mod percentile;
mod problems;
mod program;
mod responses;
mod strangers;
mod weights;
mod year;

use std::ffi::OsString;
use std::process::ExitCode;

use botwerk_command::failure::{self, Failure};
use botwerk_command::output::Output;
use clap::{Parser, Subcommand};

/// The allocator of `botwerk`, so that benches measure the same program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measure Botwerk, and test it by killing its servers
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
    /// Measure speed and memory against targets
    Bench(bench::BenchArgs),
    /// Kill a server repeatedly and prove that it loses nothing
    Chaos(chaos::ChaosArgs),
    /// Kill workers, servers and their PostgreSQL, and count the results of tournaments
    Cluster(cluster::ClusterArgs),
    /// Compute the load of large clusters from measured costs
    Capacity(capacity::CapacityArgs),
    /// Attack a server as strangers may, and measure what that does to others
    Strangers(strangers::StrangersArgs),
    /// Play matches from which the net of Netzwerk's minimax learns, or which show what it has learned
    Net(net::NetArgs),
    /// Let an agent of Netzwerk solve problems whose answers an exhaustive search knows
    Problems(problems::ProblemsArgs),
    /// Measure how much an agent of Droids loses to players that search more, or also see its hand
    Responses(responses::ResponsesArgs),
    /// Tune the weights of Droids' program-search by matches
    Weights(weights::WeightsArgs),
    /// Play a league of many bots through a year of virtual days, and measure what grows with it
    Year(year::YearArgs),
    /// Add results to a league, for `year`, which kills this process
    #[command(name = year::WRITER, hide = true)]
    YearWriter(year::WriterArgs),
    /// Run a command line of `botwerk` in this executable, for child processes of the other commands
    #[command(name = program::COMMAND, hide = true)]
    Program {
        #[arg(last = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let Cli { json, command } = Cli::parse();
    let result = match command {
        Command::Program { arguments } => return program::run(arguments),
        Command::Bench(args) => with_output(json, |output| bench::run(&args, output)),
        Command::Capacity(args) => with_output(json, |output| capacity::run(&args, output)),
        Command::Cluster(args) => with_output(json, |output| cluster::run(&args, output)),
        Command::Strangers(args) => with_output(json, |output| strangers::run(&args, output)),
        Command::Net(args) => with_output(json, |output| net::run(&args, output)),
        Command::Problems(args) => with_output(json, |output| problems::run(&args, output)),
        Command::Responses(args) => with_output(json, |output| responses::run(&args, output)),
        Command::Weights(args) => with_output(json, |output| weights::run(&args, output)),
        Command::Year(args) => with_output(json, |output| year::run(&args, output)),
        Command::YearWriter(args) => year::run_writer(&args),
        Command::Chaos(args) => with_output(json, |output| chaos::run(&args, output)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure::report(&failure, env!("CARGO_PKG_NAME"), json).into(),
    }
}

/// Runs a command and flushes its output.
fn with_output(
    json: bool,
    run: impl FnOnce(&mut Output) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut output = Output::new(json);
    let result = run(&mut output);
    let flushed = output.flush();
    result.and(flushed)
}

//! The process that adds results: a hidden command, which is killed.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::Instant;

use botwerk_command::failure::{Failure, Reason};
use botwerk_service::{Durability, InjectedResult, Injection, LeagueInjector};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::bench::server::block_on_this_thread;
use crate::percentile::percentile;

/// Name of the hidden command.
pub(crate) const COMMAND: &str = "year-writer";

/// Results that one line acknowledges at most.
const RESULTS_PER_LINE: u64 = 64;

/// Arguments of the hidden command. Standard input has the names of the entrants that are not paired, one a line.
#[derive(Debug, Args)]
pub(crate) struct WriterArgs {
    #[arg(long)]
    pub(super) db: PathBuf,
    #[arg(long)]
    pub(super) league: String,
    #[arg(long)]
    pub(super) matches: u64,
    #[arg(long)]
    pub(super) in_flight: usize,
    #[arg(long)]
    pub(super) plays: u64,
    #[arg(long)]
    pub(super) from: i64,
    #[arg(long)]
    pub(super) until: i64,
    #[arg(long)]
    pub(super) seed: String,
}

/// A line that the process prints.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WriterLine {
    /// The league is open: it has this number of results, and none at this pairing, but at all before it.
    Opened { results: u64, stored_until: u64 },
    /// The results of all pairings before this one are acknowledged.
    Stored { stored_until: u64 },
    /// A write was rejected and is tried again.
    Rejected,
    /// All results are stored.
    Done {
        results: u64,
        stored_until: u64,
        seconds: f64,
        p50: f64,
        p99: f64,
    },
}

/// Adds results and prints what is acknowledged.
pub(crate) fn run(args: &WriterArgs) -> Result<(), Failure> {
    let mut names = String::new();
    io::stdin().read_to_string(&mut names)?;
    let absent: BTreeSet<String> = names.lines().map(str::to_owned).collect();
    block_on_this_thread(write(args, absent))
}

async fn write(args: &WriterArgs, absent: BTreeSet<String>) -> Result<(), Failure> {
    let open = LeagueInjector::open(
        &args.db,
        Durability::Results,
        &args.league,
        args.plays,
        &args.seed,
    );
    let mut injector = open.await.map_err(|error| failed(&error))?;
    let (results, stored_until) = injector.results();
    print(WriterLine::Opened {
        results,
        stored_until,
    })?;
    let injection = Injection {
        matches: args.matches,
        in_flight: args.in_flight,
        micros: (args.from, args.until),
        absent,
    };
    let (started, mut unprinted, mut times) = (Instant::now(), 0, Vec::new());
    let mut failure = Ok(());
    let injected = injector.inject(&injection, |result| {
        let line = match result {
            InjectedResult::Rejected => WriterLine::Rejected,
            InjectedResult::Stored(pairing, time) => {
                if args.in_flight == 1 {
                    times.push(time);
                }
                unprinted += 1;
                if unprinted < RESULTS_PER_LINE {
                    return;
                }
                unprinted = 0;
                WriterLine::Stored {
                    stored_until: pairing + 1,
                }
            }
        };
        if let Err(error) = print(line) {
            failure = Err(error);
        }
    });
    injected.await.map_err(|error| failed(&error))?;
    failure?;
    let seconds = started.elapsed().as_secs_f64();
    let (results, stored_until) = injector.results();
    injector.close().await.map_err(|error| failed(&error))?;
    print(WriterLine::Done {
        results,
        stored_until,
        seconds,
        p50: percentile(&times, 50).as_secs_f64(),
        p99: percentile(&times, 99).as_secs_f64(),
    })
}

fn print(line: WriterLine) -> Result<(), Failure> {
    let text = serde_json::to_string(&line).map_err(io::Error::from)?;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{text}")?;
    Ok(stdout.flush()?)
}

fn failed(error: &botwerk_service::Error) -> Failure {
    Failure::new(Reason::FileError, error.to_string())
}

//! `cluster`: kills workers, servers and their PostgreSQL at random moments, disturbs their network, and counts the
//! results.

mod network;
mod processes;
mod trial;

use std::time::{Duration, Instant};

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_engine::{RootSeed, Seat, StableRng};
use botwerk_tests::FaultCounts;
use clap::Args;
use serde_json::json;

use crate::program::Program;
pub(crate) use processes::no_postgres;
use trial::{ClusterTrial, TrialSettings, TrialSummary};

/// Arguments of `cluster`.
#[derive(Debug, Args)]
pub(crate) struct ClusterArgs {
    /// Number of trials, each of which plays a tournament of its own
    #[arg(long, value_name = "N", default_value_t = 100)]
    trials: u32,
    /// Number of matches of each tournament; an even number
    #[arg(long, value_name = "N", default_value_t = 200)]
    matches: u32,
    /// Number of kills in each trial
    #[arg(long, value_name = "N", default_value_t = 6)]
    kills: u32,
    /// Also delay, hold back and cut the connections between workers, servers and the database
    #[arg(long)]
    network: bool,
    /// Seed for all randomness
    #[arg(long, default_value = "cluster")]
    seed: String,
    /// Executable of `botwerk` [default: the one that is linked into this program]
    #[arg(long, value_name = "FILE")]
    program: Option<std::path::PathBuf>,
}

/// The counts of all trials.
#[derive(Debug, Default)]
struct ClusterStats {
    trials: u32,
    kills: [u32; 3],
    faults: FaultCounts,
    results: u64,
    late_reports: u64,
    longest: Duration,
}

/// Runs the trials until one of them counts another number of results.
pub(crate) fn run(args: &ClusterArgs, output: &mut Output) -> Result<(), Failure> {
    let program = Program::file_or_linked(args.program.as_deref())?;
    let started = Instant::now();
    let bar = ProgressBar::new(args.trials.into(), "trials");
    let mut stats = ClusterStats::default();
    for number in 0..args.trials {
        let mut rng = rng_for(&args.seed, number);
        let settings = TrialSettings {
            matches: args.matches,
            kills: args.kills,
            has_network_faults: args.network,
        };
        match ClusterTrial::start(&program, settings, &mut rng)?.run(&mut rng) {
            Ok(summary) => stats.add(&summary),
            Err(violation) => {
                bar.clear();
                return fail(number, &args.seed, &violation, output);
            }
        }
        bar.inc(1);
    }
    bar.clear();
    let ClusterStats {
        trials,
        kills: [workers, servers, databases],
        faults: FaultCounts { cuts, stalls },
        results,
        late_reports,
        longest,
    } = stats;
    let seconds = started.elapsed().as_secs_f64();
    if output.is_json() {
        return output.json(&json!({
            "trials": trials, "results": results, "late_reports": late_reports, "seed": args.seed,
            "worker_kills": workers, "server_kills": servers, "database_kills": databases,
            "cut_connections": cuts, "stalls": stalls,
            "longest_trial_seconds": longest.as_secs_f64(), "seconds": seconds, "violations": [],
        }));
    }
    output.line(format!(
        "{trials} of {trials} trials have exactly {} results: kill -9 of {workers} workers, {servers} servers and \
         {databases} databases, {cuts} cut connections, {stalls} stalls, {late_reports} late reports, longest trial {:.1} s, {seconds:.0} s in all, seed {}",
        args.matches,
        longest.as_secs_f64(),
        args.seed,
    ))
}

impl ClusterStats {
    fn add(&mut self, summary: &TrialSummary) {
        self.trials += 1;
        for (sum, count) in self.kills.iter_mut().zip(summary.kills) {
            *sum += count;
        }
        self.faults.cuts += summary.faults.cuts;
        self.faults.stalls += summary.faults.stalls;
        self.results += summary.results;
        self.late_reports += summary.late_reports;
        self.longest = self.longest.max(summary.duration);
    }
}

fn fail(number: u32, seed: &str, violation: &str, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        output.json(&json!({"trial": number, "seed": seed, "violations": [violation]}))?;
    } else {
        output.line(format!("trial {number} of seed {seed}: {violation}"))?;
    }
    Err(Failure::ReportedNegative)
}

fn rng_for(seed: &str, trial: u32) -> StableRng {
    RootSeed::from_text(&format!("{seed}/cluster {trial}")).rng_for_agent(Seat::FIRST, 0)
}

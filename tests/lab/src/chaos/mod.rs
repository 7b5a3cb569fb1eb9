//! The command `chaos`: kills a server at random moments, or cuts its power, and proves that nothing is
//! lost, duplicated or altered but what its durability allows.

mod audit;
mod client;
mod connection;
mod context;
mod durability_promise;
mod match_trial;
mod plan;
mod seat_log;
mod server;
mod storage;
mod strategy;
mod tournament;
mod transport;
mod trials;
mod violation;
mod work_dir;

use std::path::{Path, PathBuf};
use std::time::Instant;

use botwerk_command::connection::block_on;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_service::Durability;
use clap::Args;
use serde_json::json;

use crate::program::Program;
use audit::AuditStats;
use server::ServerPlan;
use storage::Storage;
use tournament::TournamentChaos;
use trials::{TrialStats, Trials};
use work_dir::WorkDir;

/// Options of the command.
#[derive(Debug, Args)]
pub(super) struct ChaosArgs {
    /// Number of kills that must hit a running match
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    trials: u64,
    /// Seed for the matches and the times of the kills
    #[arg(long, default_value = "7")]
    seed: String,
    /// Number of concurrent matches
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u64).range(1..=256))]
    concurrency: u64,
    /// Kill the process that plays tournaments instead, and count their matches
    #[arg(long, conflicts_with = "concurrency")]
    tournament: bool,
    /// Cut the power as well: with each kill a simulated disk loses any part of what was not synced
    #[arg(long)]
    power_loss: bool,
    /// Commits that the server syncs before they are acknowledged
    #[arg(long, value_enum, default_value_t, conflicts_with = "tournament")]
    durability: Durability,
    /// Durability whose promise is checked, to see the check fail [default: that of the server]
    #[arg(long, value_enum, hide = true, requires = "power_loss")]
    expect: Option<Durability>,
    /// Keep the database, the records and the server's log in a new folder
    #[arg(long, value_name = "DIR")]
    keep_dir: Option<PathBuf>,
    /// Executable `botwerk` to kill [default: the program of this build]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// Runs the trials and reports violations.
pub(super) fn run(args: &ChaosArgs, output: &mut Output) -> Result<(), Failure> {
    let program = Program::file_or_linked(args.program.as_deref())?;
    let work_dir = WorkDir::new(args.keep_dir.as_deref())?;
    if args.tournament {
        let chaos = TournamentChaos {
            program: &program,
            max_kills: args.trials,
            seed: &args.seed,
            has_power_loss: args.power_loss,
        };
        return tournament::run(&chaos, work_dir, output);
    }
    let started = Instant::now();
    let bar = ProgressBar::new(args.trials, "trials");
    let stats = block_on(2, async {
        let folder = work_dir.path();
        let storage = storage(args, folder)?;
        let plan = ServerPlan::new(program, args.durability, storage.folder(), folder)?;
        let promise = storage.promise(args.expect.unwrap_or(args.durability));
        let trials = Trials::new(plan, storage, promise, folder, &args.seed)?;
        trials
            .run(args.trials, args.concurrency as usize, &bar)
            .await
    })?;
    bar.clear();
    let seconds = started.elapsed().as_secs_f64();
    if stats.violations.is_empty() {
        return print_success(args, &stats, seconds, output);
    }
    print_violations(&stats, &work_dir.keep(), args, output)?;
    Err(Failure::ReportedNegative)
}

fn storage(args: &ChaosArgs, folder: &Path) -> Result<Storage, Failure> {
    if args.power_loss {
        Storage::disk(folder, &args.seed)
    } else {
        Ok(Storage::Folder(folder.to_owned()))
    }
}

fn print_success(
    args: &ChaosArgs,
    stats: &TrialStats,
    seconds: f64,
    output: &mut Output,
) -> Result<(), Failure> {
    let TrialStats {
        trials,
        kills,
        matches,
        audited,
        undone: [undone_frames, undone_submissions, undone_matches],
        power_cuts,
        ..
    } = stats;
    let AuditStats {
        submissions,
        events,
        joins,
        unanswered,
        repeated,
    } = audited;
    let seed = &args.seed;
    if output.is_json() {
        return output.json(&json!({
            "trials": trials, "kills": kills, "matches": matches, "submissions": submissions, "events": events,
            "joins": joins, "unanswered": unanswered, "repeated": repeated, "seed": seed, "violations": [],
            "seconds": seconds, "power_cuts": power_cuts, "undone_frames": undone_frames,
            "undone_submissions": undone_submissions, "undone_matches": undone_matches,
        }));
    }
    let kept = if args.power_loss && args.durability == Durability::Results {
        "nothing was lost that was acknowledged before a result, nothing was duplicated or altered"
    } else {
        "no submission was lost, duplicated or altered"
    };
    output.line(format!(
        "{trials} of {} trials passed: {kept}; {} submissions, {} matches, seed {seed}",
        args.trials,
        grouped(*submissions),
        grouped(*matches),
    ))?;
    let Some(cuts) = power_cuts else {
        return Ok(());
    };
    output.line(cuts.text())?;
    output.line(format!(
        "undone as the durability allows: {} frames, {} submissions and {} matches",
        grouped(*undone_frames),
        grouped(*undone_submissions),
        grouped(*undone_matches),
    ))
}

fn print_violations(
    stats: &TrialStats,
    kept: &Path,
    args: &ChaosArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let TrialStats {
        trials, violations, ..
    } = stats;
    if output.is_json() {
        return output.json(&json!({
            "trials": trials, "seed": args.seed, "violations": violations, "kept": kept,
        }));
    }
    output.line(format!("Trial {trials} of {} failed:", args.trials))?;
    for violation in violations {
        output.line(format!("  {violation}"))?;
    }
    output.line(format!(
        "The database{}, the records and the server's log are in {}",
        if args.power_loss {
            " as it was after the last power cut"
        } else {
            ""
        },
        kept.display()
    ))
}

/// Formats a number in groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(34_112), "34,112");
        assert_eq!(grouped(1_000_000), "1,000,000");
    }
}

//! `chaos`: a server that is killed at random moments, and proof that nothing is lost, doubled or
//! changed.

mod args;
mod audit;
mod connection;
mod context;
mod fault;
mod match_trial;
mod plan;
mod player;
mod seat_log;
mod server;
mod strategy;
mod tournament;
mod transport;
mod trials;
mod work_dir;

use std::path::Path;
use std::time::Instant;

use botwerk_cli::connection::block_on;
use botwerk_cli::failure::Failure;
use botwerk_cli::output::{Output, progress_bar};
use serde_json::json;

use crate::program::Program;
pub(super) use args::ChaosArgs;
use audit::AuditStats;
use trials::{TrialStats, Trials};
use work_dir::WorkDir;

/// Kills and compares.
pub(super) fn run(args: &ChaosArgs, output: &mut Output) -> Result<(), Failure> {
    if args.tournament {
        return tournament::run(args, output);
    }
    let program = Program::file_or_linked(args.program.as_deref())?;
    let begin = Instant::now();
    let room = WorkDir::new(args.keep_dir.as_deref())?;
    let bar = progress_bar(args.trials, "trials");
    let tally = block_on(2, async {
        let trials = Trials::new(program, room.path(), &args.seed)?;
        trials
            .run(args.trials, args.concurrency as usize, &bar)
            .await
    })?;
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    if tally.faults.is_empty() {
        return print_success(args, &tally, seconds, output);
    }
    print_violations(&tally, &room.keep(), args, output)?;
    Err(Failure::ReportedNegative)
}

fn print_success(
    args: &ChaosArgs,
    tally: &TrialStats,
    seconds: f64,
    output: &mut Output,
) -> Result<(), Failure> {
    let TrialStats {
        trials,
        kills,
        matches,
        audited,
        ..
    } = tally;
    let AuditStats {
        acts,
        events,
        joins,
        cut_off,
        repeated,
    } = audited;
    let seed = &args.seed;
    if output.is_json() {
        return output.json(&json!({
            "trials": trials, "kills": kills, "matches": matches, "acts": acts, "events": events,
            "joins": joins, "cut_off": cut_off, "repeated": repeated, "seed": seed, "faults": [],
            "seconds": seconds,
        }));
    }
    output.line(format!(
        "{trials} of {} trials without a lost, doubled or changed act; {} acts, {} matches, \
         seed {seed}",
        args.trials,
        grouped(*acts),
        grouped(*matches),
    ))
}

fn print_violations(
    tally: &TrialStats,
    kept: &Path,
    args: &ChaosArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let TrialStats { trials, faults, .. } = tally;
    if output.is_json() {
        return output.json(&json!({
            "trials": trials, "seed": args.seed, "faults": faults, "kept": kept,
        }));
    }
    output.line(format!("Trial {trials} of {} has failed:", args.trials))?;
    for fault in faults {
        output.line(format!("  {fault}"))?;
    }
    output.line(format!(
        "Database, records and the server's log are kept in {}",
        kept.display()
    ))
}

/// A number in groups of three digits.
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
    fn numbers_are_written_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(34_112), "34,112");
        assert_eq!(grouped(1_000_000), "1,000,000");
    }
}

//! `chaos`: a server that is killed at random moments, and proof that nothing is lost, doubled or
//! changed.

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

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use botwerk_cli::connection::block_on;
use botwerk_cli::failure::{Failure, Reason};
use botwerk_cli::output::{Output, progress_bar};
use clap::Args;
use serde_json::json;
use tempfile::TempDir;

use crate::program::Program;
use audit::Audited;
use trials::{Tally, Trials};

/// How often, and on what.
#[derive(Debug, Args)]
pub(super) struct ChaosArgs {
    /// How often to kill the server while a match runs
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    trials: u64,
    /// What the moments and the matches come from
    #[arg(long, default_value = "7")]
    seed: String,
    /// Matches that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u64).range(1..=256))]
    tables: u64,
    /// Kill the program that plays tournaments instead, and count their matches
    #[arg(long, conflicts_with = "tables")]
    tournament: bool,
    /// A new folder that database, records and the server's log stay in
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// The executable `botwerk` to kill [default: the program of this build]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// Kills and compares.
pub(super) fn run(args: &ChaosArgs, output: &mut Output) -> Result<(), Failure> {
    if args.tournament {
        return tournament::run(args, output);
    }
    let program = Program::file_or_linked(args.program.as_deref())?;
    let begin = Instant::now();
    let room = Room::new(args.keep.as_deref())?;
    let bar = progress_bar(args.trials, "trials");
    let tally = block_on(2, async {
        let trials = Trials::new(program, room.path(), &args.seed)?;
        trials.run(args.trials, args.tables as usize, &bar).await
    })?;
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    if tally.faults.is_empty() {
        return say_good(args, &tally, seconds, output);
    }
    say_faults(&tally, &room.keep(), args, output)?;
    Err(Failure::SaidNo)
}

/// Where everything is kept.
enum Room {
    Kept(PathBuf),
    Passing(TempDir),
}

impl Room {
    fn new(keep: Option<&Path>) -> Result<Self, Failure> {
        let failed = |path: &Path, error| Failure::file(&path.display().to_string(), &error);
        let Some(path) = keep else {
            let folder = tempfile::Builder::new().prefix("botwerk-chaos-").tempdir();
            return Ok(Self::Passing(folder?));
        };
        if path.exists() {
            let message = format!("{} is there already; name a new folder", path.display());
            return Err(Failure::new(Reason::Unreadable, message));
        }
        fs::create_dir_all(path).map_err(|error| failed(path, error))?;
        Ok(Self::Kept(path.to_owned()))
    }

    fn path(&self) -> &Path {
        match self {
            Self::Kept(path) => path,
            Self::Passing(folder) => folder.path(),
        }
    }

    /// Lets everything stay; gives the folder.
    fn keep(self) -> PathBuf {
        match self {
            Self::Kept(path) => path,
            Self::Passing(folder) => folder.keep(),
        }
    }
}

fn say_good(
    args: &ChaosArgs,
    tally: &Tally,
    seconds: f64,
    output: &mut Output,
) -> Result<(), Failure> {
    let Tally {
        trials,
        kills,
        matches,
        audited,
        ..
    } = tally;
    let Audited {
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

fn say_faults(
    tally: &Tally,
    kept: &Path,
    args: &ChaosArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let Tally { trials, faults, .. } = tally;
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

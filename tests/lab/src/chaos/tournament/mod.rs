//! `chaos --tournament`: the program that plays a tournament is killed at random moments, and
//! whatever it plays in the end is compared with what was to be played.

mod plan;

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use botwerk_cli::audit;
use botwerk_cli::failure::{Failure, Reason};
use botwerk_cli::output::{Output, progress_bar};
use botwerk_engine::StableRng;
use botwerk_service::Database;
use indicatif::ProgressBar;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;

use super::args::ChaosArgs;
use super::plan::rng_for;
use super::work_dir::WorkDir;
use crate::program::Program;
use plan::TournamentPlan;

/// When the program is killed, in microseconds after it was started: any moment is as likely.
const MOST_MICROS: u64 = 700_000;

/// How long a tournament may take once nothing is killed any more.
const LAST_LIMIT: Duration = Duration::from_secs(300);

/// How often it is looked whether a tournament has ended.
const LOOK: Duration = Duration::from_millis(10);

/// What was done, and what was found.
#[derive(Debug, Default)]
struct TournamentStats {
    /// Kills that hit a tournament that was not over.
    kills: u64,
    tournaments: u64,
    matches: u64,
    /// Attempts that do not count.
    repeated: u64,
    faults: Vec<String>,
}

/// Kills and compares, tournament after tournament.
pub(super) fn run(args: &ChaosArgs, output: &mut Output) -> Result<(), Failure> {
    let program = Program::file_or_linked(args.program.as_deref())?;
    let begin = Instant::now();
    let room = WorkDir::new(args.keep_dir.as_deref())?;
    let bar = progress_bar(args.trials, "kills");
    let mut tally = TournamentStats::default();
    let mut dice = rng_for(&args.seed, "tournaments");
    while tally.kills < args.trials && tally.faults.is_empty() {
        let plan = TournamentPlan::draw(&program, tally.tournaments, &mut dice);
        let folder = room
            .path()
            .join(format!("tournament-{}", tally.tournaments));
        fs::create_dir_all(&folder)?;
        let trial = Trial::new(program.clone(), &folder, &plan)?;
        trial.run(args.trials, &mut dice, &mut tally, &bar)?;
        tally.tournaments += 1;
    }
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    if tally.faults.is_empty() {
        return print_success(&tally, &args.seed, seconds, output);
    }
    let kept = room.keep();
    if output.is_json() {
        output.json(&json!({
            "kills": tally.kills, "seed": args.seed, "faults": tally.faults, "kept": kept,
        }))?;
    } else {
        output.line(format!("After kill {}:", tally.kills))?;
        for fault in &tally.faults {
            output.line(format!("  {fault}"))?;
        }
        output.line(format!("Everything is kept in {}", kept.display()))?;
    }
    Err(Failure::ReportedNegative)
}

fn print_success(
    tally: &TournamentStats,
    seed: &str,
    seconds: f64,
    output: &mut Output,
) -> Result<(), Failure> {
    let TournamentStats {
        kills,
        tournaments,
        matches,
        repeated,
        ..
    } = tally;
    if output.is_json() {
        return output.json(&json!({
            "kills": kills, "tournaments": tournaments, "matches": matches,
            "repeated": repeated, "seed": seed, "faults": [], "seconds": seconds,
        }));
    }
    output.line(format!(
        "{kills} kills, {tournaments} tournaments with exactly their {matches} matches, {repeated} \
         attempts repeated, seed {seed}"
    ))
}

/// One tournament and the program that plays it.
struct Trial {
    program: Program,
    file: PathBuf,
    db: PathBuf,
    log: PathBuf,
    /// Matches that it must come to; `None` where results decide about that.
    matches: Option<u64>,
}

impl Trial {
    fn new(program: Program, folder: &Path, plan: &TournamentPlan) -> Result<Self, Failure> {
        let trial = Self {
            program,
            file: folder.join("tournament.toml"),
            db: folder.join("tournament.db"),
            log: folder.join("log"),
            matches: plan.matches,
        };
        fs::write(&trial.file, &plan.text)?;
        Ok(trial)
    }

    /// Plays the tournament to its end, killed as often as trials are left.
    fn run(
        &self,
        trials: u64,
        dice: &mut StableRng,
        tally: &mut TournamentStats,
        bar: &ProgressBar,
    ) -> Result<(), Failure> {
        loop {
            let mut running = Running::start(self)?;
            let is_last = tally.kills >= trials;
            let limit = if is_last {
                LAST_LIMIT
            } else {
                Duration::from_micros(dice.below(MOST_MICROS))
            };
            if let Some(good) = running.wait(limit)? {
                if !good {
                    tally
                        .faults
                        .push(format!("the program failed; see {}", self.log.display()));
                    return Ok(());
                }
                return self.compare(tally);
            }
            if is_last {
                tally
                    .faults
                    .push(format!("not over after {} s", LAST_LIMIT.as_secs()));
                return Ok(());
            }
            // Its bots are killed with it, or stay behind for a while.
            running.kill(dice.below(2) == 0)?;
            tally.kills += 1;
            bar.inc(1);
        }
    }

    fn compare(&self, tally: &mut TournamentStats) -> Result<(), Failure> {
        let database = Database::open(&self.db)?;
        tally.faults.extend(database.integrity_errors()?);
        let names = database.tournament_names()?;
        if names.len() != 1 {
            tally
                .faults
                .push(format!("{} tournaments instead of one", names.len()));
        }
        for name in &names {
            let audit = audit(&database, name)?;
            tally.faults.extend(audit.faults);
            tally.matches += audit.results;
            tally.repeated += audit.repeated;
            if let Some(matches) = self.matches.filter(|matches| *matches != audit.results) {
                tally
                    .faults
                    .push(format!("{} results of {matches} matches", audit.results));
            }
            // Nothing else is in the file, so every match is one attempt.
            let (attempts, matches) = (audit.results + audit.repeated, database.count()?);
            if attempts != matches {
                tally
                    .faults
                    .push(format!("{attempts} attempts, but {matches} matches"));
            }
        }
        Ok(())
    }
}

/// The program while it plays. Dropping it kills it with its bots.
struct Running(Child);

impl Running {
    fn start(trial: &Trial) -> Result<Self, Failure> {
        let log = File::options().create(true).append(true).open(&trial.log)?;
        let child = trial
            .program
            .command()
            .args(["--json", "tournament", "run"])
            .arg(&trial.file)
            .arg("--db")
            .arg(&trial.db)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            // Its bots belong to its group.
            .process_group(0)
            .spawn()?;
        Ok(Self(child))
    }

    /// Whether it has ended well; `None` if it has not ended in time.
    fn wait(&mut self, limit: Duration) -> Result<Option<bool>, Failure> {
        let until = Instant::now() + limit;
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok(Some(status.success()));
            }
            let now = Instant::now();
            if now >= until {
                return Ok(None);
            }
            std::thread::sleep(LOOK.min(until - now));
        }
    }

    fn kill(&mut self, with_bots: bool) -> Result<(), Failure> {
        if with_bots {
            self.kill_group()?;
        }
        self.0.kill()?;
        self.0.wait()?;
        Ok(())
    }

    fn kill_group(&self) -> Result<(), Failure> {
        let group = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw);
        let Some(group) = group else { return Ok(()) };
        kill_process_group(group, Signal::KILL).map_err(|error| {
            let message = format!("the program cannot be killed: {error}");
            Failure::new(Reason::Unreachable, message)
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Bots that were left behind end by themselves; those of now end at once.
        let _ = self.kill_group();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

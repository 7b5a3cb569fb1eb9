//! `chaos --tournament`: kills the process that plays a tournament at random moments and compares the
//! results with the matches that were scheduled.

mod plan;

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use botwerk::{audit, database_failure};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_engine::StableRng;
use botwerk_service::Database;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;

use super::plan::rng_for;
use super::storage::{PowerCutStats, Storage};
use super::work_dir::WorkDir;
use crate::program::Program;
use plan::TournamentPlan;

/// Maximum time from the start of the process to its kill, in microseconds.
const MAX_KILL_DELAY_MICROS: u64 = 700_000;

/// Time for a tournament to end after the last kill.
const FINISH_TIMEOUT: Duration = Duration::from_secs(300);

/// Interval at which the process is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Counts of the trials, and the violations found.
#[derive(Debug, Default)]
struct TournamentStats {
    /// Kills that hit a running tournament.
    kills: u64,
    tournaments: u64,
    matches: u64,
    /// Attempts that were repeated.
    repeated: u64,
    /// Counts of power cuts, or `None` if the process was only killed.
    power_cuts: Option<PowerCutStats>,
    violations: Vec<String>,
}

/// The tournaments to play.
#[derive(Debug)]
pub(super) struct TournamentChaos<'a> {
    pub(super) program: &'a Program,
    /// Number of kills.
    pub(super) max_kills: u64,
    pub(super) seed: &'a str,
    /// Whether each kill cuts the power of the disk.
    pub(super) has_power_loss: bool,
}

/// Plays, kills and compares tournaments until the limit of kills.
pub(super) fn run(
    chaos: &TournamentChaos<'_>,
    work_dir: WorkDir,
    output: &mut Output,
) -> Result<(), Failure> {
    let TournamentChaos {
        program,
        max_kills,
        seed,
        has_power_loss,
    } = *chaos;
    let started = Instant::now();
    let bar = ProgressBar::new(max_kills, "kills");
    let mut stats = TournamentStats::default();
    let mut rng = rng_for(seed, "tournaments");
    while stats.kills < max_kills && stats.violations.is_empty() {
        let plan = TournamentPlan::sample(program, stats.tournaments, &mut rng);
        let folder = work_dir
            .path()
            .join(format!("tournament-{}", stats.tournaments));
        fs::create_dir_all(&folder)?;
        let storage = if has_power_loss {
            Storage::disk(&folder, &format!("{seed}/{}", stats.tournaments))?
        } else {
            Storage::Folder(folder.clone())
        };
        let mut trial = TournamentTrial::new(program.clone(), &folder, storage, &plan)?;
        trial.run(max_kills, &mut rng, &mut stats, &bar)?;
        stats.tournaments += 1;
        if let Some(cuts) = trial.storage.power_cuts() {
            *stats.power_cuts.get_or_insert_default() += cuts;
        }
    }
    bar.clear();
    let seconds = started.elapsed().as_secs_f64();
    if stats.violations.is_empty() {
        return print_success(&stats, seed, seconds, output);
    }
    let kept = work_dir.keep();
    if output.is_json() {
        output.json(&json!({
            "kills": stats.kills, "seed": seed, "violations": stats.violations, "kept": kept,
        }))?;
    } else {
        output.line(format!("After kill {}:", stats.kills))?;
        for violation in &stats.violations {
            output.line(format!("  {violation}"))?;
        }
        output.line(format!(
            "The database and the log are in {}",
            kept.display()
        ))?;
    }
    Err(Failure::ReportedNegative)
}

fn print_success(
    stats: &TournamentStats,
    seed: &str,
    seconds: f64,
    output: &mut Output,
) -> Result<(), Failure> {
    let TournamentStats {
        kills,
        tournaments,
        matches,
        repeated,
        power_cuts,
        ..
    } = stats;
    if output.is_json() {
        return output.json(&json!({
            "kills": kills, "tournaments": tournaments, "matches": matches,
            "repeated": repeated, "seed": seed, "violations": [], "seconds": seconds,
            "power_cuts": power_cuts,
        }));
    }
    output.line(format!(
        "{kills} kills, {tournaments} tournaments, {matches} results for {matches} scheduled matches, \
         {repeated} attempts repeated, seed {seed}"
    ))?;
    match power_cuts {
        Some(cuts) => output.line(cuts.text()),
        None => Ok(()),
    }
}

/// One tournament and the process that plays it.
struct TournamentTrial {
    program: Program,
    storage: Storage,
    file: PathBuf,
    db: PathBuf,
    log: PathBuf,
    /// Expected number of results, or `None` if it depends on the results.
    matches: Option<u64>,
}

impl TournamentTrial {
    fn new(
        program: Program,
        folder: &Path,
        storage: Storage,
        plan: &TournamentPlan,
    ) -> Result<Self, Failure> {
        let trial = Self {
            program,
            file: folder.join("tournament.toml"),
            db: storage.folder().join("tournament.db"),
            storage,
            log: folder.join("log"),
            matches: plan.matches,
        };
        fs::write(&trial.file, &plan.text)?;
        Ok(trial)
    }

    /// Plays the tournament to its end, and kills it as often as trials remain.
    fn run(
        &mut self,
        trials: u64,
        rng: &mut StableRng,
        stats: &mut TournamentStats,
        bar: &ProgressBar,
    ) -> Result<(), Failure> {
        loop {
            let mut process = TournamentProcess::start(self)?;
            let is_last = stats.kills >= trials;
            let limit = if is_last {
                FINISH_TIMEOUT
            } else {
                Duration::from_micros(rng.below(MAX_KILL_DELAY_MICROS))
            };
            if let Some(is_success) = process.wait(limit)? {
                if !is_success {
                    stats
                        .violations
                        .push(format!("the program failed; see {}", self.log.display()));
                    return Ok(());
                }
                drop(process);
                // The standings were printed, so all results must survive.
                self.storage.cut_power();
                self.restore_power(stats)?;
                return self.compare(stats);
            }
            if is_last {
                stats
                    .violations
                    .push(format!("not over after {} s", FINISH_TIMEOUT.as_secs()));
                return Ok(());
            }
            // Its bots are killed with it, or remain until they lose their connection. Without power nothing
            // remains.
            let with_bots = rng.below(2) == 0 || self.storage.power_cuts().is_some();
            process.kill(with_bots, || self.storage.cut_power())?;
            stats.kills += 1;
            bar.inc(1);
            if !self.restore_power(stats)? {
                return Ok(());
            }
        }
    }

    /// Returns to power. Returns `false` if the database is corrupt then.
    fn restore_power(&mut self, stats: &mut TournamentStats) -> Result<bool, Failure> {
        let faults = self.storage.restore_power()?;
        let is_intact = faults.is_empty();
        let texts = faults
            .iter()
            .map(|fault| format!("the database is corrupt after a power cut: {fault}"));
        stats.violations.extend(texts);
        Ok(is_intact)
    }

    fn compare(&self, stats: &mut TournamentStats) -> Result<(), Failure> {
        let database = Database::open(self.db.as_path()).map_err(database_failure)?;
        stats
            .violations
            .extend(database.integrity_errors().map_err(database_failure)?);
        let names = database.tournament_names().map_err(database_failure)?;
        if names.len() != 1 {
            stats
                .violations
                .push(format!("expected one tournament, found {}", names.len()));
        }
        for name in &names {
            let audit = audit(&database, name)?;
            stats.violations.extend(audit.faults);
            stats.matches += audit.results;
            stats.repeated += audit.repeated;
            if let Some(matches) = self.matches.filter(|matches| *matches != audit.results) {
                stats.violations.push(format!(
                    "expected {matches} results, found {}",
                    audit.results
                ));
            }
            // The database contains nothing else, so every match is one attempt.
            let (attempts, matches) = (
                audit.results + audit.repeated,
                database.count().map_err(database_failure)?,
            );
            if attempts != matches {
                stats
                    .violations
                    .push(format!("{attempts} attempts, but {matches} matches"));
            }
        }
        Ok(())
    }
}

/// A process that plays a tournament. Dropping it kills it with its bots.
struct TournamentProcess(Child);

impl TournamentProcess {
    fn start(trial: &TournamentTrial) -> Result<Self, Failure> {
        let log = File::options().create(true).append(true).open(&trial.log)?;
        let child = trial
            .program
            .command()
            // Its bots are known, and play where no control group limits their memory, too.
            .args(["--json", "tournament", "run", "--uncounted-memory"])
            .arg(&trial.file)
            .arg("--db")
            .arg(&trial.db)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            // Its bots belong to its process group.
            .process_group(0)
            .spawn()?;
        Ok(Self(child))
    }

    /// Returns whether the process succeeded, or `None` if it has not ended within the limit.
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
            std::thread::sleep(POLL_INTERVAL.min(until - now));
        }
    }

    /// Kills the process. `killed` is called once the signal is sent, before the process has ended.
    fn kill(&mut self, with_bots: bool, killed: impl FnOnce()) -> Result<(), Failure> {
        if with_bots {
            self.kill_group()?;
        }
        self.0.kill()?;
        killed();
        self.0.wait()?;
        Ok(())
    }

    fn kill_group(&self) -> Result<(), Failure> {
        let group = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw);
        let Some(group) = group else { return Ok(()) };
        kill_process_group(group, Signal::KILL).map_err(|error| {
            let message = format!("cannot kill the process: {error}");
            Failure::new(Reason::Unreachable, message)
        })
    }
}

impl Drop for TournamentProcess {
    fn drop(&mut self) {
        // Bots of earlier processes end by themselves; those of this one end at once.
        let _ = self.kill_group();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

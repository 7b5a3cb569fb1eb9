//! The results of a month, from the side of the process that starts, disturbs and kills the one that adds them.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::{RootSeed, StableRng};

use super::full_disk;
use super::month::Month;
use super::writer::{COMMAND, WriterLine};
use super::year_args::YearArgs;
use crate::program::Program;

/// Matches that are written at a time.
const IN_FLIGHT: usize = 512;

/// Matches whose records are used.
const PLAYS: u64 = 8_192;

/// How long a disk is full.
const FULL_TIME: Duration = Duration::from_millis(400);

/// Time in which a process must print something.
const SILENCE_LIMIT: Duration = Duration::from_secs(600);

/// Writes that a month adds.
#[derive(Debug)]
pub(super) struct Writing {
    file: PathBuf,
    league: String,
    seed: String,
    samples: u64,
    plays: u64,
    rng: StableRng,
    /// The first pairing whose result was never acknowledged.
    acknowledged: u64,
    runs: u64,
}

/// What is done to a process in the middle of its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Disturbance {
    None,
    Kill,
    FullDisk,
}

/// What a month adds.
#[derive(Debug, Clone, Copy)]
struct Order<'a> {
    matches: u64,
    in_flight: usize,
    micros: (i64, i64),
    absent: &'a [String],
    disturbance: Disturbance,
}

/// What a process has stored at its end.
#[derive(Debug, Default)]
struct Written {
    results: u64,
    /// Number of results and seconds, of a process that was not disturbed.
    timed: Option<(u64, f64)>,
    commits: (f64, f64),
}

impl Writing {
    pub(super) fn new(args: &YearArgs, file: &Path, league: &str) -> Self {
        Self {
            file: file.to_owned(),
            league: league.to_owned(),
            seed: args.seed.clone(),
            samples: args.samples,
            plays: PLAYS.min(args.matches / 8).max(16),
            rng: RootSeed::from_text(&args.seed).rng(),
            acknowledged: 0,
            runs: 0,
        }
    }

    /// Adds results until the league has this number, at least those that are measured one by one.
    pub(super) fn play_month(
        &mut self,
        target: u64,
        micros: (i64, i64),
        absent: &[String],
        month: &mut Month,
    ) -> Result<(), Failure> {
        let order = |matches, disturbance| Order {
            matches,
            in_flight: IN_FLIGHT,
            micros,
            absent,
            disturbance,
        };
        // No match: only what is there.
        let before = self.write(order(0, Disturbance::None), month)?.results;
        let many = target.saturating_sub(before).saturating_sub(self.samples);
        let quarter = many / 4;
        let mut results = before;
        for disturbance in [Disturbance::Kill, Disturbance::FullDisk] {
            results = self.write(order(quarter, disturbance), month)?.results;
        }
        let left = (before + many).saturating_sub(results);
        let written = self.write(order(left, Disturbance::None), month)?;
        if let Some((matches, seconds)) = written.timed {
            month.rate = matches as f64 / seconds.max(1e-9);
        }
        let one_by_one = Order {
            in_flight: 1,
            ..order(self.samples, Disturbance::None)
        };
        let (p50, p99) = self.write(one_by_one, month)?.commits;
        month.commit_p50 = Duration::from_secs_f64(p50);
        month.commit_p99 = Duration::from_secs_f64(p99);
        Ok(())
    }

    /// Runs one process.
    fn write(&mut self, order: Order<'_>, month: &mut Month) -> Result<Written, Failure> {
        self.runs += 1;
        let mut child = self.start(&order)?;
        let lines = lines(&mut child);
        // In its first half, so that it is disturbed before its end.
        let at = self.rng.below((order.matches / 2).max(1));
        let mut disturbance = order.disturbance;
        let mut first = 0;
        loop {
            let line = match lines.recv_timeout(SILENCE_LIMIT) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => {
                    let message = "the process that adds results has failed; see its message";
                    return Err(Failure::new(Reason::FileError, message));
                }
                Err(RecvTimeoutError::Timeout) => {
                    // It has ended by itself, or is to.
                    let _ = child.kill();
                    let message = format!("no result was stored within {SILENCE_LIMIT:?}");
                    return Err(Failure::new(Reason::Unreachable, message));
                }
            };
            match line {
                WriterLine::Opened { stored_until, .. } => {
                    month.lost += self.acknowledged.saturating_sub(stored_until);
                    first = stored_until;
                }
                WriterLine::Stored { stored_until } => {
                    self.acknowledged = self.acknowledged.max(stored_until);
                    if stored_until < first + at {
                        continue;
                    }
                    match std::mem::replace(&mut disturbance, Disturbance::None) {
                        Disturbance::None => {}
                        Disturbance::FullDisk => {
                            fill_disk(&child)?;
                            month.full_disks += 1;
                        }
                        Disturbance::Kill => {
                            child.kill()?;
                            child.wait()?;
                            month.kills += 1;
                            // What it had printed before is acknowledged as well.
                            for line in lines {
                                if let WriterLine::Stored { stored_until }
                                | WriterLine::Done { stored_until, .. } = line
                                {
                                    self.acknowledged = self.acknowledged.max(stored_until);
                                }
                            }
                            return self.write(
                                Order {
                                    matches: 0,
                                    disturbance: Disturbance::None,
                                    ..order
                                },
                                month,
                            );
                        }
                    }
                }
                WriterLine::Rejected => {}
                WriterLine::Done {
                    results,
                    stored_until,
                    seconds,
                    p50,
                    p99,
                } => {
                    child.wait()?;
                    self.acknowledged = self.acknowledged.max(stored_until);
                    return Ok(Written {
                        results,
                        timed: Some((order.matches, seconds)),
                        commits: (p50, p99),
                    });
                }
            }
        }
    }

    fn start(&self, order: &Order<'_>) -> Result<Child, Failure> {
        let writer = Program::own_command(COMMAND)?.surviving_limits();
        let mut command = writer.command();
        command.arg("--db").arg(&self.file);
        let seed = format!("{}/{}", self.seed, self.runs);
        for (name, value) in [
            ("--league", self.league.clone()),
            ("--matches", order.matches.to_string()),
            ("--in-flight", order.in_flight.to_string()),
            ("--plays", self.plays.to_string()),
            ("--from", order.micros.0.to_string()),
            ("--until", order.micros.1.to_string()),
            ("--seed", seed),
        ] {
            command.args([name, &value]);
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            for name in order.absent {
                writeln!(stdin, "{name}")?;
            }
        }
        Ok(child)
    }
}

/// Fails the writes of a process for a while.
fn fill_disk(child: &Child) -> Result<(), Failure> {
    full_disk::fill(child.id())?;
    let started = Instant::now();
    while started.elapsed() < FULL_TIME {
        thread::sleep(Duration::from_millis(10));
    }
    full_disk::free(child.id())
}

/// Reads the lines of a process on a thread, so that it never waits for its reader.
fn lines(child: &mut Child) -> Receiver<WriterLine> {
    let (sender, receiver) = channel();
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                let Ok(line) = serde_json::from_str(&line) else {
                    return;
                };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
    }
    receiver
}

//! The trials: matches without end, and a server that is killed again and again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use botwerk_cli::failure::Failure;
use botwerk_engine::Generator;
use indicatif::ProgressBar;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::audit::Audited;
use super::connection::Crew;
use super::context::{Hall, Life};
use super::fault::Fault;
use super::match_trial::Table;
use super::plan::{Plan, dice};
use super::player::Player;
use super::server::ServerPlan;
use super::transport::Way;
use crate::child_server::ChildServer;
use crate::program::Program;

/// When a server is killed, in microseconds after it serves: any moment is as likely.
const LEAST_MICROS: u64 = 5_000;
const MOST_MICROS: u64 = 250_000;

/// Kills for each that hits a running match, at most.
const KILLS_A_TRIAL: u64 = 20;

/// How long the matches that are left may take once nothing is killed any more.
const LAST_LIMIT: Duration = Duration::from_secs(120);

/// What was done, and what was found.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Kills that hit a running match.
    pub(super) trials: u64,
    pub(super) kills: u64,
    /// Matches that were played to their end and compared.
    pub(super) matches: u64,
    pub(super) audited: Audited,
    pub(super) faults: Vec<Fault>,
}

/// Everything that happens at the same time.
pub(super) struct Trials {
    plan: ServerPlan,
    hall: Arc<Hall>,
    seed: String,
    dice: Generator,
    /// The crew that shares a stream.
    crew: mpsc::UnboundedSender<Player>,
    records: PathBuf,
    tables: JoinSet<Result<Option<Audited>, Fault>>,
    /// Matches that were begun.
    begun: u64,
    tally: Tally,
}

impl Trials {
    /// Trials in a folder, on a server of this program that does not run yet.
    pub(super) fn new(program: Program, folder: &Path, seed: &str) -> Result<Self, Failure> {
        let mut dice = dice(seed, "trials");
        let plan = ServerPlan::new(program, folder, &mut dice)?;
        let records = folder.join("records");
        std::fs::create_dir_all(&records)
            .map_err(|error| Failure::file(&records.display().to_string(), &error))?;
        let hall = Arc::new(Hall::new(plan.address.clone()));
        let (crew, newcomers) = mpsc::unbounded_channel();
        let shared = Crew::new(
            Way::Shared,
            Arc::clone(&hall),
            super::plan::dice(seed, "crew"),
            newcomers,
        );
        tokio::spawn(shared.run());
        Ok(Self {
            plan,
            hall,
            seed: seed.into(),
            dice,
            crew,
            records,
            tables: JoinSet::new(),
            begun: 0,
            tally: Tally::default(),
        })
    }

    /// Kills the server so often while matches run, `tables` at a time, and lets them end.
    pub(super) async fn run(
        mut self,
        trials: u64,
        tables: usize,
        bar: &ProgressBar,
    ) -> Result<Tally, Failure> {
        let mut server = self.start().await?;
        while self.tally.trials < trials && !self.has_failed() {
            while self.tables.len() < tables {
                self.begin();
            }
            let moment = self.moment();
            self.play(moment).await;
            let hit = self.hall.running() > 0;
            self.kill(server);
            self.tally.kills += 1;
            self.tally.trials += u64::from(hit);
            bar.set_position(self.tally.trials);
            bar.set_message(format!("{} matches", self.tally.matches));
            if self.tally.kills > (trials + 10) * KILLS_A_TRIAL {
                let what = format!("no match goes on: {:?}", self.hall.open_matches());
                self.hall.faults.raise(Fault::general(what));
            }
            server = self.start().await?;
        }
        self.finish().await;
        self.kill(server);
        self.read_log()?;
        self.tally.faults.extend(self.hall.faults.all());
        Ok(self.tally)
    }

    /// A panic may hit nobody, and is a fault all the same.
    fn read_log(&self) -> Result<(), Failure> {
        let path = &self.plan.log;
        let log = std::fs::read_to_string(path)
            .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        if let Some(line) = log.lines().find(|line| line.contains("panicked at")) {
            let fault = Fault::general(format!("the server's log says: {line}"));
            self.hall.faults.raise(fault);
        }
        Ok(())
    }

    async fn start(&mut self) -> Result<ChildServer, Failure> {
        let plan = self.plan.clone();
        let started = tokio::task::spawn_blocking(move || plan.start()).await;
        let server = started.map_err(|error| std::io::Error::other(error.to_string()))??;
        self.hall.set_life(Life {
            number: self.tally.kills,
            serves: true,
        });
        Ok(server)
    }

    fn kill(&self, server: ChildServer) {
        if let Err(what) = server.kill() {
            self.hall.faults.raise(Fault::general(what));
        }
        self.hall.set_life(Life {
            serves: false,
            ..self.hall.life()
        });
    }

    fn moment(&mut self) -> Duration {
        let micros = LEAST_MICROS + self.dice.below(MOST_MICROS - LEAST_MICROS);
        Duration::from_micros(micros)
    }

    fn has_failed(&self) -> bool {
        self.hall.faults.are_found()
    }

    /// Begins one more match.
    fn begin(&mut self) {
        let plan = Plan::new(&self.seed, self.begun);
        self.begun += 1;
        let (hall, crew) = (Arc::clone(&self.hall), self.crew.clone());
        let records = self.records.clone();
        self.tables.spawn(async move {
            let table = Table {
                hall: &hall,
                crew: &crew,
                records: &records,
            };
            table.play(plan).await
        });
    }

    /// Lets the matches go on for so long, or until a fault is found.
    async fn play(&mut self, time: Duration) {
        let end = tokio::time::Instant::now() + time;
        loop {
            tokio::select! {
                () = tokio::time::sleep_until(end) => return,
                () = self.hall.faults.raised() => return,
                Some(ended) = self.tables.join_next() => {
                    let ended = ended.unwrap_or_else(|error| {
                        Err(Fault::general(format!("a match was not followed: {error}")))
                    });
                    self.count(ended);
                }
            }
        }
    }

    fn count(&mut self, ended: Result<Option<Audited>, Fault>) {
        match ended {
            Ok(Some(audited)) => {
                self.tally.matches += 1;
                self.tally.audited += audited;
            }
            Ok(None) => {}
            Err(fault) => self.hall.faults.raise(fault),
        }
    }

    /// Lets the matches that are left come to their end.
    async fn finish(&mut self) {
        let begin = Instant::now();
        while !self.tables.is_empty() && !self.has_failed() {
            if begin.elapsed() > LAST_LIMIT {
                let what = format!("matches do not end: {:?}", self.hall.open_matches());
                self.hall.faults.raise(Fault::general(what));
            }
            self.play(Duration::from_millis(20)).await;
        }
    }
}

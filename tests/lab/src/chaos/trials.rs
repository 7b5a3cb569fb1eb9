//! The trials: matches without end, and a server that is killed again and again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use botwerk_cli::failure::Failure;
use botwerk_engine::StableRng;
use indicatif::ProgressBar;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::audit::AuditStats;
use super::connection::SharedConnection;
use super::context::{ServerRun, TrialContext};
use super::fault::Violation;
use super::match_trial::MatchTrial;
use super::plan::{ChaosMatch, rng_for};
use super::player::ChaosClient;
use super::server::ServerPlan;
use super::transport::TransportKind;
use crate::child_server::ChildServer;
use crate::program::Program;

/// When a server is killed, in microseconds after it serves: any moment is as likely.
const LEAST_MICROS: u64 = 5_000;
const MOST_MICROS: u64 = 250_000;

/// Kills for each that hits a running match, at most.
const MAX_KILLS_PER_TRIAL: u64 = 20;

/// How long the matches that are left may take once nothing is killed any more.
const LAST_LIMIT: Duration = Duration::from_secs(120);

/// What was done, and what was found.
#[derive(Debug, Default)]
pub(super) struct TrialStats {
    /// Kills that hit a running match.
    pub(super) trials: u64,
    pub(super) kills: u64,
    /// Matches that were played to their end and compared.
    pub(super) matches: u64,
    pub(super) audited: AuditStats,
    pub(super) faults: Vec<Violation>,
}

/// Everything that happens at the same time.
pub(super) struct Trials {
    plan: ServerPlan,
    context: Arc<TrialContext>,
    seed: String,
    dice: StableRng,
    /// The crew that shares a stream.
    crew: mpsc::UnboundedSender<ChaosClient>,
    records: PathBuf,
    tables: JoinSet<Result<Option<AuditStats>, Violation>>,
    /// Matches that were begun.
    begun: u64,
    tally: TrialStats,
}

impl Trials {
    /// Trials in a folder, on a server of this program that does not run yet.
    pub(super) fn new(program: Program, folder: &Path, seed: &str) -> Result<Self, Failure> {
        let mut dice = rng_for(seed, "trials");
        let plan = ServerPlan::new(program, folder, &mut dice)?;
        let records = folder.join("records");
        std::fs::create_dir_all(&records)
            .map_err(|error| Failure::file(&records.display().to_string(), &error))?;
        let context = Arc::new(TrialContext::new(plan.address.clone()));
        let (crew, new_clients) = mpsc::unbounded_channel();
        let shared = SharedConnection::new(
            TransportKind::Shared,
            Arc::clone(&context),
            super::plan::rng_for(seed, "crew"),
            new_clients,
        );
        tokio::spawn(shared.run());
        Ok(Self {
            plan,
            context,
            seed: seed.into(),
            dice,
            crew,
            records,
            tables: JoinSet::new(),
            begun: 0,
            tally: TrialStats::default(),
        })
    }

    /// Kills the server so often while matches run, `tables` at a time, and lets them end.
    pub(super) async fn run(
        mut self,
        trials: u64,
        tables: usize,
        bar: &ProgressBar,
    ) -> Result<TrialStats, Failure> {
        let mut server = self.start().await?;
        while self.tally.trials < trials && !self.has_failed() {
            while self.tables.len() < tables {
                self.begin();
            }
            let moment = self.kill_delay();
            self.play(moment).await;
            let hit = self.context.running() > 0;
            self.kill(server);
            self.tally.kills += 1;
            self.tally.trials += u64::from(hit);
            bar.set_position(self.tally.trials);
            bar.set_message(format!("{} matches", self.tally.matches));
            if self.tally.kills > (trials + 10) * MAX_KILLS_PER_TRIAL {
                let what = format!("no match goes on: {:?}", self.context.open_matches());
                self.context.faults.report(Violation::general(what));
            }
            server = self.start().await?;
        }
        self.finish().await;
        self.kill(server);
        self.read_log()?;
        self.tally.faults.extend(self.context.faults.all());
        Ok(self.tally)
    }

    /// A panic may hit nobody, and is a fault all the same.
    fn read_log(&self) -> Result<(), Failure> {
        let path = &self.plan.log;
        let log = std::fs::read_to_string(path)
            .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        if let Some(line) = log.lines().find(|line| line.contains("panicked at")) {
            let fault = Violation::general(format!("the server's log says: {line}"));
            self.context.faults.report(fault);
        }
        Ok(())
    }

    async fn start(&mut self) -> Result<ChildServer, Failure> {
        let plan = self.plan.clone();
        let started = tokio::task::spawn_blocking(move || plan.start()).await;
        let server = started.map_err(|error| std::io::Error::other(error.to_string()))??;
        self.context.set_server_run(ServerRun {
            number: self.tally.kills,
            is_up: true,
        });
        Ok(server)
    }

    fn kill(&self, server: ChildServer) {
        if let Err(what) = server.kill() {
            self.context.faults.report(Violation::general(what));
        }
        self.context.set_server_run(ServerRun {
            is_up: false,
            ..self.context.life()
        });
    }

    fn kill_delay(&mut self) -> Duration {
        let micros = LEAST_MICROS + self.dice.below(MOST_MICROS - LEAST_MICROS);
        Duration::from_micros(micros)
    }

    fn has_failed(&self) -> bool {
        self.context.faults.is_any_found()
    }

    /// Begins one more match.
    fn begin(&mut self) {
        let plan = ChaosMatch::new(&self.seed, self.begun);
        self.begun += 1;
        let (context, crew) = (Arc::clone(&self.context), self.crew.clone());
        let records = self.records.clone();
        self.tables.spawn(async move {
            let table = MatchTrial {
                context: &context,
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
                () = self.context.faults.raised() => return,
                Some(ended) = self.tables.join_next() => {
                    let ended = ended.unwrap_or_else(|error| {
                        Err(Violation::general(format!("a match was not followed: {error}")))
                    });
                    self.count(ended);
                }
            }
        }
    }

    fn count(&mut self, ended: Result<Option<AuditStats>, Violation>) {
        match ended {
            Ok(Some(audited)) => {
                self.tally.matches += 1;
                self.tally.audited += audited;
            }
            Ok(None) => {}
            Err(fault) => self.context.faults.report(fault),
        }
    }

    /// Lets the matches that are left come to their end.
    async fn finish(&mut self) {
        let begin = Instant::now();
        while !self.tables.is_empty() && !self.has_failed() {
            if begin.elapsed() > LAST_LIMIT {
                let what = format!("matches do not end: {:?}", self.context.open_matches());
                self.context.faults.report(Violation::general(what));
            }
            self.play(Duration::from_millis(20)).await;
        }
    }
}

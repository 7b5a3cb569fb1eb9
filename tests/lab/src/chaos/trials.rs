//! The trials: a stream of matches on a server that is killed repeatedly.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use botwerk_command::failure::Failure;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_engine::StableRng;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::audit::AuditStats;
use super::client::ChaosClient;
use super::connection::SharedConnection;
use super::context::{ServerRun, TrialContext};
use super::durability_promise::{DurabilityPromise, Promise};
use super::match_trial::MatchTrial;
use super::plan::{ChaosMatch, rng_for};
use super::server::ServerPlan;
use super::storage::{PowerCutStats, Storage};
use super::transport::TransportKind;
use super::violation::Violation;
use crate::child_server::ChildServer;

/// Time from the start of a server to its kill, in microseconds, uniformly distributed. After a power cut
/// a server needs longer until matches run, since nothing of its files is cached.
const MIN_KILL_DELAY_MICROS: u64 = 5_000;
const MAX_KILL_DELAY_MICROS: u64 = 250_000;
const MAX_POWER_CUT_DELAY_MICROS: u64 = 600_000;

/// Number of power cuts per one that hits a server that is shutting down and merges its log into the
/// database.
const POWER_CUTS_PER_SHUTDOWN: u64 = 5;

/// Maximum time from the start of a shutdown to the power cut, in microseconds.
const MAX_SHUTDOWN_MICROS: u64 = 100_000;

/// Maximum kills per kill that hits a running match.
const MAX_KILLS_PER_TRIAL: u64 = 20;

/// Time for the remaining matches to end after the last kill.
const FINISH_TIMEOUT: Duration = Duration::from_secs(240);

/// Counts of the trials, and the violations found.
#[derive(Debug, Default)]
pub(super) struct TrialStats {
    /// Kills that hit a running match.
    pub(super) trials: u64,
    pub(super) kills: u64,
    /// Matches that were played to their end and compared.
    pub(super) matches: u64,
    pub(super) audited: AuditStats,
    /// Frames, submissions and matches that power cuts undid, as the durability allows.
    pub(super) undone: [u64; 3],
    /// Counts of power cuts, or `None` if the server was only killed.
    pub(super) power_cuts: Option<PowerCutStats>,
    pub(super) violations: Vec<Violation>,
}

/// The running trials.
pub(super) struct Trials {
    plan: ServerPlan,
    storage: Storage,
    context: Arc<TrialContext>,
    seed: String,
    rng: StableRng,
    /// Adds a client to the shared connection.
    shared_clients: mpsc::UnboundedSender<ChaosClient>,
    records: PathBuf,
    matches: JoinSet<Result<Option<AuditStats>, Violation>>,
    /// Number of matches started so far.
    started_matches: u64,
    stats: TrialStats,
}

impl Trials {
    /// Creates the trials of a server that keeps `promise` with a database in `storage`; their records are
    /// stored in a folder. The server is not running yet.
    pub(super) fn new(
        plan: ServerPlan,
        storage: Storage,
        promise: Promise,
        folder: &Path,
        seed: &str,
    ) -> Result<Self, Failure> {
        let rng = rng_for(seed, "trials");
        let promise = DurabilityPromise::new(promise);
        let records = folder.join("records");
        std::fs::create_dir_all(&records)
            .map_err(|error| Failure::file(&records.display().to_string(), &error))?;
        let context = Arc::new(TrialContext::new(plan.address.clone(), promise));
        let (shared_clients, new_clients) = mpsc::unbounded_channel();
        let shared = SharedConnection::new(
            TransportKind::Shared,
            Arc::clone(&context),
            super::plan::rng_for(seed, "connection"),
            new_clients,
        );
        tokio::spawn(shared.run());
        Ok(Self {
            plan,
            storage,
            context,
            seed: seed.into(),
            rng,
            shared_clients,
            records,
            matches: JoinSet::new(),
            started_matches: 0,
            stats: TrialStats::default(),
        })
    }

    /// Kills the server `trials` times while `concurrency` matches run, then waits for their end.
    pub(super) async fn run(
        mut self,
        trials: u64,
        concurrency: usize,
        bar: &ProgressBar,
    ) -> Result<TrialStats, Failure> {
        let mut server = self.start().await?;
        while self.stats.trials < trials && !self.has_failed() {
            while self.matches.len() < concurrency {
                self.start_match();
            }
            let delay = self.kill_delay();
            self.play(delay).await;
            let hit = self.context.running() > 0;
            self.shut_down_sometimes(&mut server).await;
            self.kill(server)?;
            self.stats.kills += 1;
            self.stats.trials += u64::from(hit);
            bar.set_position(self.stats.trials);
            bar.set_message(format!("{} matches", self.stats.matches));
            if self.stats.kills > (trials + 10) * MAX_KILLS_PER_TRIAL {
                let what = format!("no match is running: {:?}", self.context.open_matches());
                self.context.violations.report(Violation::general(what));
            }
            server = self.start().await?;
        }
        self.finish().await;
        self.kill(server)?;
        self.read_log()?;
        self.stats.undone = self.context.promise.undone().totals();
        self.stats.power_cuts = self.storage.power_cuts();
        self.stats.violations.extend(self.context.violations.all());
        Ok(self.stats)
    }

    /// Reports a panic in the server's log: it is a violation even if no match was affected.
    fn read_log(&self) -> Result<(), Failure> {
        let path = &self.plan.log;
        let log = std::fs::read_to_string(path)
            .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        if let Some(line) = log.lines().find(|line| line.contains("panicked at")) {
            let violation = Violation::general(format!("panic in the server's log: {line}"));
            self.context.violations.report(violation);
        }
        Ok(())
    }

    async fn start(&mut self) -> Result<ChildServer, Failure> {
        let plan = self.plan.clone();
        let started = tokio::task::spawn_blocking(move || plan.start()).await;
        let server = started.map_err(|error| std::io::Error::other(error.to_string()))??;
        self.context.set_server_run(ServerRun {
            number: self.stats.kills,
            is_up: true,
        });
        Ok(server)
    }

    /// Kills the server; on a simulated disk the power is cut at the same time.
    fn kill(&mut self, server: ChildServer) -> Result<(), Failure> {
        let killed = server.kill(|| self.storage.cut_power());
        if let Err(what) = killed {
            self.context.violations.report(Violation::general(what));
        }
        self.context.set_server_run(ServerRun {
            is_up: false,
            ..self.context.server_run()
        });
        self.context.promise.end_run();
        for fault in self.storage.restore_power()? {
            let what = format!("the database is corrupt after a power cut: {fault}");
            self.context.violations.report(Violation::general(what));
        }
        Ok(())
    }

    /// Lets some power cuts hit a server that is shutting down.
    async fn shut_down_sometimes(&mut self, server: &mut ChildServer) {
        if self.storage.power_cuts().is_none() || self.rng.below(POWER_CUTS_PER_SHUTDOWN) > 0 {
            return;
        }
        if let Err(what) = server.shut_down() {
            self.context.violations.report(Violation::general(what));
        }
        let delay = Duration::from_micros(self.rng.below(MAX_SHUTDOWN_MICROS));
        self.play(delay).await;
    }

    fn kill_delay(&mut self) -> Duration {
        let max = if self.storage.power_cuts().is_some() {
            MAX_POWER_CUT_DELAY_MICROS
        } else {
            MAX_KILL_DELAY_MICROS
        };
        let micros = MIN_KILL_DELAY_MICROS + self.rng.below(max - MIN_KILL_DELAY_MICROS);
        Duration::from_micros(micros)
    }

    fn has_failed(&self) -> bool {
        self.context.violations.is_any_found()
    }

    /// Starts one more match.
    fn start_match(&mut self) {
        let plan = ChaosMatch::new(&self.seed, self.started_matches);
        self.started_matches += 1;
        let (context, shared_clients) = (Arc::clone(&self.context), self.shared_clients.clone());
        let records = self.records.clone();
        self.matches.spawn(async move {
            let trial = MatchTrial {
                context: &context,
                shared_clients: &shared_clients,
                records: &records,
            };
            trial.play(plan).await
        });
    }

    /// Plays for the given time, or until a violation is found.
    async fn play(&mut self, time: Duration) {
        let end = tokio::time::Instant::now() + time;
        loop {
            tokio::select! {
                () = tokio::time::sleep_until(end) => return,
                () = self.context.violations.wait_for_one() => return,
                Some(ended) = self.matches.join_next() => {
                    let ended = ended.unwrap_or_else(|error| {
                        Err(Violation::general(format!("a match trial failed: {error}")))
                    });
                    self.record_trial(ended);
                }
            }
        }
    }

    fn record_trial(&mut self, ended: Result<Option<AuditStats>, Violation>) {
        match ended {
            Ok(Some(audited)) => {
                self.stats.matches += 1;
                self.stats.audited += audited;
            }
            Ok(None) => {}
            Err(violation) => self.context.violations.report(violation),
        }
    }

    /// Waits for the remaining matches to end.
    async fn finish(&mut self) {
        let started = Instant::now();
        while !self.matches.is_empty() && !self.has_failed() {
            if started.elapsed() > FINISH_TIMEOUT {
                let what = format!("matches have not ended: {:?}", self.context.open_matches());
                self.context.violations.report(Violation::general(what));
            }
            self.play(Duration::from_millis(20)).await;
        }
    }
}

//! One tournament on a cluster whose processes are killed.

use std::thread::sleep;
use std::time::{Duration, Instant};

use botwerk_agents::{AgentError, AgentSpec, GameAgents};
use botwerk_client::{Client, ClientError, proto, worker_proto};
use botwerk_command::connection::block_on;
use botwerk_command::failure::Failure;
use botwerk_engine::{GameId, StableRng};
use botwerk_tests::FaultCounts;
use proto::entrant::Player;

use super::network::ClusterNetwork;
use super::processes::{Cluster, SERVERS};
use crate::program::Program;

/// The longest time between two kills, in microseconds.
const MAX_KILL_DELAY_MICROS: u64 = 600_000;

/// The longest time for which a killed process stays down, in microseconds.
const MAX_DOWN_MICROS: u64 = 300_000;

/// Time for a tournament to be created.
const CREATE_TIMEOUT: Duration = Duration::from_secs(30);

/// Time for which the network has faults after the last kill, unless the tournament ends before.
const FAULT_TIME: Duration = Duration::from_secs(10);

/// Time for a tournament to end after the last kill.
const FINISH_TIMEOUT: Duration = Duration::from_secs(180);

/// Interval at which the tournament is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// What a trial without a violation has done.
pub(super) struct TrialSummary {
    /// Kills of workers, servers and databases.
    pub(super) kills: [u32; 3],
    /// Faults of the network.
    pub(super) faults: FaultCounts,
    pub(super) results: u64,
    pub(super) late_reports: u64,
    pub(super) duration: Duration,
}

/// What happens in a trial.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrialSettings {
    /// Number of matches of the tournament.
    pub(super) matches: u32,
    /// Number of processes that are killed.
    pub(super) kills: u32,
    pub(super) has_network_faults: bool,
}

/// One tournament on a cluster whose processes are killed.
pub(super) struct ClusterTrial {
    cluster: Cluster,
    tournament: String,
    matches: u32,
    kills: u32,
}

impl ClusterTrial {
    /// Starts the processes and creates the tournament.
    pub(super) fn start(
        program: &Program,
        settings: TrialSettings,
        rng: &mut StableRng,
    ) -> Result<Self, Failure> {
        let mut cluster = Cluster::start(program, settings.has_network_faults.then_some(rng))?;
        let tournament = retry(CREATE_TIMEOUT, || {
            // A server that cannot open its database ends.
            cluster.restart_ended()?;
            let addresses = cluster.addresses(0);
            block_on(1, create_tournament(addresses, settings.matches / 2))
        })?;
        Ok(Self {
            cluster,
            tournament,
            matches: settings.matches,
            kills: settings.kills,
        })
    }

    /// Kills processes, waits for the end of the tournament and counts its results. Returns a violation, if there is any.
    pub(super) fn run(mut self, rng: &mut StableRng) -> Result<TrialSummary, String> {
        let started = Instant::now();
        let result = self.kill_and_count(rng);
        match result {
            Ok((kills, results, late_reports)) => Ok(TrialSummary {
                kills,
                faults: self.faults(),
                results,
                late_reports,
                duration: started.elapsed(),
            }),
            Err(violation) => {
                let logs = self.cluster.keep_logs();
                Err(format!("{violation}; the logs are in {}", logs.display()))
            }
        }
    }

    fn kill_and_count(&mut self, rng: &mut StableRng) -> Result<([u32; 3], u64, u64), String> {
        let mut kills = [0; 3];
        for _ in 0..self.kills {
            sleep(Duration::from_micros(rng.below(MAX_KILL_DELAY_MICROS)));
            let kind = rng.below(3) as usize;
            let index = rng.below(SERVERS as u64) as usize;
            let down = Duration::from_micros(rng.below(MAX_DOWN_MICROS));
            self.kill(kind, index, down)
                .map_err(|error| format!("a process does not start again: {error}"))?;
            kills[kind] += 1;
        }
        let heal_at = Instant::now() + FAULT_TIME;
        let end = Instant::now() + FINISH_TIMEOUT;
        while !self.is_over() {
            if let Some(network) = &self.cluster.network
                && Instant::now() > heal_at
            {
                network.heal();
            }
            let ended = self.cluster.restart_ended();
            ended.map_err(|error| format!("a process does not start again: {error}"))?;
            if Instant::now() > end {
                return Err(format!(
                    "the tournament has not ended after {} s with {} results; servers {}; chunks {}; owner {}",
                    FINISH_TIMEOUT.as_secs(),
                    self.count("SELECT count(*) FROM attempts WHERE result IS NOT NULL"),
                    self.list("SELECT epoch, address, expires_at - now() FROM servers"),
                    self.list(
                        "SELECT first_pairing, done, lease_epoch, expires_at - now() FROM chunks"
                    ),
                    self.list("SELECT owner_epoch FROM tournaments"),
                ));
            }
            sleep(POLL_INTERVAL);
        }
        let results = self.check_results()?;
        Ok((kills, results, self.late_reports()))
    }

    fn kill(&mut self, kind: usize, index: usize, down: Duration) -> std::io::Result<()> {
        match kind {
            0 => {
                self.cluster.kill_worker(index);
                sleep(down);
                self.cluster.start_worker(index)
            }
            1 => {
                self.cluster.kill_server(index);
                sleep(down);
                self.cluster.start_server(index)
            }
            _ => {
                self.cluster.postgres.kill();
                sleep(down);
                self.cluster.postgres.restart()
            }
        }
    }

    /// Returns the sum of the matches in the standings. A server connects to the database again when a read has failed.
    fn read_standings(&self) -> Result<u64, String> {
        if let Some(network) = &self.cluster.network {
            network.heal();
        }
        let sums = retry(FINISH_TIMEOUT, || {
            let read = entrant_matches(self.cluster.addresses(0), self.tournament.clone());
            block_on(1, read)
        });
        sums.map_err(|error| format!("the standings cannot be read: {error:?}"))
    }

    fn is_over(&self) -> bool {
        // The state of a tournament that is over.
        self.count("SELECT count(*) FROM tournaments WHERE state = 3") == 1
    }

    /// Checks that every pairing has one result, and that the sums are those of the results.
    fn check_results(&self) -> Result<u64, String> {
        let expected = u64::from(self.matches);
        let results = self.count("SELECT count(*) FROM attempts WHERE result IS NOT NULL");
        let pairings =
            self.count("SELECT count(DISTINCT pairing) FROM attempts WHERE result IS NOT NULL");
        let played = self.count(
            "SELECT count(*) FROM attempts JOIN matches ON matches.key = match_key
             JOIN commits ON commits.match_key = matches.key WHERE result IS NOT NULL AND matches.state = 4",
        );
        let chunks = self.count("SELECT count(*) FROM chunks");
        let sums = self.read_standings()?;
        let counts = (results, pairings, played, chunks, sums);
        if counts == (expected, expected, expected, 0, 2 * expected) {
            return Ok(results);
        }
        Err(format!(
            "expected {expected} results: {results} are stored for {pairings} pairings, {played} with their matches; the \
             standings have {} matches of entrants, and {chunks} chunks are left",
            counts.4
        ))
    }

    fn faults(&self) -> FaultCounts {
        let network = self.cluster.network.as_ref();
        network.map_or_else(FaultCounts::default, ClusterNetwork::counts)
    }

    fn late_reports(&self) -> u64 {
        let addresses = (0..SERVERS).map(|index| self.cluster.addresses(index));
        let listed = addresses.filter_map(|address| block_on(1, late_reports(address)).ok());
        listed.sum()
    }

    /// Returns rows as text, for the description of a violation.
    fn list(&self, sql: &str) -> String {
        self.cluster
            .postgres
            .run_sql("test0", sql)
            .replace('\n', ", ")
    }

    fn count(&self, sql: &str) -> u64 {
        self.cluster
            .postgres
            .run_sql("test0", sql)
            .parse()
            .unwrap_or(0)
    }
}

/// Returns the first game that has an agent.
fn game_with_agent(agent: &AgentSpec) -> GameId {
    let has_agent = |game: &&GameId| (**game).factory(agent).is_ok();
    *GameId::BUILT_IN
        .iter()
        .find(has_agent)
        .unwrap_or(&GameId::BUILT_IN[0])
}

async fn create_tournament(addresses: String, cycles: u32) -> Result<String, Failure> {
    let spec: AgentSpec = "greedy".parse().map_err(AgentError::from)?;
    let game = game_with_agent(&spec);
    let agent = |name: &str| proto::Entrant {
        name: name.into(),
        player: Some(Player::Agent(proto::AgentSpec {
            name: name.into(),
            settings: Vec::new(),
        })),
        ..Default::default()
    };
    let request = proto::CreateTournamentRequest {
        request_id: "the tournament".into(),
        setup: Some(proto::TournamentSetup {
            name: "a cup".into(),
            setup: Some(proto::GameSetup {
                game: game.name().into(),
                ..Default::default()
            }),
            format: Some(proto::TournamentFormat {
                kind: Some(proto::tournament_format::Kind::RoundRobin(
                    proto::RoundRobin { cycles },
                )),
            }),
            entrants: vec![agent("greedy"), agent("random")],
            ..Default::default()
        }),
        ..Default::default()
    };
    let client = Client::connect(&addresses).await?;
    let created = client.organizer().create_tournament(request).await;
    let created = created.map_err(ClientError::from)?.into_inner();
    Ok(created.tournament.unwrap_or_default().name)
}

/// Returns the number of matches of all entrants in the standings.
/// Calls until a call succeeds, or returns the failure of the first call that ends after the limit.
fn retry<T>(limit: Duration, mut call: impl FnMut() -> Result<T, Failure>) -> Result<T, Failure> {
    let end = Instant::now() + limit;
    loop {
        match call() {
            Err(_) if Instant::now() <= end => sleep(POLL_INTERVAL),
            ended => return ended,
        }
    }
}

async fn entrant_matches(addresses: String, name: String) -> Result<u64, Failure> {
    let client = Client::connect(&addresses).await?;
    let request = proto::GetStandingsRequest {
        name,
        ..Default::default()
    };
    let standings = client
        .tournaments()
        .get_standings(request)
        .await
        .map_err(ClientError::from)?
        .into_inner();
    Ok(standings.standings.iter().map(|row| row.matches).sum())
}

async fn late_reports(addresses: String) -> Result<u64, Failure> {
    let client = Client::connect(&addresses).await?;
    let listed = client
        .workers()
        .list_workers(worker_proto::ListWorkersRequest::default())
        .await
        .map_err(ClientError::from)?;
    let workers = listed.into_inner().workers;
    Ok(workers.iter().map(|worker| worker.late_reports).sum())
}

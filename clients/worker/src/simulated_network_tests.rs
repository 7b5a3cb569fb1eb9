//! Workers and a server in a simulated network, by a simulated clock: latency, partitions, connections that stand still,
//! and workers that crash.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use botwerk_client::{Client, ClientError, ConnectOptions, proto, worker_proto};
use botwerk_engine::{RootSeed, StableRng};
use botwerk_service::{Config, DatabaseLocation, EmbeddedServer};
use hyper_util::rt::TokioIo;
use proto::entrant::Player;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::transport::server::Connected;
use tonic::transport::{Endpoint, Server, Uri};
use turmoil::Sim;
use turmoil::net::{TcpListener, TcpStream};

use super::play;
use super::server_calls::{Connecting, ServerCalls};
use super::state::WorkerState;

const PORT: u16 = 4270;

const SERVER: &str = "server";

const WORKERS: [&str; 2] = ["worker-0", "worker-1"];

/// Number of rounds of the tournament, each of two matches.
const CYCLES: u32 = 150;

/// The lease of a chunk.
const LEASE: Duration = Duration::from_secs(2);

/// Time for the tournament, by the simulated clock, in which all faults end long before.
const LIMIT: Duration = Duration::from_secs(600);

/// Maximum number of faults of a tournament.
const MAX_FAULTS: u32 = 12;

/// Time of the simulated clock between two steps.
const TICK: Duration = Duration::from_millis(2);

/// Maximum simulated time for each unit of real time.
const MAX_SPEED: u32 = 4;

/// A connection of the simulated network.
struct SimulatedStream(TcpStream);

impl Connected for SimulatedStream {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for SimulatedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for SimulatedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

/// Runs the server.
async fn serve(lease: Duration) -> turmoil::Result {
    let config = Config {
        db: DatabaseLocation::Memory,
        worker_lease_secs: lease.as_secs().try_into()?,
        worker_check_percent: 0,
        ..Config::default()
    };
    let server = EmbeddedServer::open(&config).await?;
    let listener = TcpListener::bind(("0.0.0.0", PORT)).await?;
    let (sender, connections) = tokio::sync::mpsc::channel(1);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _ = sender
                .send(Ok::<_, io::Error>(SimulatedStream(stream)))
                .await;
        }
    });
    Server::builder()
        .add_routes(server.api().into())
        .serve_with_incoming(ReceiverStream::new(connections))
        .await?;
    Ok(())
}

/// Connects to a host of the simulated network.
fn connect(host: &str) -> Connecting {
    let uri = format!("http://{host}:{PORT}");
    Box::pin(async move {
        let endpoint = Endpoint::from_shared(uri)
            .map_err(|error| ClientError::Unreachable(error.to_string()))?
            .connect_timeout(Duration::from_secs(2))
            .http2_keep_alive_interval(Duration::from_secs(10))
            .keep_alive_timeout(Duration::from_secs(5));
        let connector = tower::service_fn(|uri: Uri| async move {
            let host = uri.host().unwrap_or_default().to_owned();
            TcpStream::connect((host, PORT)).await.map(TokioIo::new)
        });
        let channel = endpoint.connect_with_connector(connector).await?;
        Client::from_channel(channel, &ConnectOptions::default())
    })
}

/// Runs a worker.
async fn work() -> turmoil::Result {
    let stop = CancellationToken::new();
    let calls = ServerCalls::with_connector(vec![SERVER.into()], connect);
    let state = Arc::new(WorkerState::new(calls, 1, stop.clone()));
    play(&state, 1, None, &stop)
        .await
        .map_err(|failure| format!("{failure:?}").into())
}

fn tournament() -> proto::CreateTournamentRequest {
    let agent = |name: &str| proto::Entrant {
        name: name.into(),
        player: Some(Player::Agent(proto::AgentSpec {
            name: name.into(),
            settings: Vec::new(),
        })),
        ..Default::default()
    };
    let format = proto::RoundRobin { cycles: CYCLES };
    proto::CreateTournamentRequest {
        request_id: "the tournament".into(),
        seed: "the tournament".into(),
        setup: Some(proto::TournamentSetup {
            name: "a cup".into(),
            setup: Some(proto::GameSetup {
                game: "netzwerk".into(),
                ..Default::default()
            }),
            format: Some(proto::TournamentFormat {
                kind: Some(proto::tournament_format::Kind::RoundRobin(format)),
            }),
            entrants: vec![agent("greedy"), agent("random")],
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// What is left of a tournament when it is over.
#[derive(Debug, Default)]
struct Counts {
    /// Matches in the standings: every match counts for both entrants.
    standings: u64,
    /// Matches that workers have played.
    by_workers: u64,
    late_reports: u64,
}

/// Waits for the workers, creates the tournament, waits for its end and counts its results.
async fn hold_tournament() -> turmoil::Result<Counts> {
    let client = poll_for(async || connect(SERVER).await.ok()).await;
    let workers = async || {
        let mut service = client.workers();
        let listed = service
            .list_workers(worker_proto::ListWorkersRequest::default())
            .await;
        listed.map(|listed| listed.into_inner().workers)
    };
    poll_for(async || {
        let listed = workers().await.unwrap();
        (listed.len() >= WORKERS.len()).then_some(())
    })
    .await;
    let created = client.organizer().create_tournament(tournament()).await?;
    let name = created.into_inner().tournament.ok_or("no tournament")?.name;
    poll_for(async || {
        let request = proto::GetTournamentRequest { name: name.clone() };
        let current = client.tournaments().get_tournament(request).await.unwrap();
        let current = current.into_inner().tournament.unwrap_or_default();
        (current.state() == proto::TournamentState::Over).then_some(())
    })
    .await;
    let request = proto::GetStandingsRequest {
        name,
        ..Default::default()
    };
    let standings = client.tournaments().get_standings(request).await?;
    let standings = standings.into_inner().standings;
    let workers = workers().await?;
    Ok(Counts {
        standings: standings.iter().map(|row| row.matches).sum(),
        by_workers: workers.iter().map(|worker| worker.matches).sum(),
        late_reports: workers.iter().map(|worker| worker.late_reports).sum(),
    })
}

/// Calls `probe` again and again until it returns a value, in the time of the simulation.
async fn poll_for<T>(probe: impl AsyncFn() -> Option<T>) -> T {
    loop {
        if let Some(found) = probe().await {
            return found;
        }
        tokio::time::sleep(LEASE / 4).await;
    }
}

/// Runs the tournament with leases of this time; `disturb` is called before every step.
fn simulate(seed: u64, lease: Duration, mut disturb: impl FnMut(&mut Sim<'_>)) -> Counts {
    let mut sim = turmoil::Builder::new()
        .rng_seed(seed)
        .tick_duration(TICK)
        .simulation_duration(LIMIT)
        .min_message_latency(Duration::from_millis(1))
        .max_message_latency(Duration::from_millis(40))
        .tcp_capacity(1024)
        .build();
    sim.host(SERVER, move || serve(lease));
    for worker in WORKERS {
        sim.host(worker, work);
    }
    let counts = Arc::new(std::sync::Mutex::new(Counts::default()));
    let counted = Arc::clone(&counts);
    sim.client("operator", async move {
        let counts = hold_tournament().await?;
        *counted.lock().unwrap() = counts;
        Ok(())
    });
    let started = std::time::Instant::now();
    while !sim.step().unwrap() {
        disturb(&mut sim);
        // Calls are handled and matches played in real time, on threads that a busy machine keeps waiting.
        std::thread::sleep((sim.elapsed() / MAX_SPEED).saturating_sub(started.elapsed()));
    }
    let counts = std::mem::take(&mut *counts.lock().unwrap());
    // Every match has two entrants.
    assert_eq!(counts.standings, 4 * u64::from(CYCLES), "{counts:?}");
    counts
}

/// Disturbs the network between a worker and the server at random moments, one fault after the other.
struct RandomFaults {
    rng: StableRng,
    next_at: Duration,
    current: Option<(Fault, &'static str)>,
    remaining: u32,
}

/// A fault of the network between a worker and the server, or of the worker.
#[derive(Debug, Clone, Copy)]
enum Fault {
    /// Nothing arrives, in both directions; connections break.
    Partition,
    /// Only what the server answers is lost.
    LostAnswers,
    /// What is sent arrives at the end of the fault.
    Hold,
    /// The process ends, and starts again at the end of the fault.
    Crash,
}

impl RandomFaults {
    fn new(seed: u64) -> Self {
        Self {
            rng: RootSeed::from_text(&format!("faults {seed}")).rng(),
            next_at: LEASE / 4,
            current: None,
            remaining: MAX_FAULTS,
        }
    }

    fn disturb(&mut self, sim: &mut Sim<'_>) {
        if sim.elapsed() < self.next_at {
            return;
        }
        let pause = match self.current.take() {
            Some((fault, worker)) => {
                fault.end(sim, worker);
                300
            }
            None if self.remaining == 0 => return,
            None => {
                self.remaining -= 1;
                let worker = WORKERS[self.rng.below(WORKERS.len() as u64) as usize];
                let faults = [
                    Fault::Partition,
                    Fault::LostAnswers,
                    Fault::Hold,
                    Fault::Crash,
                ];
                let fault = faults[self.rng.below(faults.len() as u64) as usize];
                fault.start(sim, worker);
                self.current = Some((fault, worker));
                // Shorter and longer than a lease.
                2 * LEASE.as_millis() as u64
            }
        };
        self.next_at = sim.elapsed() + Duration::from_millis(50 + self.rng.below(pause));
    }
}

impl Fault {
    fn start(self, sim: &mut Sim<'_>, worker: &str) {
        match self {
            Self::Partition => sim.partition(worker, SERVER),
            Self::LostAnswers => sim.partition_oneway(SERVER, worker),
            Self::Hold => sim.hold(worker, SERVER),
            Self::Crash => sim.crash(worker),
        }
    }

    fn end(self, sim: &mut Sim<'_>, worker: &str) {
        match self {
            Self::Partition => sim.repair(worker, SERVER),
            Self::LostAnswers => sim.repair_oneway(SERVER, worker),
            Self::Hold => sim.release(worker, SERVER),
            Self::Crash => sim.bounce(worker),
        }
    }
}

#[test]
fn every_match_is_counted_once_without_faults() {
    // So long that none ends on a busy machine.
    let counts = simulate(1, 60 * LEASE, |_| {});
    assert_eq!(
        (counts.by_workers, counts.late_reports),
        (2 * u64::from(CYCLES), 0)
    );
}

#[test]
fn every_match_is_counted_once_although_the_network_of_workers_fails() {
    for seed in 0..3 {
        let mut faults = RandomFaults::new(seed);
        let counts = simulate(seed, LEASE, |sim| faults.disturb(sim));
        assert!(counts.by_workers > 0, "seed {seed}: {counts:?}");
        let started = MAX_FAULTS - faults.remaining;
        assert!(started > 0, "seed {seed}");
    }
}

#[test]
fn answers_of_one_worker_are_lost_until_its_leases_end() {
    let mut is_cut = false;
    let counts = simulate(7, LEASE, |sim| {
        let elapsed = sim.elapsed();
        if !is_cut && elapsed > Duration::from_secs(2) {
            sim.partition_oneway(SERVER, WORKERS[0]);
            is_cut = true;
        } else if is_cut && elapsed > Duration::from_secs(12) {
            sim.repair_oneway(SERVER, WORKERS[0]);
        }
    });
    // On a busy machine the server plays as well.
    assert!(counts.by_workers > 0, "{counts:?}");
}

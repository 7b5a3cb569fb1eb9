//! Workers, and servers that share a PostgreSQL database.

use botwerk_engine::GameType;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use botwerk_client::{AgentPlayer, Client, ClientError, play_seat, proto, worker_proto};
use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::GameId;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_service::{Durability, IN_MEMORY};
use botwerk_test_postgres::{PostgresCluster, Sync};
use proto::tournament_format::Kind as Format;

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::server::block_on_this_thread;
use super::stopwatch::Stopwatch;
use super::tournament::setup::{agent, create, setup};
use crate::child_server::{ChildServer, Launch};
use crate::cluster::no_postgres;
use crate::program::Program;

/// Number of cycles of a tournament, each of two matches.
const CYCLES: u32 = 500;

/// Number of times that a tournament is played with and without workers, in turn.
const ROUNDS: usize = 3;

/// Number of servers that are killed one after the other.
const KILLS: usize = 3;

/// Interval at which a match or a tournament is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Time for a killed server to be replaced, and for a tournament to end.
const LIMIT: Duration = Duration::from_secs(120);

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "worker-overhead",
        about: "Time of a match that one worker plays, relative to a search thread of the server; all in memory",
        figures: &[
            Figure {
                name: "worker-overhead-ratio",
                unit: "times",
                target: Some(1.05),
                better: BetterWhen::Lower,
            },
            Figure {
                name: "worker-overhead-match",
                unit: "ms in the server",
                target: None,
                better: BetterWhen::Lower,
            },
        ],
        measure: Measure::Timed(overhead),
    },
    Bench {
        name: "worker-scaling",
        about: "Matches of a tournament that two workers of one slot each play, relative to one worker, on the same cores \
                as their server",
        figures: &[Figure {
            name: "worker-scaling-ratio",
            unit: "times",
            target: Some(1.8),
            better: BetterWhen::Higher,
        }],
        measure: Measure::Timed(scaling),
    },
    Bench {
        name: "failover",
        about: "Time from the kill of a server until another one has accepted an action of its match, with PostgreSQL and \
                leases of 5 s",
        figures: &[
            Figure {
                name: "failover-longest",
                unit: "s",
                target: Some(10.0),
                better: BetterWhen::Lower,
            },
            Figure {
                name: "failover-shortest",
                unit: "s",
                target: None,
                better: BetterWhen::Lower,
            },
        ],
        measure: Measure::Timed(failover),
    },
];

/// A worker with one slot; dropping it kills it.
pub(crate) struct WorkerProcess(Child);

impl WorkerProcess {
    pub(crate) fn start(program: &Program, server: &str) -> Result<Self, Failure> {
        let mut command = program.command();
        command.args(["worker", "--server", server, "--log-level", "error"]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
        Ok(Self(child))
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_server(program: &Program, db: &Path, flags: &[&str]) -> Result<ChildServer, Failure> {
    ChildServer::start(Launch {
        program,
        db,
        listen: "127.0.0.1:0",
        durability: Durability::default(),
        flags,
        log: Stdio::null(),
    })
}

/// Plays a tournament with a number of workers, or without any in one search thread of the server. Returns its time in
/// seconds.
fn play_tournament(workers: usize) -> Result<f64, Failure> {
    let program = Program::linked()?;
    let flags = ["--search-threads", "1", "--worker-check-percent", "0"];
    let server = start_server(&program, IN_MEMORY.as_ref(), &flags)?;
    let _workers = (0..workers)
        .map(|_| WorkerProcess::start(&program, server.address()))
        .collect::<Result<Vec<_>, _>>()?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let deadline = Instant::now() + LIMIT;
        while online_workers(&client).await? < workers {
            wait_until(deadline, "the workers").await?;
        }
        let entrants = ["first", "second"].map(|name| agent(name, "greedy"));
        let format = Format::RoundRobin(proto::RoundRobin { cycles: CYCLES });
        let started = Instant::now();
        let name = create(&client, setup(format, entrants.into(), None), 1).await?;
        loop {
            let request = proto::GetTournamentRequest { name: name.clone() };
            let current = client.tournaments().get_tournament(request).await;
            let current = current.map_err(ClientError::from)?.into_inner();
            if current.tournament.unwrap_or_default().state() == proto::TournamentState::Over {
                return Ok(started.elapsed().as_secs_f64());
            }
            wait_until(deadline, "the tournament").await?;
        }
    })
}

async fn online_workers(client: &Client) -> Result<usize, Failure> {
    let mut service = client.workers();
    let listed = service
        .list_workers(worker_proto::ListWorkersRequest::default())
        .await;
    Ok(listed
        .map_err(ClientError::from)?
        .into_inner()
        .workers
        .len())
}

/// Waits a moment.
///
/// # Errors
/// Returns an error if the deadline has passed.
async fn wait_until(deadline: Instant, what: &str) -> Result<(), Failure> {
    if Instant::now() > deadline {
        let message = format!("{what} took longer than {} s", LIMIT.as_secs());
        return Err(Failure::new(Reason::Unreachable, message));
    }
    tokio::time::sleep(POLL_INTERVAL).await;
    Ok(())
}

/// Returns the shortest times of a tournament with each number of workers, which are measured in turn.
fn shortest_times<const N: usize>(workers: [usize; N]) -> Result<[f64; N], Failure> {
    let mut shortest = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for (shortest, workers) in shortest.iter_mut().zip(workers) {
            *shortest = shortest.min(play_tournament(workers)?);
        }
    }
    Ok(shortest)
}

fn overhead(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let [server, worker] = shortest_times([0, 1])?;
    let millis = server * 1e3 / f64::from(2 * CYCLES);
    Ok(vec![worker / server, millis])
}

fn scaling(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let [one, two] = shortest_times([1, 2])?;
    Ok(vec![one / two])
}

fn failover(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let postgres = PostgresCluster::start(Sync::On).ok_or_else(no_postgres)?;
    let database = postgres.create_database();
    let program = Program::linked()?;
    let start = || start_server(&program, database.as_ref(), &["--lease-secs", "5"]);
    let mut owner = start()?;
    let mut times = Vec::new();
    for _ in 0..KILLS {
        let other = start()?;
        let name = block_on_this_thread(start_match(owner.address()));
        let (name, seats) = name?;
        let players = play(
            format!("{},{}", owner.address(), other.address()),
            &name,
            seats,
        )?;
        std::thread::sleep(Duration::from_secs(1));
        let mut killed_at = Instant::now();
        let killed = owner.kill(|| killed_at = Instant::now());
        killed.map_err(|message| Failure::new(Reason::Unreachable, message))?;
        block_on_this_thread(next_event(other.address(), &name))?;
        times.push(killed_at.elapsed().as_secs_f64());
        drop(players);
        owner = other;
    }
    let longest = times.iter().copied().fold(0.0, f64::max);
    let shortest = times.iter().copied().fold(f64::INFINITY, f64::min);
    Ok(vec![longest, shortest])
}

/// Creates a match of two bots. Returns its name and the tokens of its seats.
async fn start_match(server: &str) -> Result<(String, Vec<String>), Failure> {
    let client = Client::connect(server).await?;
    let option = |name: &str, value: &str| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    let request = proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: GameId::MICRO_ROBOTS.name().into(),
            options: vec![option("chips_to_win", "25"), option("race_limit", "1s")],
            seats: 2,
        }),
        seats: vec![proto::SeatSetup::default(); 2],
        ..Default::default()
    };
    let created = client.matches().create_match(request).await;
    let created = created.map_err(ClientError::from)?.into_inner();
    let tokens = created.seat_tokens.into_iter().map(|seat| seat.token);
    Ok((created.r#match.unwrap_or_default().name, tokens.collect()))
}

/// Plays the seats of a match in threads of their own until the result is dropped.
fn play(
    servers: String,
    name: &str,
    tokens: Vec<String>,
) -> Result<tokio::runtime::Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    for token in tokens {
        let (servers, name) = (servers.clone(), name.to_owned());
        runtime.spawn(async move {
            let spec = "human:distribution=uniform,mean=300ms,error=20";
            let player = AgentPlayer::new(MicroRobots::ID, spec)?;
            let client = Client::connect(&servers).await?;
            // It ends with the match or the runtime.
            play_seat(&client, &name, &token, player).await
        });
    }
    Ok(runtime)
}

/// Waits until a server has added an event to a match.
async fn next_event(server: &str, name: &str) -> Result<(), Failure> {
    let client = Client::connect(server).await?;
    let deadline = Instant::now() + LIMIT;
    let mut first = None;
    loop {
        let request = proto::GetMatchRequest { name: name.into() };
        // Until the match is taken over, the call is rejected.
        if let Ok(found) = client.matches().get_match(request).await {
            let found = found.into_inner().r#match.unwrap_or_default();
            if found.event_count > *first.get_or_insert(found.event_count) {
                return Ok(());
            }
        }
        wait_until(deadline, "the takeover of a match").await?;
    }
}

//! Two servers whose workers report to one tournament, against one server.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto, worker_proto};
use botwerk_command::failure::Failure;
use botwerk_engine::RootSeed;
use botwerk_service::IN_MEMORY;
use botwerk_test_postgres::{PostgresCluster, Sync};
use botwerk_tests::{NetworkFaults, NetworkProxy, Upstream};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::attack::{Attack, AttackContext, at_least, information};
use super::own_worker::{OwnWorker, play};
use super::stored_tournament::round_robin;
use super::tournament_state::{create, result_rate};
use crate::bench::server::block_on_this_thread;

/// Workers of each server. They report matches that were played before: the servers are to be what limits the rate.
const WORKERS: usize = 4;

/// Matches that are played before; a worker that is given a later one plays it.
const PLAYED_MATCHES: u64 = 8_000;

/// Time that bytes take between a server and the database, as between machines of one centre: the rate is limited by the
/// transactions, not by the cores of this machine.
const DATABASE_DELAY: Duration = Duration::from_millis(2);

/// Share of the duration for which each rate is measured.
const SHARE: u32 = 10;

/// Time that a worker waits for a chunk.
const LEASE_WAIT: Duration = Duration::from_millis(500);

pub(super) const ATTACK: Attack = Attack {
    name: "two-servers",
    about: "Results a second of one tournament with four workers at each of two servers, which share a PostgreSQL database \
            2 ms away, against four workers at one",
    figures: &[
        at_least("two-servers-ratio", "times", 1.6),
        information("two-servers-one", "results/s"),
        information("two-servers-two", "results/s"),
    ],
    run,
};

type Plays = Arc<BTreeMap<u64, worker_proto::WorkerResult>>;

fn run(context: &AttackContext) -> Result<Vec<f64>, Failure> {
    let Some(postgres) = PostgresCluster::start(Sync::On) else {
        return Ok(vec![f64::NAN; 3]);
    };
    // The proxies, which run while this thread waits for a server.
    let network = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    block_on_this_thread(async {
        let plays = Arc::new(play_matches(context).await?);
        let one = rate(context, &postgres, &network, 1, &plays).await?;
        let two = rate(context, &postgres, &network, 2, &plays).await?;
        Ok(vec![two / one, one, two])
    })
}

fn setup() -> proto::TournamentSetup {
    round_robin(2, 1_000_000)
}

/// Plays the first matches of the tournament. They follow from its seed, so they are those of any other server.
async fn play_matches(
    context: &AttackContext,
) -> Result<BTreeMap<u64, worker_proto::WorkerResult>, Failure> {
    let server = context.start_server(IN_MEMORY.as_ref(), &[])?;
    let worker = OwnWorker::connect(server.address(), "player").await?;
    worker.lease(Duration::ZERO).await?;
    let client = Client::connect(server.address()).await?;
    let name = create(&client, setup(), &context.seed).await?;
    let work = worker.work(&name).await?;
    let one = |pairing: u64| {
        // Two entrants change their seats within a block of two.
        let entrants = [[0, 1], [1, 0]][pairing as usize % 2].to_vec();
        let one = worker_proto::ChunkMatch {
            pairing,
            block: pairing / 2,
            entrants,
        };
        Ok((pairing, play(&work, &one)?))
    };
    let count = context.scaled(PLAYED_MATCHES, 100);
    (0..count).map(one).collect()
}

/// Returns the results a second of a tournament with workers at a number of servers.
async fn rate(
    context: &AttackContext,
    postgres: &PostgresCluster,
    network: &Runtime,
    servers: usize,
    plays: &Plays,
) -> Result<f64, Failure> {
    let url = postgres.create_database();
    let database = url.split(['/', '?']).nth(3).unwrap_or_default();
    let mut running = Vec::new();
    for number in 0..servers {
        let socket = postgres.socket();
        let proxy = network.spawn(delayed_database(socket, number));
        let proxy = proxy.await.map_err(io::Error::other)??;
        let url = format!(
            "postgres://botwerk@{}/{database}?sslmode=disable",
            proxy.address()
        );
        let flags = ["--search-threads", "1", "--worker-check-percent", "0"];
        running.push(context.start_server(url.as_ref(), &flags)?);
    }
    let mut workers = JoinSet::new();
    for (number, server) in running.iter().enumerate() {
        for worker in 0..WORKERS {
            let id = format!("worker {number}.{worker}");
            let worker = OwnWorker::connect(server.address(), &id).await?;
            // The servers play no match themselves once they know a worker.
            worker.lease(Duration::ZERO).await?;
            workers.spawn(report(worker, Arc::clone(plays)));
        }
    }
    let client = Client::connect(running[0].address()).await?;
    let name = create(&client, setup(), &context.seed).await?;
    let time = context.duration / SHARE;
    // The first chunks are small, until the time of a match is known.
    sleep(time / 2).await;
    let rate = result_rate(&client, &name, time).await?;
    workers.shutdown().await;
    Ok(rate)
}

async fn delayed_database(socket: PathBuf, number: usize) -> io::Result<NetworkProxy> {
    let delay = NetworkFaults {
        min_delay: DATABASE_DELAY,
        max_delay: DATABASE_DELAY,
        ..Default::default()
    };
    let rng = RootSeed::from_text(&number.to_string()).rng();
    NetworkProxy::start(Upstream::Unix(socket), delay, rng).await
}

/// Leases chunks and reports what was played of them, until it is cancelled.
async fn report(worker: OwnWorker, plays: Plays) -> Result<(), Failure> {
    loop {
        // While servers lose their leases of the database, they reject calls.
        let Ok(Some((lease, matches))) = worker.lease(LEASE_WAIT).await else {
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        let known = matches.iter().map(|one| plays.get(&one.pairing).cloned());
        let results = match known.collect::<Option<Vec<_>>>() {
            Some(results) => results,
            None => {
                let work = worker.work(&lease.tournament).await?;
                let played = matches.iter().map(|one| play(&work, one));
                played.collect::<Result<_, _>>()?
            }
        };
        while let Err(ClientError::Unreachable(_)) = worker.report(&lease, results.clone()).await {
            sleep(Duration::from_millis(10)).await;
        }
    }
}

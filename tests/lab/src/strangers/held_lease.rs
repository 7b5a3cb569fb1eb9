//! A worker that holds the lease of the first chunk and never reports, while others report.

use std::time::Duration;

use botwerk_client::Client;
use botwerk_command::failure::{Failure, Reason};
use tokio::time::sleep;

use super::attack::{Attack, AttackContext, at_least, information};
use super::own_worker::OwnWorker;
use super::stored_tournament::round_robin;
use super::tournament_state::{create, result_rate, wait_until};
use crate::bench::cluster::WorkerProcess;
use crate::bench::server::block_on_this_thread;

/// Honest workers.
const WORKERS: usize = 2;

/// Matches of the tournament: more than are played.
const MATCHES: u64 = 1_000_000;

/// Time for the first results.
const START_LIMIT: Duration = Duration::from_secs(60);

/// Interval at which the lease is renewed.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(1);

/// The rate is measured over such a share of the duration, at its start and at its end.
const WINDOWS: u32 = 8;

pub(super) const ATTACK: Attack = Attack {
    name: "held-lease",
    about: "A worker renews the lease of the first chunk and never reports, while two others do: results a second at the \
            end against the start",
    figures: &[
        at_least("held-lease-rate", "% of the start", 95.0),
        information("held-lease-start", "results/s"),
        information("held-lease-end", "results/s"),
    ],
    run,
};

fn run(context: &AttackContext) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let flags = ["--search-threads", "1", "--worker-check-percent", "0"];
    let server = context.start_server(&folder.path().join("strangers.db"), &flags)?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let holder = OwnWorker::connect(server.address(), "holder").await?;
        // The server plays no match itself once it knows a worker.
        holder.lease(Duration::ZERO).await?;
        let name = create(&client, round_robin(2, MATCHES), &context.seed).await?;
        let leased = holder.lease(START_LIMIT).await?;
        let (lease, _) = leased.ok_or_else(|| {
            let message = "the server has leased no chunk to a worker";
            Failure::new(Reason::Unreachable, message)
        })?;
        let holding = async {
            // If the server takes the lease away, there is nothing to hold any more.
            while holder.renew(&lease).await.is_ok() {
                sleep(RENEWAL_INTERVAL).await;
            }
            std::future::pending().await
        };
        let measuring = async {
            let _workers = (0..WORKERS)
                .map(|_| WorkerProcess::start(&context.program, server.address()))
                .collect::<Result<Vec<_>, _>>()?;
            wait_until(&client, &name, START_LIMIT, |found| found.result_count > 0).await?;
            let window = context.duration / WINDOWS;
            // The first chunks are small, until the time of a match is known.
            sleep(window).await;
            let start = result_rate(&client, &name, window).await?;
            sleep(context.duration.saturating_sub(window * 3)).await;
            let end = result_rate(&client, &name, window).await?;
            Ok(vec![end / start * 100.0, start, end])
        };
        tokio::select! {
            measured = measuring => measured,
            never = holding => never,
        }
    })
}

//! A worker that reports other matches than those it was given.

use std::time::{Duration, Instant};

use botwerk_client::{Client, worker_proto};
use botwerk_command::failure::Failure;
use botwerk_service::WorkerTournament;
use tokio::time::sleep;

use super::attack::{Attack, AttackContext, information};
use super::hints::start_searches;
use super::own_worker::{OwnWorker, play};
use super::stored_tournament::round_robin;
use super::tournament_state::create;
use crate::bench::figure::{BetterWhen, Figure};
use crate::bench::server::block_on_this_thread;

/// Matches of the tournament: more than are played.
const MATCHES: u64 = 1_000_000;

/// Searches of an accomplice, which are to keep the server from checking anything.
const SEARCHES: u64 = 40;

/// Time after the first report within which its difference is to be found: the server checks all matches.
const CHECK_LIMIT: Duration = Duration::from_secs(5);

/// Time for which the worker continues to report after that.
const LYING_TIME: Duration = Duration::from_secs(3);

/// Time that the worker waits for a chunk.
const LEASE_WAIT: Duration = Duration::from_millis(200);

pub(super) const ATTACK: Attack = Attack {
    name: "forged-results",
    about: "A worker that plays other matches than those it leases, while an accomplice has 40 open searches and the server \
            checks all matches: results accepted after the first difference was found, or ought to have been",
    figures: &[
        Figure {
            name: "forged-results-accepted",
            unit: "results",
            target: Some(0.0),
            better: BetterWhen::Zero,
        },
        information("forged-results-before", "results"),
        information("forged-results-found", "s until the first difference"),
    ],
    run,
};

fn run(context: &AttackContext) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let flags = ["--worker-check-percent", "100"];
    let server = context.start_server(&folder.path().join("strangers.db"), &flags)?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let worker = OwnWorker::connect(server.address(), "liar").await?;
        // The server plays no match itself once it knows a worker.
        worker.lease(Duration::ZERO).await?;
        let name = create(&client, round_robin(2, MATCHES), &context.seed).await?;
        let _accomplice = start_searches(server.address(), context.scaled(SEARCHES, 2) as usize)?;
        lie(&worker, &name).await
    })
}

/// Reports forged results for a time. Returns how many were accepted after and before the first difference was found, and
/// the seconds until then.
async fn lie(worker: &OwnWorker, name: &str) -> Result<Vec<f64>, Failure> {
    let work = worker.work(name).await?;
    let (mut before, mut after) = (0_usize, 0_usize);
    let mut first_report: Option<Instant> = None;
    let mut found_after = f64::INFINITY;
    let started = Instant::now();
    while started.elapsed() < CHECK_LIMIT + LYING_TIME {
        // Before the lease: a worker that is excluded gets no further one.
        if found_after.is_infinite() && has_difference(worker).await? {
            found_after = first_report.map_or(0.0, |at| at.elapsed().as_secs_f64());
        }
        let Ok(Some((lease, matches))) = worker.lease(LEASE_WAIT).await else {
            sleep(LEASE_WAIT).await;
            continue;
        };
        let forged = matches.iter().map(|one| forge(&work, one));
        let forged = forged.collect::<Result<Vec<_>, Failure>>()?;
        let count = forged.len();
        let is_late =
            found_after.is_finite() || first_report.is_some_and(|at| at.elapsed() > CHECK_LIMIT);
        let is_accepted = worker.report(&lease, forged).await?;
        if is_accepted {
            first_report.get_or_insert_with(Instant::now);
            *(if is_late { &mut after } else { &mut before }) += count;
        }
    }
    Ok(vec![after as f64, before as f64, found_after])
}

async fn has_difference(worker: &OwnWorker) -> Result<bool, Failure> {
    let status = worker.status().await?;
    Ok(status.is_some_and(|status| status.differing_matches > 0))
}

/// Plays another match than the one that was leased: legal from the same start, so that only another play reveals it.
fn forge(
    work: &WorkerTournament,
    leased: &worker_proto::ChunkMatch,
) -> Result<worker_proto::WorkerResult, Failure> {
    let other = worker_proto::ChunkMatch {
        block: leased.block + 1,
        ..leased.clone()
    };
    play(work, &other)
}

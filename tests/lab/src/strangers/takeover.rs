//! A server that opens a tournament with a long history.

use std::time::{Duration, Instant};

use botwerk_client::Client;
use botwerk_command::failure::Failure;

use super::attack::{Attack, AttackContext, at_most};
use super::stored_tournament::{round_robin, store};
use super::tournament_state::wait_until;
use crate::bench::server::block_on_this_thread;

/// Results of the tournament, and its entrants.
const RESULTS: u64 = 1_000_000;
const ENTRANTS: u64 = 64;

/// Time for the tournament to continue.
const LIMIT: Duration = Duration::from_secs(120);

pub(super) const ATTACK: Attack = Attack {
    name: "takeover",
    about: "A server opens a tournament with 1,000,000 results: time from its start to the next result, and its memory",
    figures: &[
        at_most("takeover-time", "s", 2.0),
        at_most("takeover-memory", "MB", 100.0),
    ],
    run,
};

fn run(context: &AttackContext) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("strangers.db");
    let results = context.scaled(RESULTS, 100);
    block_on_this_thread(async {
        let name = store(context, &file, round_robin(ENTRANTS, results), results).await?;
        // A server that was killed has stored its sums; the one that filled the file has not.
        let first = context.start_server(&file, &[])?;
        let stored = next_result(&first, &name, results).await?;
        drop(first);
        let started = Instant::now();
        let server = context.start_server(&file, &[])?;
        next_result(&server, &name, stored).await?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(vec![seconds, server.peak_memory()? as f64 / 1e6])
    })
}

/// Waits until a tournament has more results than before, and returns how many.
async fn next_result(
    server: &crate::child_server::ChildServer,
    name: &str,
    before: u64,
) -> Result<u64, Failure> {
    let client = Client::connect(server.address()).await?;
    let continued = wait_until(&client, name, LIMIT, |found| found.result_count > before).await?;
    Ok(continued.result_count)
}

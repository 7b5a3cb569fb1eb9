//! Calls about one tournament in progress.

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_command::failure::{Failure, Reason};
use tokio::time::sleep;

/// Interval at which a tournament is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Maximum time in which a rate is measured.
const RATE_LIMIT: Duration = Duration::from_secs(20);

/// Creates a tournament and returns its name.
pub(super) async fn create(
    client: &Client,
    setup: proto::TournamentSetup,
    seed: &str,
) -> Result<String, Failure> {
    let request = proto::CreateTournamentRequest {
        setup: Some(setup),
        seed: seed.into(),
        concurrency: 1,
        ..Default::default()
    };
    let created = client.organizer().create_tournament(request).await;
    let created = created.map_err(ClientError::from)?.into_inner();
    Ok(created.tournament.unwrap_or_default().name)
}

/// Reads a tournament.
pub(super) async fn get(client: &Client, name: &str) -> Result<proto::Tournament, Failure> {
    let request = proto::GetTournamentRequest { name: name.into() };
    let found = client.tournaments().get_tournament(request).await;
    let found = found.map_err(ClientError::from)?.into_inner();
    Ok(found.tournament.unwrap_or_default())
}

/// Ends a tournament.
pub(super) async fn cancel(client: &Client, name: &str) -> Result<(), Failure> {
    let request = proto::CancelTournamentRequest { name: name.into() };
    let cancelled = client.organizer().cancel_tournament(request).await;
    Ok(cancelled.map(drop).map_err(ClientError::from)?)
}

/// Pauses a tournament and waits until no match is in progress.
pub(super) async fn pause(client: &Client, name: &str, limit: Duration) -> Result<(), Failure> {
    let request = proto::PauseTournamentRequest { name: name.into() };
    let paused = client.organizer().pause_tournament(request).await;
    paused.map_err(ClientError::from)?;
    wait_until(client, name, limit, |found| found.running_matches == 0).await?;
    Ok(())
}

/// Waits until a tournament is as it should be, and returns it.
///
/// # Errors
/// Returns an error if it is not within the limit.
pub(super) async fn wait_until(
    client: &Client,
    name: &str,
    limit: Duration,
    is_as_it_should_be: impl Fn(&proto::Tournament) -> bool,
) -> Result<proto::Tournament, Failure> {
    let started = Instant::now();
    loop {
        let found = get(client, name).await?;
        if is_as_it_should_be(&found) {
            return Ok(found);
        }
        if started.elapsed() > limit {
            let message = format!("{name} has not progressed within {limit:?}");
            return Err(Failure::new(Reason::Unreachable, message));
        }
        sleep(POLL_INTERVAL).await;
    }
}

/// Returns the results a second of a tournament, measured over a time, or longer until there is a result.
pub(super) async fn result_rate(
    client: &Client,
    name: &str,
    time: Duration,
) -> Result<f64, Failure> {
    let (started, before) = (Instant::now(), get(client, name).await?.result_count);
    loop {
        sleep(time).await;
        let (passed, after) = (started.elapsed(), get(client, name).await?.result_count);
        // On a busy machine there may be no result for a while, and no rate is compared with none.
        if after > before || passed > RATE_LIMIT {
            return Ok(after.saturating_sub(before) as f64 / passed.as_secs_f64());
        }
    }
}

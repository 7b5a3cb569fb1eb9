//! Bench of a match in progress while matches that have ended are opened again.

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_engine::GameId;
use proto::MatchState;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::load::create;
use super::server::{block_on_this_thread, child};
use super::service::BenchSeat;
use super::stopwatch::Stopwatch;
use botwerk_command::failure::{Failure, Reason};

/// Ended matches. A room stays open for 2 s after it was opened, so that at the given rate each
/// match is closed before it is opened again.
const ENDED_MATCHES: usize = 800;

/// Ended matches that are opened again per second.
const REOPENED_PER_SECOND: u32 = 200;

/// Time for all matches to end.
const PLAY_TIMEOUT: Duration = Duration::from_secs(120);

/// Time after which the rooms of matches that have ended are closed.
const CLOSE_DELAY: Duration = Duration::from_secs(3);

pub(super) const BENCHES: &[Bench] = &[Bench {
    name: "reopen-old-matches",
    about: "Submissions of a running match while 200 ended matches a second are opened again",
    figures: &[
        p99("reopen-old-matches-p99"),
        p99("reopen-old-matches-idle-p99"),
        Figure {
            name: "reopen-old-matches-ratio",
            unit: "times",
            target: Some(1.3),
            better: BetterWhen::Lower,
        },
    ],
    measure: Measure::Timed(reopen_old_matches),
}];

const fn p99(name: &'static str) -> Figure {
    Figure {
        name,
        unit: "µs",
        target: None,
        better: BetterWhen::Lower,
    }
}

/// The 99th percentiles with and without matches that are opened again, and their ratio.
fn reopen_old_matches(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let watcher = Client::connect(server.address()).await?;
        let ended = play_matches(&client, ENDED_MATCHES).await?;
        sleep(CLOSE_DELAY).await;
        let mut seat = BenchSeat::join(&client).await?;
        // The first submissions warm up.
        submit(&mut seat, stopwatch.limit() / 10).await?;
        let idle = submit(&mut seat, stopwatch.limit()).await?;
        let busy = tokio::select! {
            busy = submit(&mut seat, stopwatch.limit()) => busy?,
            failed = reopen(&watcher, &ended) => return failed.and(Ok(Vec::new())),
        };
        let (busy, idle) = (percentile_99(busy), percentile_99(idle));
        Ok(vec![busy, idle, busy / idle])
    })
}

/// Plays matches between agents to their end; returns their names.
pub(crate) async fn play_matches(client: &Client, count: usize) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for _ in 0..count {
        names.push(create(client, agent_match()).await?.0);
    }
    let deadline = Instant::now() + PLAY_TIMEOUT;
    for name in &names {
        while !has_ended(client, name).await? {
            if Instant::now() > deadline {
                let message = format!("{name} has not ended within {PLAY_TIMEOUT:?}");
                return Err(Failure::new(Reason::Unreachable, message));
            }
            sleep(Duration::from_millis(50)).await;
        }
    }
    Ok(names)
}

/// A match between agents that choose at random.
fn agent_match() -> proto::CreateMatchRequest {
    let random = proto::SeatSetup {
        agent: Some(proto::AgentSpec {
            name: "random".into(),
            settings: Vec::new(),
        }),
        ..Default::default()
    };
    proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: GameId::NETZWERK.name().into(),
            ..Default::default()
        }),
        seats: vec![random; 2],
        ..Default::default()
    }
}

async fn has_ended(client: &Client, name: &str) -> Result<bool, Failure> {
    let request = proto::GetMatchRequest { name: name.into() };
    let response = client.matches().get_match(request).await;
    let found = response.map_err(ClientError::from)?.into_inner().r#match;
    let state = found.unwrap_or_default().state();
    Ok(matches!(state, MatchState::Over | MatchState::Aborted))
}

/// Submits one after the other; returns the time from each submission to its update.
async fn submit(seat: &mut BenchSeat, limit: Duration) -> Result<Vec<Duration>, Failure> {
    let started = Instant::now();
    let mut times = Vec::new();
    while started.elapsed() < limit || times.is_empty() {
        times.push(seat.submit().await?.time);
    }
    Ok(times)
}

/// Opens ended matches again, one after the other, until it is cancelled.
async fn reopen(client: &Client, ended: &[String]) -> Result<(), Failure> {
    let mut ticks = interval(Duration::from_secs(1) / REOPENED_PER_SECOND);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    for name in ended.iter().cycle() {
        ticks.tick().await;
        let watched = proto::WatchTarget {
            r#match: name.clone(),
            resume_after_seq: u64::MAX,
        };
        let request = proto::WatchMatchRequest {
            matches: vec![watched],
            ..Default::default()
        };
        let stream = client.matches().watch_match(request).await;
        // The match is open once the stream is accepted.
        drop(stream.map_err(ClientError::from)?);
    }
    Ok(())
}

/// The 99th percentile in microseconds.
pub(crate) fn percentile_99(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[(times.len() - 1) * 99 / 100].as_nanos() as f64 / 1e3
}

//! Watchers of one tournament in progress, as browsers that show its page.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, WatchedTournament, proto};
use botwerk_command::failure::{Failure, Reason};
use botwerk_service::{Durability, IN_MEMORY};
use proto::tournament_format::Kind as Format;
use tokio::task::JoinSet;

use super::super::figure::{Bench, BetterWhen, Figure, Measure};
use super::super::server::{client, one_core_child};
use super::super::stopwatch::Stopwatch;
use super::setup::{ENDLESS_CYCLES, agent, create, setup};

/// Watchers at once, and those of one connection.
const WATCHERS: usize = 2_000;
const WATCHERS_PER_CONNECTION: usize = 50;

/// How often each watcher asks for the table with its statistics, as the page does.
const TABLE_INTERVAL: Duration = Duration::from_secs(5);

/// Entrants of the tournament.
const ENTRANTS: usize = 8;

pub(super) const BENCH: Bench = Bench {
    name: "tournament-watchers",
    about: "Time between two updates that each of 2,000 watchers receives of a tournament with 8 entrants, \
            on a server of one core that plays it; each asks for the table every 5 s as well",
    figures: &[
        Figure {
            name: "tournament-watchers-update",
            unit: "s (longest)",
            target: Some(1.0),
            better: BetterWhen::Lower,
        },
        Figure {
            name: "tournament-watchers-update-p99",
            unit: "s",
            target: None,
            better: BetterWhen::Lower,
        },
        Figure {
            name: "tournament-watchers-table",
            unit: "s (longest)",
            target: None,
            better: BetterWhen::Lower,
        },
        Figure {
            name: "tournament-watchers-matches",
            unit: "matches/s",
            target: None,
            better: BetterWhen::Higher,
        },
    ],
    measure: Measure::Timed(watchers),
};

/// What a watcher has seen while it was measured.
#[derive(Default)]
struct WatchTimes {
    between_updates: Vec<Duration>,
    tables: Vec<Duration>,
    results: u64,
}

fn watchers(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let limit = stopwatch.limit();
    let server = one_core_child(IN_MEMORY.as_ref(), Durability::default())?;
    client(async {
        let client = Client::connect(server.address()).await?;
        let entrants = (0..ENTRANTS).map(|index| agent(&format!("entrant {index}"), "random"));
        let format = Format::RoundRobin(proto::RoundRobin {
            cycles: ENDLESS_CYCLES / 100,
        });
        let name = create(&client, setup(format, entrants.collect(), None), 1).await?;
        let is_measured = Arc::new(AtomicBool::new(false));
        let mut tasks = JoinSet::new();
        let mut connection = client.clone();
        for index in 0..WATCHERS {
            if index % WATCHERS_PER_CONNECTION == 0 {
                connection = Client::connect(server.address()).await?;
            }
            let (client, name, flag) = (connection.clone(), name.clone(), Arc::clone(&is_measured));
            // As people open a page, one after another.
            let offset = TABLE_INTERVAL * index as u32 / WATCHERS as u32;
            tasks.spawn(watch(client, name, flag, offset));
        }
        // The streams open, and the first tables have been sent.
        tokio::time::sleep(TABLE_INTERVAL * 2).await;
        is_measured.store(true, Ordering::Relaxed);
        let started = Instant::now();
        tokio::time::sleep(limit).await;
        is_measured.store(false, Ordering::Relaxed);
        let passed = started.elapsed();
        let mut all = WatchTimes::default();
        while let Some(watched) = tasks.join_next().await {
            let failed = |_| Failure::new(Reason::Unreachable, "a watcher panicked");
            let watched = watched.map_err(failed)??;
            all.between_updates.extend(watched.between_updates);
            all.tables.extend(watched.tables);
            all.results = all.results.max(watched.results);
        }
        all.between_updates.sort_unstable();
        let p99 = all.between_updates.len() * 99 / 100;
        let longest = |times: &[Duration]| times.iter().max().map_or(0.0, Duration::as_secs_f64);
        Ok(vec![
            longest(&all.between_updates),
            all.between_updates
                .get(p99)
                .map_or(0.0, Duration::as_secs_f64),
            longest(&all.tables),
            all.results as f64 / passed.as_secs_f64(),
        ])
    })
}

/// Watches until the end of the measurement.
async fn watch(
    client: Client,
    name: String,
    is_measured: Arc<AtomicBool>,
    offset: Duration,
) -> Result<WatchTimes, Failure> {
    let request = proto::WatchTournamentRequest {
        name: name.clone(),
        interval_nanos: 0,
    };
    let stream = client.tournaments().watch_tournament(request).await;
    let mut updates = stream.map_err(ClientError::from)?.into_inner();
    let mut times = WatchTimes::default();
    let (mut previous, mut has_started) = (None::<Instant>, false);
    let mut first_results = 0;
    let mut watched = WatchedTournament::default();
    let mut next_table = Instant::now() + offset;
    loop {
        if let Some(update) = updates.message().await.map_err(ClientError::from)? {
            watched.update(update);
        }
        let tournament = watched.tournament.as_ref();
        let results = tournament.map_or(0, |tournament| tournament.result_count);
        let now = Instant::now();
        let is_running = is_measured.load(Ordering::Relaxed);
        if let (Some(previous), true) = (previous, is_running || has_started) {
            times.between_updates.push(now - previous);
        }
        if is_running && !has_started {
            (has_started, first_results) = (true, results);
        }
        if has_started {
            times.results = results - first_results;
            if !is_running {
                return Ok(times);
            }
        }
        previous = Some(now);
        if now >= next_table {
            next_table += TABLE_INTERVAL;
            let request = proto::GetStandingsRequest {
                name: name.clone(),
                season: 0,
                ..Default::default()
            };
            let table = client.tournaments().get_standings(request).await;
            table.map_err(ClientError::from)?;
            if has_started {
                times.tables.push(now.elapsed());
            }
        }
    }
}

//! Benches of tournaments: the runner's own cost, and its throughput with remote bots.

mod flags;
mod instant_bots;
pub(crate) mod setup;
mod watchers;

use std::time::{Duration, Instant};

use botwerk::embedded_server;
use botwerk_client::{Client, ClientError, proto};
use botwerk_command::connection::block_on;
use botwerk_command::failure::{Failure, Reason};
use botwerk_service::{Config, DatabaseLocation};
use proto::tournament_format::Kind as Format;

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::server::{block_on_this_thread, child};
use super::stopwatch::Stopwatch;
use instant_bots::InstantBots;
use setup::{ENDLESS_CYCLES, agent, bot, create, setup};

/// Concurrent matches of remote bots.
const CONCURRENT_MATCHES: u32 = 64;

/// Time that a tournament runs before the measurement.
const WARM_UP: Duration = Duration::from_millis(500);

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "tournament-runner",
        about: "Processor time per action without that of the agents, in a tournament of Netzwerk \
                between built-in agents, stored in memory",
        figures: &[
            Figure {
                name: "tournament-runner-action",
                unit: "µs",
                target: Some(5.0),
                better: BetterWhen::Lower,
            },
            Figure {
                name: "tournament-runner-matches",
                unit: "matches/s",
                target: None,
                better: BetterWhen::Higher,
            },
        ],
        measure: Measure::Timed(runner),
    },
    Bench {
        name: "tournament-bots",
        about: "Two instant remote bots with one Play stream each in 64 concurrent matches of \
                Netzwerk, each turn stored before it is accepted",
        figures: &[
            Figure {
                name: "tournament-bots-actions",
                unit: "actions/s",
                target: Some(30_000.0),
                better: BetterWhen::Higher,
            },
            Figure {
                name: "tournament-bots-turns",
                unit: "turns/s",
                target: None,
                better: BetterWhen::Higher,
            },
        ],
        measure: Measure::Timed(bots),
    },
    flags::BENCH,
    watchers::BENCH,
];

fn runner(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let limit = stopwatch.limit();
    block_on(2, async {
        let host = embedded_server::with_config(Config {
            db: DatabaseLocation::Memory,
            // Agents run on one thread, so that their time can be separated from the rest.
            search_threads: 1,
            ..Config::default()
        })
        .await?;
        let client = host.connect().await?;
        let entrants = vec![agent("a", "random"), agent("b", "random")];
        let format = Format::RoundRobin(proto::RoundRobin {
            cycles: ENDLESS_CYCLES,
        });
        let name = create(&client, setup(format, entrants, None), 2).await?;
        tokio::time::sleep(WARM_UP).await;
        let (before, used_before) = (Totals::read(&client, &name).await?, processor_time()?);
        let started = Instant::now();
        tokio::time::sleep(limit).await;
        let (after, used) = (
            Totals::read(&client, &name).await?,
            processor_time()?.saturating_sub(used_before),
        );
        let passed = started.elapsed();
        cancel(&client, &name).await?;
        // Only records contain the actions of turns; a sample of matches shows how many there are.
        let turns = (after.turns - before.turns) as f64;
        let actions = turns * actions_per_turn(&client, &name).await?;
        let own = used.as_nanos() as f64 - (after.think_nanos - before.think_nanos) as f64;
        let matches = (after.matches - before.matches) as f64;
        host.stop().await?;
        Ok(vec![own / 1e3 / actions, matches / passed.as_secs_f64()])
    })
}

fn bots(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let limit = stopwatch.limit();
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let entrants = vec![bot("a"), bot("b")];
        let format = Format::RoundRobin(proto::RoundRobin {
            cycles: ENDLESS_CYCLES,
        });
        let name = create(&client, setup(format, entrants, None), CONCURRENT_MATCHES).await?;
        let mut bots =
            InstantBots::connect(server.address(), &client, &name, CONCURRENT_MATCHES).await?;
        bots.play_for(WARM_UP).await?;
        let before = bots.submitted.turns_and_actions();
        let started = Instant::now();
        bots.play_for(limit).await?;
        let (passed, after) = (
            started.elapsed().as_secs_f64(),
            bots.submitted.turns_and_actions(),
        );
        let [turns, actions] = [0, 1].map(|at| (after[at] - before[at]) as f64 / passed);
        Ok(vec![actions, turns])
    })
}

async fn cancel(client: &Client, name: &str) -> Result<(), Failure> {
    let request = proto::CancelTournamentRequest { name: name.into() };
    let response = client.organizer().cancel_tournament(request).await;
    Ok(response.map(drop).map_err(ClientError::from)?)
}

/// Totals of all entrants.
struct Totals {
    matches: u64,
    turns: u64,
    think_nanos: u64,
}

impl Totals {
    async fn read(client: &Client, name: &str) -> Result<Self, Failure> {
        let request = proto::GetStandingsRequest {
            name: name.into(),
            season: 0,
            ..Default::default()
        };
        let table = client.tournaments().get_standings(request).await;
        let lines = table.map_err(ClientError::from)?.into_inner().standings;
        Ok(Self {
            matches: lines.iter().map(|line| line.matches).sum::<u64>() / 2,
            turns: lines.iter().map(|line| line.turns).sum(),
            think_nanos: lines.iter().map(|line| line.think_nanos).sum(),
        })
    }
}

/// Returns the mean number of actions per turn in a few matches of a tournament.
async fn actions_per_turn(client: &Client, name: &str) -> Result<f64, Failure> {
    let request = proto::ListPairingsRequest {
        tournament: name.into(),
        page_size: 20,
        ..Default::default()
    };
    let page = client.tournaments().list_pairings(request).await;
    let page = page.map_err(ClientError::from)?.into_inner();
    let (mut actions, mut turns) = (0, 0);
    for pairing in page.pairings {
        let Some(result) = &pairing.result else {
            continue;
        };
        turns += result.seat_stats.iter().map(|seat| seat.turns).sum::<u64>();
        if let Some(attempt) = pairing.attempts.first() {
            let record = client.record(&attempt.r#match).await?;
            actions += record
                .lines()
                .filter(|line| line.contains("\"turn\":"))
                .count();
        }
    }
    Ok(actions as f64 / turns.max(1) as f64)
}

/// Returns the processor time of this process so far.
fn processor_time() -> Result<Duration, Failure> {
    let path = "/proc/self/schedstat";
    let tasks = std::fs::read_dir("/proc/self/task")?;
    let mut nanos = 0_u64;
    for task in tasks {
        let text = std::fs::read_to_string(task?.path().join("schedstat"));
        // A thread may have ended in the meantime.
        let used = text
            .ok()
            .and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
        nanos += used.unwrap_or(0);
    }
    if nanos == 0 {
        let message = format!("{path}: no processor time found; this bench needs Linux");
        return Err(Failure::new(Reason::FileError, message));
    }
    Ok(Duration::from_nanos(nanos))
}

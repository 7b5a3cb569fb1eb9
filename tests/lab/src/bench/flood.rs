//! Bench of a match in progress while clients flood the server with calls.

use std::thread::JoinHandle;
use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_tests::{FloodCall, FloodTargets};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::reopen::{percentile_99, play_matches};
use super::server::{block_on_this_thread, child};
use super::service::BenchSeat;
use super::stopwatch::Stopwatch;
use botwerk_command::failure::Failure;

/// Ended matches that calls refer to.
const ENDED_MATCHES: usize = 64;

/// Callers that flood the server at once, each with one call after the other.
pub(crate) const CALLERS: usize = 8;

/// How much lower the priority of the callers is than that of the player and the server.
const FLOOD_NICENESS: i32 = 10;

/// The time that a seat has for each of its turns.
const TURN_MILLIS: u64 = 200;

pub(super) const BENCHES: &[Bench] = &[Bench {
    name: "flood",
    about: "Submissions at 200 ms a turn while 8 callers make one kind of call after the other, all kinds in \
            turn",
    figures: &[
        information("flood-idle-p99", "µs"),
        information("flood-p99", "µs"),
        target("flood-ratio", "times", 2.0),
        information("flood-worst-call-ratio", "times"),
        target("flood-flags", "flags", 0.0),
    ],
    measure: Measure::Timed(flood),
}];

const fn information(name: &'static str, unit: &'static str) -> Figure {
    Figure {
        name,
        unit,
        target: None,
        better: BetterWhen::Lower,
    }
}

const fn target(name: &'static str, unit: &'static str, target: f64) -> Figure {
    Figure {
        name,
        unit,
        target: Some(target),
        better: BetterWhen::Lower,
    }
}

/// The 99th percentiles without and with calls, their ratio over all kinds and for the worst kind, and the
/// number of flags.
fn flood(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let server = child(&folder.path().join("bench.db"))?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let ended = play_matches(&client, ENDED_MATCHES).await?;
        let record = client.record(&ended[0]).await?;
        let targets = FloodTargets { ended, record };
        let mut player = Player::join(client).await?;
        // The first submissions warm up.
        player.submit(stopwatch.limit() / 10).await?;
        let idle = percentile_99(player.submit(stopwatch.limit()).await?);
        let share = stopwatch.limit() / 4;
        let (mut all, mut worst) = (Vec::new(), 0.0_f64);
        for call in FloodCall::ALL {
            let flooding = flood_with(server.address(), call, &targets)?;
            let times = player.submit(share).await?;
            drop(flooding);
            let ratio = percentile_99(times.clone()) / idle;
            eprintln!("{call:?}: {ratio:.2} times, {} submissions", times.len());
            worst = worst.max(ratio);
            all.extend(times);
        }
        let busy = percentile_99(all);
        Ok(vec![idle, busy, busy / idle, worst, player.flags() as f64])
    })
}

/// Starts callers that make one kind of call, one after the other.
fn flood_with(address: &str, call: FloodCall, targets: &FloodTargets) -> Result<Flood, Failure> {
    let (address, targets) = (address.to_owned(), targets.clone());
    Flood::start(CALLERS, move || {
        let (address, targets) = (address.clone(), targets.clone());
        async move {
            // A server that no longer answers shows in the submissions.
            let Ok(client) = Client::connect(&address).await else {
                return;
            };
            while call.send(&client, &targets).await.is_ok() {}
        }
    })
}

/// Callers at once, until this is dropped. They have a thread of their own with a low priority: the bench is about what
/// the server does, not about who gets the cores of the machine.
pub(crate) struct Flood {
    stop: CancellationToken,
    thread: Option<JoinHandle<()>>,
}

impl Flood {
    /// Starts a number of callers.
    pub(crate) fn start<F>(
        callers: usize,
        caller: impl Fn() -> F + Send + 'static,
    ) -> Result<Self, Failure>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let flood = move || {
            // Without the lower priority the figures are worse, but not wrong.
            let _ = rustix::process::nice(FLOOD_NICENESS);
            let calls = async {
                let mut running = JoinSet::new();
                for _ in 0..callers {
                    running.spawn(caller());
                }
                stopped.cancelled().await;
            };
            // Without a runtime there is no flood, which shows in the ratio.
            let _ = block_on_this_thread(async {
                calls.await;
                Ok(())
            });
        };
        let thread = std::thread::Builder::new()
            .name("flood".into())
            .spawn(flood)?;
        Ok(Self {
            stop,
            thread: Some(thread),
        })
    }
}

impl Drop for Flood {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A seat under a clock, which joins another match when it is flagged.
pub(crate) struct Player {
    client: Client,
    seat: BenchSeat,
    flags: u64,
}

impl Player {
    /// Joins the first match.
    pub(crate) async fn join(client: Client) -> Result<Self, Failure> {
        let seat = join(&client).await?;
        Ok(Self {
            client,
            seat,
            flags: 0,
        })
    }

    /// Returns how often the seat was flagged.
    pub(crate) const fn flags(&self) -> u64 {
        self.flags
    }

    /// Submits one after the other; returns the time from each submission to its update.
    pub(crate) async fn submit(&mut self, limit: Duration) -> Result<Vec<Duration>, Failure> {
        let started = std::time::Instant::now();
        let mut times = Vec::new();
        while started.elapsed() < limit || times.is_empty() {
            match self.seat.submit().await {
                Ok(cost) => times.push(cost.time),
                Err(_) => {
                    self.flags += 1;
                    self.seat = join(&self.client).await?;
                }
            }
        }
        Ok(times)
    }
}

async fn join(client: &Client) -> Result<BenchSeat, Failure> {
    let control = proto::TimeControl {
        kind: Some(proto::time_control::Kind::TurnNanos(
            TURN_MILLIS * 1_000_000,
        )),
        lag_cap_nanos: None,
    };
    BenchSeat::join_with(client, Some(control)).await
}

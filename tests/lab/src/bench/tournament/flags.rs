//! Flags of bots that are always in time, on disks of every speed.

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_command::failure::Failure;
use proto::Termination;
use proto::tournament_format::Kind as Format;

use super::super::figure::{Bench, BetterWhen, Figure, Measure};
use super::super::flag_args::FlagArgs;
use super::super::server::{block_on_this_thread, durable_child};
use super::instant_bots::{BotLog, InstantBots};
use super::setup::{bot, create, setup};
use crate::disk::SimulatedDisk;

pub(super) const BENCH: Bench = Bench {
    name: "tournament-flags",
    about: "Flags in 20,000 matches of instant remote bots at 200 ms + 2 ms, each action a part of its \
            own, stored before its answer; --matches, --concurrency, --sync-delay-ms and --durability \
            change it",
    figures: &[
        Figure {
            name: "tournament-flags",
            unit: "flags",
            target: Some(0.0),
            better: BetterWhen::Zero,
        },
        Figure {
            name: "tournament-flags-other-faults",
            unit: "terminations, rejections and missing results",
            target: Some(0.0),
            better: BetterWhen::Zero,
        },
        Figure {
            name: "tournament-flags-charged",
            unit: "ms (p50)",
            target: None,
            better: BetterWhen::Lower,
        },
        Figure {
            name: "tournament-flags-charged-p99",
            unit: "ms",
            target: None,
            better: BetterWhen::Lower,
        },
        Figure {
            name: "tournament-flags-charged-slowest",
            unit: "ms",
            target: None,
            better: BetterWhen::Lower,
        },
        Figure {
            name: "tournament-flags-matches",
            unit: "matches",
            target: None,
            better: BetterWhen::Higher,
        },
        Figure {
            name: "tournament-flags-submissions",
            unit: "submissions",
            target: None,
            better: BetterWhen::Higher,
        },
        Figure {
            name: "tournament-flags-duration",
            unit: "s",
            target: None,
            better: BetterWhen::Lower,
        },
    ],
    measure: Measure::Flags(flags),
};

fn flags(args: &FlagArgs) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let disk = simulated_disk(args, &folder.path().join("disk"))?;
    let database_folder = disk.as_ref().map_or(folder.path(), SimulatedDisk::folder);
    let server = durable_child(&database_folder.join("bench.db"), args.durability)?;
    let started = Instant::now();
    let (standings, mut log) = block_on_this_thread(play(args, server.address()))?;
    let seconds = started.elapsed().as_secs_f64();
    let lines = standings.standings.iter();
    let ended_early = lines.flat_map(|line| &line.terminations);
    let (flags, others): (Vec<_>, Vec<_>) =
        ended_early.partition(|count| count.termination() == Termination::Flagged);
    let total = |counts: Vec<&proto::TerminationCount>| -> u64 {
        counts.iter().map(|count| count.count).sum()
    };
    let matches = standings.tournament.map_or(0, |state| state.result_count);
    let missing = u64::from(scheduled_matches(args)).saturating_sub(matches);
    log.charged_nanos.sort_unstable();
    let millis = |nanos: u64| nanos as f64 / 1e6;
    Ok(vec![
        total(flags) as f64,
        (total(others) + missing + log.rejections) as f64,
        millis(percentile(&log.charged_nanos, 50)),
        millis(percentile(&log.charged_nanos, 99)),
        millis(percentile(&log.charged_nanos, 100)),
        matches as f64,
        log.charged_nanos.len() as f64,
        seconds,
    ])
}

fn simulated_disk(
    args: &FlagArgs,
    folder: &std::path::Path,
) -> Result<Option<SimulatedDisk>, Failure> {
    let Some(millis) = args.sync_delay_ms else {
        return Ok(None);
    };
    let disk = SimulatedDisk::mount(folder)?;
    disk.set_sync_delay(Duration::from_millis(millis));
    Ok(Some(disk))
}

/// Plays a tournament of two instant bots to its end.
async fn play(
    args: &FlagArgs,
    address: &str,
) -> Result<(proto::GetStandingsResponse, BotLog), Failure> {
    let client = Client::connect(address).await?;
    let entrants = vec![bot("a"), bot("b")];
    let cycles = scheduled_matches(args) / 2;
    let format = Format::RoundRobin(proto::RoundRobin { cycles });
    let bank = proto::TimeControl {
        kind: Some(proto::time_control::Kind::Bank(proto::Bank {
            base_nanos: 200_000_000,
            increment_nanos: 2_000_000,
        })),
        lag_cap_nanos: Some(0),
    };
    let setup = setup(format, entrants, Some(bank));
    let name = create(&client, setup, args.concurrency).await?;
    let bots = InstantBots::connect(address, &client, &name, args.concurrency).await?;
    let log = bots.play_to_end().await?;
    let request = proto::GetStandingsRequest {
        name,
        season: 0,
        ..Default::default()
    };
    let standings = client.tournaments().get_standings(request).await;
    Ok((standings.map_err(ClientError::from)?.into_inner(), log))
}

/// Returns the number of matches, which are played in pairs.
fn scheduled_matches(args: &FlagArgs) -> u32 {
    args.matches / 2 * 2
}

/// Returns the smallest value that the given percentage of the sorted values does not exceed; 0 for an
/// empty list.
fn percentile(sorted: &[u64], percent: usize) -> u64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentile_is_the_value_of_its_rank() {
        let values: Vec<u64> = (1..=200).collect();
        assert_eq!(percentile(&values, 50), 100);
        assert_eq!(percentile(&values, 99), 198);
        assert_eq!(percentile(&values, 100), 200);
        assert_eq!(percentile(&[7], 1), 7);
        assert_eq!(percentile(&[], 50), 0);
    }
}

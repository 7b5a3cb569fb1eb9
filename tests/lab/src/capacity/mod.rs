//! `capacity`: computes the load of clusters that are larger than one machine, from measured costs.

mod setting;
mod simulation;
mod station;
mod unit_costs;

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_engine::RootSeed;
use clap::Args;
use comfy_table::{Table, presets};
use serde_json::json;

use self::setting::ClusterSetting;
use self::simulation::{ClusterLoad, Simulation};
use self::unit_costs::UnitCosts;

/// The busy share above which a part is the limit: its queue grows with every fluctuation.
const LIMIT: f64 = 0.85;

/// Arguments of `capacity`.
#[derive(Debug, Args)]
pub(crate) struct CapacityArgs {
    /// Numbers of workers with one slot each
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [10, 100, 1000, 10_000])]
    workers: Vec<u32>,
    /// Number of watchers of tournaments
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    watchers: u32,
    /// Number of servers
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    servers: u32,
    /// Number of cores of each server
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    server_cores: u32,
    /// Number of transactions that the database runs at a time
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    database_cores: u32,
    /// Time of a match
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 100.0)]
    match_millis: f64,
    /// Time of a chunk, of at most 63 matches [default: as servers choose it by the number of workers]
    #[arg(long, value_name = "SECONDS")]
    chunk_seconds: Option<f64>,
    /// Percentage of the matches of workers that servers play again
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0)]
    checked_percent: f64,
    /// Simulated time, at least as long as five chunks
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    seconds: f64,
    /// Seed for all randomness
    #[arg(long, default_value = "capacity")]
    seed: String,
}

/// Simulates clusters of several sizes.
pub(crate) fn run(args: &CapacityArgs, output: &mut Output) -> Result<(), Failure> {
    let is_positive = |seconds: f64| seconds.is_finite() && seconds > 0.0;
    let times = [args.match_millis, args.seconds];
    let mut times = times.into_iter().chain(args.chunk_seconds);
    if !times.all(is_positive) || args.workers.contains(&0) {
        let message = "times and numbers of workers must be above 0";
        return Err(Failure::new(Reason::BadArgument, message));
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "workers",
        "matches/s",
        "playing",
        "writers",
        "database",
        "server cores",
        "for watchers",
        "for checks",
        "report p99",
        "limit",
    ]);
    for workers in &args.workers {
        let setting = args.setting(*workers);
        let rng = RootSeed::from_text(&format!("{}/{workers}", args.seed)).rng();
        let simulation = Simulation::new(setting, UnitCosts::MEASURED, rng);
        let chunk = setting.chunk_seconds();
        let load = simulation.run(4.0 * chunk, args.seconds.max(5.0 * chunk));
        let fixed = FixedLoad::new(&setting, &UnitCosts::MEASURED);
        if output.is_json() {
            output.json(&json!({
                "workers": workers, "matches_per_second": load.matches_per_second, "playing": load.playing,
                "writers": load.writers, "database": load.database, "server_cores": load.server_cores,
                "watchers": fixed.watcher_cores, "watcher_bytes": fixed.watcher_bytes,
                "update_bytes_per_second": fixed.update_bytes_per_second, "checks": fixed.check_cores,
                "report_p99_seconds": load.report_p99, "renewal_p99_seconds": load.renewal_p99,
                "limit": limit(&load, &fixed),
            }))?;
            continue;
        }
        table.add_row([
            workers.to_string(),
            format!("{:.0}", load.matches_per_second),
            percent(load.playing),
            percent(load.writers),
            percent(load.database),
            percent(load.server_cores),
            percent(fixed.watcher_cores),
            percent(fixed.check_cores),
            format!("{:.0} ms", 1e3 * load.report_p99),
            limit(&load, &fixed).unwrap_or("none").to_owned(),
        ]);
    }
    if output.is_json() {
        return Ok(());
    }
    output.line(table.trim_fmt())
}

impl CapacityArgs {
    fn setting(&self, workers: u32) -> ClusterSetting {
        let match_seconds = self.match_millis / 1e3;
        let chunk_seconds = self
            .chunk_seconds
            .unwrap_or(1.0 + 0.6e-3 * f64::from(workers));
        ClusterSetting {
            workers,
            watchers: self.watchers,
            servers: self.servers.min(workers),
            server_cores: self.server_cores,
            database_cores: self.database_cores,
            match_seconds,
            chunk_matches: (chunk_seconds / match_seconds).clamp(1.0, 63.0) as u32,
            lease_seconds: (2.0 * chunk_seconds).max(3.0),
            updates_per_second: 2.0,
            checked_share: self.checked_percent / 100.0,
        }
    }
}

/// The load that does not depend on the order of events, as a share of the cores of all servers.
struct FixedLoad {
    watcher_cores: f64,
    watcher_bytes: f64,
    update_bytes_per_second: f64,
    check_cores: f64,
}

impl FixedLoad {
    fn new(setting: &ClusterSetting, costs: &UnitCosts) -> Self {
        let cores = f64::from(setting.servers * setting.server_cores);
        let watchers = f64::from(setting.watchers);
        let updates = watchers * setting.updates_per_second;
        Self {
            watcher_cores: updates * costs.watcher_update / cores,
            watcher_bytes: watchers * costs.watcher_memory,
            update_bytes_per_second: updates * costs.update_bytes,
            check_cores: setting.checked_share * f64::from(setting.workers) / cores,
        }
    }
}

/// Returns the part of the cluster that has no more time, or `None` if all have some.
fn limit(load: &ClusterLoad, fixed: &FixedLoad) -> Option<&'static str> {
    let cores = load.server_cores + fixed.watcher_cores;
    let parts = [
        (load.database, "database"),
        (load.writers, "writers"),
        (cores, "server cores"),
        (cores + fixed.check_cores, "checks"),
    ];
    let (_, part) = parts.into_iter().find(|(share, _)| *share > LIMIT)?;
    Some(part)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the store: no cores of servers, and workers that report without playing.
    fn reporting_workers(workers: u32) -> f64 {
        let setting = ClusterSetting {
            workers,
            watchers: 0,
            servers: 1,
            server_cores: 2,
            database_cores: 2,
            match_seconds: 1e-9,
            chunk_matches: 32,
            lease_seconds: 1000.0,
            updates_per_second: 0.0,
            checked_share: 0.0,
        };
        let costs = UnitCosts {
            call: 0.0,
            reported_match: 0.0,
            ..UnitCosts::MEASURED
        };
        let rng = RootSeed::from_text("test").rng();
        let mut simulation = Simulation::new(setting, costs, rng);
        simulation.add_stored_chunks(1_000_000);
        simulation.run(1.0, 10.0).matches_per_second
    }

    #[test]
    fn simulation_agrees_with_the_measured_rates_of_the_store() {
        // docs/measurements.md, "Several machines".
        // With fewer workers, those that were measured wait for their next lease, which others have beforehand.
        for (workers, measured) in [(16, 35_690.0), (64, 40_510.0)] {
            let simulated = reporting_workers(workers);
            let ratio = simulated / measured;
            assert!(
                (0.85..1.15).contains(&ratio),
                "{workers} workers: {simulated:.0} a second"
            );
        }
    }

    #[test]
    fn workers_play_all_the_time_until_a_part_is_at_its_limit() {
        let args = |chunk_seconds| CapacityArgs {
            workers: Vec::new(),
            watchers: 0,
            servers: 4,
            server_cores: 8,
            database_cores: 8,
            match_millis: 1000.0,
            chunk_seconds: Some(chunk_seconds),
            checked_percent: 0.0,
            seconds: 5.0,
            seed: String::new(),
        };
        let load = |workers, chunk_seconds| {
            let setting = args(chunk_seconds).setting(workers);
            let rng = RootSeed::from_text("test").rng();
            Simulation::new(setting, UnitCosts::MEASURED, rng).run(4.0 * chunk_seconds, 10.0)
        };
        let (few, many) = (load(100, 1.0), load(20_000, 1.0));
        assert!(few.playing > 0.95, "{few:?}");
        assert!(many.playing < 0.7 && many.database > LIMIT, "{many:?}");
        // Larger chunks need fewer transactions.
        let large = load(20_000, 30.0);
        assert!(large.playing > many.playing, "{large:?}");
    }
}

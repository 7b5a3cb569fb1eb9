//! What a server knows of a worker.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::ids::TournamentId;
use crate::store::ExcludedWorker;

/// Number of matches before the time of a worker is compared with that of others.
const MIN_COMPARED_MATCHES: u64 = 20;

/// The relative time in hundredths above which a worker is slower than the others.
const MAX_RELATIVE_TIME: u64 = 150;

/// The load in hundredths of a machine, for each core, above which its matches take longer than they should.
const MAX_LOAD_PER_CORE: u32 = 150;

/// A worker, as it describes itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct WorkerInfo {
    /// Distinguishes the worker from all others.
    pub(crate) id: String,
    pub(crate) host: String,
    /// Number of matches that it plays at the same time.
    pub(crate) slots: u32,
    pub(crate) cores: u32,
    pub(crate) version: String,
    /// The load average of its machine in hundredths; 0 if unknown.
    pub(crate) load_percent: u32,
}

/// The matches of one tournament that workers have reported.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MatchTimes {
    pub(super) matches: u64,
    pub(super) nanos: u64,
}

impl MatchTimes {
    pub(super) fn add(&mut self, nanos: u64) {
        self.matches += 1;
        self.nanos = self.nanos.saturating_add(nanos);
    }

    /// Returns the mean time of a match, or `None` before the first.
    pub(super) fn mean(self) -> Option<Duration> {
        let mean = self.nanos.checked_div(self.matches)?;
        Some(Duration::from_nanos(mean))
    }
}

/// What a server knows of a worker.
#[derive(Debug)]
pub(super) struct WorkerStats {
    pub(super) info: WorkerInfo,
    pub(super) last_seen: Instant,
    pub(super) leases: u32,
    pub(super) times: BTreeMap<TournamentId, MatchTimes>,
    pub(super) late_reports: u64,
    pub(super) failures: u64,
    pub(super) checked_matches: u64,
    pub(super) differing_matches: u64,
    /// Number of leases that were taken back since nothing new was reported.
    pub(super) stalled_leases: u64,
    /// Until when it leases nothing.
    pub(super) stalled_until: Option<Instant>,
}

impl WorkerStats {
    pub(super) fn new(info: WorkerInfo) -> Self {
        Self {
            info,
            last_seen: Instant::now(),
            leases: 0,
            times: BTreeMap::new(),
            late_reports: 0,
            failures: 0,
            checked_matches: 0,
            differing_matches: 0,
            stalled_leases: 0,
            stalled_until: None,
        }
    }

    /// Summarises the worker; `all` has the matches of all workers in each tournament.
    pub(super) fn summary(&self, all: &BTreeMap<TournamentId, MatchTimes>) -> WorkerSummary {
        let relative_time_percent = self.relative_time(all);
        WorkerSummary {
            info: self.info.clone(),
            idle: self.last_seen.elapsed(),
            leases: self.leases,
            matches: self.times.values().map(|times| times.matches).sum(),
            late_reports: self.late_reports,
            failures: self.failures,
            checked_matches: self.checked_matches,
            differing_matches: self.differing_matches,
            stalled_leases: self.stalled_leases,
            waiting_checks: 0,
            exclusion: None,
            warnings: self.warnings(relative_time_percent),
            relative_time_percent,
        }
    }

    /// Returns the time of its matches in hundredths of what the other workers need for as many matches of the same
    /// tournaments, or 0 if that is not known.
    fn relative_time(&self, all: &BTreeMap<TournamentId, MatchTimes>) -> u64 {
        let (mut own, mut expected, mut matches) = (0_u128, 0_u128, 0);
        for (id, times) in &self.times {
            let Some(total) = all.get(id) else { continue };
            // The sums of a tournament that was forgotten for a time are smaller.
            let others = total.matches.saturating_sub(times.matches);
            let nanos = total.nanos.saturating_sub(times.nanos);
            if others == 0 {
                continue;
            }
            own += u128::from(times.nanos);
            expected += u128::from(nanos) * u128::from(times.matches) / u128::from(others);
            matches += times.matches;
        }
        if matches < MIN_COMPARED_MATCHES {
            return 0;
        }
        let relative = (100 * own).checked_div(expected).unwrap_or(0);
        u64::try_from(relative).unwrap_or(u64::MAX)
    }

    fn warnings(&self, relative_time: u64) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.differing_matches > 0 {
            warnings.push(format!(
                "{} matches differ from another play of the same match: its program, its memory or its processor may be \
                 faulty, or it reports what it has not played",
                self.differing_matches
            ));
        }
        if relative_time > MAX_RELATIVE_TIME {
            let percent = relative_time - 100;
            warnings.push(format!(
                "its matches take {percent} % longer than those of the others"
            ));
        }
        let (load, cores) = (self.info.load_percent, self.info.cores.max(1));
        if load > MAX_LOAD_PER_CORE.saturating_mul(cores) {
            let load = f64::from(load) / 100.0;
            warnings.push(format!(
                "its machine has a load of {load:.1} on {cores} cores"
            ));
        }
        if self.info.slots > cores {
            let slots = self.info.slots;
            warnings.push(format!(
                "it plays {slots} matches at a time on {cores} cores"
            ));
        }
        if self.late_reports > 0 {
            warnings.push(format!(
                "{} reports came after the end of their lease: its machine is suspended at times, or its network is slow",
                self.late_reports
            ));
        }
        if self.stalled_leases > 0 {
            warnings.push(format!(
                "stalled: {} leases were taken back, which it has renewed without reporting a result",
                self.stalled_leases
            ));
        }
        if self.failures > 0 {
            warnings.push(format!("it could not play {} matches", self.failures));
        }
        warnings
    }
}

/// A worker, as it is listed.
#[derive(Debug, Clone)]
pub(crate) struct WorkerSummary {
    pub(crate) info: WorkerInfo,
    /// Time since its last call.
    pub(crate) idle: Duration,
    pub(crate) leases: u32,
    pub(crate) matches: u64,
    pub(crate) late_reports: u64,
    pub(crate) failures: u64,
    pub(crate) checked_matches: u64,
    pub(crate) differing_matches: u64,
    pub(crate) stalled_leases: u64,
    /// Number of its matches that the server has yet to play again.
    pub(crate) waiting_checks: u32,
    /// Set if the worker is excluded.
    pub(crate) exclusion: Option<ExcludedWorker>,
    /// Its time in hundredths of that of the others; 0 if unknown.
    pub(crate) relative_time_percent: u64,
    pub(crate) warnings: Vec<String>,
}

impl WorkerSummary {
    /// Returns the summary of an excluded worker that this server has not seen since it was started.
    pub(crate) fn of_excluded(excluded: ExcludedWorker) -> Self {
        let info = WorkerInfo {
            id: excluded.id.clone(),
            ..WorkerInfo::default()
        };
        Self {
            exclusion: Some(excluded),
            ..WorkerStats::new(info).summary(&BTreeMap::new())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(host: &str, matches: u64, nanos: u64) -> WorkerStats {
        let info = WorkerInfo {
            host: host.into(),
            slots: 2,
            cores: 2,
            ..WorkerInfo::default()
        };
        let mut stats = WorkerStats::new(info);
        let times = stats.times.entry("t".into()).or_default();
        (0..matches).for_each(|_| times.add(nanos));
        stats
    }

    #[test]
    fn machine_of_any_size_is_described() {
        let mut stats = stats("large", 1, u64::MAX);
        stats.info.cores = u32::MAX;
        stats.info.load_percent = u32::MAX;
        let summary = stats.summary(&BTreeMap::new());
        assert_eq!(summary.warnings, Vec::<String>::new());
    }

    #[test]
    fn worker_is_compared_with_the_others() {
        let (slow, fast) = (stats("slow", 100, 30), stats("fast", 300, 10));
        let mut total = MatchTimes::default();
        for worker in [&slow, &fast] {
            let times = worker.times.values().next().unwrap();
            total.matches += times.matches;
            total.nanos += times.nanos;
        }
        let all = BTreeMap::from([("t".into(), total)]);
        let summary = slow.summary(&all);
        assert_eq!(summary.relative_time_percent, 300);
        assert!(
            summary.warnings[0].contains("200 % longer"),
            "{:?}",
            summary.warnings
        );
        let summary = fast.summary(&all);
        assert_eq!(summary.relative_time_percent, 33);
        assert_eq!(summary.warnings, [""; 0]);
        // Alone, or after few matches, nothing can be said.
        let few = stats("few", 3, 1000);
        assert_eq!(few.summary(&all).relative_time_percent, 0);
        let alone = BTreeMap::from([("t".into(), *slow.times.values().next().unwrap())]);
        assert_eq!(slow.summary(&alone).relative_time_percent, 0);
    }

    #[test]
    fn every_difference_has_a_warning() {
        let mut worker = stats("w", 1, 1);
        worker.info.slots = 3;
        worker.info.load_percent = 301;
        worker.late_reports = 1;
        worker.failures = 1;
        worker.differing_matches = 1;
        assert_eq!(worker.summary(&BTreeMap::new()).warnings.len(), 5);
    }
}

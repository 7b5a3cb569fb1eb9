//! What is measured in one month.

use std::path::{Path, PathBuf};
use std::time::Duration;

use botwerk_command::failure::Failure;
use serde_json::{Value, json};

/// What is measured in one month, or before the first one.
#[derive(Debug, Clone, Default)]
pub(super) struct Month {
    /// The number of the month; 0 before the first one.
    pub(super) number: u64,
    /// Results in the league at its end.
    pub(super) matches: u64,
    /// Size of the files of the database at its end, in bytes.
    pub(super) bytes: u64,
    /// Results that were stored a second while many were written at a time.
    pub(super) rate: f64,
    pub(super) commit_p50: Duration,
    pub(super) commit_p99: Duration,
    /// Memory of the server after the calls, and the most that it has used since its start.
    pub(super) memory: u64,
    pub(super) peak_memory: u64,
    /// Time from the start of a server until the league has its next result, after the last one was killed.
    pub(super) takeover: Duration,
    /// The longest of the calls of each kind, in the order of [`super::calls::KINDS`].
    pub(super) calls: Vec<(&'static str, Duration)>,
    /// What the disturbances were.
    pub(super) kills: u64,
    pub(super) full_disks: u64,
    /// Acknowledged results that were not found after a kill.
    pub(super) lost: u64,
    /// Bots and versions that were accepted beyond a quota, and those that were rejected for it.
    pub(super) exceeded: u64,
    pub(super) rejected: u64,
}

impl Month {
    /// Measures the files of the database.
    pub(super) fn measure_file(&mut self, file: &Path) -> Result<(), Failure> {
        self.bytes = 0;
        for suffix in ["", "-wal"] {
            let mut name = file.as_os_str().to_owned();
            name.push(suffix);
            let path = PathBuf::from(name);
            match std::fs::metadata(&path) {
                Ok(found) => self.bytes += found.len(),
                // A file that was closed has no log.
                Err(_) if !suffix.is_empty() => {}
                Err(error) => return Err(Failure::file(&path.display().to_string(), &error)),
            }
        }
        Ok(())
    }

    /// Returns the size of the files for each match, in bytes.
    pub(super) fn bytes_per_match(&self) -> u64 {
        self.bytes / self.matches.max(1)
    }

    /// Returns `true` if a promise was broken.
    pub(super) fn has_defect(&self) -> bool {
        self.lost > 0 || self.exceeded > 0
    }

    pub(super) fn json(&self) -> Value {
        let calls: serde_json::Map<String, Value> = self
            .calls
            .iter()
            .map(|(name, time)| ((*name).to_owned(), json!(time.as_secs_f64())))
            .collect();
        json!({
            "month": self.number, "matches": self.matches, "bytes": self.bytes,
            "bytes_per_match": self.bytes_per_match(), "matches_per_second": self.rate,
            "commit_p50_seconds": self.commit_p50.as_secs_f64(),
            "commit_p99_seconds": self.commit_p99.as_secs_f64(),
            "memory_bytes": self.memory, "peak_memory_bytes": self.peak_memory,
            "takeover_seconds": self.takeover.as_secs_f64(), "longest_call_seconds": calls,
            "kills": self.kills, "full_disks": self.full_disks, "lost_results": self.lost,
            "exceeded_quotas": self.exceeded, "rejected_by_quotas": self.rejected,
        })
    }
}

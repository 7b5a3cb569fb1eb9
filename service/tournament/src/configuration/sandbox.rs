//! What confines the launched bots of a tournament.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::FieldError;

/// The limits of a sandbox, and what its bot may read in addition to its own files: see `docs/sandbox.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sandbox {
    /// Memory of all processes of a bot together, in MiB.
    pub memory_mib: u32,
    /// Number of processes and threads of a bot.
    pub processes: u32,
    /// Size of each private folder of a bot, which are kept in memory, in MiB.
    pub disk_mib: u32,
    /// Processor time of all processes of a bot from its start, in seconds. `None`: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor_secs: Option<u32>,
    /// Files and folders that all bots may read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_paths: Vec<String>,
}

impl Sandbox {
    /// Valid values of `memory_mib`.
    pub const MEMORY_MIB: RangeInclusive<u32> = 16..=1 << 20;
    /// Valid values of `processes`.
    pub const PROCESSES: RangeInclusive<u32> = 1..=65_536;
    /// Valid values of `disk_mib`.
    pub const DISK_MIB: RangeInclusive<u32> = 1..=1 << 20;
    /// Valid values of `processor_secs`.
    pub const PROCESSOR_SECS: RangeInclusive<u32> = 1..=1 << 30;

    /// Returns an error for each limit that is out of range.
    pub fn errors(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let mut check = |field: &str, value: u32, range: RangeInclusive<u32>| {
            if !range.contains(&value) {
                let (first, last) = (range.start(), range.end());
                errors.push(FieldError {
                    field: format!("sandbox.{field}"),
                    message: format!("expected a number from {first} to {last}, found {value}"),
                });
            }
        };
        check("memory_mib", self.memory_mib, Self::MEMORY_MIB);
        check("processes", self.processes, Self::PROCESSES);
        check("disk_mib", self.disk_mib, Self::DISK_MIB);
        if let Some(secs) = self.processor_secs {
            check("processor_secs", secs, Self::PROCESSOR_SECS);
        }
        errors
    }
}

/// The limits of `sandbox = true`.
impl Default for Sandbox {
    fn default() -> Self {
        Self {
            memory_mib: 1024,
            processes: 128,
            disk_mib: 64,
            processor_secs: None,
            read_paths: Vec::new(),
        }
    }
}

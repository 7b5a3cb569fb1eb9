//! Observes what a bot uses, until it exceeds a limit.

use std::path::PathBuf;
use std::time::Duration;

use botwerk_tournament::configuration::Sandbox;
use rustix::fs::statvfs;

use super::cgroup::{ControlGroup, OWN_PROCESSES};
use crate::process_tree::{descendants, proportional_memory, root_of, usage};
use crate::sandbox::LimitBreach;

/// Time between two looks. The system itself stops what would exceed a limit of processes or files in the
/// meantime.
const INTERVAL: Duration = Duration::from_millis(25);

/// Observes the processes of one bot.
#[derive(Debug)]
pub(super) struct UsageWatch {
    pub(super) sandbox: Sandbox,
    /// The process whose descendants are observed.
    pub(super) process: u32,
    /// The folders in which the bot may write.
    pub(super) private_folders: [PathBuf; 3],
    /// The group that limits them; `None`: they are observed one by one.
    pub(super) group: Option<ControlGroup>,
}

impl UsageWatch {
    /// Waits until the bot exceeds a limit, and returns which; `None` if all its processes have ended.
    pub(super) fn wait(&self) -> Option<LimitBreach> {
        loop {
            let processes = descendants(self.process);
            // The last of them may have been ended because of its memory.
            let breach = self.breach(&processes);
            if breach.is_some() || processes.is_empty() {
                return breach;
            }
            std::thread::sleep(INTERVAL);
        }
    }

    fn breach(&self, processes: &[u32]) -> Option<LimitBreach> {
        let used = match &self.group {
            Some(group) => group.breach(&self.sandbox),
            None => self.observed_breach(processes),
        };
        used.or_else(|| {
            self.is_a_folder_full(processes)
                .then_some(LimitBreach::Disk)
        })
    }

    fn observed_breach(&self, processes: &[u32]) -> Option<LimitBreach> {
        let usage = usage(processes);
        let limit = u64::from(self.sandbox.memory_mib) << 20;
        // Most bots share no memory, and need no closer look.
        if usage.memory > limit && proportional_memory(processes) > limit {
            return Some(LimitBreach::Memory);
        }
        if usage.threads > u64::from(self.sandbox.processes + OWN_PROCESSES) {
            return Some(LimitBreach::Processes);
        }
        let limit = self.sandbox.processor_secs?;
        let is_over = usage.processor >= Duration::from_secs(limit.into());
        is_over.then_some(LimitBreach::Processor)
    }

    fn is_a_folder_full(&self, processes: &[u32]) -> bool {
        // All processes of a bot see the same folders; the first one is outside of the sandbox.
        let Some(process) = processes.last() else {
            return false;
        };
        let root = root_of(*process);
        let mut folders = self.private_folders.iter();
        folders.any(|folder| {
            let inside = folder.strip_prefix("/").unwrap_or(folder);
            statvfs(&*root.join(inside))
                .is_ok_and(|folder| folder.f_blocks > 0 && folder.f_bfree == 0)
        })
    }
}

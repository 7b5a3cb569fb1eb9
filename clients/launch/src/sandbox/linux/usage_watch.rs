//! Observes what a bot uses, until it exceeds a limit.

use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use botwerk_tournament::configuration::Sandbox;
use rustix::fs::{StatVfs, statvfs};

use super::cgroup::{ControlGroup, OWN_PROCESSES, memory_bytes};
use super::kernel_memory::LatestKernelMemory;
use crate::process_tree::{Usage, descendants, folder_inside, proportional_memory, usage};
use crate::sandbox::LimitBreach;

/// Time between two looks. The system itself stops what would exceed a limit of processes or files in the
/// meantime.
const INTERVAL: Duration = Duration::from_millis(25);

/// Memory that the system needs for each file of a private folder, in bytes, with its name.
const FILE_OVERHEAD: u64 = 1536;

/// Memory that the system needs for each thread, in bytes: its stack there and what describes it.
const THREAD_OVERHEAD: u64 = 32 << 10;

/// Number of [`INTERVAL`]s in which it must be seen what processes share, and for each GiB that they have.
const SHARING_SLICES: u64 = 6;
const SHARING_SLICES_PER_GIB: u64 = 4;

/// Observes the processes of one bot.
#[derive(Debug)]
pub(super) struct UsageWatch {
    pub(super) sandbox: Sandbox,
    /// The process whose descendants are observed.
    pub(super) process: u32,
    /// The folders in which the bot may write.
    pub(super) private_folders: [PathBuf; 3],
    pub(super) memory: MemoryLimit,
}

/// What limits the memory of the processes.
#[derive(Debug)]
pub(super) enum MemoryLimit {
    /// The system.
    Group(ControlGroup),
    /// They are observed one by one, and what the system holds for them.
    Looks(LatestKernelMemory),
}

impl UsageWatch {
    /// Waits until the bot exceeds a limit, and returns which; `None` if all its processes have ended.
    pub(super) fn wait(mut self) -> Option<LimitBreach> {
        loop {
            let processes = descendants(self.process);
            // The last of them may have been ended because of its memory.
            let breach = self.breach(&processes);
            if breach.is_some() || processes.is_empty() {
                return breach;
            }
            thread::sleep(INTERVAL);
        }
    }

    fn breach(&mut self, processes: &[u32]) -> Option<LimitBreach> {
        // Without it the bot has ended: what is left is outside.
        let inside = folder_inside(processes);
        let used = match &mut self.memory {
            MemoryLimit::Group(group) => group.breach(&self.sandbox),
            MemoryLimit::Looks(kernel_memory) => {
                inside.as_ref()?;
                observed_breach(&self.sandbox, kernel_memory, processes)
            }
        };
        used.or_else(|| self.is_a_folder_full(&inside?).then_some(LimitBreach::Disk))
    }

    fn is_a_folder_full(&self, inside: &Path) -> bool {
        // All processes of a bot see the same folders.
        let root = inside.join("root");
        let mut folders = self.private_folders.iter();
        folders.any(|folder| {
            let inside = folder.strip_prefix("/").unwrap_or(folder);
            statvfs(&*root.join(inside)).is_ok_and(is_full)
        })
    }
}

/// Returns the limit that processes exceed by what is seen of them.
fn observed_breach(
    sandbox: &Sandbox,
    kernel_memory: &mut LatestKernelMemory,
    processes: &[u32],
) -> Option<LimitBreach> {
    let usage = usage(processes);
    let Some(kernel_memory) = kernel_memory.bytes() else {
        return Some(LimitBreach::Memory);
    };
    let held = kernel_memory + usage.page_tables + usage.threads * THREAD_OVERHEAD;
    let limit = memory_bytes(sandbox);
    // Most bots share no memory, and need no closer look, which page tables of a bad one would make long.
    if held > limit || held + usage.memory > limit && held + shared_once(processes, &usage) > limit
    {
        return Some(LimitBreach::Memory);
    }
    if usage.threads > u64::from(sandbox.processes + OWN_PROCESSES) {
        return Some(LimitBreach::Processes);
    }
    let limit = sandbox.processor_secs?;
    let is_over = usage.processor >= Duration::from_secs(limit.into());
    is_over.then_some(LimitBreach::Processor)
}

/// Returns the memory of processes, of which what they share counts once: as far as they let it be seen in time.
fn shared_once(processes: &[u32], usage: &Usage) -> u64 {
    let (found, result) = channel();
    let processes = processes.to_vec();
    thread::spawn(move || found.send(proportional_memory(&processes)));
    let slices = SHARING_SLICES + (usage.memory >> 30) * SHARING_SLICES_PER_GIB;
    // In slices, as a machine that is busy with other things delays them as well.
    let mut slices = (0..slices).map(|_| result.recv_timeout(INTERVAL).ok());
    slices.find_map(|found| found).unwrap_or(usage.memory)
}

/// Returns `true` if a private folder has no space left for more content, or its files need as much as that would.
fn is_full(folder: StatVfs) -> bool {
    let size = folder.f_blocks * folder.f_frsize;
    let content = (folder.f_blocks - folder.f_bfree) * folder.f_frsize;
    // Systems without a limit of files tell neither number.
    let files = folder.f_files.saturating_sub(folder.f_ffree);
    size > 0 && (folder.f_bfree == 0 || content + files * FILE_OVERHEAD >= size)
}

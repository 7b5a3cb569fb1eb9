//! The processes that a process has started, and what they use, as `/proc` tells.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::param::clock_ticks_per_second;

/// What the processes of a bot use together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Memory in bytes, with what is swapped out. What several processes share counts for each.
    pub(crate) memory: u64,
    /// Page tables in bytes: what the system needs to find the memory.
    pub(crate) page_tables: u64,
    /// Number of processes and threads.
    pub(crate) threads: u64,
    /// Processor time, with that of processes that have ended and were waited for.
    pub(crate) processor: Duration,
}

/// Returns the processes that a process has started, directly or not, each parent before its children.
pub(crate) fn descendants(process: u32) -> Vec<u32> {
    let mut found = children(process);
    let mut next = 0;
    while let Some(process) = found.get(next) {
        let children = children(*process);
        found.extend(children);
        next += 1;
    }
    found
}

/// Returns the processes that a process has started and those that it has adopted.
pub(crate) fn children(process: u32) -> Vec<u32> {
    listed_children(process).unwrap_or_else(|| found_children(process))
}

/// Returns the children of all threads of a process, or `None` if the system does not list them.
fn listed_children(process: u32) -> Option<Vec<u32>> {
    fs::metadata("/proc/thread-self/children").ok()?;
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let mut children = Vec::new();
    for list in lists {
        children.extend(
            list.split_whitespace()
                .filter_map(|id| id.parse::<u32>().ok()),
        );
    }
    Some(children)
}

/// Returns the processes whose parent a process is.
fn found_children(process: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let child = |entry: fs::DirEntry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        let parent: u32 = stat_fields(id)?.get(1)?.parse().ok()?;
        (parent == process).then_some(id)
    };
    processes.filter_map(child).collect()
}

/// Returns the fields of a process's `stat` from the third one on: after its name, which may contain anything.
fn stat_fields(process: u32) -> Option<Vec<String>> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields = stat.rsplit(')').next()?.split_whitespace();
    Some(fields.map(str::to_owned).collect())
}

/// Returns what processes use together. Those that have ended use nothing.
pub(crate) fn usage(processes: &[u32]) -> Usage {
    let mut total = Usage::default();
    for usage in processes.iter().filter_map(|process| usage_of(*process)) {
        total.memory += usage.memory;
        total.page_tables += usage.page_tables;
        total.threads += usage.threads;
        total.processor += usage.processor;
    }
    total
}

fn usage_of(process: u32) -> Option<Usage> {
    let fields = stat_fields(process)?;
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let ticks: u64 = (14..=17).filter_map(field).sum();
    let folder = folder_of(process);
    let status = folder.map(|folder| fs::read_to_string(folder.join("status")).unwrap_or_default());
    let status = status.unwrap_or_default();
    let bytes = |name: &str| kibibytes(&status, name).unwrap_or(0) * 1024;
    Some(Usage {
        memory: bytes("VmRSS:") + bytes("VmSwap:") + bytes("HugetlbPages:"),
        page_tables: bytes("VmPTE:"),
        threads: field(20)?,
        processor: ticks_time(ticks),
    })
}

/// Returns the processor time of the processes that a process has started and that have ended, and of those that they have
/// waited for.
pub(crate) fn waited_for_time(process: u32) -> Duration {
    let fields = stat_fields(process).unwrap_or_default();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    ticks_time((16..=17).filter_map(field).sum())
}

fn ticks_time(ticks: u64) -> Duration {
    Duration::from_millis(ticks * 1000 / clock_ticks_per_second())
}

/// Returns the memory of processes in bytes, in which what several processes share counts once. Slower than
/// [`usage`].
pub(crate) fn proportional_memory(processes: &[u32]) -> u64 {
    let proportional = |process: &u32| {
        let text = fs::read_to_string(folder_of(*process)?.join("smaps_rollup")).ok()?;
        Some(kibibytes(&text, "Pss:")? + kibibytes(&text, "Swap:")?)
    };
    processes.iter().filter_map(proportional).sum::<u64>() * 1024
}

/// Returns the number after a name at the start of a line.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    value.split_whitespace().next()?.parse().ok()
}

/// Returns the folder in which the system tells about a process, or `None` if it has ended. It is that of another
/// thread if the first one has ended: then the process's own has neither memory nor files.
pub(crate) fn folder_of(process: u32) -> Option<PathBuf> {
    let own = PathBuf::from(format!("/proc/{process}"));
    if is_alive(&own) {
        return Some(own);
    }
    let threads = fs::read_dir(own.join("task")).ok()?.flatten();
    threads
        .map(|thread| thread.path())
        .find(|path| is_alive(path))
}

/// Returns the folder of a process that has a network of its own, as all in a sandbox have.
#[cfg(target_os = "linux")]
pub(crate) fn folder_inside(processes: &[u32]) -> Option<PathBuf> {
    let network = |folder: &Path| fs::read_link(folder.join("ns/net")).ok();
    let own = network(Path::new("/proc/self"));
    let mut folders = processes
        .iter()
        .rev()
        .filter_map(|process| folder_of(*process));
    folders.find(|folder| network(folder).is_some_and(|it| Some(it) != own))
}

/// Returns `true` if a thread has memory. One that has ended has none.
fn is_alive(folder: &Path) -> bool {
    // The first number is the size of the memory.
    let sizes = fs::read_to_string(folder.join("statm"));
    sizes.is_ok_and(|sizes| !sizes.starts_with("0 "))
}

/// Returns the number of a process's scheduling policy.
#[cfg(target_os = "linux")]
pub(crate) fn scheduling_policy(process: u32) -> Option<u64> {
    stat_fields(process)?.get(41 - 3)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// A shell with two children, one of which is a shell with a child.
    fn family() -> Child {
        let script = "sleep 100 & sh -c 'sleep 100; true' & wait";
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null());
        command.spawn().unwrap()
    }

    #[test]
    fn descendants_are_found_and_measured() {
        let mut child = family();
        assert_eq!(
            listed_children(std::process::id()).map(|it| it.is_empty()),
            Some(false)
        );
        let deadline = std::time::Instant::now() + Duration::from_secs(10);
        let mut found = descendants(child.id());
        while found.len() < 3 && std::time::Instant::now() < deadline {
            found = descendants(child.id());
        }
        let usage = usage(&found);
        assert_eq!((found.len(), usage.threads), (3, 3));
        let mut one = found_children(child.id());
        let mut other = children(child.id());
        one.sort_unstable();
        other.sort_unstable();
        assert_eq!((one.len(), one), (2, other));
        let proportional = proportional_memory(&found);
        assert!(
            0 < proportional && proportional <= usage.memory,
            "{proportional} {usage:?}"
        );
        for process in found.iter().rev() {
            Command::new("kill")
                .args(["-9", &process.to_string()])
                .status()
                .unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // The system takes its time to end them.
        while super::usage(&found).memory > 0 {
            assert!(std::time::Instant::now() < deadline);
        }
    }
}

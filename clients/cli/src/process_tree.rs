//! The processes that a process has started, and what they use, as `/proc` tells.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use rustix::param::{clock_ticks_per_second, page_size};

/// What the processes of a bot use together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Memory in bytes. What several processes share counts for each.
    pub(crate) memory: u64,
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
        total.threads += usage.threads;
        total.processor += usage.processor;
    }
    total
}

fn usage_of(process: u32) -> Option<Usage> {
    let fields = stat_fields(process)?;
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let ticks: u64 = (14..=17).filter_map(field).sum();
    Some(Usage {
        memory: field(24)? * page_size() as u64,
        threads: field(20)?,
        processor: Duration::from_millis(ticks * 1000 / clock_ticks_per_second()),
    })
}

/// Returns the memory of processes in bytes, in which what several processes share counts once. Slower than
/// [`usage`].
pub(crate) fn proportional_memory(processes: &[u32]) -> u64 {
    let kilobytes = |process: &u32| {
        let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    processes.iter().filter_map(kilobytes).sum::<u64>() * 1024
}

/// Returns the root folder of a process, as it sees it.
pub(crate) fn root_of(process: u32) -> PathBuf {
    PathBuf::from(format!("/proc/{process}/root"))
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

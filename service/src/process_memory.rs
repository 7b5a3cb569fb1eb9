//! The memory of this process: how much it has, may have, and which thread takes it.

use std::fs;

/// Returns the resident memory of this process in bytes, or `None` on systems without `/proc`.
pub(crate) fn resident_bytes() -> Option<u64> {
    kibibytes_of(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// Returns nine tenths of the memory in bytes that the machine or the control group of this process has, or `None`
/// if that is unknown.
pub(crate) fn default_limit() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok();
    let machine = machine.and_then(|text| kibibytes_of(&text, "MemTotal:"));
    let available = machine.into_iter().chain(group_limits()).min()?;
    Some(available / 10 * 9)
}

/// Returns the limits in bytes of the control groups of this process that have one.
fn group_limits() -> Vec<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut files = vec!["/sys/fs/cgroup/memory/memory.limit_in_bytes".to_owned()];
    // The line of the unified hierarchy; the limits of all groups that contain this one hold as well.
    if let Some(path) = groups.lines().find_map(|line| line.strip_prefix("0::")) {
        let mut path = path.trim_end_matches('/');
        loop {
            files.push(format!("/sys/fs/cgroup{path}/memory.max"));
            match path.rfind('/') {
                Some(end) => path = &path[..end],
                None => break,
            }
        }
    }
    let limit = |file: &String| fs::read_to_string(file).ok()?.trim().parse().ok();
    files.iter().filter_map(limit).collect()
}

/// Returns the number of pages that a thread has taken into use so far, 0 if that is unknown.
pub(crate) fn pages_taken(thread: i32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/self/task/{thread}/stat")).unwrap_or_default();
    // The name of the thread, in parentheses, may contain blanks.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    // The number of minor page faults is the tenth value, and the eighth after the name.
    let faults = fields.split_whitespace().nth(7);
    faults.and_then(|faults| faults.parse().ok()).unwrap_or(0)
}

/// Returns the bytes of a line such as `VmRSS:  12 kB`.
fn kibibytes_of(text: &str, label: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}
